"""The pages: templates filled with what `play.presentation` tells, in the reader's language."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from rulewright import disk
from rulewright.language.interface import languages, said, told
from rulewright.language.lexicon import core_words
from rulewright.play.presentation.arrangement import SHAPES
from rulewright.play.presentation.cards import paragraphs
from rulewright.play.presentation.changes import NOBODY
from rulewright.play.presentation.digest import (
    all_open,
    before,
    can,
    common,
    each,
    gathered,
    in_words,
    open_said,
    repeated,
    since,
    spread,
    upper,
)
from rulewright.play.presentation.searching import fitting
from rulewright.play.presentation.table import table
from rulewright.play.presentation.why_not import missing
from rulewright.play.presentation.why_not import why_not as asked_why_not
from rulewright.play.seats import KINDS
from rulewright.play.trial import begin, with_text
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.files.discovery import find_ruleset, ruleset_not_found
from rulewright.ruleset.model import Component, Ruleset
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.runtime.rules import Rules
from rulewright.web.desk.pages import DeskPages
from rulewright.web.desk.texts import Desk
from rulewright.web.modding import Modding, Thing
from rulewright.web.outcomes import outcomes
from rulewright.web.rooms import ME, OTHER, Room, Rooms
from rulewright.web.shown import lettering, spots
from rulewright.web.simulating.pages import SimulationPages
from rulewright.web.workbench import MOST_TEXT, Workbench, advice

KEYS = "123456789abcdefhijklmnopqrstvwxy"
"""Keys of options; `g`, `u`, `z` and signs do other things."""
RECENT = 14
"""Events that the table tells of; the others are in the replay."""
MOST_SHOWN = 32
"""Pages of one position of a table that are kept for other browsers."""


class Pages:
    """Makes pages."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        folder = Path(__file__).parent / "templates"
        self._templates = Environment(
            loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
            lstrip_blocks=True,
        )  # fmt: skip
        self._templates.globals.update(
            names={lang: str(core_words(lang)["name"]) for lang in languages()},
            shapes=SHAPES,
            keys=KEYS,
            nobody=NOBODY,
            open_said=open_said,
            spots=spots,
            lettering=lettering,
            upper=upper,
            languages=languages(),
            paragraphs=paragraphs,
            repeated=repeated,
            spread=spread,
        )
        self.workbench = Workbench(rooms.rulesets, rooms.own)
        self.desk = DeskPages(Desk(self.workbench), self._made, self._title)
        self.modding = Modding(self.workbench)
        self.simulations = SimulationPages(self.modding, self._made, self._title)
        self._rulebooks: dict[tuple[int, str], list[tuple[str, str]]] = {}

    def warm(self) -> None:
        """Read what the first page of each kind needs, so that nobody waits for it."""
        for name in self._templates.list_templates():
            self._templates.get_template(name)
        importlib.import_module("networkx")  # with which a map is laid out

    def expect(self, room: Room, lang: str) -> None:
        """Make the pages of a new table that are asked for first."""
        with room.lock, suppress(RulewrightError):  # it is told to who asks for the page
            for token, seats in room.tokens.items():
                if len(seats) == 1:
                    self.table(room, seats, token, lang, "", False)

    def _made(self, template: str, lang: str, /, **words: Any) -> str:
        return self._templates.get_template(template).render(say=partial(_say, lang), lang=lang, **words)

    # ------------------------------------------------------------ before a game

    def home(self, lang: str) -> str:
        """What there is to play, and the tables that there are."""
        games = [(name, self._title(name, lang)) for name in self.rooms.rulesets]
        return self._made(
            "home.html",
            lang,
            own=self.workbench.own,
            games=games,
            desk_code=self.desk.codes[0],
            tables=[name for name, _ in self.rooms.listed()][:30],
        )

    def _title(self, name: str, lang: str) -> str:
        """What a game is called, from its files as they stand: nothing of it is loaded."""
        folder = find_ruleset(self.rooms.rulesets[name])
        for file in (folder / "locale" / lang / "texts.yaml", folder / "ruleset.yaml"):
            with suppress(RulewrightError):
                if file.is_file() and (found := re.search(r"^title: *(.+)$", disk.read_text(file), re.MULTILINE)):
                    return found[1].strip("'\"")
        return name

    def new(self, name: str, packs: Sequence[str], lang: str) -> str:
        """Who sits where, with which options and packs."""
        if name not in self.rooms.rulesets:
            raise RulewrightError(ruleset_not_found(name))
        rules = self.rooms.loaded.rules(self.rooms.rulesets[name], tuple(packs), {})
        texts = _texts(rules.ruleset, lang)
        titles = {key: entry.get("title") for key, entry in texts.get("options", {}).items()}
        known = self.modding.packs(name)
        return self._made(
            "new.html", lang, name=name, title=texts.get("title", rules.title), rules=rules, packs=known, chosen=packs,
            values=texts.get("titles", {}), titles=titles, kinds=[ME, OTHER, *KINDS],
            most=max(rules.players), least=min(rules.players),
        )  # fmt: skip

    def options(self, name: str, packs: Sequence[str], form: Mapping[str, list[str]]) -> dict[str, Any]:
        """The options of a game that a form sets. Raises RulewrightError."""
        if name not in self.rooms.rulesets:
            raise RulewrightError(ruleset_not_found(name))
        for pack in packs:
            if all(pack != known.id for known in self.modding.packs(name)):
                raise RulewrightError(problem("RW0901", found=pack))
        ruleset = self.rooms.loaded.rules(self.rooms.rulesets[name], tuple(packs), {}).ruleset
        found: dict[str, Any] = {}
        for option in ruleset.options.values():
            given = form.get(f"option.{option.id}", [""])[-1]
            if option.type == "boolean":
                found[option.id] = given == "true"
            elif given:
                found[option.id] = int(given) if re.fullmatch(r"-?\d{1,9}", given) else given
        return {key: value for key, value in found.items() if value != ruleset.options[key].default}

    def links(self, room: Room, lang: str) -> str:
        """The links of a table's seats."""
        rows = [
            (", ".join(room.game.labels.seat(seat, lang) for seat in seats) or _say(lang, "web_onlooker"), token)
            for token, seats in room.tokens.items()
        ]
        return self._made("links.html", lang, title=room.rules.title, rows=rows, name=room.name)

    def locked(self, lang: str) -> str:
        """Only who has the key makes tables."""
        return self._made("message.html", lang, title=_say(lang, "web_locked"), text=_say(lang, "web_locked_how"))

    def nothing(self, lang: str) -> str:
        """There is no such page."""
        return self._made("message.html", lang, title=_say(lang, "web_nothing"), text="")

    def problems(self, error: RulewrightError, lang: str) -> str:
        """What is wrong, instead of a page."""
        return self._made("message.html", lang, title=_say(lang, "web_problem"), text=self.told(error, lang))

    @staticmethod
    def told(error: RulewrightError, lang: str) -> str:
        """Problems in words."""
        found = (told(item, lang) for item in error.problems[:5])
        return "\n".join(f"{item.message} {advice(item, lang)}".strip() for item in found)

    # ------------------------------------------------------------ the workbench

    def bench(
        self, name: str, component: str, lang: str, text: str | None = None, reason: str = "", run: bool = False
    ) -> str:
        """A component on the workbench, with what its text says; without one, the list of all.

        Args:
            run: whether its scenarios are run.
        """
        if name not in self.rooms.rulesets:
            raise RulewrightError(ruleset_not_found(name))
        ruleset = self.workbench.ruleset(name)
        lang = lang if lang in ruleset.languages else "en"
        one = ruleset.components.get(component)
        kinds: dict[str, list[Component]] = {}
        for other in ruleset.components.values():
            kinds.setdefault(other.kind, []).append(other)
        lexicon = ruleset.language(lang).lexicon
        titles = {kind: lexicon.nouns[kind].forms.get("one", "any") for kind in kinds if kind in lexicon.nouns}
        words: dict[str, Any] = {"text": "", "reading": None, "place": "", "outcomes": None, "edited": False}
        if one is not None:
            words["text"] = self.workbench.text(name, component).rstrip("\n") if text is None else text
            words["reading"] = self.workbench.read(name, component, words["text"], lang)
            place = ruleset.place(("components", component))
            words["place"] = f"{place.file}:{place.line}"
            if run and not words["reading"].findings:
                edited = self._with_text(name, component, words["text"])
                words["outcomes"] = outcomes(ruleset, edited, component, lang)
                words["edited"] = edited is not ruleset
        return self._made(
            "bench.html", lang, name=name, title=self._title(name, lang), kinds=list(kinds.items()), component=one,
            titles=titles, desk_code=self.desk.codes[0], own=name in self.workbench.own, reason=reason,
            called={one: told["name"] for one, told in _texts(ruleset, lang, "components").items() if told.get("name")},
            **words,
        )  # fmt: skip

    def try_out(self, name: str, component: str, text: str) -> str:
        """Begin a game in which a component says what stands on the workbench; the token of its link."""
        if self.workbench.component(name, component) is None:
            raise RulewrightError(problem("RW0740", found=component))
        rules = Rules(self._with_text(name, component, text))
        return self.rooms.try_out(rules, partial(begin, rules, component))

    def _with_text(self, name: str, component: str, text: str) -> Ruleset:
        """A ruleset in which a component says what stands on the workbench. Raises RulewrightError."""
        return with_text(self.rooms.rulesets[name], self.workbench.ruleset(name), component, text[:MOST_TEXT])

    def reading(self, name: str, component: str, lang: str, text: str) -> str:
        """What a text on the workbench says, alone."""
        if self.workbench.component(name, component) is None:
            raise RulewrightError(problem("RW0740", found=component))
        return self._made("_reading.html", lang, reading=self.workbench.read(name, component, text, lang))

    def packs(self, name: str, chosen: Sequence[str], thing: str, lang: str) -> str:
        """The packs of a ruleset, what those that are chosen change together, and who wrote each field of a thing."""
        known = self.modding.packs(name)
        mix = self.modding.mix(name, chosen)
        problems = [told(item, lang) for item in mix.problems[:30]]
        written: Sequence[Thing] = ()
        reason = ""
        if thing and not problems:
            try:
                written = self.modding.written(name, chosen, thing)
            except RulewrightError as error:
                reason = self.told(error, lang)
        return self._made(
            "packs.html", lang, name=name, title=self._title(name, lang), packs=known, chosen=chosen, thing=thing,
            problems=problems, changed=mix.changed, more=mix.more, written=written, reason=reason,
        )  # fmt: skip

    # ------------------------------------------------------------ the table

    def table(
        self, room: Room, seats: tuple[int, ...], token: str, lang: str, seen: str, part: bool, reason: str = ""
    ) -> str:
        """The table as a seat sees it; several who share a link look one after the other."""
        lang = self._spoken(room, lang)
        key = (token, lang, seen, "part" if part else "")
        if reason:
            return self._table(room, seats, token, lang, seen, part, reason)
        if key not in room.shown:
            if len(room.shown) >= MOST_SHOWN:
                room.shown.clear()
            room.shown[key] = self._table(room, seats, token, lang, seen, part, "")
        return room.shown[key]

    def _table(
        self, room: Room, seats: tuple[int, ...], token: str, lang: str, seen: str, part: bool, reason: str
    ) -> str:
        game = room.game
        turn = game.seat
        viewer: int | None = seats[0] if len(seats) == 1 else None
        wanted = int(seen) if seen.isdecimal() and len(seen) < 3 else -1
        curtain: int | None = None
        if len(seats) > 1:
            if wanted in seats and (turn not in seats or turn == wanted):
                viewer = wanted
            elif turn in seats:
                curtain = turn
        shown = table(game, viewer, lang, may_choose=room.session.human)
        readers = [viewer] if viewer is not None else [*range(game.seats)]
        count = room.story.told(game)
        events = room.story.events(game, readers, lang, max(0, count - RECENT))
        return self._made(
            "_table.html" if part else "table.html", lang, t=shown, room=room, token=token, curtain=curtain,
            seen=viewer if len(seats) > 1 and viewer is not None else "", made=len(room.session.made),
            events=events[::-1], reason=reason, at=None, last=count, seat_name=partial(game.labels.seat, lang=lang),
            can=can(shown), common=common(shown), trouble=self.told(room.trouble, lang) if room.trouble else "",
            since=since(events, viewer), before=before(events, game, viewer, lang),
            alike=in_words(game, each(shown), lang), open=all_open(shown),
            undoable=bool(seats) and any(seat in seats for seat in room.story.seats),
        )  # fmt: skip

    def replay(self, room: Room, seats: tuple[int, ...], at: int, lang: str, token: str, part: bool) -> str:
        """The table as it was after so many choices, for a seat."""
        lang = self._spoken(room, lang)
        last = room.story.told(room.game)
        at = last if at < 0 else min(at, last)
        viewer = seats[0] if len(seats) == 1 else None
        game = room.story.at(room.game, at)
        readers = [viewer] if viewer is not None else [*range(game.seats)]
        events = room.story.events(room.game, readers, lang, max(0, at - RECENT), at)
        return self._made(
            "_table.html" if part else "replay.html", lang, t=table(game, viewer, lang, may_choose=False), room=room,
            token=token, curtain=None, seen="", made=at, events=events[::-1], reason="", at=at, last=last,
            seat_name=partial(game.labels.seat, lang=lang), can={}, common=frozenset(), trouble="",
            since=0, undoable=False, before="", alike="", open="",
        )  # fmt: skip

    @staticmethod
    def _spoken(room: Room, lang: str) -> str:
        return lang if lang in room.rules.ruleset.languages else "en"

    # ------------------------------------------------------------ looking up

    def why(self, room: Room, seats: tuple[int, ...], query: Mapping[str, str], lang: str, token: str) -> str:
        """What a number is made of."""
        lang, game = self._spoken(room, lang), room.game
        noun, of = query.get("noun", ""), query.get("of", "")
        seat = int(query["seat"]) if query.get("seat", "").isdecimal() else 0
        kinds = game.numbers().get(noun)
        if kinds is None or seat >= game.seats:
            raise RulewrightError(problem("RW0742", found=noun, expected=game.numbers()))
        things = [seat if kind == "player" else of for kind in kinds]
        parts = game.why(noun, *things, lang=lang)
        name = game.labels.titles(lang).get(noun, noun)
        title = f"{upper(name)}: {game.labels.seat(seat, lang)}" if "player" in kinds else upper(name)
        return self._made("why.html", lang, title=title, parts=parts, total=sum(by for _, by in parts), token=token)

    def why_not(self, room: Room, seats: tuple[int, ...], query: Mapping[str, str], lang: str, token: str) -> str:
        """Why something cannot be chosen; without its name, why all that is not offered is not."""
        lang, now = self._spoken(room, lang), room.game
        seen, wanted = query.get("as", ""), query.get("id", "")
        viewer = int(seen) if seen.isdecimal() and int(seen) in seats else seats[0] if len(seats) == 1 else None
        found = asked_why_not(now, viewer, wanted, lang) if wanted else missing(now, viewer, lang)
        return self._made("why_not.html", lang, token=token, seen=seen, found=gathered(found))

    def rules(self, room: Room, word: str, lang: str, token: str) -> str:
        """The rules and cards in which a word stands, by chapters; without a word, all of them."""
        lang = self._spoken(room, lang)
        told_of = [(kind, _marked(text)) for kind, text in fitting(self._rulebook(room, lang), word.strip())]
        return self._made(
            "rules.html",
            lang,
            word=word,
            found=told_of[:300],
            more=len(told_of) > 300,
            title=room.rules.title,
            token=token,
        )

    def _rulebook(self, room: Room, lang: str) -> list[tuple[str, str]]:
        """The lines of a game's rulebook: kind and text of each."""
        key = (id(room.rules), lang)
        if key not in self._rulebooks:
            self._rulebooks[key] = [
                (line.kind, line.text) for line in rulebook(room.rules.ruleset, lang, internal=True)
            ]
        return self._rulebooks[key]


def _texts(ruleset: Ruleset, lang: str, section: str = "") -> dict[str, Any]:
    """What a language's file says of a ruleset, or of one section of it."""
    found = ruleset.content.data["locale"].get(lang, {}).get("texts", {})
    return dict(found.get(section, {}) if section else found)


def _marked(text: str) -> Markup:
    """`**bold**` and `*italic*` of the rulebook."""
    safe = str(escape(text))
    safe = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", safe)
    return Markup(re.sub(r"\*(.+?)\*", r"<i>\1</i>", safe))


def _say(lang: str, key: str, /, **words: object) -> str:
    return said(key, lang, **words)
