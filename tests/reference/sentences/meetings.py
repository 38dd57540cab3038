"""Draws texts in which two constructs meet: what is done first, and what speaks of it, each of many wordings.

Fragments of normal sentences with room for a game's words: one that chooses, pays, moves or rolls; one or two behind it
that say *it*, *them*, *this way*, *if you do*, *the rest*, *other*; and now and then a choice, a trigger or a time
around them. What a game has no words for is left out.
"""

from __future__ import annotations

import random
import re

from rulewright.language import nodes as N
from rulewright.language.language import Language
from rulewright.problems import RulewrightError
from tests.reference.sentences.plain import Plain
from tests.reference.world import listed

FIRST = {
    "card": (
        "choose a {card} in {zone}",
        "choose another {card} in {zone}",
        "put a {card} from {zone} into {goal}",
        "take a {card} from {zone} into {goal}",
        "you may put a {card} from {zone} into {goal}",
        "discard a {card} from {zone}",
        "reveal a {card} from {zone}",
        "reveal the top card of {pile}",
        "look at the top card of {pile}",
        "draw a card",
        "take a card from another player's {hand} into your {hand}",
    ),
    "cards": (
        "choose 2 {cards} in {zone}",
        "choose up to 2 {cards} in {zone}",
        "put up to 2 {cards} from {zone} into {goal}",
        "discard any number of {cards} from {zone}",
        "reveal the top 2 cards of {pile}",
        "look at the top 3 cards of {pile}",
        "draw 2 cards",
        "put all {cards} from {zone} into {goal}",
        "reveal up to 2 cards from your {hand}",
    ),
    "piece": (
        "choose one of your {pieces} in {space_any}",
        "move one of your {pieces} in {space_any} into {space_next}",
        "put a {piece} from your {home} into {space_any}",
        "return a {piece} in {space_any} to its owner's {home}",
        "you may return one of your {pieces} in {space_any} to your {home}",
    ),
    "pieces": (
        "move up to 2 {pieces} in {space_any} into {space_next}",
        "return all {pieces} in {space_any} to their owners' {homes}",
        "put up to 2 {pieces} from your {home} into {space_any}",
        "move each of your {pieces} in {space_any} into {space_next}",
    ),
    "space": (
        "choose a {space}",
        "choose a {space} with a {piece}",
        "choose a {space} where you have a {piece}",
        "choose a {space} where another player has a {piece}",
        "choose a {space} next to a {space} where you have a {piece}",
        "choose another {space}",
    ),
    "player": (
        "choose another player",
        "choose another player with more {coins} than you",
        "choose a player",
        "take 1 {coin} from another player",
        "give 1 {coin} to another player",
        "the player to your left loses 1 {coin}",
    ),
    "done": (
        "you may pay 1 {coin}",
        "you may lose up to 2 {coins}",
        "lose all of your {coins}",
        "lose any number of {coins}",
        "pay up to 2 {coins}",
        "you may discard a {card}",
        "if possible, lose 2 {coins}",
        "you may {act}",
    ),
    "die": ("roll a die",),
    "each": (
        "each other player may pay 1 {coin}",
        "each player may discard a {card}",
        "each other player discards a {card}",
        "each player chooses a {card} in {zone}",
        "each player may put a {card} from their {hand} into {goal}",
        "each player puts a {piece} from their {home} into {space_any}",
        "each player returns up to 2 of their {pieces} in {space_any} to their {home}",
        "each other player loses up to 2 {coins}",
    ),
}

