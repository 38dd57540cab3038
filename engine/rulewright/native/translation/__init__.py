"""C of a program's functions: each expression and statement of the typed program, over `c/values.h` and `c/machine.h`.

An expression has one of three kinds in C: `i`, a 64-bit integer; `b`, a truth value; `v`, a value of `c/values.h`. What
is not known here is refused: a program that has it runs in Python only.
"""
