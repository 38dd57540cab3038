"""Lookahead: functions that tell, without a speculative run, whether what a block begins can be carried through.

Before: the blocks and functions of a program, its effects, and the blocks from which on nothing can fail. After: probes
(`lookahead.py`), functions `(s, f)` that answer CANNOT, UNKNOWN or CAN. A probe is written (`probe.py`, with a module
for each kind of statement) by abstract interpretation of its block: it evaluates what rests on nothing that a run would
have changed by then (`state.py`, `code.py`), and changes nothing. Probes that know nothing are left out (`useless.py`).

Sound since a probe says no more than every run would find:
- What a run changes comes from `effects/`; an expression that may read it is unknown, or reads the name that holds
  its new value.
- Where a test is unknown both ways are explored: none may fail, and what fails from there on is no failure of the run.
- A moved card is moved on a copy of the position, and never where a run might not come to.
- After one of several ways to pay, what another would have made otherwise is tainted, and a failure that rests on it
  is none.
"""
