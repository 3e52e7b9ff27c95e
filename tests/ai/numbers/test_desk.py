"""The reading room's process: seals first, true figures, one sentence for what cannot be done."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from ai.lab.numbers.analyse import serve
from ai.numbers.desk import LENGTH, ReadingDesk, class_table, deal, names_of
from ai.sequence.papers import MOST_CHARACTERS, read_papers
from ai.sequence.predictor import Predictor
from games.arrays import arrays_to_text
from games.paths import ASSETS

KEYS = "0312130213021302130121"


def said(desk: ReadingDesk, **message: Any) -> dict[str, Any]:
    replies = list(desk.answers(message))
    assert json.loads(json.dumps(replies)) == replies
    return replies[-1]


def read(
    kind: str, k: int, keys: str, start: str | None = None, desk: ReadingDesk | None = None
) -> Any:
    """What is opened at each key."""
    desk = desk or ReadingDesk()
    seal = said(desk, op="read", k=k, kind=kind, start=start)["seal"]
    opened = []
    for key in keys:
        reply = said(desk, op="press", symbol=int(key))
        text = f"{reply['nonce']}:{reply['guess']}"
        assert hashlib.sha256(text.encode()).hexdigest() == seal
        seal = reply["seal"]
        opened.append(reply)
    return opened


@pytest.mark.parametrize("k", [2, 4, 7, 10])
def test_a_novice_says_what_the_analysis_says(k: int) -> None:
    keys = "".join(str(int(key) % k) for key in KEYS)
    expected = serve({"op": "predict", "k": k, "moves": keys})["probabilities"]
    opened = read("novice", k, keys)
    assert len(opened) == len(keys)
    hits = 0
    for place, reply in enumerate(opened):
        assert reply["bars"] == pytest.approx(expected[place])
        best = max(range(k), key=lambda key: (reply["bars"][key], -key))
        assert reply["guess"] == names_of(k)[best]
        hits += best == int(keys[place])
        assert (reply["hits"], reply["pressed"]) == (hits, place + 1)
    assert [place for place, reply in enumerate(opened) if reply["finding"]] == [19]


def test_a_blank_reader_knows_nobody_and_a_veteran_knows_you() -> None:
    blank, novice = (read(kind, 4, "00", None)[-1]["bars"] for kind in ("blank", "novice"))
    assert blank[0] > 0.27  # once is a habit to it
    assert novice[0] < 0.23  # people avoid repeats
    known = Predictor(4)
    for key in "0123" * 20:
        known.update(int(key))
    start = arrays_to_text(known.settled())
    assert read("veteran", 4, "0", start)[0]["bars"][0] > 0.8


def test_a_veteran_without_games_knows_what_was_done_here_before() -> None:
    desk = ReadingDesk()
    read("novice", 5, "01234" * 12, desk=desk)
    begun = said(desk, op="read", k=5, kind="veteran", start=None)
    assert begun["known"] == 60
    assert said(desk, op="press", symbol=0)["bars"][0] > 0.8
    assert said(desk, op="read", k=6, kind="veteran", start=None)["known"] == 0
    assert said(desk, op="read", k=5, kind="novice", start=None)["known"] == 0


def test_a_class_is_told_easiest_first_by_whoever_reads() -> None:
    steady, dice = "1234" * 20, "31421123344213214132" * 4
    papers = read_papers(f"Dora: {dice}\nSam: {steady}\nEve: 12121\n")
    *shares, table = class_table(papers, "novice")
    assert [share["op"] for share in shares] == []
    assert table["rows"][0]["name"] == "Sam"
    sam = table["rows"][0]
    forecasts = serve({"op": "predict", "moves": "".join(str(int(c) - 1) for c in steady)})
    hits = sum(
        max(range(4), key=lambda key: (row[key], -key)) == int(c) - 1
        for row, c in zip(forecasts["probabilities"], steady, strict=False)
    )
    assert (sam["choices"], sam["hits"], table["k"]) == (80, hits, 4)
    assert sam["why"] == "You always go up one choice."
    assert sam["harder"] == pytest.approx(0.0, abs=0.1)
    eve = next(row for row in table["rows"] if row["name"] == "Eve")
    assert eve["harder"] is None
    blank = list(class_table(papers, "blank"))[-1]["rows"]
    assert [row["share"] for row in blank] != [row["share"] for row in table["rows"]]


def test_a_long_class_is_told_of_while_it_is_read() -> None:
    replies = list(ReadingDesk().answers({"op": "class", "text": "1221" * 125, "kind": "novice"}))
    shares = [reply["share"] for reply in replies if reply["op"] == "share"]
    assert shares == pytest.approx([0.4, 0.8])


def test_a_file_is_read_as_its_text_is(tmp_path: Path) -> None:
    text = "Ada: 31412213\nBen: 11112222\n"
    (tmp_path / "class.txt").write_text(text, encoding="utf-8-sig")
    by_file = said(ReadingDesk(), op="class", path=str(tmp_path / "class.txt"), kind="novice")
    assert by_file == said(ReadingDesk(), op="class", text=text, kind="novice")
    assert by_file["op"] == "class"


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"op": "press", "symbol": 0},
        {"op": "read", "k": 11, "kind": "novice"},
        {"op": "read", "k": 4, "kind": "wizard"},
        {"op": "read", "k": "many", "kind": "novice"},
        {"op": "read", "k": 4, "kind": "veteran", "start": "nothing"},
        {"op": "class", "text": "", "kind": "novice"},
        {"op": "class", "kind": "novice"},
        {"op": "class", "path": "/nowhere/at/all.csv", "kind": "novice"},
        {"op": "class", "path": "/dev/zero", "kind": "novice"},
        {"op": "class", "path": "a\0b", "kind": "novice"},
        {"op": "pair", "seed": None},
    ],
)
def test_what_cannot_be_done_gets_one_sentence(message: dict[str, Any]) -> None:
    desk = ReadingDesk()
    (reply,) = desk.answers(message)
    assert reply["op"] == "error"
    assert reply["error"].endswith(".")
    assert "Traceback" not in reply["error"]
    assert said(desk, op="read", k=3, kind="novice", start=None)["op"] == "sealed"


def test_files_that_are_no_text_or_too_large_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(b"\xff\xfe\x00\x01" * 9)
    (tmp_path / "huge.csv").write_bytes(b"1,2\n" * (MOST_CHARACTERS + 10))
    for name, sentence in (("x.bin", "no text"), ("huge.csv", "0.4 MB")):
        reply = said(ReadingDesk(), op="class", path=str(tmp_path / name), kind="novice")
        assert sentence in reply["error"]


def test_a_wrong_key_changes_nothing() -> None:
    desk = ReadingDesk()
    said(desk, op="read", k=3, kind="novice", start=None)
    assert said(desk, op="press", symbol=3)["op"] == "error"
    assert said(desk, op="press", symbol=2)["pressed"] == 1


def test_one_row_of_a_pair_is_a_persons_and_the_other_a_machines() -> None:
    folder = ASSETS / "data" / "sequences"
    people = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.csv"))
    people = people.replace("-", "")
    machines, places = set(), set()
    for seed in range(5):
        pair = deal(seed)
        rows = ["".join(str(int(s) - 1) for s in row) for row in pair["rows"]]
        assert [len(row) for row in pair["rows"]] == [LENGTH, LENGTH]
        assert rows[pair["person"]] in people
        assert rows[1 - pair["person"]] not in people
        machines.add(pair["machine"])
        places.add(pair["person"])
    assert machines == {"dice", "imitation"}
    assert places == {0, 1}
    assert deal(3) == deal(3)
