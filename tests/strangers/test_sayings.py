"""Sentences as people write them: they are read, printed in the normal form, and do what they say.

`sayings.yaml` is of the fair; `texts.yaml` are the texts that strangers wanted on cards of four games (see `trial.py`).
"""

from __future__ import annotations

import functools
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from plain import read_plain

from rulewright import cache
from rulewright.language.parsing.rewording import rules as everyday
from rulewright.language.parsing.rewording import wordings
from rulewright.language.remembered import Remembered
from rulewright.meaning import bind_text, paraphrase
from rulewright.ruleset.files import texts as files_texts
from rulewright.runtime.rules import Rules
from tests.strangers.test_kinds import HERE, _card, _fair, played
from tests.strangers.trial import tried

SAYINGS: list[dict[str, Any]] = read_plain(HERE / "sayings.yaml")
NAMED = [(f"s_{number}", entry) for number, entry in enumerate(SAYINGS, 1)]


SAID_BACK = [  # who chooses what chance does not, and when a number is asked that what is done may change
    (
        "Work: put a card from another player's hand into your hand at random.",
        "Work: Put a card (at random) from the hand of any one player (you choose which) other than you into your hand"
        ", as far as possible.",
    ),
    (
        "Whenever you rob a player with size at least 2, gain 1 fame.",
        "Whenever you rob a player where the size of that player is at least 2 (asked before it is done), after it is "
        "settled: gain 1 fame.",
    ),
    ("Work: pay 1 of each good.", "Work: Pay 1 of each good."),
    (
        "Work: gain 1 fame for each of your huts next to a dry field.",
        "Work: As many times as there are huts of yours next to a dry field, counted before: gain 1 fame.",
    ),
]

