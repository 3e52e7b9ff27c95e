"""The hooks of a game's table, which `games.shell.table.Table` calls.

A game's scene overrides the hooks that it needs, and no underscore name of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from games import catalog
from games.agents import Judged
from games.core import Log, Turn
from games.mind import Mind, Note
from games.session.film import MatchWitness
from games.session.resuming import choices_in, standing
from games.session.reveal import Reveal
from games.session.session import Session
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, HEADING, LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS
from games.shell.input import InputEvent
from games.shell.mind.first_rules import RuleLine
from games.shell.shell import Scene, Shell
from games.spec import Params
from games.store.statistics import MatchResult, SeatResult

NO_CHOICES: Final[Mapping[str, str]] = dict.fromkeys(
    ("choice_1", "choice_2", "choice_3", "choice_4"), ""
)
"""The part of `Hooks.action_names` of a game without numbered choices."""


class Insight(NamedTuple):
    """The first finding about a match: a heading of a few words, and one short sentence.

    >>> Insight(STRENGTH, "You read 9 of 25 moves.").title
    'How you did'
    """

    title: str
    text: str


AWAY, STRENGTH, TRY = "What gave you away", "How you did", "Try this"
"""The titles of a report's first insights, in this order, where a person played."""
SHORT_SENTENCE = 16
"""The most words of an insight, so that three of them fit on the page; chosen by hand."""


VERDICTS: Final = {"won": "Won", "lost": "Lost", "drawn": "Draw"}
SAID: Final = ("You win", "You won", "Won", "Lost", "A draw", "Draw")
"""The first words of headlines that have their verdict already."""
DAY_MIDDLE: Final = 11.0  # units from the top to what says that it is today's match; by eye
MOST_SCORES: Final = 5
"""Of so many seats the headline has every score; of a larger table the figures tell."""


def opening_notes(found: Mind) -> tuple[str, str]:
    """Return what gave the other side away and what that side could try, from `found`; "" for
    neither.

    These are the first two items of an agent's findings, where both are short sentences
    (`games.core.Player.findings`).
    """
    texts = [item.text if isinstance(item, Note) else "" for item in found[:2]]
    if len(texts) == 2 and all(text and len(text.split()) <= SHORT_SENTENCE for text in texts):
        return texts[0], texts[1]
    return "", ""


class CornerButton(NamedTuple):
    """A small button over the stage: its box, icon and action.

    A `word` may stand below it. The button is `lit` while its action is switched on.

    >>> from games.shell.draw.canvas import Box
    >>> CornerButton(Box((0, 0, 40, 40)), "eye", "mind", word="Mind").lit
    False
    """

    box: Box
    icon: str
    action: str
    word: str = ""
    lit: bool = False

    def draw(self, canvas: Canvas, told: str, bottom: float) -> None:
        """Draw the button; under the mouse with what it does as `told`, above `bottom`."""
        x, y, w, h = self.box
        tone = "paper" if told else "brass" if self.lit else "quiet"
        canvas.panel(self.box, "high" if told else "raised", "line", 1.5, 10)
        canvas.icon(self.icon, (x + w / 2, y + h / 2), 22, tone)
        row = canvas.line_height(NOTE)
        canvas.text(self.word, (x + w / 2, y + h + 2 + row / 2), NOTE, tone, align="centre")
        self.tip(canvas, told, bottom)

    def tip(self, canvas: Canvas, told: str, bottom: float) -> None:
        """Draw what the button does beside it, above `bottom`, where it is `told`."""
        x, y, w, h = self.box
        row = canvas.line_height(NOTE)
        if told:
            wide, tall = canvas.text_width(told, NOTE) + 16, row + 6
            top = y + h + 4 + (row if self.word else 0.0)  # no word is hidden
            top = y - tall - 4 if top + tall > bottom else top
            left = max(4.0, x + w - wide)
            canvas.panel((left, top, wide, tall), "ink", "line", 1, 7)
            canvas.text(told, (left + 8, top + tall / 2), NOTE, "paper")


def draw_day(canvas: Canvas, words: str, left: float, right: float) -> None:
    """Draw at the top that it is today's match, from `left` on; the `words` only up to `right`."""
    canvas.icon("dice", (left + 8, DAY_MIDDLE), 16, "brass")
    if left + 30 + canvas.text_width(words, NOTE, "bold") <= right:
        canvas.text(words, (left + 22, DAY_MIDDLE), NOTE, "brass", "bold")


class Ask(NamedTuple):
    """A button of the result page that opens something over it: its label, its icon, the action.

    >>> Ask("One question", "mind", lambda: None).label
    'One question'
    """

    label: str
    icon: str
    open: Callable[[], None]


