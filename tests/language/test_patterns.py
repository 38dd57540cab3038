"""What is asked of a text before a wording is looked for: it must hold wherever the wording stands, and be cheap."""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from rulewright.language.language import Language
from rulewright.language.parsing.rewording.patterns import HOLE, Pattern, _needed
from rulewright.language.parsing.rewording.rules import Rule, rules
from tests.language.test_wordings import READ

LANGUAGES = ("en", "hu", "es", "fr", "de")


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"\bgive(s?) you (<noun>)", ("give", " you ", "<noun>")),
        ("costs? half(?: as much)?, rounded", ("cost", " half", ", rounded")),
        ("one|two", ("one|two",)),
        ("one|t?", ()),
        ("a{2}bcd", ("bcd",)),
        (r"^(?:of )*from [a-z]+ to\.$", ("from ", " to")),
        ("(?:as|so) long(?: as|)", ("as|so", " long")),
        ("(?!not )(?:which|who (?:is|are)) mine", ("which|who ", " mine")),
        ("(<noun>|<verb>) of(?= it)", ("<noun>|<verb>", " of", " it")),
        ("(?:<adjective> )*(<noun card>)(?! <noun>)(?: of <noun>)?", ("<noun card>",)),
        ("(?:all |<base> )(<noun>)?x", ("<base>|all ",)),
        ("(?:my own <noun>|<noun card>)", ("<noun card>|my own ",)),
    ],
)
def test_words_that_stand_wherever_a_pattern_is_found(pattern: str, needed: tuple[str, ...]) -> None:
    """Of several that will do one stands; a word of the lexicon for a hole."""
    assert tuple("|".join(sorted(words)) for words in _needed(pattern)) == needed


def whole(pattern: Pattern, text: str) -> Iterable[str]:
    """Where a pattern stands in a text, without asking anything before."""
    return [found[0] for found in pattern._whole.finditer(text)]


def test_no_wording_is_passed_over(language: Language) -> None:
    """What is asked before hides nothing: each wording is found wherever it stands."""
    seen = 0
    texts = [text.rstrip(".").replace(",", " ,") for text, *_ in READ] + [text.rstrip(".") for text, *_ in READ]
    wordings = language.reader.wordings
    though_read = (wordings._compiled([rule]) for rule in wordings._meant(rules("en")) if rule.found)
    for some in (*wordings._rules, *(one for compiled in though_read for one in compiled)):
        among = [{id(pattern) for _, pattern in some.among(text.lower())} for text in texts]
        for _, pattern in some:
            for text, those in zip(texts, among, strict=True):
                found = whole(pattern, text)
                assert [one[0] for one in pattern.finditer(text)] == found
                assert not found or id(pattern) in those
                seen += bool(found)
    assert seen > 100


NUMBER = re.compile(r"\(\?:\\d\+\|[^()]*\)")  # how a file of wordings says {n}


def dropped(rule: Rule) -> list[str]:
    """The words of a lexicon, and numbers, that a wording takes up and neither says again nor compares."""
    kept = {int(group) for group in re.findall(r"\\(\d)", rule.instead)} | {one for one, _ in rule.same}
    found: list[str] = []

    def marked(hole: re.Match[str]) -> str:
        found.append(hole[0])
        return chr(0xE000 + len(found) - 1)

    pattern = HOLE.sub(marked, NUMBER.sub(marked, rule.pattern))
    left: list[str] = []

    def walk(part: Any, inside: bool) -> None:
        for op, value in part:
            if op is parser.SUBPATTERN:
                walk(value[3], inside or value[0] in kept)
            elif op in (parser.MAX_REPEAT, parser.MIN_REPEAT):
                walk(value[2], inside)
            elif op is parser.BRANCH:
                for branch in value[1]:
                    walk(branch, inside)
            elif op is parser.LITERAL and value >= 0xE000 and not inside:
                left.append(found[value - 0xE000])

    walk(parser.parse(pattern), False)
    return left


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wording_says_again_all_that_it_takes_up(lang: str) -> None:
    """What it left out would be passed over in silence: "draw that many from the pile", "up to 3 points" of gold."""
    of_state = [("<owns>", "have"), ("<owns>", "with")]  # whoever controls a space has it
    of_state += [("<fee>", "for free"), ("<fee>", "gratis")]  # what is not paid is what is paid for it, the one thing
    left = {
        (rule.pattern, hole)
        for rule in rules(lang)
        for hole in dropped(rule)
        if not any(hole == known and said in rule.instead for known, said in of_state)
    }
    assert not left


