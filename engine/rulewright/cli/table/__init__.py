"""One game line by line: prompts, boards, maps and looking things up."""