THOUGH_READ = {  # by what is found: a game and a text of which the table `though read` says that it stands for nothing
    r"\b(?:if|unless) (?:you|they|that player) (?!have\b|has\b|had\b)\w+ [^.:;,]*\b(?:turn|round|game)\b": (
        "fair",
        "Work: if you drew a card this turn, gain 2 coins.",
    ),
    r"\b(?:your|their) choice of (?!which\b)[^.:;]* or\b": ("fair", "Work: gain your choice of 2 coins or 1 silk."),
    r"\bcosts? [^.:;]*\b(?:less|more)\b[^.:;]* to (?:buy|purchase|acquire|build)\b": (
        "mythotopia",
        "Reserve: castles cost you 1 stone less to build.",
    ),
    r"\byou may (?:pay|discard|lose|return) [^.:;,]* to [^.:;,]* instead\b": (
        "fair",
        "Work: draw a card. You may pay 2 coins to draw 2 cards instead.",
    ),
    r"\b(?:when|whenever) you [^.:;,]*, your [^.:;,]* (?:is|are) [^.:;,]*(?:higher|lower)\b": (
        "civ_new_dawn",
        "When you attack a city-state, your combat value is 3 higher.",
    ),
    r"\b(?:into|onto) a single \w": ("fair", "Work: put up to 2 huts from your shed into a single dry field."),
    r"\bpays? [^.:;,]* to the (?:supply|bank)\b": ("fair", "Work: pay 1 coin to the supply to draw a card."),
    r"\b(?:use|uses|using) its\b": (
        "mythotopia",
        "Action: choose an improvement card in your reserve. Use its Action.",
    ),
    r"\bthe same [^.:;,]*(?:again|once more|a second time)\b": (
        "fair",
        "Work: rob another player. You may pay 1 coin to rob the same player again.",
    ),
    r"\b(?:an?|another|1|one) [^:]*\bthe same\b": ("fair", "Work: choose a field. Build in the same field."),
    r"\bof each kind\b": ("fair", "Work: gain 1 good of each kind."),
    r"\b(?:have|has) [^.:;,]*\bleft\b": ("fair", "Work: if you have at least 3 coins left, gain 1 fame."),
    r"\bha(?:ve|s) both \w+ and \w+": ("fair", "Work: if you have both silk and salt, gain 1 coin."),
    r"\b(?:in|into|on|onto) (?:\d+ |\w+ )?(?:different|the same) \w+": (
        "fair",
        "Work: put up to 2 huts from your shed into different fields.",
    ),
    r"\breveals? their \w+[^:]*\bfrom it\b": (
        "fair",
        "Work: choose another player. They reveal their hand, and you choose a spell from it.",
    ),
    r"\bplayer's [^:]*\bthat \w+": (
        "monumental",
        "Use: look at the top card of another player's city deck. You may put it onto the bottom of that deck.",
    ),
    r"\bof the [^:]*\bthat (?:deck|pile)\b": (
        "mythotopia",
        "Free action: look at the top card of the province deck. You may put it onto the bottom of that deck.",
    ),
    r"\bof each \w+": ("age_of_innovation", "Immediate: gain 1 book of each discipline."),
    r"\bof an? [^.:;]* of (?:your|their) choice\b": (
        "age_of_innovation",
        "Immediate: gain 2 books of a discipline of your choice.",
    ),
    r"\bif (?:it|that card) is an? [^.:;]* instead\b": (
        "fair",
        "Whenever you discard a card, if it is a spell, gain 1 coin instead.",
    ),
    r"\bcannot [^.:;]* (?:again|any more|any longer) this (?:turn|round)\b": (
        "fair",
        "Work: gain 3 coins. You cannot gain coins again this turn.",
    ),
    r"\b(?:kinds?|types?) of \w+|\bof [^.:;,]*\b(?:different )?(?:kinds?|types?)\b": (
        "fair",
        "Work: gain 1 coin for each kind of good you have.",
    ),
    r"\bfrom any [^.:;,]* (?:in|on)?to an?": (
        "fair",
        "Work: move up to 2 of your huts from any field to an adjacent field.",
    ),
    r"\bfor (?:each|every) (?:different )?\w+ with an? \w+ of yours\b": (
        "fair",
        "Work: gain 1 coin for each different crop with a hut of yours.",
    ),
    r"\bif (?:you|they|that player) (?:cannot|can't|can not), [^.:;]* instead\b": (
        "fair",
        "Work: choose another player. They lose 2 coins. If they cannot, they lose 1 fame instead.",
    ),
    r"\bkeeps? \w+ [^.:;,]*(?:, | and )(?:then )?\w+ the (?:rest|others)\b": (
        "fair",
        "Work: each player keeps 2 prizes and discards the rest.",
    ),
    r"\byou have (?:at least )?\w+ [^.:;,]*, [^.:;]*\b(?:them|those)\b": (
        "fair",
        "Work: if you have at least 3 prizes, discard all of them to draw 3 cards.",
    ),
    r"\bplayers? (?:with|who has|that has) [^.:;,]* \w+ of (?:them|those)\b": (
        "fair",
        "Work: each player with at least 3 prizes must return 2 of them to the shop.",
    ),
    r"\b(?:exchange|swap) (?:an?|\w+) [^.:;,]* for (?:an?|\w+) ": (
        "fair",
        "Work: exchange a prize for 2 coins.",
    ),
    r"\b(?:it|the die|that die) (?:is|shows) (?:an )?(?:even|odd)\b": (
        "fair",
        "Work: roll a die. If it is even, gain 2 coins; otherwise, lose 1 coin.",
    ),
    r"\brolls? (?:a|1|one) die (?:for each|per|for every)\b": (
        "fair",
        "Work: roll one die for each of your huts in fields. Gain as many coins as the result.",
    ),
    r"\b(?:this turn|this round|until [^.:;,]*), [^.:;]*\b(?:that|its|it|they|their|there)\b[^.:;]* (?:and|but) ": (
        "fair",
        "Work: choose another player. Until the start of your next turn, whenever that player draws a card, gain 1 "
        "coin, and they cannot build in a field.",
    ),
    r"\beach of you \w+s\b": ("fair", "Work: choose another player. Each of you gains 1 coin."),
    r"\bchoose \w+ or \w+\. ": ("fair", "Work: choose coin or gold. Each other player loses 1 of it."),
    r"\bgives? \w+ of (?:them|those)\b": ("fair", "Work: draw 2 cards. Give one of them to another player."),
    r"\b(?:another|any) player(?:'s)?\b[^:;]*(?:\.|, then) (?:then,? )?(?:they|that player)\b": (
        "fair",
        "Work: move another player's hut to a field next to it. They gain 1 coin.",
    ),
    r"\bits owner's [^:;]*(?:\.|, then) (?:then,? )?(?:they|that player)\b": (
        "fair",
        "Work: return a hut in a field to its owner's shed. They gain 1 coin.",
    ),
    r"\b(?:of|with) (?:another|an? different|a \w+(?: \w+)? other than)\b": (
        "fair",
        "Work: choose a crop. Build in a field of another crop.",
    ),
    r"\bthe game ends\b": ("fair", "Always: when the game ends, gain 1 fame."),
    r"\bnobody has (?:more|fewer) [^.:;]* in \w": (
        "fair",
        "Work: if nobody has fewer cards in hand than you, gain 1 coin.",
    ),
    r"\bplayers? [^.:;]*\bin their \w+[^.:;]* of them\b": (
        "fair",
        "Work: each other player with more beasts in their circle than you discards one of them.",
    ),
    r"\brolls? (?:an?|1|one) die\. if it is\b": (
        "fair",
        "Work: roll a die. If it is at least 4, gain 2 coins.",
    ),
    r"\b(?:they|players?|whoever) ha(?:s|ve) [^.:;]* in \w": (
        "fair",
        "Work: choose another player. If they have at least 2 cards in hand, they lose 1 coin.",
    ),
    r"\b(?:of|from) (?:each|every|all) \w+ in (?:your|their) ": (
        "monumental",
        "Use: if you have a city card of each era in your discard pile, gain 1 gold.",
    ),
    r"\b(?:you|they) \w+ an? [^.:;,]* of (?:each|every) \w+": (
        "fair",
        "Work: if you hold a field of each crop, gain 1 coin.",
    ),
    r"\b(?:you|they) \w+ [^.:;,]* (?:of|with) (?:\d+|two|three|four|five) different \w+": (
        "fair",
        "Work: if you hold fields with 2 different crops, gain 1 coin.",
    ),
    r"\bfor (?:each|every) \w+ (?:in which|where) (?:you|they) have (?:the|at least|no|more|fewer)\b": (
        "fair",
        "Work: gain 1 coin for each crop in which you have the most huts.",
    ),
    r"\b(?:for|in) (?:each|every) \w+, (?:if you have|each(?: other)? player with) ": (
        "fair",
        "Work: for each crop, each player with the most huts gains 1 coin.",
    ),
    r"\b(?:for|in) (?:each|every) \w+, [^:;.]*\bthere\b": (
        "fair",
        "Work: for each crop, return one of your huts there.",
    ),
    r"\b(?:for|in) (?:each|every) \w+, ": (
        "fair",
        "Work: for each crop, put a stall from the shop into a field of that crop.",
    ),
    r"\bchoose an? \w+\. [^:;]*\bthere\b": (
        "fair",
        "Work: choose a crop. Gain 1 coin for each of your huts there.",
    ),
    r"\bwith no other \w+": (
        "fair",
        "Work: gain 1 coin for each field you hold with no other huts.",
    ),
    r"\bnext to another \w+": (
        "fair",
        "Work: gain 1 coin for each field you hold next to another field you hold.",
    ),
    r"\bplayer with an? [^:;]*\breturns? (?:it|that)\b": (
        "fair",
        "Work: each player with a hut in a dry field returns it.",
    ),
    r"\bwith another player's [^.:;]*, [^.:;]*\b(?:that player|them)\b": (
        "fair",
        "Whenever you build in a field with another player's tower, take 1 coin from that player.",
    ),
    r"\bwhere another player has [^.:;]*, [^.:;]*\b(?:that player|them)\b": (
        "fair",
        "Whenever you build in a field where another player has a tower, take 1 coin from that player.",
    ),
    r"\b(?:and|then) you may [^.:;]*\. if you do\b": (
        "fair",
        "Work: gain 1 coin and 1 fame, then you may pay 3 coins. If you do, raise a tower in a field.",
    ),
    r"\b(?:and|then) (?:they |that player )?may [^.:;]*\. if (?:they do|that player does)\b": (
        "fair",
        "Work: choose another player. They draw a card, then they may pay 1 coin. If they do, they gain 1 fame.",
    ),
    r"\bplayers? in turn\b": ("fair", "Work: each player in turn may discard a card to gain 2 coins."),
    r"\bwhere another player has [^.:;]*\. [^.:;]*\b(?:their|they|that player|that player's)\b": (
        "fair",
        "Work: choose a field where another player has at least 2 huts. Return 1 of their huts in it to their shed.",
    ),
    r"\bof another player\. [^.:;]*\b(?:their|they|that player|that player's)\b": (
        "fair",
        "Work: choose a field with at least 2 huts of another player. Return 1 of their huts in it to their shed.",
    ),
    r"\bcannot be exchanged\b": ("fair", "Beasts in your circle cannot be exchanged."),
    r"\bmust (?:pay|give)\b[^.:;]* to \w+": ("fair", "Players must pay 1 coin to build in a dry field."),
    r"\bdiscards? cards until (?:you|they) have\b": (
        "fair",
        "Work: each player discards cards until they have 2 cards in their hand.",
    ),
    r"\bchooses? (?:an?|1|one|{n}) \w+(?: \w+)? from\b": ("fair", "Work: choose a card from your hand. Discard it."),
    r"henever you \w+ [^.:;,]*, [^.:;]* instead\b": ("fair", "Whenever you draw a card, gain 1 coin instead."),
    r"\b(?:for (?:each|every)|if|at the) [^.:;,]*, (?:another|an?|any|one) (?:other )?player of your choice\b": (
        "fair",
        "Work: for each tower you have, another player of your choice loses 1 coin.",
    ),
    r"\ban? \w+,? or an? \w+[^:]*\b(?:it|its|that card)\b": (
        "fair",
        "Work: discard a spell or a beast. If it is a spell, gain 1 coin.",
    ),
    r"\bif there is an? [^.:;,]*, [^.:;]*\bit\b": (
        "fair",
        "Work: if there is a spell in the shop, put it into your hand.",
    ),
    r"^[^:]*:? ?each player with [^.:;]*\. the others \w+ ": (
        "fair",
        "Work: each player with a hut gains 1 coin. The others draw a card.",
    ),
    r"\bshuffle it\b": ("fair", "Work: return up to 2 beasts from the discard pile to the deck, then shuffle it."),
    r"\binto it\b": ("fair", "Work: if there are fewer than 3 cards in the deck, shuffle the discard pile into it."),
    r"\bgive \w+ of them to\b": ("fair", "Work: draw 2 cards. Give one of them to another player."),
    r"\bsearch (?:the|your) \w+(?: \w+)? for\b": (
        "fair",
        "Work: search the deck for a beast and trash it.",
    ),
    r"\bmove each of (?:them|those)\b": (
        "fair",
        "Work: choose 2 of your huts. Move each of them into a field next to it.",
    ),
    r"\bmove each\b": (
        "fair",
        "Work: move each of your huts into a field next to it.",
    ),
    r"\bmove (?:up to )?\w+ of your\b": (
        "fair",
        "Work: move 2 of your huts into fields next to them.",
    ),
    r"\bchoose another player with an? [^.:;]*\. [^.:;]*\btheir \w+ there\b": (
        "fair",
        "Work: choose another player with a hut in a dry field. Return 1 of their huts there to their shed.",
    ),
    r"\bgain as many\b|\bgain [^.:;]* equal to\b": (
        "fair",
        "Work: gain coins equal to the price of a beast in the shop.",
    ),
    r"^(?:[^:]*: )?(?:one|1|an?) (?:other )?player with\b": (
        "fair",
        "Work: one player with more coins than you gives you 1 coin.",
    ),
    r"\bfor (?:each|every) (?:different )?\w+ (?:in which|where) (?:you|they)\b": (
        "fair",
        "Work: gain 2 coins for each crop in which you hold a field.",
    ),
    r"\bfor (?:each|every) (?:different )?\w+ (?:in which|where) (?:you|they) have\b": (
        "fair",
        "Work: gain 2 coins for each crop where you have a hut.",
    ),
    r"\b(?:an?|1|one) \w+ (?:into|in|to|onto) [^.:;]*\bthat \w+ (?:in)?to (?:its|their)\b": (
        "fair",
        "Whenever another player raises a tower in a field you hold, return that tower to its owner's shed.",
    ),
    r"\byou [^.:;]*\b(?:an?|1|one) \w+ (?:into|in|to|onto) [^.:;]*\bthat \w+\b": (
        "fair",
        "Whenever you raise a tower in a dry field, you may return that tower to your shed.",
    ),
    r"^(?:[^:]*: )?(?:whenever|when|each time|after) [^.:;,]* (?:this turn|this round|until [^.:;,]*),": (
        "fair",
        "Work: whenever you draw a card this turn, gain 1 coin.",
    ),
    r"\bif they (?:are both|both are) (?!not\b)": (
        "fair",
        "Work: draw 2 cards. If they are both beasts, discard them.",
    ),
    r"\bwith (?:that|the chosen) ": (
        "fair",
        "Work: choose a price. Each other player discards each card with that price from their hand.",
    ),
    r"\bif they (?:are all|all are) (?!not\b)": ("fair", "Work: draw 3 cards. If they are all beasts, discard them."),
    r"\b(?:you|they) have left\b|\b(?:have|has) [^.:;,]* left\b": (
        "fair",
        "Work: if you have at least 2 coins left, gain 1 fame.",
    ),
    r"\bif another player [^.:;,]*, they\b": (
        "fair",
        "Work: choose a field. If another player holds it, they lose 1 coin.",
    ),
    r"\b(?:in|on|from) (?:your|the) [^.:;,]* (?:you|they|player) (?:have|has) [^.:;,]* this (?:turn|round|game)\b": (
        "fair",
        "Work: gain 1 coin for each card in your hand you have drawn this turn.",
    ),
    r"\buntil [^.:;,]* (?:is|are) (?:revealed|drawn|discarded)\b": (
        "fair",
        "Work: reveal cards from the deck until a spell is revealed.",
    ),
    r"\bthan (?:you|that player|each other player|another player) in (?:your|their)\b": (
        "fair",
        "Work: if you have more cards than each other player in your hand, gain 1 coin.",
    ),
    r"\b(?:that|which) (?:is|are) (?:in|on) ": (
        "fair",
        "Work: return a hut of yours that is in a dry field to your shed.",
    ),
    r"\w this (?:turn|round|game)\b": ("fair", "Work: discard a spell drawn this turn."),
    r"\bhave as (?:many|much) [^.:;,]* as another player\b": (
        "fair",
        "Work: if you have as many coins as another player, gain 1 fame.",
    ),
    r"\bare all of (?:the same|one|1|a single)\b": (
        "fair",
        "Work: if the cards in your hand are all of the same kind, gain 1 fame.",
    ),
    r"\bthis way (?:in)?to (?:its|their) owner": (
        "fair",
        "Work: each player discards a card. Put the cards discarded this way into their owners' hands.",
    ),
    r"\bthan (?:each|any|every) other player's\b": (
        "fair",
        "Work: if your fame is higher than each other player's fame, gain 1 coin.",
    ),
    r"\bplayers? with [^.:;,]*? and (?:no|at least|at most|more than|fewer than|exactly) ": (
        "fair",
        "Work: each player with more than 3 coins and no fame draws a card.",
    ),
    r"\bthan the number of [^.:;,]* other player(?:['’]s)?\b": (
        "fair",
        "Work: if the number of fields you hold is higher than the number of fields each other player holds, bid.",
    ),
    r"\b(?:higher|lower) than (?:each|every|any|all) other players?['’]s? \w+": (
        "fair",
        "Work: if your fame is higher than each other player's fame, gain 1 coin.",
    ),
    r"\banother \w+(?: \w+)? (?:of|with) the same\b": (
        "fair",
        "Whenever you discard another spell with the same price, gain 1 coin.",
    ),
    r"\bexchange this \w+(?: \w+)? for an? [^.:;,]*(?:of|with) the same\b": (
        "fair",
        "Work: exchange this card for a spell with the same price in another player's circle.",
    ),
    r"\bof \w+ different \w+ (?:in|on)\b": (
        "fair",
        "Work: if you have spells of 3 different prices in your circle, gain 1 fame.",
    ),
    r"\b(?:whenever|when|after|each time) [^.:;,]* (?:on|during|in) "
    r"(?:your|their|that player's|another player's) (?:own )?turn,": (
        "fair",
        "Always: whenever another player draws a card on your turn, gain 1 coin.",
    ),
    r"\b(?:on|during|in) (?:your|another player's) turn, (?:whenever|when|after|each time)\b": (
        "fair",
        "Always: on your turn, whenever you draw a card, gain 1 coin.",
    ),
    r"\b(?:swap|swaps|exchange|exchanges) \w+(?: \w+)? with (?:another|that|the) player": (
        "fair",
        "Work: swap hands with another player.",
    ),
    r"\b(?:this turn|this round|until [^.:;,]*), double the \w+(?: \w+)? of an? ": (
        "fair",
        "Work: until the end of your turn, double the price of a beast in your circle.",
    ),
    r"\b(?:this turn|this round|until [^.:;,]*), double its ": (
        "fair",
        "Work: choose a beast in your circle. Until the end of your turn, double its price.",
    ),
    r"\bname an? \w+": ("fair", "Work: name a crop. Gain 1 coin for each of your huts in fields of that crop."),
    r"\bwith the (?:highest|lowest) [^.:;]* in (?:each|every) ": (
        "fair",
        "Work: discard the beast with the lowest price in each circle.",
    ),
    r"\bon your turn, (?:the|your)\b": ("fair", "Always: on your turn, your room is 1 higher."),
    r"\b(?:your|their|that player's) \w+(?: \w+)? there is\b": (
        "mythotopia",
        "Free action: choose a province you control. This turn, your combat strength there is 2 higher.",
    ),
    r"\b(?:this turn|until [^.:;,]*), your \w+(?: \w+)? (?:of|in) an? [^.:;,]* is [^.:;,]* (?:higher|lower)\b": (
        "mythotopia",
        "Free action: this turn, your combat strength in a province you control is 2 higher.",
    ),
    r"\b(?:this turn|until [^.:;,]*), the \w+(?: \w+)? of an? [^.:;,]* is [^.:;,]* (?:higher|lower)\b": (
        "fair",
        "Work: this turn, the price of a beast in your hand is 2 lower.",
    ),
    r"\bchoose one: [^.]*\b(?:this turn|until [^.:;,]*), the \w+(?: \w+)? of an? [^.:;,]* is [^.:;,]* "
    r"(?:higher|lower)\b": (
        "fair",
        "Work: choose one: gain 1 coin; or this turn, the price of a beast in your hand is 2 lower.",
    ),
    r"\bfrom (?:your|the) \w+(?: \w+)? whose\b": (
        "fair",
        "Work: take a beast from the shop whose price is at most the number of your huts in fields into your hand.",
    ),
    r"\bif (?:an?|any|there (?:was|were|is|are)|at least) [^.:;,]*\bamong (?:them|those)\b": (
        "fair",
        "Work: discard 2 cards. If a beast was among them, gain 1 coin.",
    ),
    r"\bif (?:no|there (?:was|were|is|are) no) [^.:;,]*\bamong (?:them|those)\b": (
        "fair",
        "Work: discard 2 cards. If no beast was among them, gain 1 coin.",
    ),
    r"\bif (?:at least \w+|\w+ or more|there (?:was|were|is|are)) [^.:;,]*\bamong (?:them|those)\b": (
        "fair",
        "Work: discard 3 cards. If 2 or more beasts were among them, gain 1 coin.",
    ),
    r"\bif you (?:took|gave|drew|\w+ed) (?:an?|any) (?!(?:[^.:;,]* )?this way)": (
        "fair",
        "Work: take a beast from the shop into your hand. If you took a beast with price at least 3, gain 1 coin.",
    ),
    r"\bif (?:that|the) \w+(?: \w+)? was an?\b": (
        "fair",
        "Work: discard a card. If the discarded card was a beast, gain 1 coin.",
    ),
    r"\bhave as (?:many|much) [^.:;,]* as any other player\b": (
        "fair",
        "Work: if you have as many coins as any other player, gain 1 fame.",
    ),
    r"\bin turn order,? (?:starting|beginning) (?:with|from) ": (
        "fair",
        "Work: in turn order starting with you, each player gains 1 coin.",
    ),
    r"\bsecretly chooses an? [^.:;]*\. (?:then,? )?discard (?:all|the|all the|all of the) chosen\b": (
        "fair",
        "Work: each player secretly chooses a beast in their hand. Then discard all chosen beasts.",
    ),
    r"\b(?:nobody|no one|no-one) has [^.:;,]*\btheir\b": (
        "fair",
        "Work: if nobody has more cards in their hand than you, gain 1 coin.",
    ),
    r"\blook at another player's \w+\. [^.]*\bchoose [^.]* (?:in it|there|from it)\b": (
        "fair",
        "Work: look at another player's hand. Choose a curse in it. That player discards it.",
    ),
    r"\blook at another player's \w+,? (?:and|then) [^.]*\bchoose [^.]* (?:in it|there|from it)\b": (
        "fair",
        "Work: look at another player's hand and choose a curse in it. That player discards it.",
    ),
    r"\. (?:each|every|all) other players? (?:with|who|that|whose)\b": (
        "fair",
        "Whenever you build, gain 1 fame. Each other player with at least 2 coins gains 1 fame.",
    ),
    r"\b(?:and|to \w+) \w+ other \w+": ("age_of_innovation", "Action: gain 1 law book and 1 other book."),
    r"\bthere (?:is|are) (?:an?|no) [^.:;,]* in an(?:y )?other player's": (
        "mythotopia",
        "Free action: if there is a card in another player's hand, draw a card.",
    ),
    r"\b(?:in|from) that \w+": (
        "mythotopia",
        "Free action: look at another player's hand, then take a card from that hand into your hand.",
    ),
    r"\b(?:in|from) it\b": (
        "mythotopia",
        "Free action: look at another player's hand, then choose a card in it.",
    ),
    r"\. [^.:;]*\bthe (?!other\b)\w+ \w+": (
        "monumental",
        "Use: archive a city card in your city. If the archived city card is a Building card, gain 1 gold.",
    ),
    r"\bthen [^.:;]*\bthe \w+ \w+": (
        "monumental",
        "Use: archive a city card in your city, then put the archived city card onto your discard pile.",
    ),
    "\\. (?:but |however,? )?if [^.:]*\\b(?:from|into|onto|to) it instead\\b": (
        "mythotopia",
        "Action: pay 2 ship symbols to take a counter worth 1 from a coastal VP card. If you hold the coastal award, "
        "take a counter worth 2 from it instead.",
    ),
    r"\bif you (?:do|did)\b[^.:;]*\. (?:but |however,? )?if [^.:]*\binstead\b": (
        "fair",
        "Work: you may pay 1 coin. If you do, gain 1 fame. If you have at least 2 coins, gain 3 fame instead.",
    ),
    r"\bnext [^.:;,]* you [^.:;,]* costs?\b": ("fair", "Order: the next spell you play costs 1 less this turn."),
    r"\bcosts? [^.:;,]* (?:less|more)(?: \w+)? this turn\b": ("fair", "Work: spells cost 1 less this turn."),
    r"\bcosts? [^.:;,]* for (?:each|every)\b": (
        "fair",
        "Your spells cost 2 coins less for each dry field you hold.",
    ),
    r"\bwith the (?:highest|lowest) \w+": (
        "fair",
        "Work: discard the beast with the highest price in your hand.",
    ),
    r"\bno (?:2|two)\b": (
        "monumental",
        "Use: if no two cards in your city have the same era, gain 2 gold.",
    ),
    r"\bwith (?:the same|different)\b|\bof (?:the same|different)\b": (
        "monumental",
        "Use: if you have 3 wonders in your city with different eras, gain 2 gold.",
    ),
    r"\bwhose \w+ (?:are|is) (?:all )?(?:different|the same)\b": (
        "monumental",
        "Use: put 2 city cards whose eras are different from your city onto your discard pile.",
    ),
    r"\. if they (?:all )?(?:have (?:the same|different)|are (?:all )?different)\b": (
        "monumental",
        "Use: look at the top 2 cards of your city deck. If they have different eras, gain 1 gold.",
    ),
    "\\bother than this card\\b": (
        "monumental",
        "Use: reinforce an activated card in your city other than this card.",
    ),
    "\\ba different\\b": (
        "mythotopia",
        "Free action: move 1 of your ships into a different sea area.",
    ),
    "\\bof (?:your|their) choice of\\b": ("fair", "Work: take 1 of your choice of silk or salt from another player."),
    "\\bfor each (?:of them|one)\\b": (
        "fair",
        "Work: return all of your huts in fields into your shed. Gain 1 coin for each of them.",
    ),
    "\\bfor (?:each|every) [^.:;,]* (?:in which|where) you\\b": (
        "fair",
        "Work: gain 1 coin for each vale in which you hold a field.",
    ),
    "\\b(?:of|with) the same\\b": (
        "fair",
        "Work: exchange a spell in your hand for a spell of the same price in another player's hand.",
    ),
    "\\bcosts? (?:each other player|all other players|other players)\\b": ("fair", "Spells cost other players 1 more."),
    r"\bwould\b[^.:;,]*,? (?:while|if|as long as) [^:;]*\binstead\b": (
        "fair",
        "If you would draw a card, while you have no coins, gain 1 coin instead.",
    ),
    r"\b(?:whenever|when|each time|the first time) (?!.*\bwould\b)[^.:;]*\binstead\b": (
        "fair",
        "Whenever you draw a card, gain 1 coin instead.",
    ),
    r"\b(?:takes a turn|end of your turn), (?:if|unless) (?:you|they|that player) (?:have|has) ": (
        "fair",
        "At the end of your turn, if you have gained coins, draw a card.",
    ),
    r"\b(?:takes a turn|end of your turn), (?:if|unless) (?:you|they|that player) (?!have\b|has\b|had\b)\w+ ": (
        "fair",
        "At the end of your turn, if you drew a card, gain 1 coin.",
    ),
    r"\bwould\b[^.:;,]* on your (?:own )?turn,": (
        "fair",
        "Whenever you would draw a card on your turn, gain 1 coin instead.",
    ),
    r"\bwhen your turn ends,": ("fair", "When your turn ends, gain 1 coin."),
    r"\b(?:your|their) last \w+(?: \w+)?(?: (?:in|from) your hand)?,": (
        "fair",
        "Whenever you lose your last coin, draw a card.",
    ),
    r"\bgives? an? [^.:;,]* to (?:you|another player),": (
        "fair",
        "Whenever another player gives a spell to you, gain 1 coin.",
    ),
    r"\byou or the player (?:to|on) your\b": (
        "fair",
        "Whenever you or the player to your left gains coins, gain 1 fame.",
    ),
    "\\badds? \\w+ (?:more )?\\w+ to \\w+": (
        "monumental",
        "Active: each of your outposts adds 1 more defence to provinces next to it that you control.",
    ),
    "\\blook at all\\b": ("fair", "Work: choose another player, then look at all cards in their hand."),
    "\\bthat \\w+": (
        "mythotopia",
        "Action: choose a province with a dragon. Move that dragon into a neutral province next to that province.",
    ),
    "\\bat the end of your turn\\b": (
        "fair",
        "Work: this turn, whenever you build in a field, gain 1 coin. At the end of your turn, gain 1 fame.",
    ),
    r"\bgains? [^.:;,]* from the\b": (
        "civ_new_dawn",
        "Whenever you defeat a barbarian, gain 1 resource of your choice from the supply.",
    ),
    r"\. if it is an?\b": (
        "mythotopia",
        "Action: reveal the top card of the improvement deck. If it is an army, take it.",
    ),
    r"\bwhen(?:ever)? [^,.:]* ha(?:s|ve) been\b": (
        "age_of_innovation",
        "Whenever a palace has been built, gain 1 coin.",
    ),
    r"\b(?:another|an?) player of your choice\b": (
        "mythotopia",
        "Free action: another player of your choice discards a card.",
    ),
    r"\b(?:any|one|1) (?:other )?player of your choice\b": (
        "mythotopia",
        "Free action: any other player of your choice discards a card.",
    ),
    r"\b(?:an?|any|one|1) (?:opponent|rival) of your choice\b": (
        "mythotopia",
        "Free action: an opponent of your choice discards a card.",
    ),
    r"\b(?:gains?|loses?|pays?|(?:gives?|takes?)(?: you| them)?) (?:1|an?|one) [^.:;]* or\b": (
        "age_of_innovation",
        "Immediate: gain 1 tool or coin.",
    ),
    r"\byou have [^.:;]* in \w": ("mythotopia", "Free action: if you have 5 or more cards in hand, draw a card."),
    r"\bplayers? (?:with|who|that) [^.:;]* in \w": (
        "mythotopia",
        "Free action: each other player with 5 or more cards in hand discards a card.",
    ),
    r"\bgains? [^.:;]* for each\b": (
        "age_of_innovation",
        "Passing: gain 3 points for each group of at least 3 connected workshops.",
    ),
    "\\bif (?:you|another player|a player|they) \\w+ the\\b": (
        "realm",
        "If you lose the war, return all your armies in that province to your stock.",
    ),
    "\\bfrom your [^.:;]* next to it\\b": (
        "monumental",
        "Use: move up to 3 units from your Capital into a province next to it.",
    ),
    "\\bof their choice\\b": ("realm", "Act: each other player discards a card of their choice."),
    "\\. (?:but |however,? )?if [^.:]*\\binstead\\b": (
        "monumental",
        "Use: gain 2 military. If you have conquered a province this turn, gain 4 military instead.",
    ),
    "\\beach of you\\b": ("mythotopia", "Free action: choose another player. Each of you draws a card."),
    "\\b(?:you|they) have in (?:your|their)\\b": (
        "monumental",
        "Completion bonus: choose another player. Gain 1 culture for each wonder they have in their city.",
    ),
    "\\bif (?:it|that \\w+(?: \\w+)?) was an?\\b": (
        "monumental",
        "Use: discard a city card in your city. If it was a Knowledge card, gain 2 science.",
    ),
    "\\b(?:put|place)s? [^.:;]* (?:in|on) (?:1|one) \\w": (
        "mythotopia",
        "Action: place up to 2 armies in one province you already control.",
    ),
    "\\b(?:1|one|any) of your [^.:;]*\\b(?:it|there|adjacent)\\b": (
        "monumental",
        "One-off: move all Soldiers from one of your provinces to an adjacent province.",
    ),
    "\\b(?:put|place)s? [^.:;]* on (?:the )?(?:top|bottom) of\\b": (
        "mythotopia",
        "Free action: put the top card of your discard pile on top of your draw pile.",
    ),
    "\\b(?:pay|discard|lose|return|remove)\\b[^.:;,]* and \\w[^.:;,]* to \\w": (
        "monumental",
        "Use: pay 1 gold and discard a card from your city to gain 3 military.",
    ),
    "\\b(?:put|place|move)s? [^.:;]* there\\b": (
        "mythotopia",
        "Action: choose a province you control. Place 2 armies there.",
    ),
    "\\b(?:an?|any|one) (?:opponent|rival)\\b": (
        "mythotopia",
        "Action: choose an opponent. That player discards a card from their hand.",
    ),
    "\\b(?:each|every) (?:opponent|rival)\\b": ("mythotopia", "Action: each opponent discards a card."),
    "\\bdoubles? (?:your|the) \\w": ("monumental", "Use: double your military."),
    "\\breplaces? [^.:;]* (?:with|by)\\b": (
        "mythotopia",
        "Action: replace another player's army in a province with one of your armies.",
    ),
    "\\bswaps? [^.:;,]* (?:with|for) \\w": (
        "mythotopia",
        "Free action: swap one of your armies in a province with another player's army in a province.",
    ),
    "\\b(?:additional|extra)\\b": ("mythotopia", "Reserve: whenever you build a road, draw one additional card."),
    "\\bfor each [^,.:;]*, your [^,.:;]* is (?:1|one) (?:higher|lower)\\b": (
        "mythotopia",
        "Reserve: for each castle in a province you control, your hand limit is 1 higher.",
    ),
    "\\badjacent\\b": (
        "civ_new_dawn",
        "Before you take a turn, you may move a barbarian to an adjacent empty land space.",
    ),
    "\\b(?:top|bottom) of the \\w+": (
        "mythotopia",
        "Free action: look at the top 2 cards of the improvement deck. Put one of them into the display and the other"
        " on the bottom of the deck.",
    ),
    "\\bgives? (?:an?|1|one|another|\\d+) [^.:;,]* to (?:another|that|them|you|the)\\b": (
        "fair",
        "Work: give a card to the player to your left.",
    ),
    "\\bthe \\w+ player\\b": ("fair", "Work: rob another player. The robbed player gains 1 point."),
    "\\bno (?:opponents?|rivals?)\\b": (
        "mythotopia",
        "Action: if no opponent has more towns than you, draw a card.",
    ),
    "\\b(?:opponents|rivals)\\b": ("mythotopia", "Action: all opponents discard a card."),
    "\\b(?:for each|for every|per)\\b": ("age_of_innovation", "Passing: gain 2 coins for each workshop."),
    "\\blook at another player's \\w+\\. [^.]*\\bfrom it\\b": (
        "mythotopia",
        "Free action: look at another player's hand. You may take a card from it into your hand.",
    ),
    "\\bof (?:any|all|each) players?\\b": (
        "age_of_innovation",
        "Passing: gain 1 coin for each workshop of all players on an edge space.",
    ),
    "\\b(?:draws?|gains?) another\\b": ("mythotopia", "Free action: discard a card. Draw another card."),
    "\\b(?:draws?|gains?) another (?:\\d+|two|three|four|five) \\w": (
        "fair",
        "Work: draw a card. Draw another 2 cards.",
    ),
    "\\b(?:the number of|for each|for every|per)\\b": (
        "age_of_innovation",
        "Passing: gain as many coins as the number of workshops.",
    ),
    r"\b(?:whenever|when|after|at the) [^.:]*, [^.:]*\. [^.:]*\. (?:each|all|that|they)\b": (
        "fair",
        "Whenever you draw a card, gain 1 coin. Lose 1 fame. Each other player gains 1 coin.",
    ),
    r"\b(?:whenever|when|after) [^.:]*, [^.:]*\. [^.:]*\. (?!if you)": (
        "fair",
        "Whenever you draw a card, gain 1 coin. Lose 1 fame. Discard a card.",
    ),
    r"\b(?:whenever|when|after|at the) [^.:]*, [^.:]*\. (?:that player|they)\b[^.:]*\.": (
        "fair",
        "Whenever you draw a card, choose a player with at least 2 coins. That player gains 1 fame. They lose 1 coin.",
    ),
    r"\b(?:whenever|when|after|at the) [^.:]*, [^.:]*\. (?:that player|they)\b[^.:]*\. (?!they\b|that player\b)": (
        "fair",
        "Whenever you draw a card, choose another player. That player gains 1 coin. Lose 1 coin.",
    ),
    r"\bat the [^.:]*, [^.:]*\. (?:each|all|that|they)\b": (
        "fair",
        "At the end of the game, choose another player. That player loses 1 coin.",
    ),
    r"\bat the [^.:]*, [^.:]*\. [^.:]*\. (?!if you)": (
        "fair",
        "At the end of the game, gain 1 coin. Draw a card. Lose 1 coin.",
    ),
    r"\bat the [^.:]*, [^.:]*\. (?!if you)": (
        "fair",
        "At the end of the game, gain 1 coin. Draw a card.",
    ),
    "\\b(?:whenever|when|after) [^.:]*, [^.:]*\\. (?!if you)": (
        "fair",
        "Whenever you rob a player, gain 1 coin. Draw a card.",
    ),
    "\\b(?:cannot|nobody may|can't|may not|can not) [^.:]* this (?:turn|round)\\b": (
        "fair",
        "Work: other players may not rob you this turn.",
    ),
    "\\b(?:cannot|may not|can't|nobody may) (?:take|steal) your\\b": ("fair", "Other players may not take your coins."),
    "\\blook at [^.]* player[^.]* (?:and|then) [^.]*\\bfrom it\\b": (
        "fair",
        "Work: look at another player's hand and discard one card from it.",
    ),
    "\\bplayers? (?:with|who has) (?:more|fewer) [^.:;]* than you\\b": (
        "fair",
        "Work: each other player with fewer cards in hand than you draws a card.",
    ),
    "\\band [^.:;]* costs? ": ("monumental", "Active: Building cards and Knowledge cards cost 1 less."),
    r"\b(?:among (?:them|those cards|these cards|the(?:se)? revealed cards)|revealed this way|drawn this way|looked at "
    r"this way)\b": (
        "fair",
        "Work: look at the top 3 cards of the deck. Gain 1 coin for each beast looked at this way.",
    ),
    r"\bplayers? simultaneously\b": ("fair", "Work: each player simultaneously discards a card."),
    r"\bin turn order, (?:each|all|every)\b": ("fair", "Work: in turn order, each other player discards a card."),
    r"\bkeeps? \w+ cards?\b": ("fair", "Work: each other player keeps 2 cards and discards the rest."),
    r"\bthe (?:highest|lowest|total) \w+(?: \w+)? among\b": (
        "fair",
        "Work: gain coins equal to the highest price among the spells in your hand.",
    ),
    r"\bthe (?:highest|lowest|total) \w+(?: \w+)? (?:among|of) (?:them|those|these|all of them)\b": (
        "fair",
        "Work: discard 2 spells. Gain coins equal to the highest price among them.",
    ),
    r"\bthe (?:revealed|drawn) ": (
        "fair",
        "Work: draw 3 cards. Discard the drawn beasts.",
    ),
    r"\b(?:exactly (?:one|1)|only (?:one|1)|a single|one) player (?:alone )?has the (?:most|fewest|highest|lowest)\b": (
        "fair",
        "Work: if exactly one player has the most coins, that player gains 1 coin.",
    ),
    r"\. then\b": ("fair", "Work: at the end of this turn, draw a card. Then gain 1 coin."),
    r"\b(?:than|as) any other player\b": ("fair", "Work: if you have more coins than any other player, gain 1 fame."),
    r"\b(?:cards?|\w+) equal to (?:the|its|their|your|that|half|twice|\d)": (
        "fair",
        "Work: discard a spell to draw cards equal to its price.",
    ),
    r"\breveals their [^.:;]*\b(?:you choose|of your choice)\b": (
        "fair",
        "Work: each other player reveals their hand and discards a card you choose.",
    ),
    r"\bdifferent \w+ (?:among|between)\b": (
        "fair",
        "Work: gain 1 coin for each different price among spells in your hand.",
    ),
    r"\b(?:if|unless|while) you have [^.:;,]* in (?:1|one) \w": (
        "fair",
        "Work: if you have 2 huts in one field, gain 1 coin.",
    ),
    r"\breturn (?:all|each) [^.:;,]* in (?:1|one) \w": ("fair", "Work: return all your huts in one field."),
    r"\bfor each different \w+ (?:in|on)\b": ("fair", "Work: gain 1 coin for each different crop in fields you hold."),
    r"\bthere are (?:at least|at most|exactly) \w+ different \w+ of\b": (
        "fair",
        "Work: if there are at least 2 different crops of fields you hold, gain 1 fame.",
    ),
    r"\bof (?:at least|at most|exactly) \w+ different\b": (
        "fair",
        "Work: if you hold fields of at least 2 different crops, gain 1 fame.",
    ),
    r"\b(?:have|are) (?:at least|at most|exactly) \w+ different \w+ (?:in|on)\b": (
        "fair",
        "Work: if you have at least 2 different prices in your hand, gain 1 fame.",
    ),
    r"\b(?:whenever|when|each time) (?:you|a player) gains? .*\b(?:additional|extra|more)\b": (
        "fair",
        "Whenever you gain coins, gain 1 additional coin.",
    ),
    r"\b(?:cannot|may not|nobody may) [^.:;]* until (?:you|another player|a player|any player)\b": (
        "fair",
        "Work: other players cannot rob you until you draw a card.",
    ),
    r"\bfor (?:each|every) (?:\d+|two|three|four|five|six) ": (
        "fair",
        "Work: gain 1 coin for every 2 huts in dry fields.",
    ),
    r"\b(?:take|takes|have|has|get|gets) (?:another|an extra|an additional|one more|1 more) turn\b": (
        "fair",
        "Work: take an extra turn after this one.",
    ),
    r"\b(?:skip|miss|lose) (?:your next|a) turn\b": ("fair", "Work: skip your next turn."),
    r"\bis (?:always )?(?:equal to )?the number of\b": (
        "fair",
        "This card's price is equal to the number of your huts in fields.",
    ),
    r"\bis (?:always )?equal to\b": ("fair", "The price of this card is equal to the number of your huts in fields."),
    "it costs": ("age_of_innovation", "Whenever you take a power action, it costs 1 power less and you gain 2 points."),
}


