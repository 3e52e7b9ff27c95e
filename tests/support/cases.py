"""What the tests know of each game: `CASE` in `tests/games/<id>/case.py`, found by the game's id.

A game without that file has the case of the smallest game. All tests over the whole catalogue ask
here, so that a new game is entered in no table of theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from games import catalog
from games.core import Turn
from games.paths import ROOT

Match = tuple[str | None, Mapping[str, Any]]
"""Opponents as a command line has them (None: the usual ones), and options of the game."""


@dataclass(frozen=True)
class GameCase:
    """A game as the tests play it; each field has the value that suits the smallest game."""

    opponent: str | None = None
    """The opponents of a person; None: those that the page before a game has chosen."""
    short: Mapping[str, Any] = field(default_factory=dict)
    """The options of the shortest match."""
    opening: tuple[Turn, ...] = ()
    """Turns that are played before a person plays a long match to its end."""
    quick: str | None = None
    """Opponents that play a match to its end at once; None: `opponent`."""
    ends: bool = True
    """False where a match is ended by its button, because playing on takes too long."""
    film: Match | None = None
    """A match that is looked at again; None: `opponent` and `short`."""
    told: Match | None = None
    """A match whose result has something to tell a person; None: `film`."""
    lots: Match | None = None
    """A match against opponents that draw their moves by lot; None: no opponent does."""
    learners: tuple[str, ...] = ()
    """Agents that start from what they learned."""
    originals: tuple[str, ...] = ()
    """Names, days, addresses and licences that the help page "The originals" has."""
    helped: Callable[[str], str] = str
    """A move as a person makes it who has help beside the table; as it is, without such help."""
    turned: bool = False
    """True where each seat sees itself as seat 0, and the match as if it were."""
    uncovers: frozenset[str] = frozenset()
    """Kinds of events that show a seat what was hidden, besides those of `GameSpec.uncovers`."""
    worked_out: Callable[[], Mapping[str, str]] = dict
    """Numbers of a match, as the help fills them into its formulas."""

    @property
    def replayed(self) -> Match:
        """The match that is looked at again."""
        return self.film or (self.opponent, self.short)

    @property
    def finished(self) -> Match:
        """The match whose result has something to tell."""
        return self.told or self.replayed


@cache
def case(game: str) -> GameCase:
    """The case of a game."""
    name = f"tests.games.{game}.case"
    if not (ROOT / "tests" / "games" / game / "case.py").exists() or find_spec(name) is None:
        return GameCase()
    found: GameCase = import_module(name).CASE
    return found


def person_in(game: str) -> str | None:
    """The seat that is asked for where a game is watched unless a person asks for it."""
    return "human" if len(catalog.spec(game).seats_for()) == 1 else None


def simplest(game: str) -> str | None:
    """The agent that moves at random, where a game has it; None: the usual opponents."""
    return next((agent.id for agent in catalog.agents(game) if agent.id == "random"), None)


def is_grown(game: str) -> bool:
    """Return True for a game that has more than the recipe asks for, and is held to all of it.

    A game with living pictures in its help (`games/<id>/pictures.py`) is grown. It has portraits, a
    ladder with measured strengths, a page on its originals, formulas with the numbers of the match,
    and a result that tells a person three things.
    """
    return (ROOT / "games" / game / "pictures.py").exists()


GROWN: Final = tuple(filter(is_grown, catalog.GAMES))
"""The games of the catalogue that are grown."""
