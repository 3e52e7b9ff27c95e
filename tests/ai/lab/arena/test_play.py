"""Who sits where with whose chances, teams, chunks, and where points come from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from ai.core import Agent
from ai.lab import arena, rooms
from ai.lab.arena import play
from ai.lab.arena.play import TIMED_GAMES, play_chunk
from ai.lab.arena.schedule import Chunk
from games import catalog
from games.agents import AgentSpec, GameAgents
from games.core import Decision, Game, Limit
from games.spec import Params, Seat
from games.streams import Stream


def test_the_figures_do_not_depend_on_chunks(null_bids: str) -> None:
    params = catalog.spec(null_bids).params()
    whole = Chunk(null_bids, ("low", "high", "even"), params, {}, 1, range(50), None)
    parts = [whole._replace(games=range(7)), whole._replace(games=range(7, 50))]
    split = [result for part in parts for result in play_chunk(part).results]
    assert split == play_chunk(whole).results


def test_only_the_first_games_are_timed(null_bids: str) -> None:
    params = catalog.spec(null_bids).params()
    chunk = Chunk(null_bids, ("low", "high", "even"), params, {}, 1, range(15, 30), None)
    played = play_chunk(chunk)
    assert {result.moves for result in played.results} == {5}
    assert [moves for _, moves in played.times] == [5 * (TIMED_GAMES - 15)] * 3
    assert all(seconds > 0 for seconds, _ in played.times)


def test_agents_that_think_long_are_timed_in_fewer_games(
    null_bids: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    params = catalog.spec(null_bids).params()
    chunk = Chunk(null_bids, ("low", "high", "even"), params, {}, 1, range(30), None)
    whole = play_chunk(chunk)
    monkeypatch.setattr(play, "TIMED_SECONDS", 1e-9)
    hurried = play_chunk(chunk)
    assert [moves for _, moves in hurried.times] == [5] * 3
    assert hurried.results == whole.results


def test_where_games_are_played_at_once_only_a_first_chunk_is_timed() -> None:
    params = catalog.spec("ur").params({"pieces": 1})
    first = Chunk("ur", ("greedy", "last-move"), params, {}, 1, range(3), None)
    later = first._replace(games=range(3, 6))
    assert all(moves > 0 for _, moves in play_chunk(first).times)
    assert [moves for _, moves in play_chunk(later).times] == [0, 0]
    whole = play_chunk(first._replace(games=range(6))).results
    assert play_chunk(first).results + play_chunk(later).results == whole


class Spy(Agent):
    """Notes where it sits and what it would draw."""

    def __init__(self, name: str, notes: list[tuple[str, tuple[int, ...], int]]) -> None:
        self.name = name
        self.notes = notes

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        super().begin(seats, game, params, rng)
        self.notes.append((self.name, seats, rng.below(1 << 32)))

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        return Decision("0")


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...], int]]:
    """What spies note; every agent is one."""
    found: list[tuple[str, tuple[int, ...], int]] = []

    def spy(name: str, options: Mapping[str, Any], start: str | None) -> Spy:
        return Spy(name, found)

    spies = tuple(AgentSpec(name, name, "", partial(spy, name)) for name in "ABCXYZ")
    offered = GameAgents(spies, spies[0].make)  # type: ignore[arg-type]
    monkeypatch.setattr(catalog, "offered", lambda game: offered)
    return found


def test_everybody_has_every_seat_of_a_deal(
    null_bids: str, notes: list[tuple[str, tuple[int, ...], int]]
) -> None:
    arena.tournament(null_bids, ["A", "B", "C"], 6, 1, {})
    assert len(notes) == 18
    first, second = notes[:9], notes[9:]
    for deal in (first, second):
        assert {(name, seats) for name, seats, _ in deal} == {
            (name, (seat,)) for name in "ABC" for seat in range(3)
        }
        assert len({(seats, chance) for _, seats, chance in deal}) == 3  # one set of streams a deal
    assert {chance for *_, chance in first}.isdisjoint(chance for *_, chance in second)


def test_a_team_is_one_entry_and_plays_in_pairs(
    null_bids: str,
    notes: list[tuple[str, tuple[int, ...], int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seats = (Seat("A", 1), Seat("B", 0), Seat("C", 1), Seat("D", 0))
    spec = replace(catalog.spec(null_bids), seats=seats)
    monkeypatch.setattr(type(catalog.rules(null_bids)), "spec", spec)
    monkeypatch.setattr("games.nullbids.SPEC", spec)
    found = arena.tournament(null_bids, ["X", "Y", "Z"], 2, 1, {})
    assert [pair["a"] + pair["b"] for pair in found["pairs"]] == ["XY", "XZ", "YZ"]
    assert [(name, seats) for name, seats, _ in notes[:4]] == [
        ("X", (0, 2)), ("Y", (1, 3)), ("Y", (0, 2)), ("X", (1, 3)),
    ]  # fmt: skip
    assert found["pairs"][0]["a_win_share"] == 0.5


def test_a_game_can_tell_where_points_come_from(
    null_bids: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = catalog.rules(null_bids)

    class Counted(type(rules)):  # type: ignore[misc]
        def returns(self, state: Any) -> tuple[float, ...]:
            self.result = super().returns(state)
            return self.result

        def by_source(self) -> Sequence[Mapping[str, float]]:
            return [{"bids": points} for points in self.result]

    class Room:
        counted = Counted

    monkeypatch.setattr(rooms.SOURCES, "of", lambda game: Room)
    found = arena.tournament(null_bids, ["low", "high", "even"], 9, 1, {})
    for row in found["agents"]:
        assert row["by_source"] == {"bids": pytest.approx(row["mean_score"])}
