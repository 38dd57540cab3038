"""What commands print: problems, help, trees, words in the language of the user."""