@functools.cache
def rules() -> Rules:
    """The fair with all of these cards."""
    cards = [_card(name, entry["says"]) for name, entry in NAMED]
    rules, found = _fair(Path(mkdtemp(prefix="fair")) / "fair", cards)
    assert rules is not None and not found, {NAMED[at][1]["says"]: codes for at, codes in found.items()}
    return rules


@pytest.mark.parametrize(("name", "entry"), NAMED, ids=[entry["says"] for _, entry in NAMED])
def test_it_does_what_it_says(name: str, entry: dict[str, Any]) -> None:
    tree = rules().ruleset.tree(name)
    assert tree is not None and rules().ruleset.print(tree) == entry["reads"]
    for play in entry["plays"]:
        told = played(name, entry["says"], play, rules())
        assert told == [], f"{entry['says']} {play}"


@pytest.mark.parametrize(("text", "said"), SAID_BACK)
def test_it_is_said_back_as_it_is_done(text: str, said: str) -> None:
    ruleset = rules().ruleset
    assert paraphrase(bind_text(ruleset, ruleset.parse(text)), ruleset) == said


PRICES = {
    "Active: Knowledge cards cost 2 science less, but not less than 1.": (
        "Active: your knowledge price of each Knowledge card is your knowledge price of it minus 2, at least 1."
    ),
    "Active: the first wonder you complete each turn costs 2 production less.": (
        "Active: unless you have completed a wonder this turn, your section price of each wonder is 2 lower."
    ),
}


