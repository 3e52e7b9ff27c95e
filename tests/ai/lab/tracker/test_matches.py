"""The games of the maze in the arena: same matches for all, figures by hand, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.rooms import ArenaQuestion
from ai.lab.tracker.arena import arena, report
from ai.lab.tracker.matches import Bout, result_of
from games.intervals import wilson

STEPS = (("steps", 60),)


def measured(play: str, agents: tuple[str, ...], games: int = 2, **options: str) -> dict[str, Any]:
    given = {"play": play, "steps": "60", **options}
    return arena(ArenaQuestion(agents, games, 1, given, Jobs(1), lambda share, line: None))


def test_every_pair_is_measured_against_every_ghost_in_the_same_mazes() -> None:
    found = measured("hunt", ("echoes", "strays"), 1, ghosts="random,evader")
    rows = [(row["ghost"], row["agent"]) for row in found["rows"]]
    assert rows == [(g, a) for g in ("random", "evader") for a in ("echoes", "strays")]
    for row in found["rows"]:
        bout = Bout("hunt", row["agent"], row["ghost"], range(1), 1, STEPS)
        caught = [result_of(bout, 0)]
        assert row["caught"] == sum(each.caught for each in caught)
        assert row["ci95"] == list(wilson(row["caught"], 1))
        assert row["within"]["50"] == sum(e.caught and e.steps <= 50 for e in caught)
        if row["agent"] == "echoes":
            assert (row["behind"], row["behind_ci95"]) == (0.0, [0.0, 0.0])
    assert "evader     strays     caught" in report(found)


def test_trackers_are_measured_by_a_scripted_hider() -> None:
    found = measured("hide", ("blinker", "drifter"), 1)
    assert [row["agent"] for row in found["rows"]] == ["blinker", "drifter"]
    points = result_of(Bout("hide", "blinker", "", range(1), 1, STEPS), 0).second
    assert found["rows"][0]["points"] == pytest.approx(points)
    assert "lanterns" in report(found)


def test_rivals_are_measured_by_a_scripted_seeker_against_each_ghost() -> None:
    found = measured("seek", ("drifter", "blinker"), 1, ghosts="random")
    row, same = found["rows"]
    result = result_of(Bout("seek", "drifter", "random", range(1), 1), 0)
    assert (row["agent"], row["ghost"]) == ("drifter", "random")
    assert (row["seeker_off"], row["rival_off"]) == (result.first, result.second)
    assert (row["won"], row["lost"]) == (result.won, result.lost)
    assert same["seeker_off"] == row["seeker_off"], "the same seeker in the same maze"
    assert same["rival_off"] > row["rival_off"]
    assert "closer" in report(found)


def test_who_has_no_part_in_a_game_is_refused() -> None:
    for play, name in (("hunt", "hound"), ("hide", "pack"), ("seek", "random"), ("hunt", "food")):
        with pytest.raises(BadArguments):
            measured(play, (name,))
    with pytest.raises(BadArguments):
        measured("hunt", ("strays",), ghosts="hound")


def test_the_matches_of_a_pairing_are_played_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures are the same however they are cut."""
    whole, seen = measured("hide", ("blinker", "drifter"), 2), []
    monkeypatch.setattr("ai.lab.tracker.matches.AT_ONCE", 1)
    given = {"play": "hide", "steps": "60"}
    jobs, agents = Jobs(1), ("blinker", "drifter", "blinker")
    parts = arena(ArenaQuestion(agents, 2, 1, given, jobs, lambda share, line: seen.append(share)))
    assert parts == whole
    assert seen == [0.25, 0.5, 0.75, 1.0]
