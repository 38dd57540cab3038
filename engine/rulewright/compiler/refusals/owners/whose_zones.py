"""Things in the zones of several players: how many there are in all of them together is told, not how many in each.

“The number of cards in each player's hand” is one number for each player, and “there is a card in all players' hands”
asks each hand, or all of them as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.compiler.source import Source
from rulewright.language import nodes as N

TOGETHER = (
    "Of all together say “the number of … in all players' …”; that there are some, “there is a … in any player's …”."
)
ONE_BY_ONE = ("each", "each_other", "any")
AS_ONE = ("all", "all_other")


def of_each_or_all(nodes: Sequence[N.Node], source: Source) -> Iterator[N.NounPhrase]:
    """Each phrase for the zones of several players of which it is open whether they are meant together."""
    for node in nodes:
        match node:
            case N.CountOf(phrase=N.NounPhrase() as counted):
                open_words: tuple[str, ...] = ONE_BY_ONE
            case N.Exists(object=N.NounPhrase() as counted):
                some = isinstance(counted.determiner, N.Quantity)  # so many
                open_words = ("each", "each_other", *AS_ONE, *(("any", "") if some else ()))
            case (
                N.Has(object=N.NounPhrase() as counted)
                | N.With(phrase=N.NounPhrase() as counted)
                | N.ThatHas(object=N.NounPhrase() as counted)
            ):
                open_words = (*ONE_BY_ONE, *AS_ONE, "")
            case _:
                continue
        for item in counted.filters:
            zone = item.phrase if isinstance(item, N.At | N.Of) else None
            if isinstance(zone, N.NounPhrase) and source.is_zone(zone) and _owners(zone) in open_words:
                yield zone


def _owners(zone: N.NounPhrase) -> str | None:
    """The word by which several players are meant whose a zone is; None where it is one player's or nobody's."""
    said = [item.phrase for item in zone.filters if isinstance(item, N.Of)]
    owner = zone.determiner.owner if isinstance(zone.determiner, N.Possessive) else next(iter(said), None)
    if not isinstance(owner, N.NounPhrase) or owner.noun != "player":
        return None
    word = owner.determiner.word if isinstance(owner.determiner, N.Article) else ""
    several = word in (*ONE_BY_ONE, *AS_ONE) or (not word and owner.plural)
    return word if several else None
