"""The table of a class in a spreadsheet: every field in quotes, and no name that computes."""

from __future__ import annotations

import csv
import io
import random

import pytest

from games.fields import unformed
from games.guess.service.book import Given, Room, RoomRound
from games.guess.service.views import export

SIGNS = ("=", "+", "-", "@", "\t")


def exported(*names: str) -> str:
    """The table of a room in which each of these guessed 33 in the only round."""
    room = Room(1, "K7PQM", "Class", "rounds", (2, 3), 0, 100)
    room.rounds.append(RoomRound(1, None, 5.0, None))
    for name in names:
        room.rounds[0].take(room.join(name).number, Given(33, 1, 6.5))
    room.close(room.rounds[0])
    return export(room)


def test_every_field_stands_in_quotes() -> None:
    head, ada, bob = exported("Ada", 'B"ob').splitlines()
    assert head == '"round","player","name","guess","revision","submitted_at","score","rank"'
    assert ada == '"1","1","Ada","33","1","6.5","11.0","1"'
    assert bob == '"1","2","B""ob","33","1","6.5","11.0","1"'


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("x;=1+1;y", "x;'=1+1;y"),
        ("x,-1", "x,'-1"),
        ("x\t@y", "x\t'@y"),
        ("x;;+1", "x;;'+1"),
        (";\t=1", ";'\t'=1"),
        ('x;"=1+1;y', "x;\"'=1+1;y"),
        ("a=b-c@d+e", "a=b-c@d+e"),
        ("x; =1", "x; =1"),
        ('"=1', '"=1'),
    ],
)
def test_a_sign_that_would_begin_a_formula_has_an_apostrophe_before_it(
    name: str, shown: str
) -> None:
    assert unformed(name) == shown
    assert list(csv.reader(io.StringIO(exported(name))))[1][2] == shown


def test_no_cell_begins_a_formula_whatever_separates_the_cells() -> None:
    rng, cells = random.Random(11), 0
    for _ in range(3000):
        name = "".join(rng.choice("=+-@;,\t\"' x1") for _ in range(rng.randrange(1, 9)))
        table = exported(name)
        for separator in ",;\t":
            for row in csv.reader(io.StringIO(table), delimiter=separator):
                cells += len(row)
                assert not any(cell.startswith(SIGNS) for cell in row), (name, separator)
    assert cells > 50_000