def test_a_wording_that_drops_a_word_would_be_seen() -> None:
    assert dropped(Rule("gain (<noun>)(?: from the <noun zone>)?", r"take \1")) == ["<noun zone>"]
    assert dropped(Rule(r"gain (?:\d+|one) (<noun>)", r"take \1")) == [r"(?:\d+|one)"]
    assert not dropped(Rule("gain (<noun>) of (<noun>)(?! <noun>)", r"take \1", same=((2, 1),)))


ADDS_NOTHING = {  # words that a wording may leave out: what may stand there or not, by why it says nothing more
    "what cannot be done would not be either": "would",
    "what is paid before something is done is paid first": "first",
    "what is paid goes to the supply": "to the supply|bank",
    "a price is what is to be paid": "usual|normal|regular|full",
    "what is so then is still so, or so again": "still",
    "what is more is more than there is otherwise": "than normal",
    "who alone has the most is the only one who has": "alone",
    "one is tied for the most of which it is told": "for it",
    "who it is": "you|their|you have|you may|they|they must|that you|that you have|you are|you're|it is|it's|rself",
    "whoever carries out what a card says is who it speaks of": "as if|as yours|they were|that card|that tile|the card"
    "|this card|those cards|though it|theirs|their own|your own",
    "whether what stands on a card has been used is not asked where another carries it out": "a second time|once more"
    "|a second time, even if you|at turn|before|before already|have|it has been|resolved already this"
    "|resolved it|round|they have already used|was already used|was|has already been",
    "joins what is joined anyway": "and|or|then|also|too|already|but|however|though|so|for|of|that|which|at|to be|does"
    "|es|do so",
    "each of some is every one of them": "the|all|all of|each|every|of them|of their|ir|of your|of it|your|ones|cards"
    "|card|one|this|an",
    "a turn is of one player alone, and one more of them comes behind this one": "own|turn",
    "from whose hand cards are discarded stands at the end": "from your hand|from their hand|in|a hand of",
    "what a number is, it is all the time, and the same": "always|equal to",
    "what a thing is worth, it is worth when the game has ended": "at the end of the game|this card is",
    "what is chosen from stands behind the colon": "one of the following",
    "of other players who do something, or may, who does it is another": "other",
    "who did it has done it": "has|done so|there are|the number of",
    "what somebody has done was done by them": "were|has been|have been|which was",
    "who begins is said, and the others follow in turn order": "in turn order|and going clockwise",
    "so many more are so many": "an additional|additional|extra|further|more|an",
    "the number says it": "point of|total|a total|n total|in all|an amount of|number of|the amount of|maximum of|"
    "minimum of|at most|at least|no more than|only|can only|limited to|ed to|s many|s much|in total"
    "|times",
    "so many of several are different ones": "any|different|different ones",
    "what ends at one time or another ends at the first of them": "until|whichever comes first",
    "rounding down is what is done where nothing is said": "rounded down",
    "what is revealed was revealed right before": "this way",
    "what things are is told of them with or without it": "are|which is",
    "what costs is the price": "costs|prices",
    "a kind of a value, a step of a track": "type|kind|space|level|step|or more",
    "chance and choice have a word of their own": "of your choice|of their choice|their choice|ly chosen",
    "the place that is the usual one": "in their hand|from the supply|back|put|next to an|on top of it|on top",
    "the others of two ways to say it": "instead|for the most|for the|fewest|first place|case of|ability|effect|it",
    "which are listed behind it": "of the following|ese|ose|se|ne",
    "nobody has less than nothing": "to a|down to a",
    "of what somebody has, as much is counted as they have": "all of your|all of their",
    "what is done again is done once more": "once|e more time",
    "what cannot be done is named right before": "do|to do so",
    "what dice show, one or all of them, is the result": "both dice|of the|rolled|both|dice|shown|shows",
    "which dice, and that they were rolled, is said in the sentence before": "die|roll|sum|of the dice|of those dice"
    "|of the two dice|of the three dice|showing|which shows|of those dice that shows|you roll|you rolled|they rolled"
    "|two",
    "of two who rolled, each is compared with the other": "than that player|than they did|than they|than them|than you"
    "|than you did|than theirs|than yours|at player's|at player's roll|eir roll|player",
    "what is rolled again is rolled again once, and all of them are both": "once|again|both of",
    "who is tied is tied with others, and of those who are one is chosen": "who|who is|that is|there is a"
    "|with another player|other players|which one|one of them|1 of them|one of those players",
    "what nobody did with anything, nobody did with any of their own": "any of their|one of their|1 of their",
    "who has two things has the one and has the other": "with",
    "what all choose unseen and show then is shown at the same time": "secretly|simultaneously|imultaneously"
    "|at the same time|revealed|chosen|and then",
    "what a die shows is its number": "result|number",
    "a set has all that it is of": "full|complete",
    "who is tied, each or all of them, is told behind it": "if tied|are tied|if several|several players|players"
    "|if there is|s a tie|some of them tie|in a|case of a|the case of a|the event of a tie|on a tie|2 or more"
    "|two or more|two or more players",
    "a preposition of the verb that is not said again": "against|on",
    "to whom, by which side": "the player to|whom",
}


