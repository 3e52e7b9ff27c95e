"""Which match is which: two arcades on one folder count it once, and every seed has a next."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.log import MAX_SEED
from games.session import session as session_module
from games.shell.app import FRAME, App
from games.shell.opening import continue_match, open_game, saved_match
from games.shell.start import open_app
from games.shell.table import Table
from tests.support.hands import choose, open_for_record, passing

MOVES = ("punch", "kick", "parry-punch")


def play(app: App, table: Table, turns: int) -> None:
    """So many choices, or to the end of the match; returns when they were made."""
    made = 0
    for _ in passing(app, 4000, FRAME * 8):
        if made == turns or table.finished:
            return
        if table.waiting_for_person is not None:
            made += choose(table, MOVES[made % 3])
    raise AssertionError("the match went on and on")


def windows(folder: Path) -> tuple[App, App]:
    """Two windows, in each of which the same match of four turns is kept for later."""
    first = open_app(str(folder))
    table = open_for_record(first, "karate", "seed-argmax", 3, {"rounds": 10})
    first.push(table)
    play(first, table, 4)
    table.session.save()
    first.pop()
    return first, open_app(str(folder))


def continued(app: App) -> Table:
    found = saved_match(app, "karate")
    assert found is not None
    table = continue_match(app, found)
    assert isinstance(table, Table)
    app.push(table)
    return table


def counts(app: App) -> list[tuple[int, int]]:
    assert app.profile is not None
    records = app.library.statistics(app.profile.id).records
    return [(record.matches, record.rounds) for record in records]


def test_a_match_that_two_windows_finish_counts_once(tmp_path: Path) -> None:
    first, second = windows(tmp_path)
    tables = continued(first), continued(second)
    play(first, tables[0], 99)
    assert counts(first) == [(1, 10)]
    play(second, tables[1], 3)
    tables[1].session.save()  # it is there again, and is removed at its end
    assert counts(second) == [(1, 10)]
    play(second, tables[1], 99)
    assert tables[1].finished
    assert counts(second) == counts(first) == [(1, 10)]
    assert any("counts once" in text for text in second.toasts.texts)
    assert not any("counts once" in text for text in first.toasts.texts)
    assert saved_match(first, "karate") is None
    for app, table in zip((first, second), tables, strict=True):  # as "Rematch" does
        app.pop()
        table.restart()
    play(second, tables[1], 99)
    play(first, tables[0], 99)
    assert counts(first) == [(3, 30)]


def test_the_end_of_a_match_leaves_another_one_that_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "SAVE_EVERY", 1e9)  # else the last one kept is there
    first, second = windows(tmp_path)
    table = continued(second)
    other = open_for_record(first, "karate", "seed-argmax", 4, {"rounds": 10})
    first.push(other)
    play(first, other, 2)
    other.session.save()
    play(second, table, 99)
    assert counts(first) == [(1, 10)]
    waiting = saved_match(first, "karate")
    assert waiting is not None
    assert (waiting.seed, len(waiting.turns)) == (4, 2)
    play(first, continued(first), 99)
    assert counts(second) == [(2, 20)]


def test_the_last_seed_can_be_started_again_and_kept(tmp_path: Path) -> None:
    app = open_app(str(tmp_path))
    table = open_game(app, "karate", "seed-argmax", MAX_SEED, {"rounds": 10}, False)
    app.push(table)
    table.restart()
    play(app, table, 2)
    table.session.save()
    found = saved_match(app, "karate")
    assert found is not None
    assert found.seed == -MAX_SEED
