"""The seals of a room: drawn at random, kept before they are shown, one a round for all windows."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from games.guess.classroom.seals import Seals


def test_a_seal_is_random_and_opens_to_the_forecast(tmp_path: Path) -> None:
    made = [Seals(tmp_path, code).make(1, 21.157, late=False) for code in ("AAAAA", "BBBBB")]
    assert made[0].seal.nonce != made[1].seal.nonce
    assert made[0].seal.commitment != made[1].seal.commitment
    for sealed in made:
        assert len(bytes.fromhex(sealed.seal.nonce)) == 16
        told = hashlib.sha256(f"{sealed.seal.nonce}:21.16".encode()).hexdigest()
        assert told == sealed.seal.commitment


def test_the_seal_of_a_round_stays_whoever_asks_again(tmp_path: Path) -> None:
    first, second = Seals(tmp_path, "K7PQM"), Seals(tmp_path, "K7PQM")
    made = first.make(3, 20.0, late=False)
    assert second.get(3) is None
    assert second.make(3, 20.0, late=True) == made, "the first one in the file counts"
    assert first.make(3, 30.0, late=True) == made
    assert Seals(tmp_path, "K7PQM").get(3) == made
    assert Seals(tmp_path, "K7PQN").get(3) is None
    assert Seals(tmp_path, "K7PQM").get(4) is None
    assert (tmp_path / "guess-class-K7PQM.seals").stat().st_mode & 0o777 == 0o600


GOOD = '{"round": 1, "nonce": "%s", "move": "14.00", "late": false}' % ("ab" * 16)
DAMAGED = (
    *("", "null", "[]", "[" * 5000, "{}", GOOD[:-9], GOOD.replace("ab", "zz"), "\0\xff"),
    *(GOOD.replace("14.00", move) for move in ("14", "1e9.00", "-1.00", "14.00; rm x")),
    *(GOOD.replace('"round": 1', f'"round": {number}') for number in ('"1"', "1.0", "true")),
    GOOD.replace("false", "0"),
)


@pytest.mark.parametrize("line", DAMAGED)
def test_a_damaged_line_seals_nothing_and_is_left_alone(tmp_path: Path, line: str) -> None:
    path = tmp_path / "guess-class-K7PQM.seals"
    path.write_text(line)  # no newline at its end
    seals = Seals(tmp_path, "K7PQM")
    assert seals.get(1) is None
    made = seals.make(1, 15.0, late=True)
    assert path.read_text().startswith(line)
    assert Seals(tmp_path, "K7PQM").get(1) == made
    path.write_text(f"{line}\n{GOOD}\n")
    found = Seals(tmp_path, "K7PQM").get(1)
    assert found is not None
    assert found.seal.move == "14.00"


@pytest.mark.parametrize("code", ["../../x", "", "K7/PQ", "K7PQMK7PQM"])
def test_what_is_no_code_names_no_file(tmp_path: Path, code: str) -> None:
    seals = Seals(tmp_path / "data", code)
    made = seals.make(1, 15.0, late=False)
    assert seals.get(1) == made
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_kept_a_later_window_seals_anew(tmp_path: Path) -> None:
    (tmp_path / "guess-class-K7PQM.seals").mkdir()
    for folder in (None, tmp_path, tmp_path / "none"):
        made = Seals(folder, "K7PQM").make(1, 15.0, late=False)
        assert Seals(folder, "K7PQM").make(1, 15.0, late=True) != made
