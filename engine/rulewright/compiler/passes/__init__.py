"""What makes the program smaller, faster or wiser: functions from code to code, a file each."""