@dataclass(frozen=True)
class Report:
    """The end of a match for the result page: a headline, sentences, and pictures of the mind.

    - `brief` comes first on the page, beside the first picture over time among the `items`. The
      rest stands behind a button.
    - `notices` are the `lines` that have to be seen at once.
    - `turns` holds for each item the turns, counted from 1, that its rows describe; () for none. A
      click on such a row looks back on its turn.
    - `asks` are buttons of their own on the page.
    - `places` has each player's score where more than two played.

    >>> Report("You won 13 to 9.", outcome="won").lines
    ()
    """

    headline: str
    lines: tuple[str, ...] = ()
    items: Mind = ()
    outcome: str = "drawn"  # "won", "drawn", "lost", or "left" where it did not come to its end
    turns: tuple[tuple[int, ...], ...] = ()
    places: tuple[SeatResult, ...] = ()
    brief: tuple[Insight, ...] = ()
    notices: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()


def with_score(report: Report, result: MatchResult | None, names: Sequence[str] = ()) -> Report:
    """Return the `report` with all scores in its headline, the winner's first.

    A report of more than `MOST_SCORES` seats, and one whose headline has figures other than those
    in the `names` of the seats, stays as it is.
    """
    headline = said = report.headline.rstrip(".")
    for name in names:
        said = said.replace(name, "")
    if result is None or result.outcome == "played" or any(map(str.isdigit, said)):
        return report
    points = [result.points_for, result.points_against]
    if len(result.seats) > 2:
        points = [seat.score for seat in result.seats]
    if len(points) > MOST_SCORES or not any(points):
        return report
    told = "\u00a0:\u00a0".join(f"{each:g}" for each in sorted(points, reverse=True))
    return replace(report, headline=f"{headline} {told}")


def with_verdict(report: Report, result: MatchResult | None) -> Report:
    """Return the `report` of the one person who played with its verdict first in the headline.

    A `result` that is neither won, lost nor drawn has none.

    >>> result = MatchResult("numbers", "reader", "lost", "", 100)
    >>> with_verdict(Report("I guessed 49 of your 100 keys"), result).headline
    'Lost: I guessed 49 of your 100 keys'
    """
    word = "" if result is None else VERDICTS.get(result.outcome, "")
    if not word or report.outcome == "left" or report.headline.startswith(SAID):
        return report
    return replace(report, headline=f"{word}: {report.headline}")


class Hints(Protocol):
    """The hints at a table (`games.shell.hinting`).

    >>> class Whisper:
    ...     waits = False
    ...
    ...     def ask(self) -> None:
    ...         print("A kick wins most.")
    >>> Whisper().ask()
    A kick wins most.
    """

    @property
    def waits(self) -> bool:
        """True if a hint is on its way, or has come and is still to be seen."""

    def ask(self) -> None:
        """Ask for a hint, for all of it, or close it."""

    def forget(self) -> None:
        """Close a hint, for its choice is made."""

    def update(self) -> None:
        """Show a hint that has come."""


def no_rules(params: Params) -> Sequence[RuleLine]:
    """Return no rules, for a game with these `params` whose table has none to show before."""
    return ()