OF_GAMES = {
    "Immediate: gain 3 points for each discipline in which your level is at least 6.": (
        "Immediate: gain 3 points for each discipline with level at least 6."
    ),
    "Special action: lose up to 3 points to gain the same number of books of your choice.": (
        "Special action: lose up to 3 points to gain as many books as the number of points lost this way."
    ),
    "Always: the first time each round you build a bridge, gain 1 scholar.": (
        "Always: the first time each round, whenever you build a bridge, gain 1 scholar."
    ),
}


def test_what_is_said_of_numbers_and_times_of_a_game() -> None:
    found = tried("age_of_innovation", {str(number): {"text": text} for number, text in enumerate(OF_GAMES)})
    assert [(one.stage, one.normal_form) for one in found] == [("compiled", said) for said in OF_GAMES.values()]


AS_PEOPLE_COUNT = {  # by game: whose, how often, and the first or the third of them
    "age_of_innovation": {
        "Passing: gain 2 points per workshop and 1 per guild.": (
            "Passing: gain 2 points for each workshop you have, then gain 1 point for each guild you have."
        ),
        "Passing: gain 2 points for each workshop, up to 6.": (
            "Passing: gain as many points as twice the number of workshops you have, at most 6."
        ),
        "The first workshop you build each round gives you 2 points.": (
            "The first time each round, whenever you build a workshop, gain 2 points."
        ),
        "Always: whenever you build a guild, gain 2 coins. You may use this only once each round.": (
            "Always: once per round, whenever you build a guild, gain 2 coins."
        ),
    },
    "mythotopia": {
        "Free action: draw 3 cards, keep 2 and put the other back on top of your draw pile.": (
            "Free action: draw 3 cards, then keep 2 of them, then return the rest onto top of your draw pile."
        ),
        "Free action: pay 1 gold to draw 2 cards. You may do this only once per turn.": (
            "Free action, once per turn: pay 1 gold to draw 2 cards."
        ),
        "Free action: once per turn, pay 1 gold to draw 2 cards.": (
            "Free action, once per turn: pay 1 gold to draw 2 cards."
        ),
        "Free action: draw a card for each city.": "Free action: draw a card for each city you have.",
    },
    "monumental": {
        "Active: whenever you conquer a province, if this is your third province conquered this turn, gain 2 gold.": (
            "Active: whenever you conquer a province, if you have conquered exactly 3 provinces this turn, gain 2 gold."
        ),
        "Active: when you conquer your third province in a turn, gain 2 gold.": (
            "Active: whenever you conquer a province, if you have conquered exactly 3 provinces this turn, gain 2 gold."
        ),
        "Use: if you control the fewest provinces, gain 2 gold.": (
            "Use: if you control the fewest provinces, gain 2 gold."
        ),
    },
}


