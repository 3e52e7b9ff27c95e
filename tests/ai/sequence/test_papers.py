"""The sequences of a class, whole and wrong, as people paste them."""

from __future__ import annotations

import random

import pytest

from ai.sequence.papers import MOST_CHARACTERS, BadPapers, read_papers
from games.paths import ASSETS


def people(text: str) -> dict[str, str]:
    papers = read_papers(text)
    rows = zip(papers.names, papers.moves, strict=True)
    return {name: " ".join(papers.symbols[move] for move in moves) for name, moves in rows}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ada: 3141 2213", {"Ada": "3 1 4 1 2 2 1 3"}),
        ("31412\n22131", {"Person 1": "3 1 4 1 2", "Person 2": "2 2 1 3 1"}),
        ("Ada: 3 1 4 1 2\nBen : 1,2,2,1,1", {"Ada": "3 1 4 1 2", "Ben": "1 2 2 1 1"}),
        ("1 2 10 9 8 7", {"Person 1": "1 2 10 9 8 7"}),
        ("Ada,Ben\n1,2\n2,1\n1,-\n1,2\n2,1\n,2", {"Ada": "1 2 1 1 2", "Ben": "2 1 2 1 2"}),
        ("1;2\n2;1\n1;1\n1;2\n2;1", {"Person 1": "1 2 1 1 2", "Person 2": "2 1 1 2 1"}),
        ("Ada\tBen\nH\tT\nT\tT\nH\tH\nT\tH\nT\tT\r\n", {"Ada": "H T H T T", "Ben": "T T H H T"}),
        ("player,cond,k,moves,opp\n7,x,3,012-01,\n", {"Person 7": "0 1 2 0 1"}),
        ("\ufeff11221", {"Person 1": "1 1 2 2 1"}),
        ("1,2,1,1,2,2\n2,2,1,2,1,1", {"Person 1": "1 2 1 1 2 2", "Person 2": "2 2 1 2 1 1"}),
        ("Ada,1,2,1,1,2\nBen,2,2,1,2,1", {"Ada": "1 2 1 1 2", "Ben": "2 2 1 2 1"}),
        ("Ada;1;2;1;1;2\nBen;2;2;1;2;1;1", {"Ada": "1 2 1 1 2", "Ben": "2 2 1 2 1 1"}),
        ("A,B\n1,2\n1,1\n1,1\n1,2\n1,2", {"A": "1 1 1 1 1", "B": "2 1 1 2 2"}),
        ("1,2\n1,3\n1,2\n1,3\n1,3", {"Person 1": "1 1 1 1 1", "Person 2": "2 3 2 3 3"}),
        ('"Ada, A.",Ben\n1,2\n2,1\n1,1\n1,2\n2,1', {"Ada, A.": "1 2 1 1 2", "Ben": "2 1 1 2 1"}),
    ],
)
def test_what_people_paste_is_read(text: str, read: dict[str, str]) -> None:
    assert people(text) == read


def test_numbers_near_each_other_keep_their_distances() -> None:
    assert read_papers("1 3 1 3 3").symbols == ("1", "2", "3")
    assert read_papers("1 1 1 1 1").symbols == ("1", "2")
    assert read_papers("5 70 5 70 5").symbols == ("5", "70")
    assert read_papers("babab").symbols == ("a", "b")
    assert read_papers("5 9 5 9 5").symbols == ("5", "6", "7", "8", "9")
    assert read_papers("-2 3 -2 3 3").symbols == ("-2", "-1", "0", "1", "2", "3")
    assert read_papers("1 10 1 10 1").symbols == tuple(map(str, range(1, 11)))
    assert read_papers("1 11 1 11 1").symbols == ("1", "11")
    assert read_papers("-9 9 -9 9 9").symbols == ("9", "-9")


def test_who_has_too_few_choices_is_left_out_and_counted() -> None:
    papers = read_papers("Ada: 11221\nBen: 12\nCleo: -")
    assert (papers.names, papers.left_out) == (("Ada",), 2)


def test_our_own_studies_are_read() -> None:
    for name, k in (("rng10_towse", 10), ("bin_taps", 2)):
        text = (ASSETS / "data" / "sequences" / f"{name}.csv").read_text(encoding="utf-8")
        papers = read_papers(text)
        assert len(papers.symbols) == k
        assert len(papers.names) > 10


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing to read"),
        (" \n\t\n", "There is nothing to read"),
        ("1" * (MOST_CHARACTERS + 1), "That is 100,001 characters"),
        ("12" * 5_000_000, r"That is 10\.0 million characters"),
        ("PK\x03\x04\x00\x00", "That is no text"),
        ("1221\n12", "Nobody has 5 choices"),
        ("the quick brown fox", "There are 15 different symbols"),
        ("1 20 30 40 5 66 77 8 9 10 11 12", "There are 12 different symbols"),
        ("aaaaaaa", "There is 1 different symbol "),
        ("1,2\n2,1,3\n1,1\n", "Line 2 has more columns"),
        ("\n".join(["12121"] * 301), "There are 301 people"),
        ('a,"b\n' * 4, "damaged|Nobody|different|columns"),
    ],
)
def test_what_cannot_be_read_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadPapers, match=sentence) as problem:
        read_papers(text)
    told = str(problem.value)
    assert told.endswith(".")
    assert "\n" not in told
    assert len(told) < 200


def test_tables_of_strangers_are_read_or_refused_with_a_sentence() -> None:
    rng, refused, read = random.Random(7), 0, 0
    pieces = ["1", "2", "3", "-", ",", ";", "\t", "\n", " ", ":", "a", "Ada", '"', "\N{EURO SIGN}"]
    for _ in range(1500):
        text = "".join(rng.choice(pieces) for _ in range(rng.randrange(1, 120)))
        try:
            papers = read_papers(text)
        except BadPapers:
            refused += 1
        else:
            read += 1
            assert 2 <= len(papers.symbols) <= 10
            assert all(len(moves) >= 5 for moves in papers.moves)
            assert max(max(moves) for moves in papers.moves) < len(papers.symbols)
    assert refused > 100
    assert read > 100
