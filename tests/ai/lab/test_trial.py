"""`main.py bot GAME`: the examples, and the trial of a bot."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ai.lab import contest, trial
from ai.lab.command_line import BAD_ARGUMENTS, DONE, FAILED, run
from games import catalog
from games.core import CHANCE, Limit
from games.match import Match
from games.spec import Params
from games.streams import Stream
from tests.support.bots import hostile_bot, written_bot

ENDING = {"python": ".py", "json": ""}
FIRST = "def choose(view, legal, rng):\n    return legal[0]\n"


def example_bot(bot_home: Path, game: str, language: str) -> str:
    text = trial.example(game, language)
    return written_bot(bot_home, text, f"example{ENDING[language]}")


@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize("language", trial.LANGUAGES)
def test_the_example_of_a_game_plays_a_match(bot_home: Path, game: str, language: str) -> None:
    kept = example_bot(bot_home, game, language)
    assert trial.example(game, language).count("\n") <= 40
    given = {"ctf": {"maze": "loops-16x8", "moves": "400"}}.get(game, {})
    other = contest.reference(game)
    found = next(iter(contest.contested(game, kept, other, range(1), 1, given)))
    assert found.fault == ""
    assert len(found.turns) > 3


@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_command_prints_the_example(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bot", game]) == DONE
    assert capsys.readouterr().out == trial.example(game)
    assert run(["bot", game, "--language", "json"]) == DONE
    told = capsys.readouterr().out
    assert told == trial.example(game, "json")
    assert told.startswith("#!/usr/bin/env python3\n")


def options_by_lot(game: str, rng: Stream) -> Params:
    """Options of a match, each of the choices drawn by lot."""
    spec = catalog.spec(game)
    chosen = {
        option.name: rng.choice(option.values())
        for option in spec.options
        if option.kind in ("choice", "bool") and not option.hidden
    }
    short = {"rounds": 10, "keys": 60, "steps": 60, "moves": 400, "maze": "loops-16x8"}
    names = {option.name for option in spec.options}
    fixed = {"ctf": ("moves", "maze"), "karate": ("rounds",), "numbers": ("keys",)}.get(game, ())
    chosen |= {name: short[name] for name in fixed if name in names}
    return spec.draw(spec.params(chosen), rng.below(1000))


@pytest.mark.sweep
@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_example_is_legal_with_all_options_and_in_all_seats(bot_home: Path, game: str) -> None:
    kept, rng = example_bot(bot_home, game, "python"), Stream.named(1, game)
    for number in range(20):
        params = options_by_lot(game, rng)
        teams = catalog.spec(game).teams_for(params)
        made = {team: catalog.resolve(game, kept).make() for team in set(teams)}
        seats = catalog.spec(game).seats_for(params)
        players = {
            n: made[team] if seats[n].agents else catalog.demo_player(game)
            for n, team in enumerate(teams)
        }
        match: Match[Any] = Match(catalog.rules(game), params, number, players)
        match.run(Limit(nodes=100), 3000)
        assert any(turn[0][0] != CHANCE for turn in match.turns)


@pytest.mark.sweep
@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize("language", trial.LANGUAGES)
def test_the_example_beats_the_reference(bot_home: Path, game: str, language: str) -> None:
    kept, other = example_bot(bot_home, game, language), contest.reference(game)
    found = contest.tally(other, list(contest.contested(game, kept, other, range(200), 1, {})))
    print(f"{game}, {language}: {found.share:.3f} {found.ci95}")
    assert found.forfeits == 0
    assert found.share > (0.5 if game == "ra" else 0.55)


def test_a_trial_gives_this_object(bot_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bot_home / "mine.py").write_text(FIRST)
    words = ["bot", "karate", "--check", "mine.py:greed=2", "--games", "3", "--json"]
    assert run(words) == DONE
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["game", "file", "against", "sentences", "ms", "repeatable"]
    assert (found["game"], found["file"], found["repeatable"]) == ("karate", "mine.py", True)
    assert [row["agent"] for row in found["against"]] == ["random", "sensei:beta=-0.15"]
    for row in found["against"]:
        assert set(row) == {"agent", "games", "share", "ci95", "forfeits"}
        assert row["games"] == 3
        assert row["ci95"][0] - 1e-9 <= row["share"] <= row["ci95"][1] + 1e-9
    assert found["sentences"] == []
    assert 0.0 < found["ms"]["mean"] <= found["ms"]["worst"]


def test_a_trial_in_words(bot_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hostile_bot(bot_home, "raises.py")
    assert run(["bot", "ur", "--check", "raises.py", "--games", "2"]) == FAILED
    told = capsys.readouterr().out
    assert "against random, the reference: share 0.000" in told
    assert told.count("raises.py forfeits: in turn 2 it failed in raises.py, line 5") == 1
    assert "2 forfeited" in told


def test_moves_by_the_clock_are_not_repeatable(bot_home: Path) -> None:
    text = "import os\ndef choose(view, legal, rng):\n    return legal[os.urandom(1)[0] % 4]\n"
    (bot_home / "mine.py").write_text(text)
    assert not trial.check("karate", "mine.py", 1, 1, {})["repeatable"]


def test_a_missing_file_and_bad_options_end_with_code_2(
    bot_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bot_home / "mine.py").write_text(FIRST)
    for words in (
        ["bot", "karate", "--check", "gone.py"],
        ["bot", "karate", "--check", "mine.py:greed"],
        ["bot", "karate", "--check", "mine.py", "--bot-seconds", "100"],
        ["bot", "chess"],
        ["arena", "karate", "--agents", "bot:gone.py,random"],
        ["play", "karate", "--opponent", "bot:gone.py"],
        ["play", "karate", "--seat", "bot:gone.py"],
    ):
        assert run(words) == BAD_ARGUMENTS, words
        assert capsys.readouterr().err.count("\n") == 1


def test_the_arena_goes_on_and_counts_forfeits(
    bot_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "def choose(view, legal, rng):\n    assert view['seat'] == 1\n    return legal[0]\n"
    (bot_home / "mine.py").write_text(text)
    words = ["arena", "karate", "--agents", "bot:mine.py,random", "--games", "4"]
    assert run([*words, "--json"]) == DONE
    pair = json.loads(capsys.readouterr().out)["pairs"][0]
    assert (pair["a_forfeits"], pair["b_forfeits"]) == (2, 0)
    (sentence,) = pair["forfeits"]
    assert sentence.startswith("mine.py forfeits: in turn 1 it failed in mine.py, line 2: Assert")
    assert pair["a_win_share_first"] == 0.0
    assert run(words) == DONE
    assert sentence in capsys.readouterr().out


def test_at_a_larger_table_the_others_are_ranked_by_their_returns(
    bot_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "def choose(view, legal, rng):\n    assert view['epoch'] < 2\n"
    text += "    return 'draw' if 'draw' in legal else legal[0]\n"
    (bot_home / "mine.py").write_text(text)
    words = ["arena", "ra", "--agents", "bot:mine.py,random,easy", "--games", "6", "--json"]
    assert run(words) == DONE
    found = json.loads(capsys.readouterr().out)
    mine, weak, strong = found["agents"]
    assert mine["forfeits"] == 6
    assert mine["places"] == [0.0, 0.0, 1.0]
    assert mine["win_share"] == 0.0
    assert strong["win_share"] == strong["places"][0] > 0.5 > weak["places"][0]
    assert len(found["forfeits"]) == 1


def test_a_program_of_lines_runs_by_itself(bot_home: Path) -> None:
    written_bot(bot_home, trial.example("karate", "json"), "example")
    begin = {"do": "begin", "seats": [1], "options": {"table": "classic"}, "seed": 1, "bot": {}}
    ask = {"do": "choose", "view": {"table": "classic"}, "legal": ["punch", "kick"]}
    lines = "".join(json.dumps(line) + "\n" for line in (begin, ask))
    done = subprocess.run(
        [str(bot_home / "example")], input=lines, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == {"move": "kick"}
