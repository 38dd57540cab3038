"""The table on a terminal, in panes that stay in place: decision, map, cards, players, log, and what was asked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.geometry import Region
from textual.widgets import Input, OptionList, Static, TabbedContent, TabPane
from textual.widgets.option_list import Option

from rulewright.cli.panes import faces
from rulewright.cli.panes.play import Play
from rulewright.cli.table.answers import Answers
from rulewright.cli.table.board import Board
from rulewright.language.interface import said, told
from rulewright.play.choosing import option_for
from rulewright.play.presentation.changes import NOBODY
from rulewright.play.presentation.digest import all_open, common
from rulewright.play.presentation.options import Choice
from rulewright.play.presentation.table import Table
from rulewright.problems import RulewrightError

DECISION, SIDE, MIDDLE = 34, 38, 46
"""How wide the panes of the decision and of players and log are, and how wide at least what lies between them."""
TALL = 36
"""From so many lines on, the log stands below the options."""
EVENTS = 30
PANES = ("map", "cards", "players", "log", "answer")
_TITLES = {
    "map": "pane_map",
    "cards": "pane_cards",
    "players": "web_players",
    "log": "web_log",
    "answer": "pane_answer",
}


class TableApp(App[bool]):
    """Plays a session in panes; what it returns tells whether the game is over.

    Args:
        play: the session and who looks.
        journal: where it is written down, if it is.
    """

    CSS_PATH = "panes.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "pane('map')", show=False),
        Binding("c", "pane('cards')", show=False),
        Binding("p", "pane('players')", show=False),
        Binding("l", "pane('log')", show=False),
        Binding("a", "pane('answer')", show=False),
        Binding("u", "ask('undo')", show=False),
        Binding("question_mark", "ask('why')", show=False),
        Binding("h,f1", "ask('help')", show=False),
        Binding("slash", "write('rules')", show=False),
        Binding("colon", "write('')", show=False),
        Binding("escape", "leave", show=False),
        Binding("q", "quit", show=False),
    ]

    def __init__(self, play: Play, journal: Path | None = None) -> None:
        super().__init__()
        self.play = play
        self.lang = play.lang
        self.answers = Answers(play.lang, journal)
        self.shown: Table = play.shown()
        self.choices: list[Choice] = []
        self._typed = ""
        self._pointed: Choice | None = None
        self.rows: list[str] = []
        self._board: tuple[tuple[int, int], Board] | None = None

    # ------------------------------------------------------------ what there is

    def compose(self) -> ComposeResult:
        """The panes."""
        yield Static(id="goal")
        with Horizontal(id="body"):
            with Vertical(id="decide"):
                yield Static(id="prompt")
                yield OptionList(id="options")
                with VerticalScroll(id="under"):
                    yield Static(id="under-text")
                yield Static(id="goods")
            with Vertical(id="middle"):
                with TabbedContent(initial="map", id="look"):
                    for pane in PANES:
                        with TabPane(said(_TITLES[pane], self.lang), id=pane):
                            with ScrollableContainer(id=f"{pane}-scroll"):
                                yield Static(id=f"{pane}-text")
                            if pane == "map":
                                yield Static(id="legend")
                yield Static(id="about")
            with Vertical(id="side"):
                with VerticalScroll(id="side-players"):
                    yield Static(id="side-players-text")
                with VerticalScroll(id="side-log"):
                    yield Static(id="side-log-text")
        yield Input(id="say", placeholder=said("pane_say", self.lang))
        yield Static(said("pane_keys", self.lang), id="keys")

    def on_mount(self) -> None:
        """Show the position, and let bots choose where it is their turn."""
        self.query_one("#say").display = False
        self.tell()
        self.wake()

    def on_resize(self, event: Resize) -> None:
        """A wide terminal shows more panes at once."""
        self.arrange(event.size.width, event.size.height)
        self.call_later(self.draw_map)

    def arrange(self, width: int, height: int) -> None:
        """Show players and log next to the map where there is room; else the log below tall options."""
        map_width = max((len(line) for line in self.map_rows()), default=0)
        beside = width - DECISION - SIDE >= max(map_width + 4, MIDDLE)
        self.query_one("#side").display = beside
        self.query_one("#under").display = not beside and height >= TALL
        tabs = self.query_one("#look", TabbedContent)
        for pane in ("players", "log"):
            (tabs.hide_tab if beside else tabs.show_tab)(pane)
        if beside and tabs.active in ("players", "log"):
            tabs.active = "map"

    def tell(self) -> None:
        """Show the position as it is now."""
        self.shown = self.play.shown()
        curtain = self.play.curtain
        self.choices = [one for group in self.shown.groups for one in group.choices] if curtain is None else []
        self._set("goal", faces.heading(self.shown, self.lang))
        self._set("prompt", self._prompt(curtain))
        self._options(curtain)
        people = faces.players(self.shown, self.lang)
        happened = faces.log(self.play.game, self.play.events(EVENTS), self.shown, self.lang)
        for name, text in (("players", people), ("log", happened)):
            self._set(f"{name}-text", text)
            self._set(f"side-{name}-text", text)
        self._set("under-text", happened)
        self._set("cards-text", faces.cards(self.shown, self.lang))
        self.draw_map()
        self.point(None if curtain is not None else next(iter(self.choices), None))

    def _set(self, name: str, what: RenderableType) -> None:
        self.query_one(f"#{name}", Static).update(what)

    def _prompt(self, curtain: int | None) -> Text:
        game = self.play.game
        if game.decision is None:
            return faces.over(self.shown, self.lang)
        if curtain is not None:
            return Text(said("web_hand_over", self.lang, who=game.labels.seat(curtain, self.lang)), "bold")
        if self.play.bots:
            return Text(said("web_waiting", self.lang, who=game.labels.seat(game.decision.seat, self.lang)), "dim")
        return faces.prompt(game, self.shown, self.play.events(1), self.lang)

    def _options(self, curtain: int | None) -> None:
        unsaid = {*common(self.shown), *self.shown.hidden}
        told = not all_open(self.shown)
        rows: list[Option | None] = []
        group = ""
        for heading in self.shown.groups if curtain is None else ():
            if heading.title != group:
                group = heading.title
                rows.append(Option(Text(heading.title.upper(), "dim bold"), disabled=True))
            rows += [
                Option(faces.option(self.play.game, choice, self.lang, unsaid, told), id=f"o{choice.number}")
                for choice in heading.choices
            ]
        if curtain is not None:
            rows = [Option(said("web_show_me", self.lang), id="curtain")]
        options = self.query_one("#options", OptionList)
        options.clear_options().add_options(rows)
        first = next((at for at, row in enumerate(rows) if row is not None and not row.disabled), None)
        options.highlighted = first
        options.focus()

    def map_rows(self) -> list[Text]:
        """The lines of the map: as wide as it is, where it has columns and rows, else as wide as its pane."""
        board = self.board()
        drawing = board.drawing if board.drawing.spaces else board.chart()
        self._set("legend", Text("\n").join(drawing.legend()) if drawing is not None else "")
        return list(drawing.rows()) if drawing is not None else []

    def draw_map(self) -> None:
        """Draw the map, and tracks below it; the cards where there is no map."""
        rows = self.map_rows()
        self.rows = [line.plain for line in rows]
        tracks = list(self.board().tracks())
        parts = [Text("\n").join(rows)] if rows else [faces.cards(self.shown, self.lang)]
        self._set("map-text", Group(*parts, *tracks))
        self.query_one("#map-text").styles.width = max(map(len, self.rows), default=0) or "auto"
        self.look_at(self._pointed)

    def look_at(self, choice: Choice | None) -> None:
        """Scroll the map so that what an option is about is seen, or at first what the reader has on it."""
        scroll = self.query_one("#map-scroll")
        at = self._place_of(f">{choice.number}") if choice is not None else None
        if at is None and scroll.scroll_offset == (0, 0) and self.play.viewer is not None:
            at = self._place_of(f"{self.play.viewer + 1}:")
        if at is not None:
            scroll.scroll_to_region(Region(at[0] - 6, at[1] - 3, 14, 8), animate=False)

    def _place_of(self, mark: str) -> tuple[int, int] | None:
        """Where a mark stands on the map: its column and row."""
        found = ((line.find(mark), number) for number, line in enumerate(self.rows))
        return next((at for at in found if at[0] >= 0), None)

    def board(self) -> Board:
        """The position as lines of text have it; a map that lies in columns and rows is as wide as it needs to be."""
        width = max(40, self.query_one("#look").size.width - 4)
        key = (width, id(self.shown))
        if self._board is None or self._board[0] != key:
            self._board = (key, self._made_board(width))
        return self._board[1]

    def _made_board(self, width: int) -> Board:
        viewer = self.play.viewer
        view = self.play.game.view(viewer, self.lang)
        at = {subject.at: choice.number for choice in self.choices for subject in choice.subjects if subject.at}
        return Board(view, viewer or 0, self.lang, at, width, self.shown, whole=True)

    def point(self, choice: Choice | None) -> None:
        """Tell of an option, and what its chooser would have then."""
        self._pointed = choice
        zones = [zone for zone in self.shown.zones if zone.seat in (NOBODY, self.shown.viewer) and zone.cards]
        cards = [card for zone in zones for card in zone.cards or ()]
        about = Text() if choice is None else faces.about(self.play.game, choice, cards, self.lang, self.shown)
        self._set("about", about)
        self._set("goods", faces.goods(self.shown, choice, self.lang))
        self.look_at(choice)

    def answer(self, parts: Iterable[RenderableType]) -> None:
        """Show an answer in its pane, and nothing else."""
        self._set("answer-text", Group(*parts))
        self.action_pane("answer")

    # ------------------------------------------------------------ what can be done

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Pointing at an option tells of it."""
        number = (event.option.id or "").removeprefix("o")
        self.point(next((one for one in self.choices if str(one.number) == number), None))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click chooses."""
        chosen = event.option.id or ""
        if chosen == "curtain":
            self.play.seat = self.play.curtain
            self.tell()
            return
        number = chosen.removeprefix("o")
        found = next((one for one in self.choices if str(one.number) == number), None)
        if found is not None:
            self.choose(found.id)

    def on_key(self, event: Key) -> None:
        """Digits go to the option that they number."""
        if not event.key.isdecimal() or isinstance(self.focused, Input):
            self._typed = ""
            return
        for typed in (self._typed + event.key, event.key):
            if self._go_to(typed):
                self._typed = typed
                event.stop()
                return

    def _go_to(self, number: str) -> bool:
        options = self.query_one("#options", OptionList)
        if all(str(one.number) != number for one in self.choices):
            return False
        options.highlighted = options.get_option_index(f"o{number}")
        options.focus()
        return True

    def choose(self, option: str) -> None:
        """Make a choice, then let bots choose."""
        try:
            self.play.choose(option)
        except RulewrightError as error:
            self.problem(error)
            return
        self.tell()
        self.wake()

    def problem(self, error: RulewrightError) -> None:
        """Tell what is wrong, in words."""
        found = [told(item, self.lang) for item in error.problems[:3]]
        self.answer([Text(f"{item.message} {item.hint}".strip()) for item in found])

    def wake(self) -> None:
        """Let bots choose, beside the panes."""
        if self.play.bots:
            self._let_bots_choose()

    @work(thread=True, exclusive=True)
    def _let_bots_choose(self) -> None:
        """Bots choose one after the other; each choice is shown when it is made."""
        while self.play.bots and self.is_running:
            try:
                self.play.bot_chooses()
            except RulewrightError as error:
                self.call_from_thread(self.problem, error)
                return
            self.call_from_thread(self.tell)

    def action_pane(self, pane: str) -> None:
        """Turn to a pane."""
        tabs = self.query_one("#look", TabbedContent)
        if pane in ("players", "log") and self.query_one("#side").display:
            return
        tabs.active = pane

    def action_write(self, before: str) -> None:
        """Write an answer or a command."""
        say = self.query_one("#say", Input)
        say.display = True
        say.value = f"{said(f'do_{before}', self.lang)} " if before else ""
        say.focus()
        say.cursor_position = len(say.value)

    def action_leave(self) -> None:
        """Back to the options and the map."""
        self.query_one("#say").display = False
        self.action_pane("map")
        self.query_one("#options").focus()

    async def action_quit(self) -> None:
        """Leave; the game can be resumed."""
        self.exit(self.play.game.decision is None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was written."""
        self.query_one("#say").display = False
        self.query_one("#options").focus()
        if event.value.strip():
            self.action_ask(event.value.strip())

    def action_ask(self, words: str) -> None:
        """Answer a command, or choose by a number or by words."""
        if self.play.bots or self.play.curtain is not None:
            return
        try:
            self._ask(*self.answers.command(words), words)
        except RulewrightError as error:
            self.problem(error)

    def _ask(self, command: str, rest: str, words: str) -> None:
        board, game = self.board(), self.play.game
        match command:
            case "quit":
                self.exit(game.decision is None)
            case "help":
                self.answer([Text(self.answers.help() + "\n\n" + said("pane_keys", self.lang))])
            case "map":
                self.action_pane("map")
            case "board":
                self.action_pane("cards")
            case "log":
                self.action_pane("log")
            case "show" if rest:
                self.answer(self.answers.show(rest, board, game))
            case "rules" if rest:
                self.answer(self.answers.rules(rest, game))
            case "why":
                self.answer(Text(str(line)) for line in self.answers.why(rest, board, game))
            case "save" if rest:
                self.answer([Text(self.answers.save(rest))])
            case "undo":
                self._undo()
            case "show" | "save" | "rules":
                self.answer([Text(self.answers.help(command))])
            case _ if game.decision is not None:
                numbered = {str(one.number): one.id for one in self.choices}
                self.choose(numbered.get(words) or option_for(game.decision, words, self.lang).id)

    def _undo(self) -> None:
        why = self.play.undo()
        if why:
            self.answer([Text(why)])
        else:
            self.tell()
