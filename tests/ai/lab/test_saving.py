"""`--save`: what is kept, in whose place, and where it is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ai.lab import arena, bench, command_line, league, saving
from ai.lab.errors import BadArguments
from ai.lab.jobs import HERE
from ai.lab.saving import arena_command, check_checkout, save
from games import catalog, measured
from games.paths import ROOT
from games.store.alone import in_turn


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make an empty checkout with one commit."""
    for words in (
        ("init", "-q"),
        ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "a"),
    ):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_a_result_takes_the_place_of_that_of_the_same_command(checkout: Path) -> None:
    for command, found in (("a", 1), ("b", 2), ("a", 3)):
        path = save("ur", command, 1, {"rows": [found]}, checkout)
    kept = measured.entries("ur", path.parent)
    assert [(entry.command, entry.result) for entry in kept] == [
        ("a", {"rows": [3]}),
        ("b", {"rows": [2]}),
    ]
    assert kept[0].commit == check_checkout(checkout)
    assert len(kept[0].commit) == 8
    assert json.loads(path.read_text(encoding="utf-8"))["game"] == "ur"


def test_what_another_command_keeps_meanwhile_stays(checkout: Path) -> None:
    """A league reads the figures as it begins, and keeps its own hours later."""
    path = save("ur", "a", 1, {"rows": [1]}, checkout)
    assert len(measured.entries("ur", path.parent)) == 1
    code = (
        "import sys; from pathlib import Path; from ai.lab.saving import save\n"
        "save('ur', 'b', 1, {'rows': [2]}, Path(sys.argv[1]))"
    )
    subprocess.run([sys.executable, "-c", code, str(checkout)], cwd=ROOT, check=True)
    save("ur", "c", 1, {"rows": [3]}, checkout)
    assert [entry.command for entry in measured.entries("ur", path.parent)] == ["a", "b", "c"]


def test_two_commands_keep_their_figures_in_turn(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save("ur", "a", 1, {"rows": [1]}, checkout)
    monkeypatch.setattr(saving, "PATIENCE", 0.1)
    with in_turn(path.parent), pytest.raises(BadArguments, match="start this one again"):
        save("ur", "b", 1, {"rows": [2]}, checkout)
    assert [entry.command for entry in measured.entries("ur", path.parent)] == ["a"]


def test_a_changed_file_marks_the_commit(checkout: Path) -> None:
    (checkout / "file").write_text("", encoding="utf-8")
    subprocess.run(["git", "add", "file"], cwd=checkout, check=True)
    assert check_checkout(checkout).endswith("+")


def test_only_a_checkout_keeps_figures(tmp_path: Path) -> None:
    with pytest.raises(BadArguments, match="checkout"):
        save("ur", "a", 1, {}, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_read_is_not_written_over(checkout: Path) -> None:
    path = save("ur", "a", 1, {"rows": []}, checkout)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(BadArguments, match="git restore"):
        save("ur", "b", 1, {"rows": []}, checkout)


def test_the_command_has_what_changes_figures_and_no_more() -> None:
    told = arena_command("set", ["steady-2", "steady-1"], 40, 3, {"study": "mirror"}, 7)
    assert told == (
        "main.py arena set --agents steady-2,steady-1 --games 40 --seed 3 --option study=mirror "
        "--nodes 7"
    )
    arguments = command_line.parse(told.split()[1:])
    assert (arguments.games, arguments.seed, arguments.nodes) == (40, 3, 7)


def kept_by(monkeypatch: pytest.MonkeyPatch, module: Any) -> list[tuple[Any, ...]]:
    """Collect what a command would save, where there is a checkout and where there is none."""
    found: list[tuple[Any, ...]] = []
    monkeypatch.setattr(module, "check_checkout", lambda: "")
    monkeypatch.setattr(module, "save", lambda *given: found.append(given))
    return found


def test_the_arena_saves_what_it_prints_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = kept_by(monkeypatch, arena)
    arena.serve("karate", ["random", "nash"], 4, 5, {}, HERE, None, True, keep=True)
    ((game, command, seed, found),) = kept
    assert (game, seed) == ("karate", 5)
    assert command == "main.py arena karate --agents random,nash --games 4 --seed 5"
    assert found == json.loads(capsys.readouterr().out)


def test_bench_saves_the_rows_of_each_game_and_of_the_arcade(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [bench.BenchRow("ur", "a", 1, "s"), bench.BenchRow("shell", "b", 2, "s")]
    monkeypatch.setattr(bench, "measure", lambda game: iter(rows))
    kept = kept_by(monkeypatch, bench)
    bench.serve(None, False, keep=True)
    assert [each[:2] for each in kept] == [("ur", "main.py bench ur"), ("arcade", "main.py bench")]
    assert kept[0][3] == {"rows": [rows[0]._asdict()]}
    assert "a" in capsys.readouterr().out


def test_figures_of_own_weights_are_not_kept() -> None:
    words = ["arena", "ur", "--agents", "a,b", "--trained", "--save"]
    arguments = command_line.parse(words)
    with pytest.raises(BadArguments, match="--trained or --save"):
        arguments.serve(arguments)


def test_a_league_saves_the_ratings_of_what_ships_and_no_times(
    monkeypatch: pytest.MonkeyPatch, bot_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bot_home / "mine.py").write_text("def choose(view, legal, rng):\n    return legal[0]\n")
    kept = kept_by(monkeypatch, league)
    words = ["league", "guess", "--games", "2", "--seed", "3", "--option", "rounds=5", "--save"]
    assert command_line.run(words) == 0
    ((game, command, seed, found),) = kept
    assert (game, seed) == ("guess", 3)
    assert command == "main.py league guess --games 2 --seed 3 --option rounds=5"
    names = {row["agent"] for row in found["ratings"]}
    assert names == {agent.id for agent in catalog.agents("guess")}
    assert set(found) == {"game", "seed", "games", "each", "reference", "ratings"}
    assert not any("ms" in row for row in found["ratings"])
    assert command_line.run([*words[:2], "--agents", "nash,mind", "--save"]) == 2
    assert "leave --agents out" in capsys.readouterr().err
