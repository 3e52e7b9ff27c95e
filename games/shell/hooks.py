"""What a game says about its table: the hooks that `games.shell.table.Table` calls.

A game's scene overrides what it needs of these, and no underscore name of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from games import catalog
from games.core import Log, Turn
from games.mind import Mind, Note
from games.session.reel import Witness
from games.session.resuming import choices_in, standing
from games.session.reveal import Reveal
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.input import InputEvent
from games.shell.shell import Scene, Shell
from games.store.statistics import SeatResult

NO_CHOICES: Final[Mapping[str, str]] = dict.fromkeys(
    ("choice_1", "choice_2", "choice_3", "choice_4"), ""
)
"""Among `Hooks.action_names`: of a game without numbered choices."""


class Insight(NamedTuple):
    """What is said of a match at first sight: a heading of a few words, and one short sentence."""

    title: str
    text: str


AWAY, STRENGTH, TRY = "What gave you away", "How you did", "Try this"
"""What a report says first, in this order, where a person played."""
SHORT_SENTENCE = 16
"""So many words an insight has at most, for three of them to stand on the page; chosen."""


def opening_notes(found: Mind) -> tuple[str, str]:
    """What an agent `found` gave the other side away, and what that could try; "" for nothing.

    These are its first two items where both are short sentences (`games.core.Player.findings`).
    """
    texts = [item.text if isinstance(item, Note) else "" for item in found[:2]]
    if len(texts) == 2 and all(text and len(text.split()) <= SHORT_SENTENCE for text in texts):
        return texts[0], texts[1]
    return "", ""


class CornerButton(NamedTuple):
    """A small button over the stage: its box, icon and action.

    A `word` may stand below it; it is `lit` where it stands for something that is switched on.
    """

    box: Box
    icon: str
    action: str
    word: str = ""
    lit: bool = False


@dataclass(frozen=True)
class Report:
    """The end of a match for the result page: a headline, sentences, and pictures of the mind.

    `brief` is what the page says first, beside the first picture over time among the `items`; all
    else stands behind a button. `notices` are those of the `lines` that have to be seen at once.

    `turns` holds for each item the turns, from 1 on, that its rows tell of; () where they tell of
    none. Who chooses such a row is shown that turn (`Table.show_turn`). `places` has everybody's
    score where more than two played.
    """

    headline: str
    lines: tuple[str, ...] = ()
    items: Mind = ()
    outcome: str = "drawn"  # "won", "drawn", "lost", or "left" where it did not come to its end
    turns: tuple[tuple[int, ...], ...] = ()
    places: tuple[SeatResult, ...] = ()
    brief: tuple[Insight, ...] = ()
    notices: tuple[str, ...] = ()


class Hooks(Scene):
    """The hooks of a table, each doing as little as possible."""

    action_names: ClassVar[Mapping[str, str]] = {}
    """What this game calls its actions, in help."""
    corner_names: ClassVar[Mapping[str, str]] = {}
    """What this game calls the actions of its corner buttons, where not as usual."""
    tempo: float = 1.0
    """How much faster than usual turns follow each other."""
    ahead: bool = False
    """Whether the agents may decide on the next turn while the last one is being shown."""

    def place(self, stage: Box) -> None:
        """The stage has this box now: place everything on it."""

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the game."""

    def cell_box(self, cell: str) -> Box | None:
        """Where a cell of the board is, by its name in a mind's `Field`; None where it is not."""
        return None

    def show(self, reveal: Reveal) -> None:
        """A turn was played: begin its animation and sounds."""

    def animate(self, dt: float) -> None:
        """Move the animation on."""

    @property
    def busy(self) -> bool:
        """Whether an animation is running that the next turn must wait for."""
        return False

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself, with or without a turn going on."""
        return False

    def skip(self) -> None:
        """End the animation at once."""

    def handle_game(self, event: InputEvent) -> bool:
        """An event that the table itself has no use for."""
        return False

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """What this game adds to the pause page: label, icon, action."""
        return []

    def on_looking(self) -> None:
        """Another of several people looks at the table from now on."""

    def show_turn(self, turn: int) -> None:
        """Show the match as it was before one of its turns, counted from 1."""

    def on_thoughts(self) -> None:
        """In a replay: what was thought before the moment on show is known now, and stands in the
        reveals.
        """

    def draw_end(self, canvas: Canvas) -> bool:
        """Draw how the match ended, under the first words of the result; False for plain ground.

        The left half of the canvas is for the words.
        """
        return False

    def result_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """What this game adds to the result page, which is gone when the action runs."""
        return []

    @classmethod
    def workshop(cls, shell: Shell) -> list[tuple[str, str, Callable[[Mapping[str, Any]], Scene]]]:
        """What the page before a match offers beside it: label, icon, a scene for the options."""
        return []

    @classmethod
    def lesson(cls, shell: Shell) -> tuple[str, Callable[[], Scene]] | None:
        """What the page before a match offers a newcomer beside Play: label, and a scene.

        None where there is nothing to learn first, or it has been learned.
        """
        return None

    @classmethod
    def heaviest(cls) -> tuple[str, list[tuple[Setup, Sequence[Turn], Mind]]]:
        """What costs the most to draw: what that is, and two matches by setup, turns played
        and what the mind view shows; none where it is what attract mode shows.
        """
        return "", []

    @classmethod
    def witnesses(cls, setup: Setup) -> Mapping[str, Witness]:
        """Who has to have seen a match of a `setup` before it is looked at again, by name."""
        return {}

    @classmethod
    def turn_due(cls, played: int) -> int:
        """The number, for people, of the turn that is due when `played` turns have been played."""
        return played + 1

    @classmethod
    def place_of(cls, found: Log) -> str:
        """How far a match is, in words: "round 11 of 25"."""
        match, spec = standing(found), catalog.spec(found.game)
        place = "" if match is None else match.game.place(match.state, choices_in(found))
        if place:
            return place
        length = found.params.get(spec.told.length, 0)
        due = f"{spec.told.turn} {cls.turn_due(len(found.turns))}"
        return due + (f" of {length}" if length else "")

    def begin(self) -> None:
        """A match begins, perhaps after turns that were played before: make what goes with it."""

    def on_sealed(self, seat: int) -> None:
        """An agent's choice was sealed."""

    def on_changed(self) -> None:
        """Turns were taken back or played again: draw the state as it is now."""

    @classmethod
    def help_figures(cls) -> Mapping[str, str]:
        """The figures that fill the gaps of the game's help texts, by name."""
        return {}

    def help_text(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The figures for the texts of help, and what this game calls its actions."""
        return {**self.help_figures(), **self.worked_out(self)}, self.action_names

    @staticmethod
    def worked_out(scene: Any) -> Mapping[str, str]:
        """The lines of help that have the numbers of the match of a `scene`, by their names."""
        return {}
