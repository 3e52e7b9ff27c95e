"""A finished match on its way onto film, a few of its turns at a time, so that no frame waits.

A match that is opened may come from another player, and may be as long as a match can be. `Film`
keeps every moment of it, so that going anywhere is a look into a list. A `FilmedMatch` plays its
turns onto film in slices; a `MatchWitness` sees all of them before the match is shown.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, overload

from games import catalog
from games.beside import Made
from games.core import Event, Game, IllegalMove, Moves, Player, Turn
from games.match import Match
from games.moments import Moments
from games.session.host import Proxy
from games.session.reveal import Reveal
from games.session.setup import Setup, agent_seats
from games.spec import Params

NAP: Final = 0.001
"""Seconds after which it is looked again whether a turn can be played that waits for somebody."""


class Film(Match[Any]):
    """A match that keeps the state after each of its turns, as far as it was ever played."""

    def __init__(
        self,
        game: Game[Any],
        params: Params,
        seed: int,
        players: Mapping[int, Player] | None = None,
    ) -> None:
        super().__init__(game, params, seed, players)
        self.moments: Moments[Any] = Moments(game, params, self.state)

    @property
    def line(self) -> Sequence[Turn]:
        """The turns that were ever played."""
        return self.moments.turns

    def play(self, moves: Moves, again: bool = False) -> tuple[Event, ...]:
        """Play one turn more; what was taken back is forgotten."""
        events = super().play(moves, again)
        self.moments.cut(len(self.turns) - 1)
        self.moments.add(self.turns[-1], self.state, events)
        return events

    @property
    def can_redo(self) -> bool:
        """True if the moment on show is not the last."""
        return len(self.turns) < len(self.line)

    def go_to(self, turn: int) -> None:
        """Be at the moment after `turn` turns."""
        turn = max(0, min(turn, len(self.line)))
        self.turns, self.state = list(self.line[:turn]), self.moments[turn].state
        self.to_act = self.game.to_act(self.state)

    def redo(self) -> tuple[Event, ...]:
        """Be at the next moment."""
        if not self.can_redo:
            raise IllegalMove("There is nothing to redo.")
        self.go_to(len(self.turns) + 1)
        return ()


class MatchWitness(NamedTuple):
    """A watcher that sees a whole match before it is shown.

    `ready` returns whether it can begin: its tables may be made ready beside the window.
    """

    player: Player
    ready: Callable[[], bool] = lambda: True


class FilmProgress(Sequence[Turn]):
    """The `turns` of a match, some of which have been played again by now."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        """None of the `turns` has been played."""
        self.turns = list(turns)

    def __len__(self) -> int:
        """Return the number of turns, played or not."""
        return len(self.turns)

    @overload
    def __getitem__(self, index: int) -> Turn: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Turn]: ...

    def __getitem__(self, index: int | slice) -> Turn | Sequence[Turn]:
        """Return a turn, or some of them."""
        return self.turns[index]

    @property
    @abstractmethod
    def done(self) -> int:
        """The number of turns that have been played."""

    @abstractmethod
    def film_on(self, seconds: float) -> bool:
        """Go on for this number of `seconds`; return whether all is played.

        Raises `ValueError` at a turn that cannot be played.
        """

    def wait(self) -> None:
        """Play all of them, however long it takes; raises `ValueError`."""
        while not self.film_on(1.0):
            time.sleep(NAP)


class FilmedMatch(FilmProgress):
    """The turns of the match of a `setup`, and the part of them that is on `film` by now.

    `reveals` has the events of each turn on film, `free_turns` the turns, counted from 1, at which
    the agent in a seat had a choice. In the seats of agents sit proxies; the `witnesses`, by name,
    see every turn.
    """

    def __init__(
        self,
        setup: Setup,
        turns: Sequence[Turn],
        witnesses: Mapping[str, MatchWitness] | None = None,
    ) -> None:
        super().__init__(turns)
        self.setup = setup
        self.witnesses = dict(witnesses or {})
        proxies = {seat: Proxy(seat) for seat in agent_seats(setup)}
        self.film = Film(catalog.rules(setup.game), setup.params, setup.seed, proxies)
        self.reveals: list[Reveal] = []
        self.free_turns: dict[int, list[int]] = {seat: [] for seat in proxies}
        self._coming = list(self.witnesses.values())

    @property
    def done(self) -> int:
        """The number of turns on film."""
        return len(self.reveals)

    @property
    def whole(self) -> bool:
        """True if all of it is on film."""
        return len(self.reveals) == len(self.turns) and not self._coming

    def film_on(self, seconds: float) -> bool:
        """Go on for this number of `seconds`; return whether all of it is on film.

        Raises `ValueError` at a turn that cannot be played.
        """
        until = time.perf_counter() + seconds
        while not self.whole and self._seated():
            if len(self.reveals) < len(self.turns):
                self._play(dict(self.turns[len(self.reveals)]))
            if time.perf_counter() >= until:
                break
        return self.whole

    def _play(self, moves: dict[int, str]) -> None:
        """Put the next turn on film."""
        due = set(self.film.to_act).intersection(moves, self.free_turns)
        choosing = [seat for seat in due if len(self.film.legal(seat)) > 1]
        self.reveals.append(Reveal(moves, self.film.play(moves)))
        for seat in choosing:
            self.free_turns[seat].append(len(self.reveals))

    def filmed_whole(self) -> FilmedMatch:
        """Return the same with all of it on film, however long it takes; raises `ValueError`."""
        self.wait()
        return self

    def _seated(self) -> bool:
        """Return whether every witness watches; those who are ready begin."""
        while self._coming and self._coming[0].ready():
            self.film.watch(self._coming.pop(0).player)
        return not self._coming


class FilmedLater(FilmProgress):
    """A filmed match that is made in a thread, for it may bring a large ground; then it is filmed.

    `reel` is the match, once it is made.
    """

    def __init__(self, turns: Sequence[Turn], make: Callable[[], FilmedMatch]) -> None:
        """`make` makes the match of the `turns`; what it raises, `film_on` raises."""
        super().__init__(turns)
        self._making = Made(make)

    @property
    def reel(self) -> FilmedMatch:
        """The match; ask for it only after `film_on` returned that all is on film."""
        return self._making.found

    @property
    def done(self) -> int:
        """The number of turns on film."""
        return self.reel.done if self._making.done else 0

    def film_on(self, seconds: float) -> bool:
        """Go on for this number of `seconds`; return whether all of it is on film.

        Raises `ValueError` at a turn, or for a match, that cannot be played.
        """
        self._making.wait(seconds)
        return self._making.done and self.reel.film_on(seconds)
