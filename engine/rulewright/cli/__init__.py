"""The command line: nothing but presentation."""

from rulewright.cli.app import main

__all__ = ["main"]
