"""What a block asks when it stops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.language import records

STOP_OR_GO = ("Stop", "Go on")


@records.dataclass(frozen=True, slots=True)
class InsteadOf:
    """What texts offer in the place of an act.

    Attributes:
        cards: by option, the component whose text offers it; "" for the act itself.
        thing: the type and the slot of what the act is done to; ("", 0) where that is not known.
        of_another: whether the act is not that of who is asked.
    """

    cards: tuple[str, ...]
    thing: tuple[str, int] = ("", 0)
    of_another: bool = False


@records.dataclass(frozen=True, slots=True)
class Reaction:
    """What is told of a question that a text asks which waited for something: whoever is asked has not chosen it.

    Attributes:
        component: whose text asks it; "" for a rule.
        things: of the prompt and of each title, type and slot of what its words mean that was spoken of before: it,
            that player.
    """

    component: str
    things: tuple[tuple[tuple[str, int], ...], ...] = ()


@dataclass(slots=True)
class Decision:
    """A question: its options are of one kind; the choice goes to a slot of the frame.

    Attributes:
        kind: space, card, player, border, region, pieces, number, menu, pay, offer, entry or trigger.
        prompt: a tree, or words.
        slot, then: where the choice goes, and the block that goes on with it.
        seat: the slot that holds who chooses.
        titles: of a menu's options, as trees or words.
        resolved: by option of a menu, the abilities that it carries out: heading, and the slot that holds the card.
        secret: the others must not see the choice yet.
        noun: what the options are called.
        span: where in the words of a card the sentence stands that asks it.
        speaker: the slot that holds whom the text calls "you", where that can be another than who is asked; 0 for none.
        told: prompt and titles as they are told to who is asked then.
        instead: of a menu, what may be done in the place of its first option.
        reaction: whose text asks it, and of what, where that waited for something.
    """

    kind: str
    prompt: Any
    slot: int
    then: int = 0
    titles: tuple[Any, ...] = ()
    resolved: tuple[tuple[tuple[str, int], ...], ...] = ()
    secret: bool = False
    noun: str = ""
    seat: int = 1
    span: tuple[int, int] = (0, 0)
    speaker: int = 0
    told: tuple[Any, ...] = ()
    instead: InsteadOf | None = None
    reaction: Reaction | None = None

    def is_nothing(self, value: Any) -> bool:
        """Whether a choice is to do nothing, or nothing more: to stop, none of a menu, no more cards, 0."""
        if self.kind == "number" or self.titles == STOP_OR_GO:
            return bool(value == 0)
        return self.kind in ("offer", "entry", "pay", "menu", "card") and bool(value == -1)