@pytest.mark.parametrize("game", AS_PEOPLE_COUNT)
def test_what_people_count_and_how_often(game: str) -> None:
    texts = AS_PEOPLE_COUNT[game]
    found = tried(game, {str(number): {"text": text} for number, text in enumerate(texts)})
    assert [(one.stage, one.normal_form) for one in found] == [("compiled", said) for said in texts.values()]


LEFT_OPEN = (  # what would be done to how many, or whose they are, is not told: no reading of it is taken
    "Work: double your coins, to a maximum of 8.",  # 8 more, or 8 then?
    "Work: double your coins, up to 8.",
    "Work: gain 2 coins, and 2 more if you have no coins.",
    "Work: gain 1 coin for each field you hold, and 1 for each coin you have.",
    "Work: gain 1 coin. Draw a card. You may do this only once per turn.",
    "Work: gain 2 coins, and 1 fame if you have 5 coins.",
    "Work: gain 2 coins or 1 fame if you hold a dry field.",
    "Work: gain 1 coin for each field you hold, to a minimum of 2 fame.",
    "Work: gain 1 coin for each hut you have, up to 3 fame.",
    "Work: gain as many coins as you have huts, up to 3 fame.",
    "Work: discard any number of spells. Draw that many spells from the discard pile.",
    "Work: look at the top 4 cards of the deck. Keep one and discard the other two.",
    "Work: take 2 coins from another player's supply.",
    "Work: take 2 coins from the supply in a field.",
    "Work: draw 3 cards, then keep 1 of them.",
    "Work: look at the top 3 cards of the deck, then keep 1 of them, then shuffle the deck.",
    "Work: look at the top 3 cards of the deck. Put 1 of them into your hand. Reveal the rest.",
)


