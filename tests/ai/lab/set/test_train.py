"""`main.py train set`: files of races, stopping and going on, and who plays with the fit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ai.lab import fitting
from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.options import parse_options
from ai.lab.rooms import unseen
from ai.lab.set import train as room
from ai.set.kinds import KINDS_OF_SETS, read_kinds
from ai.set.race import WEIGHTS, steady_rates
from games import weights
from games.agents import LostWeights
from games.arrays import BadWeights
from games.paths import WEIGHTS as SHIPPED


def a_race(cards: Sequence[str], ms: int, taken: Sequence[int] | None, **more: Any) -> str:
    return json.dumps({"cards": list(cards), "ms": ms, "set": taken, **more})


RACES = [
    a_race(["0000", "0001", "0002"], 4000, [0, 1, 2]),
    a_race(["0000", "0011", "0022"], 5000, [0, 1, 2]),
    a_race(["0000", "0111", "0222"], 6000, [0, 2, 1], player="Ada"),
    a_race(["0000", "1111", "2222"], 9000, [0, 1, 2]),
    "",
    a_race(["0000", "1111", "2222"], 9000, None),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "races.jsonl"
    path.write_text("\n".join(RACES) + "\n")
    return path


def trained(file: Path, folder: Path) -> dict[str, Any]:
    options = parse_options(room.OPTIONS, {"races": str(file)})
    return room.train(options, 1, Jobs(1), folder, lambda done, text: None)


def test_what_is_fitted_is_written_told_and_played_with(file: Path, tmp_path: Path) -> None:
    file.write_text(file.read_text().replace(', "player": "Ada"', ""))
    folder = tmp_path / "weights"
    card = trained(file, folder / "set")
    assert (card["races"], card["players"], card["sets_taken"]) == (5, 1, [1, 1, 1, 1])
    wanted = (5.4 / 3.4, 5.4 / 4.4, 1.0, 5.4 / 16.8)
    assert read_kinds(folder / "set" / "kinds.npz") == pytest.approx(wanted)
    assert "one rate for all kinds" in room.report(card)
    with weights.choosing(folder):
        assert KINDS_OF_SETS.trained
        assert steady_rates(5) == pytest.approx([0.042 * weight for weight in wanted])
    assert steady_rates(5) == tuple(0.042 * weight for weight in WEIGHTS)


def test_what_ships_is_the_guess(tmp_path: Path) -> None:
    assert read_kinds(SHIPPED / "set" / "kinds.npz") == WEIGHTS
    card = room.train({"races": "guess"}, 1, Jobs(1), tmp_path, lambda done, text: None)
    assert (tmp_path / "kinds.npz").read_bytes() == (SHIPPED / "set" / "kinds.npz").read_bytes()
    assert "nobody was measured" in room.report(card)


def test_a_request_of_fit_is_read_too(file: Path, tmp_path: Path) -> None:
    wanted = trained(file, tmp_path / "lines")
    races = [json.loads(line) for line in RACES if line]
    file.write_text(json.dumps({"op": "fit", "races": races}, indent=1))
    found = trained(file, tmp_path / "request")
    assert found == wanted
    assert found["players"] == 2


def test_a_fit_that_was_stopped_goes_on(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = trained(file, tmp_path / "whole")
    read: list[str] = []
    add = room.race_of

    def counted(plain: object, name: str) -> Any:
        read.append(name)
        return add(plain, name)

    def stopped(done: float, text: str) -> None:
        assert done < 1
        if len(read) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(room, "race_of", counted)
    monkeypatch.setattr(room, "KEEP_SECONDS", -1.0)
    with pytest.raises(KeyboardInterrupt):
        room.train({"races": str(file)}, 1, Jobs(1), tmp_path / "parts", stopped)
    assert read == ["Line 1", "Line 2", "Line 3"]
    read.clear()
    assert trained(file, tmp_path / "parts") == whole
    assert read == ["Line 4", "Line 6"]
    assert not list((tmp_path / "parts").glob("*.part*"))


def test_another_file_begins_anew(file: Path, tmp_path: Path) -> None:
    weights = tmp_path / "kinds.npz"
    sums = room.read_races(file, weights, unseen)
    with file.open("rb") as races:
        state = room.FileReading(races)
    state.place, state.line, state.sums = 5, 1, sums
    fitting.keep(fitting.part_of(weights), state.arrays(), {"races": "another"})
    assert room.read_races(file, weights, unseen) == sums


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nothing\n", "Line 1 is not an object"),
        (a_race(["0000", "0001"], 4, None), 'Line 1: "cards" has 2 cards'),
        (a_race(["0000", "0001", "0002"], -4, None), "must be a number from 0 on"),
        (a_race(["0000", "0001", "0011"], 4, [0, 1, 2]), "three places of cards that are a set"),
        (a_race(["0000", "0001", "0002"], 4, None, player=7), "must be a name"),
        ('{"races": 5}', 'has no list "races"'),
        ('{"races": [', "is no JSON"),
        (RACES[0], "differs in 2"),
    ],
)
def test_a_bad_file_is_told_of_in_a_sentence(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "bad").write_text(text)
    with pytest.raises(BadArguments, match=told):
        trained(tmp_path / "bad", tmp_path)


def test_a_file_has_to_be_named_and_there() -> None:
    with pytest.raises(BadArguments, match="no file of races"):
        trained(Path("/nowhere/races"), Path("/nowhere"))
    with pytest.raises(BadArguments, match="races=FILE"):
        room.train({}, 1, Jobs(1), Path("/nowhere"), lambda done, text: None)


@pytest.mark.parametrize("wrong", [(1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 0.0), (1.0, 1.0, 1.0, 1e9)])
def test_weights_that_cannot_be_are_refused(wrong: tuple[float, ...], tmp_path: Path) -> None:
    path = tmp_path / "set" / "kinds.npz"
    fitting.write(path, room.kind_arrays(wrong), {"agent": "steady"})
    with pytest.raises(LostWeights):
        read_kinds(path)
    with weights.choosing(tmp_path):
        assert steady_rates(5) == tuple(0.042 * weight for weight in WEIGHTS)
        assert "what ships is used" in weights.take_notices()[0]


def test_damaged_sums_are_refused(file: Path) -> None:
    with file.open("rb") as races:
        state = room.FileReading(races)
    arrays = state.arrays()
    arrays["far"][0] = -1
    with pytest.raises(BadWeights):
        state.restore(arrays)
