"""Speculative legality: functions that tell, without a run, whether what a block begins can be carried through."""