def test_what_leaves_open_how_much_it_is_stays_refused() -> None:
    found = tried("fair", {str(number): {"text": text} for number, text in enumerate(LEFT_OPEN)})
    assert [one.text for one in found if one.stage == "compiled"] == []


OF_TWO_THINGS = {  # whether a condition, or who acts, is told of one act or of both; other than whom; how many
    "Work: gain 1 coin and gain 1 fame if you have a hut in a field.": ["RW0322"],
    "Work: gain 1 coin or gain 1 fame if you have a hut in a field.": ["RW0322"],
    "Work: discard a card, or gain 1 fame if you have a hut in a field.": ["RW0322"],
    "Work: discard a victory card.": ["RW0302"],
    "Work: each other player loses 1 coin, then gain 1 fame.": ["RW0418"],
    "Work: each other player loses 1 coin or discard a card.": ["RW0418"],
    "Work: gain 2 coins and 1 fame for each hut you have in fields.": ["RW0601"],
    "Work: for each hut you have in fields, gain 2 coins and 1 fame.": [],
    "Whenever a player builds in a field, each other player gains 1 coin.": ["RW0626"],
    "Whenever another player builds in a field, each other player gains 1 coin.": ["RW0626"],
    "Whenever a player builds in a field, each player other than that player gains 1 coin.": [],
    "Whenever you build in a field, each other player gains 1 coin.": [],
    "Work: pay 1 gold, then discard a card to gain 2 coins.": ["RW0601"],
    "Work: pay 1 gold, then discard a card: gain 2 coins.": [],
    "Work: choose another player. Each other player gains 1 coin.": ["RW0626"],
    "Work: take 1 coin from another player. Each other player gains 1 coin.": ["RW0626"],
    "Work: choose another player. The other players gain 1 coin.": ["RW0626"],
    "Work: choose another player. Other players gain 1 coin.": ["RW0626"],
    "Work: choose another player. The other player gains 1 coin.": ["RW0643"],
    "Work: rob another player. Rob the other players.": ["RW0626"],
    "Work: the player to your left loses 1 coin. The other players gain 1 coin.": ["RW0626"],
    "Whenever another player robs you, the other players gain 1 coin.": ["RW0626"],
    "Work: each other player with no coins gains 1 coin. The other players lose 1 coin.": ["RW0626"],
    "Work: for each player, that player loses 1 coin, and each other player gains 1 coin.": ["RW0626"],
    "Work: for each player, each player other than that player gains 1 coin.": [],
    "Work: rob the other players.": [],
    "Work: choose a hut in a field. Its first owner loses 1 coin.": ["RW0603"],
    "Work: choose a hut in a field. Its owner with a tower loses 1 coin.": ["RW0603"],
    "Work: choose a hut in a field. Its owner loses 1 coin.": [],
    "Whenever a card is taken from you, its owner loses 1 coin.": ["RW0622"],
    "Work: put a spell from a hand into your hand. Its owner gains 1 coin.": ["RW0622"],
    "Work: take a spell from a circle. Its owner gains 1 coin.": ["RW0622"],
    "Work: put a spell from your hand into the shop. Its owner gains 1 coin.": [],
    "Whenever a card is taken from you, that player loses 1 coin.": [],
    "Work: rob any player. That player draws a card.": [],
    "Work: discard any card. If it is a spell, gain 1 coin.": [],
    "Work: choose another player. You and that player each discard a card. If it is a spell, gain 1 coin.": ["RW0622"],
    "Work: choose another player. You both draw a card. If that card is a spell, gain 1 coin.": ["RW0622"],
    "Work: choose another player. You and that player each draw 2 cards. Discard 1 of them.": ["RW0622"],
    "Work: choose another player. You both discard a card. Gain 1 coin for each card discarded this way.": [],
    "Work: draw a card. If there is a spell in the shop, put it into your hand.": ["RW0621"],
    "Work: if another player has more coins than you, they lose 1 coin.": ["RW0621"],
    "Work: if another player has the most coins, they lose 1 coin.": ["RW0621"],
    "Whenever a player draws a card, if another player has more coins than them, they gain 1 point.": ["RW0626"],
    "Work: if another player has more coins than you, take 1 coin from them.": ["RW0621"],
    "Work: for each other player, if they have more coins than you, they lose 1 coin.": [],
    "Work: choose a spell in your hand. Discard the other card in your hand.": ["RW0643"],
    "Work: choose a spell in your hand. Discard the other cards in your hand.": [],
    "Work: choose a field. Each player with a hut there gains 1 coin for each hut there.": ["RW0601"],
    "Work: choose another player. Each player other than you gains 1 coin.": [],
    "Work: choose another player. Each player other than that player gains 1 coin.": [],
    "Work: each player gains 1 coin. Each other player loses 1 coin.": [],
    "Work: put up to 2 huts into fields next to your towers.": [],
    "Work: put a hut into fields next to your towers.": ["RW0604"],
    "Work: build in fields.": ["RW0604"],
    "Work: build in 2 fields.": [],
    "Work: replace another player's hut with one of yours. That player gains 1 coin.": ["RW0622"],
    "Work: return another player's hut in a field, then put a hut from your shed into a field. They gain 1 coin.": [
        "RW0622"
    ],
    "Work: move another player's hut into a field, then move one of your huts into a field. Its owner gains 1 coin.": [
        "RW0622"
    ],
    "Work: put a hut into a field, then return another player's hut in that field. Its owner gains 1 coin.": [],
    "Work: choose another player. Return 1 of their huts in a field, then put 1 of your huts into that field. "
    "That player gains 1 coin.": [],
}


