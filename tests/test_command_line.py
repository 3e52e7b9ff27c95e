"""The command line: formats, figures that do not depend on jobs, one sentence for each error."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ai.lab import arena, training
from ai.lab.arena import play
from ai.lab.command_line import BAD_ARGUMENTS, COMMANDS, DONE, FAILED, _parser, parse, run
from ai.lab.jobs import Jobs
from games import catalog
from games.intervals import wilson
from games.paths import ROOT
from tests.support.forked import forked as forked

MAIN = [sys.executable, str(ROOT / "main.py")]


def answered(capsys: pytest.CaptureFixture[str], *argv: str) -> Any:
    """The JSON that a command prints."""
    assert run([*argv, "--json"]) == DONE
    return json.loads(capsys.readouterr().out)


def test_games_lists_what_the_specification_names(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "games")["games"]
    assert [game["id"] for game in found] == list(catalog.GAMES)
    for game in found:
        assert set(game) - {"models"} == {"id", "title", "seats", "agents", "options"}
        for agent in game["agents"]:
            assert {"id", "name", "description"} <= set(agent)
        for option in game["options"]:
            assert {"name", "type", "default", "choices"} <= set(option)
    karate = found[0]
    assert [o["name"] for o in karate["options"]] == ["rounds", "table"]
    assert karate["options"][0]["choices"] == [10, 25, 50, 0]
    softmax = next(agent for agent in karate["agents"] if agent["id"] == "seed-softmax")
    assert softmax["options"][0] == {
        "name": "beta", "type": "float", "default": 1.0, "choices": [], "low": 0.0, "high": 8.0
    }  # fmt: skip


def test_games_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == DONE
    text = capsys.readouterr().out
    assert "karate: Virtual Karate" in text
    assert "option beta=0 to 8 (default 1.0)" in text


def test_a_game_that_cannot_be_loaded_is_told_and_the_rest_is_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "GAMES", ("karate", "nowhere"))
    assert run(["games", "--json"]) == FAILED
    told = capsys.readouterr()
    assert [game["id"] for game in json.loads(told.out)["games"]] == ["karate"]
    assert "nowhere cannot be loaded" in told.err


# -- arena -------------------------------------------------------------------------------

PAIR_KEYS = {
    "a", "b", "games", "a_win_share", "a_win_share_first", "a_win_share_second", "ci95",
    "a_ms_per_move", "b_ms_per_move", "moves_per_game", "a_mean_margin", "a_mean_margin_ci95",
}  # fmt: skip


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    pairs = [{k: v for k, v in pair.items() if "ms_per" not in k} for pair in found["pairs"]]
    return {"game": found["game"], "seed": found["seed"], "pairs": pairs}


def test_arena_gives_every_pair(capsys: pytest.CaptureFixture[str]) -> None:
    agents = "seed-argmax,nash,random"
    found = answered(capsys, "arena", "karate", "--agents", agents, "--games", "21", "--seed", "5")
    assert set(found) == {"game", "seed", "pairs", "games_per_second"}
    names = [(pair["a"], pair["b"]) for pair in found["pairs"]]
    assert names == [("seed-argmax", "nash"), ("seed-argmax", "random"), ("nash", "random")]
    for pair in found["pairs"]:
        assert set(pair) == PAIR_KEYS
        assert pair["games"] == 21
        assert pair["moves_per_game"] == 25
        assert pair["a_ms_per_move"] > 0
        first, second = pair["a_win_share_first"], pair["a_win_share_second"]
        assert pair["a_win_share"] == pytest.approx((11 * first + 10 * second) / 21)
        assert pair["ci95"] == pytest.approx(wilson(21 * pair["a_win_share"], 21))
        low, high = pair["a_mean_margin_ci95"]
        assert low < pair["a_mean_margin"] < high
    assert found["pairs"][1]["a_mean_margin"] > 30


@pytest.mark.usefixtures("forked")
def test_arena_results_do_not_depend_on_jobs_or_company() -> None:
    agents = ("seed-softmax", "habits")
    options = {"rounds": "10", "beta": "0.5"}
    alone = arena.tournament("karate", agents, 24, 3, options)
    spread = arena.tournament("karate", agents, 24, 3, options, jobs=Jobs(2))
    assert without_times(alone) == without_times(spread)
    more = arena.tournament("karate", (*agents, "random"), 24, 3, options)
    assert without_times(alone)["pairs"][0] == without_times(more)["pairs"][0]
    other = arena.tournament("karate", agents, 24, 4, options)
    assert without_times(other)["pairs"] != without_times(alone)["pairs"]


def test_arena_options_reach_the_agents_that_have_them() -> None:
    blunt = arena.tournament("karate", ("seed-softmax", "random"), 40, 1, {"beta": "0"})
    sharp = arena.tournament("karate", ("seed-softmax", "random"), 40, 1, {"beta": "2"})
    assert abs(blunt["pairs"][0]["a_mean_margin"]) < 20
    assert sharp["pairs"][0]["a_mean_margin"] > blunt["pairs"][0]["a_mean_margin"] + 20


def test_arena_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "karate", "--agents", "nash,random", "--games", "1"]) == DONE
    told = capsys.readouterr()
    assert "nash v random" in told.out
    assert "second -" in told.out
    assert "ladder" in told.out
    assert told.err == ""


# -- bad arguments -----------------------------------------------------------------------

BAD = {
    "juggle": "There is no command 'juggle'",
    "--juggle": "unrecognized arguments: --juggle",
    "play": "play needs GAME",
    "play chess": "There is no game 'chess'; the games are karate, numbers",
    "play karate --opponent tal": "karate has no agent 'tal'",
    "play karate --seed x": "'x' is not a whole number",
    "play karate --seed 99999999999999999999": "does not lie in",
    "play karate --option rounds": "--option needs name=value",
    "play karate --option rounds=11": "rounds cannot be '11'; choose one of 10, 25, 50, 0",
    "play karate --option keys=60": "There is no option 'keys' here",
    "play karate --option rounds=10 --option rounds=25": "given twice",
    "play karate --opponent seed-softmax --option beta=9": "beta is 9; it must lie in 0 to 8",
    "play karate --opponent seed-softmax --option beta=nan": "beta",
    "play karate --frames 10": "--frames belongs to attract mode; add --demo",
    "play karate --demo --frames 0": "0 does not lie in 1",
    "play karate --demo --screenshot a.jpg": "needs a name that ends in .png",
    "arena karate": "at least two agents",
    "arena karate --agents nash": "at least two agents",
    "arena karate --agents nash,tal": "karate has no agent 'tal'",
    "arena karate --agents nash,random --games 0": "0 does not lie in 1",
    "arena karate --agents nash,random --option rounds=0 --games 1": "did not end",
    "arena karate --agents nash,random --option beta=1": "There is no option 'beta' here",
    "arena numbers --agents seed,uniform": "analyse numbers",
    "arena karate --agents nash,random --cluster karl": "the address of a Dask scheduler",
    "analyse chess": "There is no game 'chess'",
    "analyse": "analyse needs GAME",
    "train chess": "There is no game 'chess'",
    "solve karate": "karate has no tables to solve",
    "bench chess": "There is no game 'chess'",
    "games --data-dir": "expected one argument",
}


@pytest.mark.parametrize("words", BAD)
def test_bad_arguments_are_told_in_one_sentence(
    words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "MOST_TURNS", 200)
    assert run(words.split()) == BAD_ARGUMENTS
    told = capsys.readouterr()
    assert told.out == ""
    assert BAD[words] in told.err
    assert told.err.startswith("main.py: ")
    assert told.err.endswith(".\n")
    assert told.err.count("\n") == 1


def test_a_data_dir_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["games"], ["analyse", "karate"], ["bench"], ["play", "karate"]):
        assert run([*command, "--data-dir", " "]) == BAD_ARGUMENTS
    assert capsys.readouterr().err.count("--data-dir needs the name of a folder.") == 4


def test_pygame_missing_is_told_without_starting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert run([]) == BAD_ARGUMENTS
    assert run(["play", "karate"]) == BAD_ARGUMENTS
    assert capsys.readouterr().err.count("pip install -r requirements.txt") == 2


def test_a_failure_of_ours_is_one_sentence_and_exit_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(as_json: bool, game: str | None) -> int:
        raise ValueError("two\nlines")

    monkeypatch.setattr("ai.lab.listing.show_games", broken)
    assert run(["games"]) == FAILED
    assert capsys.readouterr().err == "main.py: A failure of ours: ValueError: two lines\n"


def test_help_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["--help"], ["arena", "--help"], ["play", "-h"]):
        assert run(argv) == DONE
    text = capsys.readouterr().out
    assert all(command in text for command in ("play", "games", "arena", "analyse", "bench"))
    assert re.search(r"--agents A,B\[,C\.\.\.\]", text)


# -- the process -------------------------------------------------------------------------


def bare() -> dict[str, str]:
    """An environment without display, sound, or a home that can be written."""
    kept = ("PATH", "SYSTEMROOT", "PYTHONPYCACHEPREFIX")
    return {**{n: os.environ[n] for n in kept if n in os.environ}, "HOME": "/nonexistent"}


def test_commands_run_without_display_and_home(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The first is started as a person starts it, the others as forks."""
    served = 0
    for words in (
        f"analyse karate --data-dir {tmp_path / 'not' / 'there'}",
        "games --json",
        "arena karate --agents nash,random --games 4 --json --jobs 2",
    ):
        done = subprocess.run(
            [*MAIN, *words.split()], env=bare(), cwd="/", capture_output=True, input=b"\n"
        )
        assert (done.returncode, done.stderr) == (0, b"")
        request.getfixturevalue("forked")
        served += 1
    assert served == 3
    assert list(tmp_path.iterdir()) == []


