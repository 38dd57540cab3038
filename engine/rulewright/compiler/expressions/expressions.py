"""Words and types of the expressions that ask a state something, and the rooms that write them.

An expression is a tree over a state `s` (its integers as `n`) and changes nothing. What can be shared becomes a
function of the generated module: a condition of the lexicon (`st_…`, `adj_…`, `is_…`, `rel_…`) or a number (`num_…`),
asked for by name and written once.
"""

from __future__ import annotations

from rulewright.compiler.expressions.amounts import Amounts
from rulewright.compiler.expressions.anaphora import References
from rulewright.compiler.expressions.conditions.conditions import Conditions
from rulewright.compiler.expressions.filters import Filters
from rulewright.compiler.expressions.likenesses import Likenesses
from rulewright.compiler.expressions.phrases import Phrases
from rulewright.compiler.expressions.pieces import Pieces
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.expressions.sources import Sources
from rulewright.compiler.services.services import Services


class Expressions:
    """Compiles what asks, for one program: its rooms, each built on those before it."""

    def __init__(self, s: Services, up: Recursion) -> None:
        self.phrases = Phrases(s.source, s.layout)
        self.references = References(s, up, self.phrases)
        self.sources = Sources(s, up, self.phrases, self.references)
        self.pieces = Pieces(s, up, self.phrases, self.references, self.sources)
        below = (self.phrases, self.references, self.pieces)
        self.selections = up.selections = Selections(s, up, self.phrases, self.references, self.sources, self.pieces)
        self.amounts = up.amounts = Amounts(s, up, *below, self.selections)
        self.likenesses = up.likenesses = Likenesses(s, self.amounts)
        self.filters = up.filters = Filters(s, up, *below, self.selections, self.amounts)
        self.conditions = up.conditions = Conditions(
            s, up, *below, self.selections, self.amounts, self.filters, self.likenesses
        )
