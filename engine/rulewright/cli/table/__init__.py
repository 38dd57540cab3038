"""One game on the screen: prompts, boards, maps and looking things up."""
