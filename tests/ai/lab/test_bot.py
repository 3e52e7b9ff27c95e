"""`main.py bot GAME --explain`: every field with its meaning, out of real matches."""

from __future__ import annotations

import itertools
import json

import pytest

from ai.lab.bot import BotExamples, matches
from ai.lab.command_line import BAD_ARGUMENTS, DONE, run
from games import catalog
from games.plain import explanation


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert run(["bot", *words]) == DONE
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_field_stands_there_with_its_meaning(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, meaning = printed(capsys, game, "--explain"), explanation(game)
    assert meaning is not None
    assert lines[0] == f"{catalog.spec(game).title}: what a bot sees, and how it moves"
    assert max(map(len, lines)) <= 170
    titles = ("A MOVE", "WHAT WINS", "A VIEW (seat", "ITS LEGAL MOVES", "EVENTS")
    places = [next(n for n, line in enumerate(lines) if line.startswith(t)) for t in titles]
    assert places == sorted(places)
    text = " ".join(" ".join(lines).split())
    assert f"A MOVE {meaning.moves} WHAT WINS {meaning.wins} A VIEW" in text
    assert "rare" not in text, "each kind of event is met in a few matches"
    for words in (meaning.view, *meaning.events.values()):
        for path, told in words.items():
            if path:
                at = [n for n, line in enumerate(lines) if line.split(" = ")[0].strip() == path]
                assert told in [lines[n + 1].strip() for n in at], path
    for kind, words in meaning.events.items():
        assert f'  {{"kind": "{kind}", "data": ...}}: {words[""]}' in lines


def test_the_values_are_those_of_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "ur", "--explain", "--option", "rules=blitz")
    assert '  rules = "blitz"' in lines
    assert "  pieces = 5" in lines
    legal = json.loads(lines[lines.index("ITS LEGAL MOVES") + 1])
    assert legal
    assert all(move == "pass" or move.isdecimal() for move in legal)
    assert "  null (None): they are not listed; write one as A MOVE says" in printed(
        capsys, "set", "--explain"
    )
    assert '  play = "hide"' in printed(capsys, "tracker", "--explain")
    assert printed(capsys, "ur", "--explain") == printed(capsys, "ur", "--explain")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nine", "--explain"), "no game 'nine'"),
        (("ur", "--explain", "--option", "rules=x"), "rules"),
        (("ur", "--explain", "--option", "size=3"), "has no option 'size'"),
        (("nullbids", "--explain"), "Nothing explains the views of nullbids yet."),
    ],
)
def test_what_cannot_be_explained_is_refused(
    words: tuple[str, ...], told: str, null_game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bot", *words]) == BAD_ARGUMENTS
    assert told in capsys.readouterr().err


def test_matches_take_up_each_choice_of_the_options() -> None:
    found = [m.params["rules"] for m in itertools.islice(matches("ur", {"pieces": 1}), 12)]
    assert found[:6] == ["finkel", "finkel", "schultz", "blitz", "masters", "aseb"]
    assert len(set(found)) >= 5


def test_the_example_with_the_most_fields_is_kept() -> None:
    meaning = explanation("jaipur")
    assert meaning is not None
    shown = BotExamples(meaning)
    shown.watch(next(matches("jaipur", {})), first=True)
    assert "value" in shown.events["bonus"], "its owner sees the value"
    assert "card" in shown.events["deal"]
    seat = shown.view["seat"]
    assert shown.view["hand"]
    assert shown.where.startswith(f"seat {seat} after ")
    view = dict(shown.view)
    shown.watch(next(matches("jaipur", {"length": "round"})), first=False)
    assert shown.view == view
