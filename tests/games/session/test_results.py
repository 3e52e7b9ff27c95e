"""Results told apart by what was played."""

from __future__ import annotations

import pytest

from games import catalog
from games.core import Seating
from games.session.results import by_mode, next_opponent, outcome_for
from games.session.session import Session
from games.session.setup import Setup
from games.store.statistics import Record, option_key


def record(agent: str, **options: object) -> Record:
    return Record("set", agent, option_key({"call": 0, **options}), 1)


def test_each_mode_and_sprint_stands_for_itself_in_the_order_of_the_choices() -> None:
    sprint = record("nobody", mode="normal", goal=10)
    chain, junior = record("mirror", mode="chain", goal=0), record("mirror", mode="junior", goal=0)
    normal = [record(agent, mode="normal", goal=0) for agent in ("mirror", "nobody")]
    lost = Record("set", "mirror", "other", 3)
    found = by_mode(catalog.spec("set"), [sprint, chain, lost, *normal, junior])
    assert list(found) == ["Normal", "Normal, 10 sets", "Junior", "Chain"]
    assert list(found.values()) == [normal, [sprint], [junior], [chain]]


@pytest.mark.parametrize(
    ("agents", "above"),
    [
        (("human", "greedy"), "Caravan master"),
        (("human", "sensei"), ""),
        (("human", "human"), ""),
    ],
)
def test_the_next_opponent_is_the_rung_above_and_at_the_top_nobody(
    agents: tuple[str, str], above: str
) -> None:
    seats = tuple(Seating(agent) for agent in agents)
    setup = Setup("jaipur", seats, catalog.spec("jaipur").params(), 1)
    assert next_opponent(Session(setup)) == above


def test_where_nothing_is_told_apart_there_are_none() -> None:
    assert by_mode(catalog.spec("numbers"), [Record("numbers", "mind", "length=25", 1)]) == {}


@pytest.mark.parametrize(
    ("scores", "outcomes"),
    [
        ((2, 1), "won lost"),
        ((1, 1), "drawn drawn"),
        ((3, 1, 1), "won lost lost"),
        ((3, 3, 1), "drawn drawn lost"),
        ((1, 2, 3), "lost lost won"),
        ((2, 2, 2), "drawn drawn drawn"),
        ((7,), "played"),
    ],
)
def test_who_is_alone_at_the_top_won(scores: tuple[int, ...], outcomes: str) -> None:
    found = [outcome_for(scores, seat) for seat in range(len(scores))]
    assert found == outcomes.split()