BEHIND = {
    "card": (
        "put it into {goal}",
        "discard it",
        "if it is a {card}, gain 1 {coin}",
        "if it is not a {card}, lose 1 {coin}",
        "discard all other {cards} in {zone}",
        "gain 1 {coin} for each other {card} in {zone}",
        "each other player may pay 1 {coin} to take it into {their_zone}",
        "each other player may discard a {card}. If there are no players who did so, {act}",
        "you may put it into {goal}. If you do not, gain 1 {coin}",
        "its owner gains 1 {coin}",
        "gain as many {coins} as its {figure}",
        "if its {figure} is at least 2, {act}",
    ),
    "cards": (
        "put them into {goal}",
        "put 1 of them into {goal}, then put the rest into {zone}",
        "put 1 of them into {goal}. Discard the rest",
        "discard all other {cards} in {zone}",
        "gain 1 {coin} for each other {card} in {zone}",
        "gain 1 {coin} for each of them",
        "for each of them, lose 1 {coin}",
        "if all of them are {cards}, gain 1 {coin}",
        "if 1 of them is a {card}, gain 1 {coin}",
        "each other player takes one of them into {their_zone}",
        "you may discard one of them. If you do, put the rest into {goal}",
        "for each {card} {done} this way, gain 1 {coin}",
        "each player gains 1 {coin} for each of their {cards} {done} this way",
        "gain 1 {coin} for each of your {cards} {done} this way",
    ),
    "piece": (
        "move it into {space_next}",
        "if it is in a {space} with another {piece}, gain 1 {coin}",
        "its owner gains 1 {coin}",
        "gain 1 {coin} for each other {piece} there",
        "return it to its owner's {home}",
    ),
    "pieces": (
        "gain 1 {coin} for each {piece} {done} this way",
        "gain 1 {coin} for each of your {pieces} {done} this way",
        "each player gains 1 {coin} for each of their {pieces} {done} this way",
        "each player with at least 2 {pieces} {done} this way gains 1 {coin}",
        "if you have at least 2 {pieces} {done} this way, gain 1 {coin}",
    ),
    "space": (
        "gain 1 {coin} for each {piece} there",
        "if you have a {piece} there, gain 1 {coin}",
        "return all {pieces} there to their owners' {homes}. Each player gains 1 {coin} for each of their {pieces} "
        "returned this way",
        "put a {piece} from your {home} there",
        "move one of your {pieces} in another {space} there",
        "each player with a {piece} there loses 1 {coin}",
        "each other player with a {piece} there may pay 1 {coin}. If they do not, return one of their {pieces} there "
        "to their {home}",
        "gain 1 {coin} for each {space} next to it",
    ),
    "player": (
        "they lose 1 {coin}",
        "they lose as many {coins} as half, rounded up, of the number of their {coins}",
        "they may pay 1 {coin}. If they do, {act}",
        "unless they pay 1 {coin}, they discard a {card}",
        "each other player gains 1 {coin}",
        "this turn, they cannot gain {coins} and you cannot lose {coins}",
        "this turn, whenever they gain {coins}, gain 1 {coin}",
        "they gain as many {coins} as the number of your {coins} minus 1",
        "gain 1 {coin} for each of their {pieces} in {space_all}",
        "each other player loses 1 {coin}. They gain 1 {coin}",
        "if they have fewer {coins} than you, give 1 {coin} to that player",
    ),
    "done": (
        "if you do, gain 1 {coin}",
        "if you do not, lose 1 {coin}",
        "if you do, {act}",
        "gain as many {coins} as twice the number of {coins} lost this way",
        "each other player loses as many {coins} as the number of {coins} paid this way",
        "gain as many {coins} as the number of {coins} lost this way",
    ),
    "die": (
        "if the result is 1 or the result is 2, lose 1 {coin}",
        "if the result is at least 4, {act}",
        "if the result is odd, gain 1 {coin}",
        "gain as many {coins} as the result",
        "lose as many {coins} as half, rounded up, of the result",
        "each other player rolls a die. If the result is odd, they lose 1 {coin}",
    ),
    "each": (
        "each player who did so gains 1 {coin}",
        "each player who did not do so loses 1 {coin}",
        "if they do, they gain 1 {coin}",
        "if they do not, gain 1 {coin}",
        "if there are no players who did so, {act}",
        "gain 1 {coin} for each player who did so",
        "gain 1 {coin} for each {card} {done} this way",
        "each player gains 1 {coin} for each of their {cards} {done} this way",
        "gain 1 {coin} for each of your {pieces} {done} this way",
    ),
    "": (
        "gain 1 {coin} for each {card} in {zone}. For each {card} in {goal}, lose 1 {coin}",
        "discard a {card} and a {card} in {zone}",
        "discard a {card} or a {card} in {zone}",
        "lose as many {coins} as half, rounded up, of the number of your {coins}",
        "gain as many {coins} as twice the number of {cards} in {zone}",
        "lose as many {coins} as the number of your {coins} minus 1",
        "discard as many cards as the number of cards in {zone} minus 1 from {zone}",
        "if you have more {coins} than each other player, lose 1 {coin}",
        "gain as many {coins} as the number of your {pieces} in {space_all}, at most 2",
        "for each of your {pieces} in {space_all}, {act}",
        "for each {space} where you have a {piece}, gain 1 {coin}",
        "up to 2 times, {act}",
        "choose one: {act}; or {act}",
        "discard or remove a {card} in {zone}",
        "put as many {cards} as half of the number of {cards} in {zone} from {zone} into {goal}",
        "return as many {pieces} as half of the number of your {pieces} in {space_all} from {space_all} "
        "into your {home}",
        "discard more than 1 {cards} from {zone}",
        "discard fewer than 3 {cards} from {zone}",
        "if you have a {card} and a {card} in {zone}, {act}",
        "if you have {pieces} in more {space_all} than each other player, {act}",
        "if you have {pieces} in at least as many {space_all} as another player, {act}",
        "if you have exactly as many {coins} as another player, {act}",
        "if another player has at least twice as many {coins} as you, {act}",
        "if another player has more than twice as many {coins} as you, {act}",
        "if you have at most half as many {coins} as another player, {act}",
        "if you have the most {coins} and another player has the most {coins}, {act}",
        "each player with the most {coins} loses 1 {coin}",
        "each other player with exactly as many {coins} as you loses 1 {coin}",
        "for each {space} where you have more {pieces} than each other player, gain 1 {coin}",
        "gain 1 {coin} for each {space} where you have exactly as many {pieces} as another player",
        "pay 1 {piece}",
        "each other player loses 1 {piece}",
        "this turn, if you would lose {coins}, gain 1 {coin} instead",
        "{act}",
    ),
}