def left_out(rule: Rule) -> set[str]:
    """The words that may stand in a wording or not, and that are not said again where they stand."""
    kept = {int(group) for group in re.findall(r"\\(\d)", rule.instead)} | {one for one, _ in rule.same}
    found: set[str] = set()

    def said(part: Any) -> str:
        texts = []
        for op, value in part:
            if op is parser.LITERAL:
                texts.append("{n}" if value == 0xE000 else chr(value))
            elif op is parser.SUBPATTERN:
                texts.append("" if value[0] in kept else said(value[3]))
            elif op is parser.BRANCH:
                texts.append("|".join(map(said, value[1])))
            elif op in (parser.MAX_REPEAT, parser.MIN_REPEAT):
                texts.append(said(value[2]))
        return "".join(texts)

    def walk(part: Any) -> None:
        for op, value in part:
            if op is parser.SUBPATTERN and value[0] not in kept:
                walk(value[3])
            elif op is parser.BRANCH:
                for branch in value[1]:
                    walk(branch)
            elif op in (parser.MAX_REPEAT, parser.MIN_REPEAT) and value[0] == 0:
                found.update(words.strip(" ,();.:'-–—?") for words in said(value[2]).split("|"))
            elif op in (parser.MAX_REPEAT, parser.MIN_REPEAT):
                walk(value[2])

    walk(parser.parse(HOLE.sub(chr(0xE000), NUMBER.sub(chr(0xE000), rule.pattern))))
    return {words for words in found if re.search(r"[^\W\d_]{2,}", words)}


def test_plain_words_that_a_wording_leaves_out_say_nothing() -> None:
    """Each of them stands in a list, with why: a word that says something would be passed over in silence."""
    known = {words for listed in ADDS_NOTHING.values() for words in listed.split("|")}
    found = {words for rule in rules("en") for words in left_out(rule)}
    assert found - known == set()
    assert known - found == set(), "what no wording leaves out stands in no list"


def test_a_plain_word_that_is_left_out_would_be_seen() -> None:
    assert left_out(Rule("gain (<noun>)(?: at random)?", r"take \1")) == {"at random"}
    assert left_out(Rule("gain (<noun>)( at random)?", r"take \1\2")) == set()
