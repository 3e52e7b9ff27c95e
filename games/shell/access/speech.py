"""The words in which a game's table speaks, for a player who does not see it.

A game's words stand in `games/<id>/spoken.py`, as `SPEECH`, a `TableSpeech`. The words need no
window: they are made from a `TableSight`, the viewer's knowledge. Without such a module a
table speaks the words that it draws.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.core import WATCHERS, Event
from games.match import Match, seen_by
from games.mind import Mind
from games.paths import game_folder
from games.shell.access.node import Node
from games.spec import Params

ELEMENT_WORDS: Final = 12
"""The most words in the name of an element of a table."""
MOST_CHOICES: Final = 100
"""The most moves in a list; in games whose moves have parts there are millions."""
REMEMBERED: Final = 60
"""The turns whose events a sight has; enough for a dozen steps of the tracker. By hand."""
LINE_WORDS: Final = 20
"""The most words in the line of an event."""


@dataclass(frozen=True)
class TableSight:
    """A match as its viewer knows it.

    - `state` is the view of the viewer's `seat`; the whole state for None, who may see all.
    - `own` is the seat of the person whom the words call You, None where agents play alone.
    - `names` are the players' names by seat.
    - `legal` are the moves that the person can choose now, () while another is to move. They may
      be millions, so ask for a move's membership, and go through the first ones alone.
    - `turns` is the number of turns played, `last` the events of the last one that the viewer may
      see.
    - `past` are the events of the last `REMEMBERED` turns that the viewer may see, `last` among
      them.
    - `mind` is the open mind on show, () while it is closed.
    - `hurried` is True where a clock runs, so that no page may stop it.
    - `closed` is True while neither of two people who know different things was let look yet: then
      nothing may be said that only one of them knows.
    """

    params: Params
    state: Any
    seat: int | None
    own: int | None
    names: Sequence[str]
    legal: Collection[str] = ()
    turns: int = 0
    last: Sequence[Event] = ()
    over: bool = False
    mind: Mind = ()
    hurried: bool = False
    past: Sequence[Event] = ()
    closed: bool = False

    @classmethod
    def of(
        cls,
        match: Match[Any],
        viewer: int | None,
        names: Sequence[str],
        last: Sequence[Event] = (),
        own: int | None = None,
        due: int | None = None,
        mind: Mind = (),
        hurried: bool = False,
        past: Sequence[Event] = (),
        closed: bool = False,
    ) -> TableSight:
        """Return a `match` after a turn with the events `last`, as the seat `viewer` knows it.

        `due` is the seat of a person whose choice can be made now.
        """
        state = match.state
        told, heard = tuple(last), tuple(past)
        audience = viewer if not closed else WATCHERS
        return cls(
            params=match.params,
            state=state if viewer is None else match.game.view(state, viewer),
            seat=viewer,
            own=own,
            names=names,
            legal=() if due is None or closed else match.legal(due),
            turns=len(match.turns),
            last=told if audience is None else seen_by(told, (audience,)),
            past=heard if audience is None else seen_by(heard, (audience,)),
            over=match.over,
            mind=mind,
            hurried=hurried,
            closed=closed,
        )

    def who(self, seat: int) -> str:
        """Return the name of a seat's player at the start of a sentence: "You" for the person."""
        return "You" if seat == self.own else self.names[seat]


class SpokenChoice(NamedTuple):
    """A legal move in words, and what the move would bring.

    >>> SpokenChoice("kick", "Kick", "10 points against a punch").name
    'Kick'
    """

    move: str
    name: str
    brings: str = ""


class TableSpeech:
    """The words of a game's table; each method has a short default.

    >>> TableSpeech().events(TableSight({}, None, None, None, ("Ada", "Sensei")))
    []
    """

    def elements(self, at: TableSight) -> list[Node]:
        """Return the board or table as nodes, in the order in which a reader goes through them.

        Names have at most `ELEMENT_WORDS` words. `Node.press` names the move, the action or the
        spot of the scene that a press of the node makes. For [] the reader hears the words that
        are drawn.
        """
        return []

    def events(self, at: TableSight) -> list[str]:
        """Return the last turn (`at.last`) in lines of at most `LINE_WORDS` words."""
        return []

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return the legal moves (`at.legal`), each with what the move would bring; of very many
        the first `MOST_CHOICES`.
        """
        moves = itertools.islice(at.legal, MOST_CHOICES)
        return [SpokenChoice(move, plain_words(move)) for move in moves]

    def standing(self, at: TableSight) -> str:
        """Return score, turn and clock in one or two sentences."""
        return "The match is over." if at.over else f"Turn {at.turns + 1}."


def plain_words(move: str) -> str:
    """Return a `move` as words, where its game has none of its own.

    >>> plain_words("parry-kick")
    'Parry kick'
    """
    words = move.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def speech_of(game: str) -> TableSpeech:
    """Return the words of a `game`; the plain ones where it has no module for them."""
    name = f"games.{game}.spoken"
    home = game_folder(game)
    if home is None or not (home / "spoken.py").is_file():
        return TableSpeech()
    found: TableSpeech = importlib.import_module(name).SPEECH
    return found
