"""Texts that put one act in the place of another: how they are read, when they speak, what is done instead."""
