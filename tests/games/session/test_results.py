"""Results told apart by what was played."""

from __future__ import annotations

from games import catalog
from games.session.results import by_mode
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


def test_where_nothing_is_told_apart_there_are_none() -> None:
    assert by_mode(catalog.spec("numbers"), [Record("numbers", "mind", "length=25", 1)]) == {}
