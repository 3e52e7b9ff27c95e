"""The claims of the originals: every row has its claim, and what was measured can be again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from ai.lab import command_line
from ai.lab.originals import VERDICTS, Effort, command, measure, measures
from games import catalog, measured
from games.paths import ROOT
from games.shell.pages.help import help_texts

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
        arguments = command_line.parse(row["command"].split()[1:])
        assert arguments.seed == row["seed"]
        if row["command"] != command(row["id"], row["seed"]):
            kept = [entry for entry in measured.entries(row["game"]) if _same(entry.command, row)]
            assert [entry.commit for entry in kept] == [row["commit"]], row["id"]
        assert re.fullmatch(r"[0-9a-f]{8}", row["commit"]), row["id"]
        for value, low, high in row["figures"].values():
            assert low <= value <= high
        first = next(iter(row["figures"].values()))
        assert row["interval"] == (None if first[1] == first[2] else first[1:])


def _same(told: str, row: Mapping[str, Any]) -> bool:
    """Whether an entry of the measured figures is what a row was taken from."""
    return told == row["command"]


def test_a_page_has_every_row_of_its_game_and_the_readme_the_rest() -> None:
    for game in catalog.GAMES:
        own = [row for row in measured.originals() if row["game"] == game]
        if not own:
            continue
        page = dict(help_texts(game, catalog.scene(game).Scene.help_figures()))["The originals"]
        cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines()]
        for row in own:
            shown = [row["id"], row["claim"], row["his_way"] or "\u2013", row["ours"] or "\u2013"]
            assert [*shown, row["verdict"]] in cells, row["id"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [row["id"] for row in measured.originals() if not row["game"]] == ["PLANET-1"]
    assert "Planet Wars" in readme


def test_figures_that_are_quoted_are_those_of_the_data() -> None:
    """The first figure of a row stands in its words, as a share, a number or one in so many."""
    for row in measured.originals():
        values = [value for value, _, _ in row["figures"].values()]
        forms = {form for value in values for form in _forms(value)}
        words = set(re.findall(r"\d[\d,]*\.?\d*|\.\d+", f"{row['his_way']} {row['ours']}"))
        assert not values or forms & words, row["id"]


def _forms(value: float) -> set[str]:
    """The ways in which a figure may be written."""
    size = abs(value)
    found = {f"{scale * size:,.{digits}f}" for scale in (1, 100) for digits in range(5)}
    found |= {f"{1 / size:.{digits}f}" for digits in (0, 1, 2)} if size else set()
    return found | {form.removeprefix("0") for form in found} | {f"{size:.0e}"[0]}


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
