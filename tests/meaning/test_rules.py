"""The rules of interpretation, R1 to R23, as Meanings: what is bound to what, who chooses, what is refused."""

from __future__ import annotations

from typing import TypeVar

import pytest

from rulewright.meaning import Meaning, bind, bind_text
from rulewright.meaning import model as m
from rulewright.problems import RulewrightError
from tests.meaning.texts import ruleset

M = TypeVar("M", bound=Meaning)


def meaning(game: str, text: str) -> Meaning:
    rules = ruleset(game)
    return bind_text(rules, rules.parse(text))


def all_of(found: Meaning, kind: type[M]) -> list[M]:
    """The parts of a class, in the order of the text as far as the Meaning keeps it."""
    return [part for part in found.walk() if isinstance(part, kind)]


def acts(found: Meaning, verb: str) -> list[m.Act]:
    return [act for act in all_of(found, m.Act) if act.verb == verb]


def role(act: m.Act | m.Event, name: str = "object") -> Meaning:
    return next(role.value for role in act.roles if role.name == name)


def code(game: str, text: str) -> str:
    with pytest.raises(RulewrightError) as error:
        meaning(game, text)
    return error.value.problems[0].code


def selected(value: Meaning) -> m.Selection:
    assert isinstance(value, m.Selection)
    return value


def known(value: Meaning) -> m.Referent:
    assert isinstance(value, m.Known)
    return value.to


def test_r1_no_loop_changes_who_you_are() -> None:
    (act,) = acts(meaning("conjurers", "Work: for each other player, you gain 1 coin."), "gain")
    assert known(act.actor).introduced == "you"
    assert code("conjurers", "Work: for each other player, gain 1 coin.") == "RW0635"


def test_r1_a_block_over_players_says_that_you_are_the_player_of_the_pass() -> None:
    loops = [
        loop for bound in bind(ruleset("age_of_innovation")) if bound.meaning for loop in all_of(bound.meaning, m.Each)
    ]
    assert not any(loop.you for loop in loops)  # in sentences never; blocks say so themselves


def test_r2_they_is_the_subject_of_the_clause_and_never_you() -> None:
    found = meaning("conjurers", "Whenever another player draws a card, they pay 1 mana to you.")
    (event,) = all_of(found, m.Event)
    (act,) = acts(found, "pay")
    assert known(act.actor).id == selected(event.actor).new.id
    assert known(role(act, "to")).introduced == "you"
    assert code("conjurers", "Work: if they have 2 coins, each player gains 1 coin.") == "RW0621"


def test_r3_their_in_a_description_is_not_those_described() -> None:
    assert code("monumental", "Use: if there is a player with more wonders than them, gain 1 gold.") == "RW0621"
    loop = meaning("conjurers", "Work: each player gains as many coins as their mana.")
    (each,) = all_of(loop, m.Each)
    (number,) = [x for x in all_of(loop, m.Attribute) if x.noun == "mana"]
    assert known(number.holders[0]).id == selected(each.domain).new.id


def test_r4_the_object_of_the_newest_clause_is_it() -> None:
    text = "Reserve: whenever you would take a counter from a VP card, you may take it from the bank instead."
    found = meaning("mythotopia", text)
    (event,) = all_of(found, m.Event)
    (act,) = acts(found, "take")
    assert known(role(act)).id == selected(role(event)).new.id
    assert known(role(act)).noun == "counter"
    assert code("conjurers", "Work: exchange a card in your hand for a card in your circle. Discard it.") == "RW0622"


def test_r5_a_noun_after_is_introduces_nothing_and_nothing_is_next_to_itself() -> None:
    text = "Work: reveal the top card of the deck. If it is a spell, gain 2 mana; otherwise, put it into your hand."
    found = meaning("conjurers", text)
    (shown,) = acts(found, "reveal")
    (put,) = acts(found, "put")
    assert known(role(put)).id == selected(role(shown)).new.id
    assert code("mythotopia", "Always: gain 1 action for each province next to it.") == "RW0621"


def test_r6_what_a_loop_spoke_of_blocks_the_way() -> None:
    assert code("conjurers", "Work: draw a card. Each other player draws a card. Discard it.") == "RW0623"
    (act,) = acts(meaning("conjurers", "Work: draw a card. Each other player gains 1 coin. Discard it."), "discard")
    assert known(role(act)).noun == "card"


def test_r7_the_name_then_the_nearest_then_nothing() -> None:
    text = (
        "Whenever you lay a control token into a hills space, for each vacant hills space next to that space, you may "
        "lay a control token into it."
    )
    found = meaning("civ_new_dawn", text)
    (event,) = all_of(found, m.Event)
    (each,) = all_of(found, m.Each)
    (act,) = acts(found, "lay")
    beside = next(test for test in selected(each.domain).tests if isinstance(test, m.Test) and test.kind == "next_to")
    places = [role.value for role in event.roles if isinstance(role.value, m.Selection)]
    assert known(beside.args[1]).id in {place.new.id for place in places}
    into = [role.value for role in act.roles if isinstance(role.value, m.Known)]
    assert {known(value).id for value in into} == {selected(each.domain).new.id}
    assert code("mythotopia", "Free action: put a town from your stock into the province.") == "RW0621"


