"""Proposals: the nearest texts that compile, for one that somebody has written freely."""

from rulewright.compiler.proposing.proposals import Proposal, Proposer, propose

__all__ = ["Proposal", "Proposer", "propose"]