class Hooks(Scene):
    """The hooks of a table, each with a default that does as little as possible.

    >>> class Quiet(Hooks):
    ...     action_names = NO_CHOICES
    >>> Quiet.turn_due(played=3)
    4
    """

    action_names: ClassVar[Mapping[str, str]] = {}
    """The game's names of its actions, in help."""
    first_rules = staticmethod(no_rules)
    """The rules in a few lines with pictures, for the page before a match."""
    corner_names: ClassVar[Mapping[str, str]] = {}
    """The game's names of the actions of its corner buttons, where they are not the usual ones."""
    stands_on_choice: ClassVar[bool] = False
    """Whether Enter or Space makes a choice at once: no card or cell has to be marked before."""
    tempo: float = 1.0
    """The speed of turns, as a multiple of the usual one."""
    ahead: bool = False
    """True if the agents may decide on the next turn while the last one is shown."""
    skip_chooses: bool = False
    """True if `skip` is a move where a moment asks for one, as staying is."""

    judged: Judged | None = None
    """The choice to mark at a moment of a review; None while it is asked."""
    hinting: Hints | None = None
    """The hints for the person, where the game has some by the key of hints."""
    stage: Box
    """The box of the stage, in units."""
    guiding_words: str = ""
    """The words of a guide over the stage, "" while there are none."""
    spoken_cursor: str = ""
    """The key of the element of the spoken table under the game's own cursor, "" without one."""

    def place(self, stage: Box) -> None:
        """Place the parts of the stage in this box."""

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the game."""

    def draw_seat(self, canvas: Canvas, seat: int, name: str, score: str, left: bool) -> None:
        """Draw a seat's mark, name and score in the top corner of the stage, `left` or right."""
        x = self.stage[0] + EDGE if left else self.stage[0] + self.stage[2] - EDGE
        side = 1 if left else -1
        align = "left" if left else "right"
        colour = SEAT_COLOURS[seat]
        canvas.icon(SEAT_MARKS[seat], (x + side * 12, 104), 24, colour)
        room = min(300.0, self.stage[2] / 2 - EDGE - 34 - 12)  # the other's name has as much
        canvas.text(name, (x + side * 34, 104), LABEL, colour, "bold", align, room)
        canvas.text(score, (x, 146), HEADING + 8, "paper", "title", align)

    def look(self) -> object:
        """Return all that is visible now as the `Look` that the game's board draws."""
        return None

    def said(self) -> object:
        """Return the look with its words and keys, which only a drawing needs."""
        return self.look()

    def cell_box(self, cell: str) -> Box | None:
        """Return the box of a board cell, by its name in a mind's `Field`; None if it has none."""
        return None

    @property
    def explaining(self) -> bool:
        """True while the match waits for words to be read."""
        return False

    def show(self, reveal: Reveal) -> None:
        """Begin the animation and the sounds of a turn that was played."""

    def animate(self, dt: float) -> None:
        """Move the animation on."""

    @property
    def busy(self) -> bool:
        """True while an animation runs that the next turn must wait for."""
        return False

    @staticmethod
    def open_past(session: Session) -> bool:
        """Return True if the person may look back on the turns so far from the page of pause.

        Nothing may be drawn of them that their viewer may not know (`Setup.eyes`).
        """
        return False

    @property
    def moving(self) -> bool:
        """True while the picture changes by itself, with or without a turn going on."""
        return False

    def skip(self) -> None:
        """End the animation at once."""

    def handle_game(self, event: InputEvent) -> bool:
        """Handle an event that the table itself does not use; return whether it was used."""
        return False

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the entries that this game adds to the pause page: label, icon, action."""
        return []

    def on_looking(self) -> None:
        """Note that another of several people looks at the table from now on."""

    def on_thoughts(self) -> None:
        """Take in, during a replay, the reveals' thoughts before the moment on show."""

    def counted(self, found: MatchResult) -> MatchResult:
        """Return the result of the seat `found.own`, with what the game counts over matches."""
        return found

    def draw_end(self, canvas: Canvas) -> bool:
        """Draw the end of the match below the first words of the result; return False for a plain
        ground.

        The left half of the canvas is for the words.
        """
        return False

    def result_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the entries that this game adds to the result page, which closes before the action
        runs.
        """
        return []

    def moment_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return what this game adds below a moment of a review: label, icon, action."""
        return []

    def show_known(self, known: Mind) -> None:
        """Show what the seat of a judged choice could know, as far as its table shows that in play.

        Called for each moment of a review, after `on_changed`.
        """

    @classmethod
    def workshop(cls, shell: Shell) -> list[tuple[str, str, Callable[[Mapping[str, Any]], Scene]]]:
        """Return the entries beside Play on the page before a match: label, icon, a scene for the
        options.
        """
        return []

    @classmethod
    def lesson(cls, shell: Shell) -> tuple[str, Callable[[], Scene]] | None:
        """Return the entry for a newcomer on the page before a match: its label, and a scene.

        Return None where there is no first lesson, or it has been learned.
        """
        return None

    @classmethod
    def heaviest(cls) -> tuple[str, list[tuple[Setup, Sequence[Turn], Mind]]]:
        """Return the costliest pictures to draw: their name, and two matches by setup, turns played
        and mind.

        Return no match where attract mode is the costliest.
        """
        return "", []

    @classmethod
    def witnesses(cls, setup: Setup) -> Mapping[str, MatchWitness]:
        """Return the witnesses by name that must see a `setup`'s match before it is replayed."""
        return {}

    @classmethod
    def turn_due(cls, played: int) -> int:
        """Return the number, for people, of the next turn after `played` turns."""
        return played + 1

    @classmethod
    def place_of(cls, found: Log) -> str:
        """Return how far a match is, in words: "round 11 of 25"."""
        match, spec = standing(found), catalog.spec(found.game)
        place = "" if match is None else match.game.place(match.state, choices_in(found))
        if place:
            return place
        length = found.params.get(spec.told.length, 0)
        due = f"{spec.told.turn} {cls.turn_due(len(found.turns))}"
        return due + (f" of {length}" if length else "")

    def begin(self) -> None:
        """Begin a match, perhaps after turns that were played before: make what goes with it."""

    def on_sealed(self, seat: int) -> None:
        """Note that an agent's choice was sealed."""

    def on_changed(self) -> None:
        """Draw the state anew after turns were taken back or played again."""

    @classmethod
    def help_figures(cls) -> Mapping[str, str]:
        """Return the figures that fill the gaps of the game's help texts, by name."""
        return {}

    def help_text(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return the figures for the texts of help, and the game's names of its actions."""
        return {**self.help_figures(), **self.worked_out()}, self.action_names

    def worked_out(self) -> Mapping[str, str]:
        """Return the lines of help with numbers of this match, by their names."""
        return {}
