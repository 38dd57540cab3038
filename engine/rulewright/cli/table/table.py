"""Play one game on the terminal, with humans at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from rulewright.cli.table.answers import Answers
from rulewright.cli.table.board import Board, in_a_row, seat_name
from rulewright.cli.table.maps import WIDTH
from rulewright.cli.text.report import report
from rulewright.language.interface import said
from rulewright.play.choosing import option_for
from rulewright.play.presentation.digest import in_words
from rulewright.play.presentation.table import Table as Shown
from rulewright.play.presentation.table import table
from rulewright.play.session import LIMIT, Session
from rulewright.problems import RulewrightError
from rulewright.runtime.game import Decision, Game, Option
from rulewright.runtime.view import card_view

MANY = 12
"""More options than this are set in columns,"""
MOST = 30
"""and more than this where cards say what they are for."""


class Table:
    """Plays a session to its end, or until somebody quits."""

    def __init__(
        self, session: Session, out: Console, lang: str, read: Callable[[str], str], journal: Path | None,
        limit: int = LIMIT,
    ) -> None:  # fmt: skip
        self.session = session
        self.out = out
        self.lang = lang
        self.read = read
        self.answers = Answers(lang, journal)
        self.limit = limit
        self.width = min(WIDTH, out.width)
        self._told = 0
        self._readers = [seat for seat, bot in enumerate(session.seats) if bot is None]  # all of them read one screen
        self._shown_to: int | None = None
        self._mapped = 0  # how many choices had been made when the map was last shown
        self._held: dict[str, Any] = {}  # by the seat that is asked, as it was last shown
        self._asked = False  # whether the options stand above, and only an answer was printed since

    def play(self) -> bool:
        """Play on; False when somebody quit before the end, or when bots alone have made too many choices."""
        bots_alone = all(self.session.seats)
        self.tell()
        while self.session.game.decision is not None:
            if self.session.human:
                if not self._ask(self.session.game.decision):
                    return False
            elif bots_alone and len(self.session.made) >= self.limit:
                return False
            else:
                self._shown_to = None
                self.session.bot_chooses()
            self.tell()
        return True

    def tell(self) -> None:
        """Print what has happened since the last time; while seats choose in secret, nothing."""
        decision = self.session.game.decision
        if decision is not None and decision.secret:
            return
        lines = self.session.game.log_lines(self.lang, self._told, self._readers)
        for line in filter(None, lines):
            self.out.print(line)
        self._told += len(lines)

    def _ask(self, decision: Decision) -> bool:
        """Let a human answer once: a choice or a command. False: quit."""
        game = self.session.game
        view = game.view(decision.seat, self.lang)
        cards = [(one.id, one.card) for one in decision.options if one.card is not None]
        shown = {option: card_view(game, card, self.lang) for option, card in cards}
        options = self._together(decision, shown)
        places = {option.id.rpartition(":")[2]: number for number, option in enumerate(options, 1)}
        now = table(game, decision.seat, self.lang)
        board = Board(view, decision.seat, self.lang, places, self.width, now)
        if not self._asked:
            self._print_options(decision, options, board, shown, now)
        try:
            words = self.read("> ").strip()
        except (EOFError, KeyboardInterrupt):
            return False
        try:
            return self._answer(decision, options, words, board)
        except RulewrightError as error:
            report(error.problems, console=self.out)
            return True

    def _print_options(
        self, decision: Decision, options: list[Option], board: Board, cards: Mapping[str, Mapping[str, Any]],
        now: Shown,
    ) -> None:  # fmt: skip
        """Print what changed, what is asked and the options; to a seat that did not look before, the whole position."""
        self.out.print()
        if self._shown_to != decision.seat:
            self._shown_to = decision.seat
            self._held = {}
            self._print(board.overview())
            self.out.print()
        elif self._mapped != len(self.session.made) and len(board.drawing.spaces & board.drawing.options.keys()) > 1:
            self._print(board.map())  # the spaces to choose from are numbered on it
        self._mapped = len(self.session.made)
        changed = board.changed(self._held) if self._held else ""
        if changed:
            self.out.print(Text(changed, "dim"))
        self._held = board.held()
        prompt = decision.prompt(self.lang) or said("what_now", self.lang)
        self.out.print(seat_name(board.view, decision.seat) + Text(f": {prompt}", "bold"))
        self._print(self._lines(options, board, cards, now))

    def _answer(self, decision: Decision, options: list[Option], words: str, board: Board) -> bool:
        """Choose, or answer a command. After an answer, options are printed again only when somebody asks for them."""
        game = self.session.game
        command, rest = self.answers.command(words)
        self._asked = bool(words)
        match command:
            case "quit":
                return False
            case "help":
                self.out.print(self.answers.help())
            case "board":
                self._print(board.overview(full=True))
            case "map":
                self._map(board, full=rest in ("all", said("do_all", self.lang)))
            case "show" if rest:
                self._print(self.answers.show(rest, board, game))
            case "why":
                self._print(self.answers.why(rest, board, game))
            case "rules" if rest:
                self._print(self.answers.rules(rest, game))
            case "log":
                self._told = 0
            case "undo":
                self._asked = not self.session.undo()
                if self._asked:
                    self.out.print(said("undo", self.lang))
                self._told = min(self._told, len(self.session.game.log_lines(self.lang)))
            case "save" if rest:
                self.out.print(self.answers.save(rest))
            case "show" | "save" | "rules":  # what must stand behind it, the help tells
                self.out.print(self.answers.help(command))
            case _ if words:
                self._choose(decision, options, words)
        return True

    def _map(self, board: Board, full: bool = False) -> None:
        self._print(board.map())
        if full:
            self._print(board.list_of_spaces())

    def _choose(self, decision: Decision, options: list[Option], words: str) -> None:
        if words.isdecimal() and 1 <= int(words) <= len(options):
            option = options[int(words) - 1]
        else:
            option = option_for(decision, words, self.lang)
        self.session.choose(option.id)
        self._asked = False

    def _together(self, decision: Decision, cards: Mapping[str, Mapping[str, Any]]) -> list[Option]:
        """The options: cards as they lie, of others those that start with the same word together."""
        if len(cards) == len(decision.options):
            lying = {id(card): place for place, card in enumerate(in_a_row(list(cards.values())))}
            return sorted(decision.options, key=lambda option: lying[id(cards[option.id])])
        groups: dict[str, list[Option]] = {}
        for option in decision.options:
            groups.setdefault(option.text(self.lang).partition(" ")[0], []).append(option)
        return [option for group in groups.values() for option in group]

    def _lines(
        self, options: list[Option], board: Board, cards: Mapping[str, Mapping[str, Any]], now: Shown
    ) -> list[Any]:
        """What is printed of the options, numbered, with price and effect: of cards what is printed on them, too."""
        lines = [Text(f"{number:3} ", "cyan") + Text(one.text(self.lang)) for number, one in enumerate(options, 1)]
        printed = {option: board.printed(card) for option, card in cards.items()}
        details = [" ".join(f"{printed.get(one.id, '')} {one.detail(self.lang)}".split()) for one in options]
        if len(options) > (MOST if any(details) else MANY):
            return [Columns(lines, padding=(0, 3), column_first=True, expand=False)]
        game = self.session.game
        offered = [one for group in now.groups for one in group.choices]
        prices = {one.id: in_words(game, one.preview, self.lang, now.hidden) for one in offered}
        details = [f"{detail}  {prices.get(one.id, '')}".strip() for one, detail in zip(options, details, strict=True)]
        return [
            line + Text(f"  {detail}" if detail else "", "dim") for line, detail in zip(lines, details, strict=True)
        ]

    def _print(self, parts: Iterable[Any]) -> None:
        for part in parts:
            self.out.print(part, width=self.width, soft_wrap=False)


def result(game: Game, out: Console, lang: str = "en") -> None:
    """Print how a game that is over ended."""
    view = game.view(0, lang)
    reason = view.get("over") or game.end_reason
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for place, seat in enumerate(game.ranking, 1):
        grid.add_row(f"{place}.", view["seats"][seat]["name"], str(game.scores[seat]))
    out.print(f"\n{said('over', lang)}" + (f": {reason}" if reason else ""))
    out.print(grid)
