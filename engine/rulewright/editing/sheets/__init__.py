"""Files as they stand in an editor: in pieces that are read by themselves, and the sentences in them."""
