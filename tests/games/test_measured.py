"""The measured figures: files that can be read, shares both ways round, and words for them."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from ai.lab import command_line
from games import catalog, measured
from games.intervals import wilson
from games.measured import (
    ARCADE,
    NotMeasured,
    Rated,
    Share,
    all_won,
    entries,
    league,
    or_else,
    rated,
    result,
    won,
)
from tests.support.cases import GROWN

FILES = (ARCADE, *GROWN)


def test_every_game_has_a_file_and_there_is_no_other() -> None:
    found = {path.stem for path in measured.FOLDER.glob("*.json")} - {"originals"}
    assert set(FILES) <= found <= {ARCADE, *catalog.GAMES}
    for name in FILES:
        plain = json.loads((measured.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        assert plain["game"] == name
        assert len(entries(name)) == len(plain["measured"]) > 0


@pytest.mark.parametrize("name", FILES)
def test_an_entry_names_its_command_day_and_commit(name: str) -> None:
    commands = [entry.command for entry in entries(name) if entry.command]
    assert len(set(commands)) == len(commands)
    for entry in entries(name):
        assert len(entry.commit.removesuffix("+")) == 8
        assert entry.date >= "2026-11-21"
        assert entry.command or entry.note
        assert entry.result


def test_the_commands_of_the_arena_can_be_given() -> None:
    given = 0
    for name in catalog.GAMES:
        for entry in entries(name):
            words = shlex.split(entry.command)
            if words[:2] == ["main.py", "arena"] and entry.options.get("study") is None:
                arguments = command_line.parse(words[1:])
                assert arguments.game == name
                assert entry.seed in (None, arguments.seed)
                given += 1
    assert given > 100


def test_shares_lie_within_their_intervals_and_add_up() -> None:
    looked = 0
    for name in catalog.GAMES:
        for each in all_won(name):
            assert 0 <= each.share.low <= each.share.value <= each.share.high <= 1
            looked += 1
    assert looked > 200
    ours, theirs = won("ur", "perfect", "random"), won("ur", "random", "perfect", options=SCHULTZ)
    assert (ours.first, theirs.share.percent()) == (True, "4.2%")
    assert won("ur", "greedy", "perfect").share.games == 40_000


SCHULTZ = {"rules": "schultz", "pieces": "4"}


def test_the_share_of_the_most_games_is_found() -> None:
    assert won("ur", "greedy", "last-move").share.games == 200_000
    with pytest.raises(NotMeasured):
        won("ur", "greedy", "last-move", options={"rules": "schultz"})
    with pytest.raises(NotMeasured):
        result("ur", "belts")
    assert or_else("")(won)("ur", "nobody", "greedy") == ""


@pytest.mark.parametrize(
    ("value", "games", "percent", "words"),
    [
        (0.939, 8000, "93.9%", "93.9% (93.4 to 94.4)"),
        (0.9985, 40_000, "99.85%", "99.85% (99.8 to 99.9)"),
        (0.999, 2000, "99.9%", "99.9% (99.6 to 100.0)"),
        (1.0, 60, "100%", "all of 60 (94 to 100)"),
        (0.0, 40, "0%", "none of 40 (0 to 9)"),
        (0.525, 40, "52.5%", "52% (37 to 67)"),
    ],
)
def test_a_share_in_words(value: float, games: int, percent: str, words: str) -> None:
    share = Share(value, *wilson(value * games, games), games)
    assert (share.percent(), share.words()) == (percent, words)


@pytest.mark.parametrize(
    ("low", "high", "half"), [(0.55, 0.65, "5.0"), (0.4975, 0.5025, "0.2"), (0.0, 0.001, "0.05")]
)
def test_half_of_an_interval_is_told_in_points(low: float, high: float, half: str) -> None:
    assert Share((low + high) / 2, low, high, 100).half == half


@pytest.mark.parametrize("text", ["", "{", '{"measured": [{"what": 1}]}', "[]"])
def test_a_file_that_is_damaged_has_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "ur.json").write_text(text, encoding="utf-8")
    assert entries("ur", tmp_path) == entries("ra", tmp_path) == ()


def test_every_agent_that_ships_has_its_rating_in_the_league() -> None:
    for game in GROWN:
        found = league(game)
        assert found is not None, game
        rows = found.result["ratings"]
        assert {row["agent"] for row in rows} <= {agent.id for agent in catalog.agents(game)}
        for row in rows:
            one = rated(game, row["agent"])
            assert one is not None
            assert one.low <= one.points <= one.high
            assert one.points == 0.0 or one.agent != one.zero
        zero = rated(game, found.result["reference"])
        assert zero is not None
        assert zero.words() == "0"
    assert rated("karate", "nobody") is None
    one = Rated("a", 312.4, 290.0, 334.8, 200, "b")
    assert (one.words(), one.short) == ("+312 (+290 to +335)", "+312 ±22")


def test_what_is_lost_in_endings_is_a_table_the_largest_loss_first() -> None:
    lines = measured.regrets("ur").split("\n")
    rows = {row["agent"]: row for row in measured.rows("ur", study="regret")}
    assert len(lines) == len(rows)
    names = [line.split("`")[1] for line in lines]
    losses = [rows[name]["regret"] for name in names]
    assert losses == sorted(losses, reverse=True)
    assert names[-1] == "net"
    assert f"{rows['net']['endings']:,}" in lines[-1]
