"""Effects analysis: what expressions read, what statements change, and what blocks lead to.

Before: functions and blocks of one program, as they will run but for memos. After: the same; nothing is changed here.
`effects.py` is what passes ask. It rests on what a node does by itself (`nodes.py`), a function with all that it calls
(`functions.py`), and a block with all that it leads to (`blocks.py`) and takes from tables (`listings.py`).

Sound by design: a change is a `Set` of a number or a field, or a call of a function that a table declares
(`runtime_effects.py`), and a node that fits neither raises `UnknownEffect`. What cannot be told is ANYTHING. Jumps,
calls of procedures and choices are nodes or data of the program, so no way from block to block is missed.

Two things are left out, because whoever asks follows them itself: the frames of the stack, and what the runtime notes
beside a position (log, commit points, result).
"""