def test_r8_what_can_have_it_decides_whose_it_is() -> None:
    found = meaning("mythotopia", "Free action: return 1 army in any province to its owner's stock.")
    (act,) = acts(found, "return")
    (owner,) = [x for x in all_of(found, m.Attribute) if x.noun == "owner"]
    assert known(owner.holders[0]).id == selected(role(act)).new.id
    assert code("conjurers", "Work: put a card from your hand into the hand.") == "RW0624"


def test_r8_their_owner_is_that_of_each_of_the_things() -> None:
    found = meaning("mythotopia", "Free action: return all armies in neutral provinces to their owner's stock.")
    (owner,) = [x for x in all_of(found, m.Attribute) if x.noun == "owner"]
    assert known(owner.holders[0]).several


def test_r9_another_than_what() -> None:
    (card,) = acts(meaning("monumental", "Use: copy another card in your city."), "copy_card") or acts(
        meaning("monumental", "Use: copy another card in your city."), "copy"
    )
    assert known(selected(role(card)).others[0]).introduced == "this"
    found = meaning("almanac", "Work: each player with the fewest coins gains 1 coin. Each other player gains 1 grain.")
    first, second = sorted(all_of(found, m.Each), key=lambda each: selected(each.domain).new.id)
    other = known(selected(second.domain).others[0])
    assert (other.id, other.several) == (selected(first.domain).new.id, True)
    assert code("mythotopia", "Free action: put a town from your stock into another province.") == "RW0626"


def test_r10_who_chooses() -> None:
    (act,) = acts(meaning("conjurers", "Work: each other player discards a card."), "discard")
    chosen = selected(role(act))
    assert chosen.pick == "chosen" and chosen.chooser is not None
    assert known(chosen.chooser).id == known(act.actor).id
    (event,) = all_of(meaning("conjurers", "Whenever you draw a card, gain 1 coin."), m.Event)
    assert selected(role(event)).pick == "any" and selected(role(event)).chooser is None


def test_r11_a_subject_with_a() -> None:
    assert all_of(meaning("mythotopia", "Reserve, once per turn: a card you play may count as 1 food."), m.Permit)
    assert code("conjurers", "Work: a player draws a card.") == "RW0627"


def test_r12_each_acts_by_itself() -> None:
    (each,) = all_of(meaning("conjurers", "Work: each other player discards a card."), m.Each)
    assert isinstance(each.do, m.Act)
    (done,) = all_of(meaning("monumental", "Attack: rout each province."), m.Each)
    assert known(role(done.do)).id == selected(done.domain).new.id  # type: ignore[arg-type]
    assert code("conjurers", "Work: take 1 coin from all other players.") == "RW0636"


def test_r13_one_article_shares_the_description() -> None:
    found = meaning("mythotopia", "Free action: put a town or city in a province into your stock.")
    (put,) = acts(found, "put")
    assert [kind.noun for kind in selected(role(put)).kinds] == ["town", "city"]
    assert code("mythotopia", "Free action: put a town or a city in a province into your stock.") == "RW0631"


def test_r14_all_that_tie() -> None:
    (each,) = all_of(meaning("almanac", "Work: each player with the fewest coins gains 1 coin."), m.Each)
    (test,) = selected(each.domain).tests
    assert isinstance(test, m.Test) and selected(test.args[1]).many.kind == "fewest"
    assert code("almanac", "Work: the player with the fewest coins gains 1 coin.") == "RW0628"


def test_r15_when_an_amount_is_counted() -> None:
    found = meaning("conjurers", "Work: lose as many coins as half of the number of your coins.")
    assert {number.counted for number in all_of(found, m.Number)} == {"before_act"}
    (adjust,) = all_of(meaning("mythotopia", "Your hand limit is the number of your towns plus 1."), m.Adjust)
    assert {number.counted for number in all_of(adjust, m.Number) if number.op in ("count", "plus")} == {"when_asked"}


def test_r8_a_number_that_holds_for_a_while_is_of_the_thing_that_the_while_speaks_of() -> None:
    for text in ("While you attack a rugged province, your combat strength is 1 higher.", CAVALRY):
        found = meaning("mythotopia", text)
        (strength,) = [x for x in all_of(found, m.Attribute) if x.noun == "combat_strength"]
        assert [known(holder).type for holder in strength.holders] == ["player", "space"]
    found = meaning("mythotopia", "Your combat strength is 1 higher.")
    (strength,) = [x for x in all_of(found, m.Attribute) if x.noun == "combat_strength"]
    assert isinstance(strength.holders[1], m.Whichever)


