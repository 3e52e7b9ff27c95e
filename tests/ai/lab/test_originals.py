"""The claims of the originals: every row has its claim, and what was measured can be again."""

from __future__ import annotations

import json
import re

import pytest

from ai.lab import command_line
from ai.lab.originals import VERDICTS, Effort, command, measure, measures
from games import catalog, measured

COUNTS = {
    "KARATE": 7,
    "NUMBERS": 3,
    "TRACKER": 6,
    "CTF": 3,
    "SET": 6,
    "GUESS": 4,
    "PLANET": 1,
    "MATH": 2,
    "UR4": 7,
    "UR7": 11,
    "RA": 7,
    "JAIPUR": 5,
}
"""Claims of each text, which are numbered from 1."""
FIELDS = (
    *("id", "game", "claim", "his_way", "ours", "interval", "figures"),
    *("command", "seed", "commit", "verdict"),
)
QUICK = {
    "KARATE-1": "3.75",
    "KARATE-2": "probability 1",
    "KARATE-3": "43.75%",
    "SET-1": "66 pairs",
    "GUESS-1": "with nine 64",
    "GUESS-4": "11.6",
    "JAIPUR-5": "0.1875",
    "MATH-2": "170!",
}
"""Claims that are measured at once, and a word that has to stand in what is found."""


def test_every_claim_has_a_row_and_a_game() -> None:
    rows = measured.originals()
    wanted = [f"{text}-{n}" for text, count in COUNTS.items() for n in range(1, count + 1)]
    assert sorted(row["id"] for row in rows) == sorted(wanted)
    for row in rows:
        assert tuple(row) == FIELDS
        assert row["claim"].endswith(".")
        assert row["game"] in ("", *catalog.GAMES)
        assert row["verdict"] in VERDICTS


def test_rows_that_can_be_measured_name_their_command_and_their_figures() -> None:
    known = measures()
    for row in measured.originals():
        if row["id"] not in known:
            assert row["command"] == ""
            continue
        if not row["figures"]:
            continue  # not measured yet
        assert row["command"] == command(row["id"], row["seed"])
        arguments = command_line.parse(row["command"].split()[1:])
        assert arguments.ids == [row["id"]]
        assert re.fullmatch(r"[0-9a-f]{8}", row["commit"]), row["id"]
        for value, low, high in row["figures"].values():
            assert low <= value <= high
        first = next(iter(row["figures"].values()))
        assert row["interval"] == (None if first[1] == first[2] else first[1:])


def test_no_function_measures_a_claim_that_has_no_row() -> None:
    assert set(measures()) <= {row["id"] for row in measured.originals()}


@pytest.mark.parametrize(("name", "word"), QUICK.items())
def test_what_needs_no_games_comes_out_as_it_is_told(name: str, word: str) -> None:
    found = measure(name, Effort())
    assert word in f"{found.his_way} {found.ours}"


def test_the_command_prints_a_row_and_its_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.run(["originals", "karate-3"]) == 0
    assert capsys.readouterr().out.startswith("KARATE-3   holds\n")
    assert command_line.run(["originals", "SET-1", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["figures"]["triples"] == [220.0, 220.0, 220.0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["KARATE-99"], "KARATE-99 is no claim"),
        (["CTF-2"], "CTF-2 cannot be measured here"),
        (["SET-1", "--short", "--save"], "leave --short or --save out"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_a_sentence(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.run(["originals", *words]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.lab
@pytest.mark.parametrize("name", measures())
def test_every_command_measures_again_at_a_tenth_of_its_length(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.run(["originals", name, "--short", "--json", "--seed", "3"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["verdict"] in VERDICTS
    kept = {row["id"]: row for row in measured.originals()}[name]
    assert set(row["figures"]) == set(kept["figures"]) or not kept["figures"]