SAYS_NOTHING = {  # what would never happen, and whose it is where there is one for everybody
    "When this card is discarded, gain 1 fame.": ["RW0602"],
    "When you discard this card, gain 1 fame.": ["RW0602"],
    "Whenever you discard a card, gain 1 fame.": [],
    "Work: take 2 coins from another player into your shed.": ["RW0601"],
    "Work: gain 1 coin or draw a card if you have no coins.": ["RW0322"],
    "Work: discard a spell or a beast that costs 2 or less from your hand.": ["RW0631"],
    "Whenever you gain 3 or more coins, gain 3 coins.": ["RW0602"],
    "Whenever you gain 3 or more coins, gain 2 coins.": [],
    "Whenever you draw a card, gain 1 coin. Then draw a card.": ["RW0602"],
    "Whenever you draw a beast, you may gain 1 coin. Gain 1 fame.": ["RW0602"],
    "Work: gain 1 fame for each prize in the shop of the player to your left.": ["RW0604"],
    "Work: gain 1 fame for each card in another player's deck.": ["RW0604"],
    "Work: gain 1 fame for each card in the circle of the player to your left.": [],
    "At the end of your turn, choose a player. Their size is 1 lower.": ["RW0604"],
    "At the end of your turn, gain 1 coin. Your size is 1 lower.": [],
    "Work: each player with more coins than the player to their left gains 1 fame.": ["RW0621"],
    "Work: each player with more coins than the player to your left gains 1 fame.": [],
    "Work: put your last hut into a field. Gain 3 coins.": ["RW0604"],
    "Work: put your first hut into a field.": ["RW0604"],
    "Work: return another player's last hut in a field.": ["RW0604"],
    "Work: if you have your last hut in a field, gain 1 coin.": ["RW0604"],
    "Work: put a hut into a field. If you have no huts in your shed, gain 1 coin.": [],
    "The second time each turn you build in a field, gain 1 coin.": [],
    "The third time you build in a field each turn, gain 1 coin.": [],
    "The second time each turn you discard this card, gain 1 coin.": ["RW0602", "RW0604"],
    "The second time each turn you would draw a card, gain 1 coin instead.": ["RW0604"],
    "The second time each turn you have 3 coins, gain 1 coin.": ["RW0604"],
    "Work, the second time each turn: gain 1 coin.": ["RW0604"],
    "Whenever you topple a tower, you may build in a field next to it.": ["RW0601"],
    "Whenever a tower leaves a field, you may build in a field next to that field.": [],
    "The second time each turn you discard a card, gain 1 coin.": [],
}


