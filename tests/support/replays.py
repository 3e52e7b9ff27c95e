"""Matches to look at again, and a process for their minds that is none: it thinks here, at once."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import pytest

from ai.worker import answer_decide, build_match
from games import catalog, log
from games.core import Decision, Limit, Log, Seating
from games.mind import mind_from_plain
from games.session.host import WorkerLost
from games.session.session import Session
from games.session.starting import make_setup
from games.shell.app import App
from games.shell.pages.past import replay
from tests.support.cases import case, person_in


def played(game: str, turns: int = 60, seed: int = 5, agent: str | None = None) -> Log:
    """A match of a person who moves by lot, that counts; over, or after so many turns."""
    rng, (usual, options) = random.Random(seed), case(game).replayed
    setup = make_setup(game, agent or usual, seed, options, False, person_in(game))
    session = Session(dataclasses.replace(setup, practice=False))
    while not session.over and len(session.match.turns) < turns:
        seat_due = session.due()
        if seat_due is not None:
            session.choose(seat_due, rng.choice(list(islice(session.match.legal(seat_due), 50))))
        session.advance(10.0)
    found = session.log()
    session.close()
    return found


def karate(rounds: int = 1, **changes: Any) -> Log:
    """A match of karate against `nash` after some rounds, all alike; with these `changes`."""
    params = catalog.spec("karate").params({})
    seats = (Seating("human"), Seating("nash"))
    turns = [((0, "punch"), (1, "kick"))] * rounds
    return dataclasses.replace(Log("karate", params, 5, seats, turns), **changes)


def keep(app: App, found: Log, key: str = "") -> str:
    """Keep a match among those of karate that wait for the player, whose id is returned."""
    assert app.profile is not None
    assert app.library.matches.keep(app.profile.id, "karate", log.encode(found), key=key)
    return app.profile.id


class Inline:
    """Answers as a `games.session.host.Worker` does, in this process."""

    made = 0

    def __init__(self, start: Log, seats: Sequence[int]) -> None:
        Inline.made += 1
        self.fault = ""
        try:
            self.match = build_match(log.encode(start), seats, ahead=True)
        except ValueError as problem:  # a process would end
            self.fault = str(problem)

    def go_to(self, turn: int) -> None:
        if not self.fault:
            self.match.go_to(turn)

    def decide(
        self, seat: int, limit: Limit, turn: int, wait: bool, lot: int | None = None
    ) -> Decision | None:
        if self.fault:
            raise WorkerLost("lost", self.fault)
        assert len(self.match.turns) == turn
        plain = {"seat": seat, "turn": turn, "question": 0, "lot": lot}
        asked = {**plain, "limit": {"nodes": limit.nodes, "seconds": None, "mind": True}}
        told = answer_decide(self.match, asked, lambda message: None)
        forecasts = {int(other): tuple(shares) for other, shares in told["forecasts"].items()}
        return Decision(told["move"], mind_from_plain(told["mind"] or ()), forecasts)

    def close(self) -> None:
        """Nothing."""


@contextmanager
def thinking_here() -> Iterator[None]:
    """Pages of replays think in this process."""
    kind = replay.Rethinking
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            replay, "Rethinking", lambda session, found, kept: kind(session, found, Inline, kept)
        )  # type: ignore[arg-type]
        yield