GONE, NONE = "a reader that went away", "none from the start"
COMMANDS_THAT_TELL = (
    ("games --json", 0, NONE, "forked"),
    ("arena karate --agents nash,random --games 2", 0, GONE, "forked"),
    ("analyse karate", 0, NONE, "forked"),
    ("arena --help", 0, NONE, "started"),
    ("play nothing", 2, GONE, "started"),
)


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
@pytest.mark.parametrize(("words", "code", "reader", "how"), COMMANDS_THAT_TELL)
def test_an_output_that_nobody_reads_is_dropped_quietly(
    words: str, code: int, reader: str, how: str, request: pytest.FixtureRequest
) -> None:
    if how == "forked":
        request.getfixturevalue("forked")
    read, gone = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*MAIN, *words.split()],
        input=b'{"op": "new"}\n' * 3,
        stdout=gone,
        stderr=subprocess.PIPE,
        env=bare(),
        preexec_fn=(lambda: os.close(1)) if reader == NONE else None,
    )
    assert done.returncode == code
    assert done.stderr.count(b"\n") == (1 if code else 0)
    os.close(gone)


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
def test_a_complaint_that_nobody_reads_keeps_its_code_and_stays_out_of_the_output(
    request: pytest.FixtureRequest,
) -> None:
    read, gone = os.pipe()
    os.close(read)
    for closing in (None, lambda: os.close(2)):
        if closing:
            request.getfixturevalue("forked")  # how it ends is seen without it
        done = subprocess.run(
            [*MAIN, "play", "nothing"],
            stdout=subprocess.PIPE,
            stderr=gone,
            env=bare(),
            preexec_fn=closing,
        )
        assert (done.returncode, done.stdout) == (2, b"")
    os.close(gone)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.usefixtures("forked")
