"""What an editor asks of the files of a ruleset while somebody writes them: findings, completion, meaning, places."""
