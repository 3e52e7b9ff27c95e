"""What better means in each game, also where agents do not meet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ai.lab import contest
from ai.lab.command_line import BAD_ARGUMENTS, DONE, run
from ai.lab.contest import Alone, AlonePart, against, alone, contested, reference, tally, usual
from games import catalog

FIRST = "def choose(view, legal, rng):\n    return legal[0]\n"


@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_reference_and_the_usual_opponent_are_agents(game: str) -> None:
    for name in (reference(game), usual(game)):
        catalog.resolve(game, name)
    expected = {"set": "steady-1", "numbers": "uniform", "guess": "nash"}.get(game, "random")
    assert reference(game) == expected


@pytest.mark.parametrize("game", contest.SOLO)
def test_who_plays_alone_meets_the_same_games(game: str) -> None:
    """The same agent twice is a draw in each of them; a better one wins most."""
    same = list(contested(game, usual(game), usual(game), range(4), 1, {}))
    assert [found.share for found in same] == [0.5] * 4
    better = {"numbers": "mind", "guess": "mind", "tracker": "lamplighter"}[game]
    found = tally(reference(game), list(contested(game, better, reference(game), range(8), 1, {})))
    assert found.share > 0.8


def test_the_keys_of_numbers_do_not_depend_on_the_guesses() -> None:
    keys = []
    for agent in ("uniform", "mind"):
        (found,) = alone(AlonePart("numbers", agent, range(3, 4), 1, {})).results
        keys.append([dict(turn)[0] for turn in found.turns])
    assert keys[0] == keys[1]
    assert len(keys[0]) == 100


def test_a_forfeit_is_lost_and_two_are_lost_by_the_first() -> None:
    fine, bad = Alone(1.0, "", ()), Alone(5.0, "x forfeits: it failed.", ())
    assert (against(fine, bad), against(bad, fine), against(bad, bad)) == (1.0, 0.0, 0.0)
    assert (against(fine, fine), against(fine, fine._replace(score=0.0))) == (0.5, 1.0)


@pytest.mark.parametrize("game", contest.SOLO)
def test_the_arena_compares_bots_that_play_alone(
    game: str, bot_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bot_home / "mine.py").write_text(FIRST)
    (bot_home / "bad.py").write_text("def choose(view, legal, rng):\n    return 'fly'\n")
    agents = f"bot:mine.py,{reference(game)},bot:bad.py"
    words = ["arena", game, "--agents", agents, "--games", "3"]
    assert run([*words, "--json"]) == DONE
    found = json.loads(capsys.readouterr().out)
    ours, with_bad, _ = found["pairs"]
    assert (ours["games"], ours["a_forfeits"], ours["b_forfeits"]) == (3, 0, 0)
    assert (with_bad["a_win_share"], with_bad["b_forfeits"]) == (1.0, 3)
    assert len(with_bad["forfeits"]) == 1
    assert run(words) == DONE
    assert "bad.py forfeits: in turn" in capsys.readouterr().out
    assert run(["arena", game, "--agents", "bot:mine.py"]) == BAD_ARGUMENTS
