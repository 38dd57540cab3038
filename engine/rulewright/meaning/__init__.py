"""What texts say in their place: the syntax tree with every reference bound and every choice explicit.

    bind(ruleset)                 every text of a ruleset, in its place
    bind_text(ruleset, tree)      a text as a card would say it
    bind_step(ruleset, tree)      a text as a step of a rule would say it
    paraphrase(meaning, ruleset)  a Meaning in words

`docs/interpretation.md` tells the rules.
"""

from rulewright.meaning import rules
from rulewright.meaning.blocks import Bound
from rulewright.meaning.cited import uncited
from rulewright.meaning.corpus import bind, bind_step, bind_text
from rulewright.meaning.model import Meaning
from rulewright.meaning.paraphrases import in_words_of, paraphrase, told_in

__all__ = [
    "Bound", "Meaning", "bind", "bind_step", "bind_text", "in_words_of", "paraphrase", "rules", "told_in", "uncited",
]  # fmt: skip