def test_output_that_cannot_be_written_is_told() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*MAIN, "games"], stdout=full, stderr=subprocess.PIPE, env=bare())
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_arena_ends_quietly(jobs: str, request: pytest.FixtureRequest) -> None:
    if jobs == "1":
        request.getfixturevalue("forked")
    words = f"arena karate --agents nash,habits --games 1000000 --jobs {jobs}"
    for seconds in (
        0.1 if jobs == "1" else 0.5,
        1.0,
        5.0,
        20.0,
    ):  # on a busy machine it may still be starting by then
        code, out, err = interrupted(words, seconds)
        if code == 130 and b"Traceback" not in err:
            break
    assert (code, out) == (130, b"")
    assert b"Traceback" not in err


def interrupted(words: str, seconds: float) -> tuple[int, bytes, bytes]:
    """The code and the outputs of a command that is interrupted after some seconds."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
    process = subprocess.Popen(
        [*MAIN, *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=bare()
    )
    signal.signal(signal.SIGINT, before)
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=40)
    return process.returncode, out, err


@pytest.mark.sweep
def test_bench_measures_and_is_not_far_from_its_goals(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {row["what"]: row["value"] for row in answered(capsys, "bench", "karate")["rows"]}
    # the goal is 50,000 on a quiet machine; this one may be busy
    assert rows["arena, seed-argmax v nash"] > 20_000
    agents = [value for what, value in rows.items() if "without mind" in what]
    assert len(agents) == len(catalog.agents("karate"))


# -- games with commands of their own ----------------------------------------------------


@pytest.mark.usefixtures("forked")
def test_the_arena_of_the_tracker_gives_rows(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["arena", "tracker", "--agents", "random,food", "--games", "2", "--seed", "3"]
    argv += ["--option", "models=random,flee", "--option", "steps=10"]
    found = answered(capsys, *argv)
    assert (found["game"], found["seed"]) == ("tracker", 3)
    names = [(row["opponent"], row["model"]) for row in found["rows"]]
    assert names == [("random", "random"), ("random", "flee"), ("food", "random"), ("food", "flee")]
    keys = {"opponent", "model", "steps", "log_loss", "ci95", "map_distance", "cover50", "cover90"}
    assert all(set(row) == keys for row in found["rows"])
    assert run(argv) == DONE
    assert "log loss" in capsys.readouterr().out


@pytest.mark.sweep
def test_the_arena_of_the_tracker_is_the_same_with_any_number_of_jobs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    argv = ["arena", "tracker", "--agents", "random,food", "--games", "2", "--seed", "3"]
    argv += ["--option", "models=random,flee", "--option", "steps=30"]
    assert answered(capsys, *argv, "--jobs", "2") == answered(capsys, *argv)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--agents tal", "tracker has no agent 'tal'"),
        ("--agents ,", "needs opponents"),
        ("--agents random --option models=x", "There is no motion model 'x'"),
        ("--agents random --option models=", "There is no motion model ''"),
        ("--agents random --option speed=2", "There is no option 'speed' here"),
        ("--agents random --option steps=0", "steps is 0"),
    ],
)
def test_wrong_arguments_to_the_arena_of_the_tracker(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["arena", "tracker", *words.split()]) == BAD_ARGUMENTS
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


def test_training_writes_weights_and_their_card(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(training, "WEIGHTS", tmp_path)
    argv = ["train", "tracker", "--option", "mazes=2", "--option", "steps=100", "--seed", "4"]
    assert run([*argv, "--ship"]) == DONE
    assert "seed: 4" in capsys.readouterr().out
    written = sorted(path.name for path in (tmp_path / "tracker").iterdir())
    assert written == ["junctions.json", "junctions.npz"]
    assert run([*argv, "--option", "speed=1"]) == BAD_ARGUMENTS
    assert "There is no option 'speed' here; there are: mazes, steps." in capsys.readouterr().err


def test_a_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: Any) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr("ai.lab.tracker.train.train", broken)
    assert run(["train", "tracker"]) == BAD_ARGUMENTS
    told = capsys.readouterr().err
    assert "numba, which is missing; install it with `" in told
    assert "pip install -r requirements-lab.txt`." in told


NO_TABLE = "finkel and schultz with up to 4 pieces play at once"


@pytest.mark.parametrize(
    "words",
    [
        "arena ur --agents greedy,perfect --option pieces=7",
        "play ur --opponent perfect",
        "play ur --seat perfect --opponent greedy",
    ],
)
def test_an_agent_that_cannot_play_is_refused_with_what_to_do(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words.split(), "--data-dir", str(tmp_path)]) == BAD_ARGUMENTS
    told = capsys.readouterr().err
    for part in (NO_TABLE, "requirements-lab.txt", "main.py solve ur --rules finkel --pieces 7"):
        assert part in told
    assert told.count("\n") == 1


def test_agents_fitted_to_other_rules_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    refused = 0
    for agent in ("linear+", "net", "perfect"):
        words = f"arena ur --agents greedy,{agent} --option rules=masters --games 2"
        assert run(words.split()) == BAD_ARGUMENTS
        refused += "masters" in capsys.readouterr().err
    assert refused == 3


def test_an_agent_among_many_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "ur", "--agents", "greedee,perfect"]) == BAD_ARGUMENTS
    told = capsys.readouterr().err
    assert "did you mean greedy" in told
    assert "`main.py games ur`" in told
    assert len(told) < 200


def test_train_says_how_its_options_go(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "ur", "learner", "--games", "200"]) == BAD_ARGUMENTS
    assert "--option games=200" in capsys.readouterr().err


def test_the_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    source = ROOT / project["tool"]["hatch"]["version"]["path"]
    assert run(["--version"]) == DONE
    version = capsys.readouterr().out.removeprefix("Open Mind Arcade ").rstrip()
    assert f'VERSION = "{version}"' in source.read_text("utf-8")


def test_every_word_of_every_help_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """Each argument has a line, each command an example that its own parser takes."""
    explained = 0
    for command in COMMANDS:
        parser = next(
            action.choices[command]
            for action in _parser()._actions
            if isinstance(action, argparse._SubParsersAction)
        )
        for action in parser._actions:
            assert action.help, (command, action.dest)
            explained += 1
        example = str(parser.epilog).removeprefix("example: main.py ").split(" < ")[0]
        assert parse(example.split()).serve is not None
    assert explained > 30
    assert run(["games", "tracker"]) == DONE
    assert "(default )" not in capsys.readouterr().out
    assert run(["games", "nine"]) == BAD_ARGUMENTS
    assert "no game 'nine'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("play numbers --seat seed", "The first seat of numbers is for a person"),
        ("play karate --seat human --demo", "Nobody sits at attract mode"),
        ("play karate --today --seed 0", "the same for everybody; leave --seed out"),
        ("play karate --today --demo", "the same for everybody; leave --demo out"),
        ("play ur --today --option pieces=3", "leave --option out"),
        ("play ur --opponent human:name=Ada --demo", "Nobody sits at attract mode"),
        ("play ur --opponent human:age=3", "write human:name=NAME"),
        ("play ur --opponent human:name=", "is no name"),
        ("play karate --seat tal", "karate has no agent 'tal'"),
    ],
)
def test_a_first_seat_that_cannot_be(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.split()) == BAD_ARGUMENTS
    assert told in capsys.readouterr().err


@pytest.mark.usefixtures("drawings")
def test_two_agents_are_seated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture of two agents is another than that of a stand-in, and the same again."""
    monkeypatch.setattr("games.shell.start.FRAME", 1.0)  # eight seconds of the match
    pictures = []
    for seat in ("greedy", "random", "greedy"):
        path = tmp_path / f"{len(pictures)}.png"
        words = f"play ur --seat {seat} --opponent greedy --option pieces=4 --seed 3 --demo"
        assert run([*words.split(), "--frames", "8", "--screenshot", str(path)]) == DONE
        pictures.append(path.read_bytes())
    assert pictures[0] == pictures[2] != pictures[1]


def test_linear_algebra_has_one_thread_unless_somebody_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    importlib.reload(importlib.import_module("main"))
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    assert os.environ["OMP_NUM_THREADS"] == "3"


def test_an_agent_that_searches_may_be_held_to_a_single_node() -> None:
    assert parse(["arena", "ur", "--nodes", "1"]).nodes == 1
    assert run(["arena", "ur", "--nodes", "0"]) == BAD_ARGUMENTS