AGAIN = {  # what is done again, and for ever; what stands on a card, of which nobody tells that it is used
    "Whenever you rob a player, you may rob them one additional time.": ["RW0602"],
    "Whenever you rob a player, you may pay 1 coin to rob them again.": [],
    "Whenever you rob a player, you may rob another player again.": ["RW0626"],
    "Whenever another player robs you, you may rob that player again.": ["RW0621"],
    "Whenever another player robs you, you may rob that player.": [],
    "Work: carry out the Work of a card in your circle again.": ["RW0621"],
    "Work: if you have used the Work of a card this turn, gain 1 coin.": ["RW0602"],
    "Whenever you would use the Work of a card, draw a card instead.": ["RW0602"],
    "You cannot use the Work of spells.": ["RW0602"],
}


IN_A_LIST = {  # what a verb does not take by itself it does not take in a list either; nobody's cards are drawn
    "Work: draw a card and 2 coins.": ["RW0604"],
    "Work: draw a card and gain 2 coins.": [],
    "Work: draw a card or 2 coins.": ["RW0604"],
    "Work: draw a card or gain 2 coins.": [],
    "Work: draw a spell or a beast.": ["RW0604"],
    "Work: draw a spell and a beast.": ["RW0604"],
    "Work: each player draws a card or 2 coins.": ["RW0604"],
    "Work: draw 1 card or 1 fame.": ["RW0604"],
    "Work: draw at least 2 cards or 1 card.": ["RW0604"],
    "Work: draw 1 card or 2 cards.": [],
    "Work: draw another player's card.": ["RW0604"],
    "Work: draw your card.": ["RW0604"],
    "Work: peddle 1 silk or 1 salt.": ["RW0604"],
    "Work: topple another player's tower or a tower of yours.": ["RW0604"],
    "Work: topple a tower of yours or a tower in a dry field.": ["RW0604"],
    "Work: put a hut or a tower from your shed into a field.": [],
}


MAY_GO_ON = {  # whether a thing in a list is one of its own, or what is said before it goes on with it
    "Work: take the top card of the deck or the discard pile.": ["RW0604"],
    "Work: take the top card of the deck or take the discard pile.": [],
    "Work: take the top card of the deck or the top card of the discard pile.": [],
    "Work: look at the top card of the deck or the discard pile.": ["RW0604"],
    "Work: reveal the top card of the deck or the shop.": ["RW0604"],
    "Work: reveal the top card of the deck and the shop.": ["RW0604"],
    "Work: put a card from your hand on the bottom of the deck or the discard pile.": ["RW0604"],
    "Work: build in a field next to a dry field or a field you hold.": ["RW0604"],
    "Work: build in a field next to a dry field or build in a field you hold.": [],
    "Work: build in a dry field or a field you hold.": [],
    "Work: discard 1 of the cards in your hand or the shop.": ["RW0604"],
}


STAYS_THERE = {  # what is taken from one of several zones, and comes back into it
    "Work: take a card from your hand or the discard pile to gain 3 coins.": ["RW0604"],
    "Work: take a card from your hand or another player's hand to gain 1 coin.": ["RW0604"],
    "Work: take a card from the shop or the discard pile to gain 3 coins.": [],
    "Work: discard a card from your hand or the discard pile to gain 3 coins.": ["RW0604"],
    "Work: discard 2 cards from your hand and the discard pile to gain 3 coins.": ["RW0604"],
    "Work: discard a card from your hand or circle to gain 3 coins.": [],
    "Work: put a card from your hand or circle into your circle to gain 3 coins.": ["RW0604"],
    "Work: put a card in your hand or circle into your circle to gain 3 coins.": ["RW0604"],
    "Work: put a card from your circle or the discard pile into your hand to gain 3 coins.": [],
    "Work: take a spell or a beast from your hand to gain 3 coins.": ["RW0604"],
    "Work: take a spell or beast from your hand to gain 3 coins.": ["RW0604"],
    "Work: take a card from a hand to gain 3 coins.": ["RW0604"],
    "Work: put a card from a hand or the shop into your hand to gain 3 coins.": ["RW0604"],
    "Work: take a card from another player's hand to gain 3 coins.": [],
    "Work: take a card from a hand.": [],
    "Work: take a spell or a beast from the shop to gain 3 coins.": [],
}


@pytest.mark.parametrize(
    "texts",
    [OF_TWO_THINGS, SAYS_NOTHING, AGAIN, IN_A_LIST, MAY_GO_ON, STAYS_THERE],
    ids=["of two things", "says nothing", "done again", "in a list", "may go on", "stays there"],
)
def test_what_nobody_could_be_sure_of_is_refused(texts: dict[str, list[str]]) -> None:
    found = tried("fair", {str(number): {"text": text} for number, text in enumerate(texts)})
    assert {one.text: sorted({problem.code for problem in one.problems}) for one in found} == texts


OF_WHOM = {  # whether a word asks of you or of the other player nobody can tell; what each player does is asked of them
    "monumental": {
        "Use: if another player controls a guarded province, gain 1 gold.": ["RW0604"],
        "Use: gain 1 gold for each other player with a unit in a guarded province.": ["RW0604"],
        "Use: gain 1 gold for each guarded province another player controls.": ["RW0604"],
        "Use: gain 1 gold for each of another player's units in guarded provinces.": ["RW0604"],
        "Use: if you control a guarded province, gain 1 gold.": [],
    },
    "age_of_innovation": {
        "Immediate: if another player has a workshop on a native space, gain 1 coin.": ["RW0604"],
        "Always: whenever another player builds a workshop on a native space, gain 1 coin.": ["RW0604"],
        "Always: whenever you build a workshop on a native space, gain 1 coin.": [],
        "Immediate: each other player gains 1 coin for each native space.": [],
    },
}


@pytest.mark.parametrize("game", OF_WHOM)
def test_a_word_that_asks_of_you_is_not_said_of_what_others_have(game: str) -> None:
    found = tried(game, {str(number): {"text": text} for number, text in enumerate(OF_WHOM[game])})
    assert {one.text: [problem.code for problem in one.problems] for one in found} == OF_WHOM[game]


def test_what_less_is_to_be_paid() -> None:
    found = tried("monumental", {str(number): {"text": text} for number, text in enumerate(PRICES)})
    assert [(one.stage, one.normal_form) for one in found] == [("compiled", said) for said in PRICES.values()]


def test_to_defend_a_piece_is_not_to_have_it() -> None:
    (found,) = tried(
        "civ_new_dawn", {"x": {"text": "While you defend a city next to water, your combat value is 2 higher."}}
    )
    assert found.stage == "unread"


def test_what_is_read_otherwise_than_it_stands_has_a_reason_and_an_example() -> None:
    table = [rule for rule in everyday.rules("en") if rule.found]
    assert {rule.found for rule in table} == set(THOUGH_READ)
    assert [rule.pattern for rule in table if not rule.because] == []


@pytest.mark.parametrize("game", sorted({game for game, _ in THOUGH_READ.values()}))
def test_as_they_stand_they_mean_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {str(at): {"text": text} for at, (of, text) in enumerate(THOUGH_READ.values()) if of == game}
    meant = tried(game, texts)
    assert [(said.text, said.stage, said.problems) for said in meant if said.stage != "compiled" or said.problems] == []
    monkeypatch.setattr(wordings.Wordings, "maybe_unmeant", lambda self, text: False)
    monkeypatch.setattr(cache, "load", lambda kind, name: None)  # trees of texts are kept
    monkeypatch.setattr(files_texts, "_rulesets", {})  # and so are rulesets: nothing of this goes to other tests
    monkeypatch.setattr(cache, "store", lambda kind, name, data: None)
    monkeypatch.setattr(Remembered, "get", lambda self, kind, text: None)
    monkeypatch.setattr(Remembered, "put", lambda self, kind, text, tree: None)
    for said, as_it_stands in zip(meant, tried(game, texts), strict=True):
        assert as_it_stands.normal_form != said.normal_form
        lost = (
            ". Then " in said.text and " then " not in f"{as_it_stands.normal_form}"
        )  # the word itself is passed over
        assert as_it_stands.stage in ("unbound", "uncompiled") or lost, as_it_stands


def test_what_is_done_to_a_card_that_says_so_counts_already() -> None:
    bonus = "Completion bonus: for each wonder you have completed, gain 1 gold."
    found = tried("monumental", {"1": {"text": bonus}, "2": {"text": bonus.replace("Completion bonus", "Use")}})
    assert [[problem.code for problem in one.problems] for one in found] == [[], []]
