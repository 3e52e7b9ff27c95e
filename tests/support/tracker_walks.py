"""Walks of the tracker without a window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core import Seating, Turn
from games.session.session import Session
from games.session.setup import Setup
from games.tracker import SPEC
from games.tracker.model import Model

SEED = 7


def session_of(agent: str = "explorer", turns: Sequence[Turn] = (), **options: Any) -> Session:
    """A match of the tracker on a small maze; `demo` and `notify` are the session's."""
    demo, notify = options.pop("demo", False), options.pop("notify", lambda sentence: None)
    params = SPEC.params({"maze": "loops-small", **options})
    setup = Setup("tracker", (Seating(agent),), params, SEED, demo=demo)
    return Session(setup, notify=notify, turns=turns)


def started(agent: str = "explorer", models: Sequence[str] = ("auto",), **options: Any) -> Model:
    """A walk that has just begun, with these models."""
    walk = Model()
    walk.lineup.models = list(models)
    walk.begin_session(session_of(agent, **options))
    return walk


def walked(walk: Model, steps: int) -> Model:
    """The walk when `steps` more steps were walked, of which nothing was heard yet."""
    goal = len(walk.tape) + steps
    while len(walk.tape) < goal:
        walk.tape.extend()
    return walk


def heard(walk: Model) -> Model:
    """The walk when every model has heard all of it."""
    for _ in range(10_000):
        if walk.caught_up:
            return walk
        walk.think()
    raise AssertionError("the models did not catch up")
