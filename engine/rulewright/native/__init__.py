"""A second back end: programs as C, built on the user's machine, for many games in little time.

`translation/` and `source.py` make C of a program's typed functions, over what stands in `c/`: values, the state,
`machine.h` (running and looking ahead), `support/` (what generated code calls) and `api/` (what Python calls).
`tables.py` carries tables and values over; `library.py` builds and keeps the library; `game.py` plays. Python stays the
default, and what the library cannot do, Python does.
"""

from rulewright.native.game import NativeGame, NativeRules, load

__all__ = ["NativeGame", "NativeRules", "load"]