CAVALRY = "Reserve: while you attack, your combat strength is 1 higher."


@pytest.mark.parametrize(
    ("text", "verb", "whole"),
    [
        ("Work: discard 2 cards.", "discard", False),  # R17
        ("Work: you may discard 2 cards.", "discard", True),  # R16
        ("Work: discard 2 cards to gain 1 coin.", "discard", True),
        ("Work: discard 2 cards to draw 2 cards.", "draw", False),
        ("Work: if possible, discard 2 cards.", "discard", True),
    ],
)
def test_r16_r17_whole_or_as_far_as_possible(text: str, verb: str, whole: bool) -> None:
    (act,) = acts(meaning("conjurers", text), verb)
    assert act.whole is whole


def test_r16_steps_of_verbs_are_whole() -> None:
    verbs = [bound for bound in bind(ruleset("mythotopia")) if bound.words.path[:2] == ("lexicon", "verbs")]
    found = [act for bound in verbs if bound.meaning for act in all_of(bound.meaning, m.Act)]
    assert found and all(act.whole for act in found)


def test_r18_if_you_do() -> None:
    found = meaning("conjurers", "Work: you may discard a card. If you do, gain 2 mana.")
    (may,), (done,) = all_of(found, m.May), all_of(found, m.Done)
    assert known(done.deed) == may.deed
    for before in (
        "Discard a card and lose 1 coin.",
        "Each player draws a card.",
        "Choose one: draw a card; or gain 1 coin.",
    ):
        assert code("conjurers", f"Work: {before[0].lower()}{before[1:]} If you do, gain 2 mana.") == "RW0630"


def test_r19_then_goes_on_inside_the_cost() -> None:
    (pay,) = all_of(
        meaning("age_of_innovation", "Action: you may pay 1 tool to build a bridge, then gain 4 points."), m.Pay
    )
    assert isinstance(pay.then, m.Sequence) and len(pay.then.acts) == 2
    assert code("age_of_innovation", "Action: up to 2 times, pay 1 tool to gain 1 coin, then gain 3 coins.") == "RW0634"


def test_r20_it_is_what_ended_the_search_and_the_rest_are_the_others() -> None:
    text = "Work: reveal cards from the deck until you reveal a beast. Put it into your hand. Discard the rest."
    found = meaning("conjurers", text)
    (until,) = all_of(found, m.Until)
    assert isinstance(until.end, m.Event) and isinstance(until.do, m.Act)
    (put,), (discard,) = acts(found, "put"), acts(found, "discard")
    assert known(role(put)).id == selected(role(until.end)).new.id
    rest = role(discard)
    assert isinstance(rest, m.Rest) and known(rest.of).id == selected(role(until.do)).new.id
    assert code("conjurers", "Work: put the rest onto the bottom of the deck.") == "RW0621"


def test_r21_an_event_keeps_every_description_and_says_when() -> None:
    found = meaning("age_of_innovation", "Always: whenever you build a workshop on an edge space, gain 3 points.")
    (event,) = all_of(found, m.Event)
    assert (event.stage, event.batch) == ("after", "each")
    assert any(isinstance(test, m.Test) and test.word == "edge" for test in event.walk())
    for timing, stage in (("before", "before"), ("after", "after"), ("when", "after")):
        (other,) = all_of(meaning("conjurers", f"{timing.capitalize()} you draw a card, gain 1 coin."), m.Event)
        assert other.stage == stage
    assert code("age_of_innovation", "Always: whenever you build your first guild, gain 3 points.") == "RW0629"
    assert code("conjurers", "Whenever you do not draw a card, gain 1 coin.") == "RW0629"


def test_r21_one_or_more_is_once() -> None:
    (event,) = all_of(meaning("conjurers", "Whenever you draw one or more cards, gain 1 coin."), m.Event)
    assert event.batch == "once"


def test_r22_a_prohibition_takes_the_same_roles() -> None:
    (forbid,) = all_of(
        meaning("age_of_innovation", "Always: you cannot build a guild next to a river space."), m.Forbid
    )
    assert any(isinstance(test, m.Test) and test.kind == "next_to" for test in forbid.walk())
    (nobody,) = all_of(meaning("conjurers", "Nobody may pay coins."), m.Forbid)
    assert isinstance(nobody.event, m.Event) and isinstance(nobody.event.actor, m.Anybody)
    assert code("conjurers", "Nobody cannot pay coins.") == "RW0627"


def test_r23_a_verb_takes_only_its_slots() -> None:
    assert acts(meaning("monumental", "Attack: rout a province."), "rout")
    with pytest.raises(RulewrightError, match="RW0301"):
        meaning("monumental", "Attack: rout a province from your Capital.")
    # Where the pattern has more than the verb's slots: RW0625, in tests/meaning/test_problems.py.
