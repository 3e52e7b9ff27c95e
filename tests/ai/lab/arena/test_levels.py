"""The levels of a game are measured with a stand-in for a newcomer, by one command."""

from __future__ import annotations

import json

import pytest

from ai.lab.arena import serve
from ai.lab.arena.levels import LevelsArena, newcomer
from ai.lab.errors import BadArguments
from ai.lab.jobs import HERE
from ai.lab.rooms import ArenaQuestion, Plain, unseen
from games import catalog
from games.intervals import wilson
from games.spec import LEVELS


def studied(game: str, games: int, *levels: str, **given: str) -> Plain:
    asked = ArenaQuestion(levels, games, 1, {"study": "levels", **given}, HERE, unseen)
    return LevelsArena(game).arena(asked)


def test_a_row_a_level_counts_what_the_newcomer_won_and_repeats_by_the_seed() -> None:
    found = studied("karate", 10, "easy", "normal")
    assert [row["level"] for row in found["rows"]] == ["easy", "normal"]
    easy, normal = found["rows"]
    assert easy["games"] == normal["games"] == 10
    assert easy["won"] > normal["won"]
    assert easy["options"] == {"beta": -0.15}
    assert easy["ci95"] == list(wilson(easy["won"], 10))
    assert found["newcomer"] == "habits"
    assert found == studied("karate", 10, "easy", "normal")
    told = LevelsArena("karate").report(found).splitlines()
    assert told[1].split() == f"easy: {easy['won']} of 10 won, {easy['drawn']} drawn".split()


def test_without_names_all_four_are_played_and_the_arena_takes_the_study(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert serve("ur", [], 2, 1, {"study": "levels"}, HERE, None, True) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert tuple(row["level"] for row in rows) == LEVELS
    assert {row["games"] for row in rows} == {2}


@pytest.mark.parametrize(
    ("game", "levels", "given", "words"),
    [
        ("karate", ("hardest",), {}, "There is no level 'hardest'"),
        ("karate", (), {"rounds": "10"}, "leave rounds out"),
    ],
)
def test_what_cannot_be_measured_is_said(
    game: str, levels: tuple[str, ...], given: dict[str, str], words: str
) -> None:
    with pytest.raises(BadArguments, match=words):
        studied(game, 2, *levels, **given)


def test_a_newcomer_is_an_agent_of_the_game_or_the_one_of_attract_mode() -> None:
    for game in catalog.GAMES:
        spec = catalog.spec(game)
        if spec.opponents.levels:
            assert spec.opponents.newcomer_words
            assert newcomer(spec) is not newcomer(spec)