AROUND = (
    ("Trial: {said}.", 8),
    ("Trial: if you have at most 3 {coins}, {said}.", 1),
    ("Trial: choose one: {said_as_one}; or {act}.", 2),
    ("Trial: pay 1 {coin}. {Said}.", 1),
    ("Standing: whenever you gain {coins}, {said_as_one}.", 1),
    ("Standing: whenever another player discards a {card}, {said_as_one}.", 1),
    ("Standing: at the end of your turn, {said_as_one}.", 1),
    ("Standing: the first time each turn, whenever you gain {coins}, {said_as_one}.", 1),
    ("Trial: this turn, whenever you lose {coins}, {said_as_one}.", 1),
    ("Trial: at the end of this turn, {said_as_one}.", 1),
    ("Trial: for each player, {said_as_one}.", 1),
    ("Trial: if you have the most {coins}, {said_as_one}.", 0.5),
    ("Standing: if you would gain {coins}, {said_as_one} instead.", 0.5),
    ("Standing: if you would gain {coins} or {other_coins}, {said_as_one} instead.", 0.5),
    ("Standing: if you would discard a {card}, {said_as_one} instead.", 0.5),
    ("Standing: while you have at most 3 {coins}, whenever you draw a card, {said_as_one}.", 0.5),
    ("Standing: whenever another player loses {coins}, you may {said_as_one}.", 0.5),
)
"""What stands around sentences, and how often."""


ALONE = re.compile(r"^(if|for|unless|each|this|they|its|up|choose one)\b|\. ")
"""What stands as a sentence of its own."""


