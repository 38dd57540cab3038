"""Times that a sentence or a limit names: when something happens, how often it may be done, how long it holds."""

from __future__ import annotations

from rulewright.compiler.scope import MeaningError, refuse
from rulewright.language import nodes as N

LATER = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}
# Of what is waited for, that time of a turn or of a round and no other, and which time that is.
NTH = {f"{word}_time_each_{what}": number for what in ("turn", "round") for word, number in LATER.items()}
TWICE = {"twice_per_turn", "twice_per_round", "twice_per_game"}
PER_TURN = {"once_per_turn", "twice_per_turn", "first_time_each_turn", *(one for one in NTH if one.endswith("turn"))}
PER_ROUND = {
    "once_per_round", "twice_per_round", "first_time_each_round", *(one for one in NTH if one.endswith("round")),
}  # fmt: skip
NEXT = "next_time"  # of what holds for a time: the next time within it, and no other
TIMES = {*PER_TURN, *PER_ROUND, *TWICE, "once_per_game", NEXT}
FIRST = {"first_time_each_turn", "first_time_each_round"}
OVER = {*FIRST, NEXT}  # over for whoever could do what is offered then, and did not
# Times at which something happens: before a turn or a round, at its end, or before the end of the game.
MOMENTS = {
    "start_of_turn": ("before", "turn"), "end_of_turn": ("end", "turn"), "start_of_round": ("before", "round"),
    "end_of_round": ("end", "round"), "end_of_game": ("before", "game"),
}  # fmt: skip
GAME_END = "GAME_END"  # heard at the end of the game, which a verb of the lexicon called "end" is not
# Times for which a sentence holds from when it is carried out: the verb at whose start or end that is over, and whether
# only for the seat that does it.
LASTING = {
    "until_end_of_turn": ("turn", "end", True), "until_next_turn": ("turn", "start", True),
    "this_turn": ("turn", "end", False), "until_end_of_round": ("round", "end", False),
    "this_round": ("round", "end", False), "until_their_next_turn": ("turn", "start", False),
    "until_end_of_game": ("game", "end", False), "until_that_is_over": ("deed", "end", False),
}  # fmt: skip
# Times to which a sentence is put off: the time at which its turn or round does it, and whether only for the seat whose
# turn it is.
PUT_OFF = {
    "next_turn": ("start_of_turn", True), "end_of_this_turn": ("end_of_turn", False),
    "next_round": ("start_of_round", False), "their_next_turn": ("start_of_turn", False),
}  # fmt: skip


def no_verb(node: N.Node, what: str) -> MeaningError:
    """The error where nothing says what a turn or a round is."""
    return refuse(
        node,
        f"nothing says what a {what} is",
        f"Name the verb that is one {what}, under `{what}:` in ruleset.yaml.",
        code="RW0604",
    )
