"""Who sits where, with which seed, in which chunk, and which games hold how many."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from ai.lab.arena.schedule import Chunk, chunks, game_seed, params_for, sides, sitting, tables
from ai.lab.errors import BadArguments
from games.spec import GameSpec, Option, Params, Seat

WHOLE = Chunk("ur", (), {}, {}, 1, range(0), None)


def spec_of(seats: Any, *options: Option) -> GameSpec:
    return GameSpec(
        "toy",
        "Toy",
        "",
        "#000000",
        seats,
        options,
    )


def by_option(params: Params) -> tuple[Seat, ...]:
    return tuple(Seat(str(number)) for number in range(params["players"]))


PLAYERS = Option("players", "Players", "choice", 4, choices=(3, 4, 5))
HANDED = Option("handed", "Cards", "int", 2, low=1, high=9)


def test_all_pairs_or_one_table() -> None:
    assert tables("ABC", 2) == [("A", "B"), ("A", "C"), ("B", "C")]
    assert tables("ABB", 3) == [("A", "B", "B")]


def test_every_rotation_of_a_deal_and_no_other() -> None:
    assert [sitting(number, 2) for number in range(3)] == [[0, 1], [1, 0], [0, 1]]
    for count in (3, 4, 5):
        turned = [sitting(number, count) for number in range(count)]
        assert turned[1] == [*range(1, count), 0]
        assert all(sorted(seats) == list(range(count)) for seats in zip(*turned, strict=True))
        assert sitting(count + 1, count) == turned[1]
        for number in range(count):
            places = [sitting(number, count).index(who) for who in range(count)]
            assert places == sitting(-number, count)


def test_pairs_have_a_seed_a_game_and_tables_a_seed_a_deal() -> None:
    pair = [game_seed(1, "AB", number) for number in range(6)]
    assert len(set(pair)) == 6
    assert pair[0] != game_seed(1, "AC", 0)
    table = [game_seed(1, "ABC", number) for number in range(6)]
    assert table == [table[0]] * 3 + [table[3]] * 3
    assert table[0] != table[3]
    assert table[0] != game_seed(2, "ABC", 0)
    assert all(0 <= seed < 1 << 63 for seed in pair + table)


def test_chunks_follow_from_the_number_of_games() -> None:
    work = chunks(1001, WHOLE, [("A", "B"), ("A", "C")])
    assert [chunk.table for chunk in work] == [("A", "B")] * 39 + [("A", "C")] * 39
    played = list(itertools.chain.from_iterable(chunk.games for chunk in work))
    assert played == [*range(1001)] * 2
    assert max(len(chunk.games) for chunk in work) == 26
    assert len(chunks(1, WHOLE, [("A", "B")])) == 1
    assert {len(chunk.games) for chunk in chunks(100_000, WHOLE, [("A", "B")])} == {500}


def test_a_side_is_a_seat_or_a_team() -> None:
    alone = spec_of((Seat("A"), Seat("B"), Seat("C")))
    teams = spec_of((Seat("A", 1), Seat("B", 0), Seat("C", 1), Seat("D", 0)))
    assert sides(alone, {}) == [[0], [1], [2]]
    assert sides(teams, {}) == [[0, 2], [1, 3]]


def test_the_number_of_agents_sets_the_option_that_decides_it() -> None:
    spec = spec_of(by_option, HANDED, PLAYERS)
    for count in (3, 4, 5):
        assert params_for(spec, {"handed": "7"}, count) == {"handed": 7, "players": count}
    assert params_for(spec, {"players": "3"}, 3) == {"handed": 2, "players": 3}


@pytest.mark.parametrize(
    ("given", "agents", "told"),
    [
        ({}, 2, "is for 3 or 4 or 5 agents"),
        ({}, 6, "is for 3 or 4 or 5 agents"),
        ({"players": "3"}, 4, "is for 3 agents"),
    ],
)
def test_so_many_cannot_play(given: dict[str, Any], agents: int, told: str) -> None:
    with pytest.raises(BadArguments, match=told):
        params_for(spec_of(by_option, PLAYERS), given, agents)


def test_any_number_of_agents_plays_in_pairs_where_there_are_two_sides() -> None:
    teams = spec_of((Seat("A", 1), Seat("B", 0), Seat("C", 1), Seat("D", 0)), HANDED)
    assert params_for(teams, {}, 4) == {"handed": 2}
    solo = Option("players", "Players", "int", 1, low=1, high=4)
    assert params_for(spec_of(by_option, solo), {}, 2) == {"players": 2}
    with pytest.raises(BadArguments, match="is for 2 or 3 or 4 agents"):
        params_for(spec_of(by_option, solo), {}, 5)
