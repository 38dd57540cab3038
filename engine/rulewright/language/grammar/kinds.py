"""What a text may be read as, and by which rule of the grammar."""

KINDS = {
    "text": "text",
    "sentence": "sentence",
    "block_sentence": "text",
    "condition": "conds",
    "event": "events",
    "phrase": "nps",
    "amount": "num",
    "value": "value",
}
