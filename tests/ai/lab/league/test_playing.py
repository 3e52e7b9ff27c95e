"""Who meets whom in a league, and the results between two agents."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from ai.lab.arena.faults import GameFault
from ai.lab.arena.play import Result
from ai.lab.audit import Audit
from ai.lab.league.playing import common_part, is_hurried, meetings, play_part, tables
from ai.lab.league.rating import Meeting
from games import catalog


def lost(who: int) -> Result:
    return Result((), 2, GameFault(who, 0, 2, "It stumbled."))


def test_every_pair_and_every_table_is_played() -> None:
    names = ("a", "b", "c", "d")
    assert tables("karate", names, catalog.spec("karate").params()) == list(
        itertools.combinations(names, 2)
    )
    three, five = (catalog.spec("ra").params({"players": n}) for n in (3, 5))
    assert tables("ra", names, three) == list(itertools.combinations(names, 3))
    assert tables("guess", names, {}) == [("a",), ("b",), ("c",), ("d",)]
    found = tables("ra", names, five)
    assert len(found) == len({*found}) == math.comb(8, 5) - 4
    assert all(len(table) == 5 and len({*table}) > 1 for table in found)


def test_in_ctf_a_side_is_a_team() -> None:
    assert len(tables("ctf", ("a", "b", "c"), catalog.spec("ctf").params())) == 3


def test_a_game_of_a_pair_is_one_draw_of_chance() -> None:
    results = [Result((3, 1), 5), Result((1, 1), 5), lost(1), lost(0)]
    found = meetings("karate", {("a", "b"): results}, {"b": 0, "a": 1})
    assert found == [[Meeting(1, 0, share)] for share in (1.0, 0.5, 1.0, 0.0)]


def test_the_games_of_a_deal_are_one_draw_at_all_tables() -> None:
    """A table counts as its pairs, and the agent that forfeits is behind all others."""
    place = {"a": 0, "b": 1, "c": 2, "d": 3}
    deal = [Result((3, 2, 1), 5), Result((2, 2, 9), 5), lost(0)]
    other = [Result((1, 5, 3), 5)] * 6
    found = meetings("ra", {("a", "b", "c"): deal * 2, ("a", "b", "d"): other}, place)
    assert len(found) == 2
    assert len(found[0]) == len(found[1]) == 18
    assert found[0][:3] == [Meeting(0, 1, 1.0), Meeting(0, 2, 1.0), Meeting(1, 2, 1.0)]
    assert found[0][3:6] == [Meeting(0, 1, 0.5), Meeting(0, 2, 0.0), Meeting(1, 2, 0.0)]
    assert found[0][6:9] == [Meeting(0, 1, 0.0), Meeting(0, 2, 0.0), Meeting(1, 2, 0.5)]
    assert found[0][9:12] == [Meeting(0, 1, 0.0), Meeting(0, 3, 0.0), Meeting(1, 3, 1.0)]


def test_an_agent_does_not_meet_itself() -> None:
    found = meetings("ra", {("a", "a", "b"): [Result((1, 2, 3), 5)]}, {"a": 0, "b": 1})
    assert found == [[Meeting(0, 1, 0.0), Meeting(0, 1, 0.0)]]


def test_all_games_of_a_seed_are_one_draw_where_agents_play_alone() -> None:
    played = {
        ("a",): [Result((-3.5,), 5), lost(0)],
        ("b",): [Result((-3.5,), 5), Result((-9.0,), 5)],
        ("c",): [Result((-1.0,), 5), lost(0)],
    }
    found = meetings("guess", played, {"a": 0, "b": 1, "c": 2})
    assert found[0] == [Meeting(0, 1, 0.5), Meeting(0, 2, 0.0), Meeting(1, 2, 0.0)]
    assert found[1] == [Meeting(0, 1, 0.0), Meeting(0, 2, 0.5), Meeting(1, 2, 1.0)]


@pytest.mark.parametrize("keep", [False, True])
def test_games_at_once_give_the_results_of_games_one_by_one(keep: bool) -> None:
    """Ur is played at once where no match is kept."""
    common = common_part("ur", ["greedy", "random"], 1, {"pieces": "2"}, keep)
    part = common._replace(table=("greedy", "random"), games=range(40, 46))
    assert is_hurried(part) is not keep
    found = play_part(part)
    assert [bool(result.match) for result in found.results] == [keep] * 6
    slow = play_part(part._replace(keep=True))
    assert [r.scores for r in found.results] == [r.scores for r in slow.results]
    assert [r.moves for r in found.results] == [r.moves for r in slow.results]


@pytest.mark.parametrize(
    ("game", "agents"),
    [("karate", ("sensei", "nash")), ("ra", ("easy", "random")), ("guess", ("mind", "nash"))],
)
def test_an_audit_of_workers_finds_the_same_games(game: str, agents: tuple[str, ...]) -> None:
    """Times alone differ; another result of a game is seen."""
    common = common_part(game, agents, 1, {}, keep=True)
    seated = tables(game, agents, common.params)
    parts = {n: common._replace(table=table, games=range(2)) for n, table in enumerate(seated)}
    results = {number: play_part(part) for number, part in parts.items()}
    audit = Audit(play_part, parts, random.Random(1))
    assert audit.wrong(results, [list(parts)]) == set()
    (number, row), _ = next(iter(audit.found.items()))
    assert row is not None
    false = results[number].results[row]._replace(moves=77)
    results[number].results[row] = false
    assert audit.wrong(results, [list(parts)]) == {number}


def test_a_larger_deal_of_one_agent_alone_is_timed() -> None:
    common = common_part("numbers", ["seed", "uniform"], 1, {"keys": "60"}, keep=True)
    found = play_part(common._replace(table=("seed",), games=range(2, 4)))
    assert found.times[0][1] == 2 * 59
    assert found.times[0][0] > 0.0
    assert all(result.match.startswith('{"format"') for result in found.results)