class Meetings:
    """Draws such texts of one game, as what they are read as."""

    def __init__(self, plain: Plain, language: Language, chance: random.Random) -> None:
        self.plain, self.language, self.chance = plain, language, chance
        self.last = ""  # the text that was drawn last
        entries = plain.entries
        self.figures = {
            kind: [
                n
                for n, e in entries.items()
                if e.get("type") == "number"
                and e.get("attribute")
                and kind in listed(e.get("of"))
                and not e.get("values")
            ]
            for kind in plain.cards
        }
        zones = [zone for zone in plain.card_zones if zone in entries]
        self.piles = [zone for zone in zones if entries[zone].get("visible") == "nobody"]
        self.seen = [zone for zone in zones if entries[zone].get("visible") != "nobody"]
        self.hands = [zone for zone in self.seen if entries[zone].get("of") == "player"]
        by_word = {
            "card cards figure": plain.cards, "coin coins": plain.gained, "other_coins": plain.gained[1:],
            "piece pieces": plain.pieces,
            "space space_any space_next space_all": plain.spaces, "home homes": plain.piece_zones, "pile": self.piles,
            "hand their_zone": self.hands, "zone goal": self.seen,
        }  # fmt: skip
        self.there = {word: names for words, names in by_word.items() for word in words.split()}
        self.openings = [(kind, one) for kind, some in FIRST.items() for one in some if self._has_words(one)]

    def text(self) -> N.Text | None:
        """A text; None where the game has no words for what was drawn, or it cannot be said so."""
        self.plain.said = []
        opening, first = self.chance.choice(self.openings)
        arounds = [(one, often) for one, often in AROUND if self._has_words(one)]
        around = self.chance.choices([one for one, _ in arounds], [often for _, often in arounds])[0]
        joined = "{said_as_one}" in around
        behind = [self._behind(opening, joined) for _ in range(self.chance.choice((1, 1, 2, 2, 3)))]
        said = [first, *behind]
        if not joined and self.chance.random() < 0.15:
            said = [self.chance.choice(BEHIND[""]), *said]
        text = around.replace("{said}", ". ".join(_upper(one, at) for at, one in enumerate(said)))
        text = text.replace("{Said}", ". ".join(_upper(one, 1) for one in said))
        text = text.replace("{said_as_one}", ", then ".join(said))
        verb = re.match(r"(?:you may |each (?:other )?player (?:may )?)?(\w+)", first)
        text = text.replace("{done}", _past(verb[1] if verb else ""))
        try:
            self.last = text
            self.last = self._filled(text)
            tree = self.language.reader.reading(self.last, "text")  # what cannot be read so need not be explained
        except (RulewrightError, LookupError):
            return None
        return tree if isinstance(tree, N.Text) else None

    def _behind(self, opening: str, joined: bool) -> str:
        """What is said behind an opening; joined: by *then*, so that it is one act."""
        kind = self.chance.choices((opening, "done", "each", ""), (12, 1, 1, 3))[0]
        some = [one for one in BEHIND[kind] if self._has_words(one) and not (joined and ALONE.search(one))]
        return self.chance.choice(some or ["gain 1 {coin}"])

    def _has_words(self, fragment: str) -> bool:
        """Whether the game has words for all that a fragment speaks of."""
        return not {word for word, names in self.there.items() if not names} & set(re.findall(r"\{(\w+)\}", fragment))

    def _filled(self, text: str) -> str:
        """A text with the words of the game: the same card, piece and space wherever they are spoken of."""
        pick = self.chance.choice
        chosen: dict[str, str] = {}

        def noun(names: list[str], kind: str, plural: bool = False) -> str:
            name = chosen.setdefault(kind, pick(names))
            return self.language.print(N.NounPhrase(noun=name, plural=plural), "np")

        def zone(kind: str) -> str:
            name = chosen.setdefault(kind, pick(self.seen))
            owned = self.plain.entries[name].get("of") == "player"
            return f"{'your' if owned else 'the'} {noun([name], kind)}"

        def word(match: re.Match[str]) -> str:
            plain = self.plain
            match match[1]:
                case "card" | "cards" as one:
                    name = pick([*plain.cards, "card"]) if self.chance.random() < 0.3 else ""
                    return noun([name], name, one == "cards") if name else noun(plain.cards, "card", one == "cards")
                case "coin" | "coins" as one:
                    return noun(plain.gained, "coin", one == "coins")
                case "other_coins":
                    return noun([name for name in plain.gained if name != chosen.get("coin")], "other", True)
                case "piece" | "pieces" as one:
                    return noun(plain.pieces, "piece", one == "pieces")
                case "space":
                    return noun(plain.spaces, "space")
                case "space_any" | "space_next" | "space_all" as one:
                    return self._space(one, noun)
                case "home" | "homes" as one:
                    return noun(plain.piece_zones, "home", one == "homes")
                case "hand":
                    return noun(self.hands, "hand")
                case "their_zone":
                    return f"their {noun(self.hands, 'hand')}"
                case "pile":
                    return f"the {noun(self.piles, 'pile')}"
                case "zone" | "goal" as one:
                    return zone(one)
                case "figure":
                    return noun(self.figures[chosen.setdefault("card", pick(plain.cards))], "figure")
            return self.language.print(plain.act(0), "act")

        return re.sub(r"\{(\w+)\}", word, text)

    def _space(self, kind: str, noun: object) -> str:
        name = noun(self.plain.spaces, "space", kind == "space_all")  # type: ignore[operator]
        if kind == "space_all":
            return str(name)
        article = "an" if name[0] in "aeiou" else "a"
        return f"{article} {name}" + (" next to it" if kind == "space_next" else "")


def _upper(sentence: str, at: int) -> str:
    return sentence[0].upper() + sentence[1:] if at else sentence


def _past(verb: str) -> str:
    """`Discarded`, `put`, `returned`: of the act that comes first."""
    return PAST.get(verb.removesuffix("s"), "discarded")


PAST = {
    "discard": "discarded",
    "draw": "drawn",
    "move": "moved",
    "put": "put",
    "return": "returned",
    "reveal": "revealed",
    "take": "taken",
}
