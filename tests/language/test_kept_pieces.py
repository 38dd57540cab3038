"""Pieces that players keep are money: what is done with them is said as what moves them, in each language."""

from __future__ import annotations

import pytest

from rulewright.language.transforms.homes_of_pieces import Homes
from rulewright.ruleset.loader import load_ruleset

KEPT = {  # in the words of a game, and what English prints
    "Pay 2 resource tokens.": "Return 2 resource tokens from your treasury into the supply.",
    "Each player loses a resource token.": "Each player moves a resource token from their treasury into the supply.",
    "Discard a resource token.": "Put a resource token from your treasury into the supply.",
    "Each other player gives a resource token to you.": "Each other player puts a resource token from their treasury "
    "into your treasury.",
    "Take a resource token from another player.": "Take a resource token from another player's treasury into your "
    "treasury.",
    "Gain 2 resource tokens.": "Take 2 resource tokens from the supply into your treasury.",
    "Whenever you gain a resource token, gain a trade token.": "Whenever a resource token comes into your treasury, "
    "gain a trade token.",
    "Discard a resource token or a trade token.": "Put a resource token from your treasury into the supply or discard "
    "a trade token.",
}
ELSEWHERE = {
    "es": {
        "Paga 2 fichas de recurso.": "Pay 2 resource tokens.",
        "Cada jugador pierde una ficha de recurso.": "Each player loses a resource token.",
        "Cada otro jugador te da una ficha de recurso.": "Each other player gives a resource token to you.",
        "Toma una ficha de recurso de otro jugador.": "Take a resource token from another player.",
        "Obtén 2 fichas de recurso.": "Gain 2 resource tokens.",
    },
    "hu": {
        "Fizess 2 erőforrás-jelölőt.": "Pay 2 resource tokens.",
        "Minden játékos elveszít egy erőforrás-jelölőt.": "Each player loses a resource token.",
        "Minden más játékos ad neked egy erőforrás-jelölőt.": "Each other player gives a resource token to you.",
        "Kapsz 2 erőforrás-jelölőt.": "Gain 2 resource tokens.",
    },
}


@pytest.mark.parametrize(("text", "meant"), KEPT.items())
def test_what_is_done_with_them_moves_them(text: str, meant: str) -> None:
    language = load_ruleset("civ_new_dawn").language()
    tree = language.parse(text, "text")
    assert language.print(tree, "text") == meant
    assert language.parse(meant, "text") == tree


@pytest.mark.parametrize("lang", ELSEWHERE)
def test_each_language_says_the_same(lang: str) -> None:
    ruleset = load_ruleset("civ_new_dawn")
    read = {text: ruleset.language(lang).parse(text, "text") for text in ELSEWHERE[lang]}
    assert read == {text: ruleset.language().parse(said, "text") for text, said in ELSEWHERE[lang].items()}


def test_no_node_stands_in_two_trees() -> None:
    language = load_ruleset("civ_new_dawn").language()
    trees = [language.parse(text, "text") for text in KEPT]
    nodes = [id(node) for tree in trees for node in tree.walk()]
    assert len(nodes) == len(set(nodes))


def test_where_they_are_kept_is_what_the_lexicon_says() -> None:
    homes = Homes(load_ruleset("mythotopia").language().lexicon)
    assert homes.purses == {"counter": ("tableau", "bank")}
    assert homes.stocks["town"] == ("stock", "province")
    assert "army" not in homes.stocks  # it comes from two zones
