"""What a probe answers: whether what a block begins can be carried through."""

from __future__ import annotations

from typing import Final

CANNOT: Final = 0
UNKNOWN: Final = 1
CAN: Final = 2
