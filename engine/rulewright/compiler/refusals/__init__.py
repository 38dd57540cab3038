"""What is refused, because nothing would carry it out or nothing tells what is meant."""
