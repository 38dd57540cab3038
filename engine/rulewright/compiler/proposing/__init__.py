"""Proposals: the nearest texts that compile, for one that somebody has written freely."""

from rulewright.compiler.proposing.proposals import Proposal, failing, propose

__all__ = ["Proposal", "failing", "propose"]
