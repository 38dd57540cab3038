"""The second guard: every node of a tree is cited by what can be reached from its Meaning.

Reading takes each field once, but what was read can still be thrown away; then nothing of the Meaning cites the node.
"""

from __future__ import annotations

from rulewright.language.nodes import Node
from rulewright.meaning.model import Meaning


def uncited(tree: Node, meaning: Meaning) -> list[Node]:
    """The nodes of a tree that its Meaning does not come from; empty if all is said."""
    cited = {id(node) for part in meaning.walk() for node in part.said}
    return [node for node in tree.walk() if id(node) not in cited]
