"""SQLite: what was committed is read again, what failed is not there, one service a file."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from games.guess.service.book import Room, standing
from games.guess.service.store import (
    SCHEMA,
    VERSION,
    SqliteStore,
    StoreDown,
    StoreRefused,
    check_version,
    store_for,
)
from games.guess.service.store import WRITES as STATEMENTS
from tests.support.guess_service import NEEDED, Cluster

WRITES = {
    "room": [(1, "K7PQM", "Class", "rounds", 2, 3, 0, 100, 5.0)],
    "player": [(1, 1, "Ada", "ada", 5.0), (1, 2, "Bob", "bob", 5.0)],
    "round": [(1, 1, None, 6.0, None), (1, 2, 3, 7.0, 99.5)],
    "guess": [(1, 1, 1, 33, 1, 6.5), (1, 1, 1, 30, 2, 6.6), (1, 2, 2, 20, 1, 7.5)],
    "close": [(1, 1)],
    "reply": [("player.K7PQM.1", "k", "digest", "body")],
}


STRAY = {
    "guess": (1, 9, 1, 33, 1, 6.5),
    "player": (7, 1, "Cleo", "cleo", 5.0),
    "round": (5, 1, None, 6.0, None),
}
"""Rows of a round, and of rooms, that are not there."""


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    made = SqliteStore(tmp_path / "guess.sqlite3")
    made.open()
    return made


def test_everything_is_read_again(store: SqliteStore, tmp_path: Path) -> None:
    store.commit(WRITES)
    store.close()
    again = SqliteStore(tmp_path / "guess.sqlite3")
    again.open()
    book = again.load()
    assert book.figures() == {"K7PQM": [(1, 1, 30), (2, 1, 20)]}
    room = book.rooms["K7PQM"]
    assert [player.wins for player in room.players] == [1, 0]
    assert [found.closed for found in room.rounds] == [True, False]
    assert room.rounds[0].guesses[1].revision == 2
    assert again.replies([("player.K7PQM.1", "k"), ("player.K7PQM.2", "k")]) == {
        ("player.K7PQM.1", "k"): ("digest", "body")
    }
    again.close()


def test_a_pool_that_is_read_again_answers_as_before(store: SqliteStore) -> None:
    kept = Room(1, "K7PQM", "Class", "classic", (2, 3), 0, 100)
    places = {name: kept.submit(name, guess) for name, guess in (("a", 60), ("b", 20), ("c", 41))}
    rows = [
        (1, places[name], name, guess, 5.0) for name, guess in (("c", 41), ("a", 60), ("b", 20))
    ]
    store.commit({"room": [(*WRITES["room"][0][:3], "classic", 2, 3, 0, 100, 5.0)], "pool": rows})
    read = store.load().rooms["K7PQM"]
    for room in (kept, read):
        room.submit("d", 33)
    assert standing(read, 33, 4) == standing(kept, 33, 4)


def test_a_failed_transaction_leaves_nothing(store: SqliteStore) -> None:
    twice = {"room": WRITES["room"], "player": [*WRITES["player"], (1, 3, "ADA", "ada", 1.0)]}
    with pytest.raises(StoreDown):
        store.commit(twice)
    assert store.load().rooms == {}
    store.commit(WRITES)
    assert len(store.load().rooms) == 1


def test_it_is_durable_by_its_settings(store: SqliteStore) -> None:
    (mode,) = next(iter(store.rows("PRAGMA journal_mode")))
    (synchronous,) = next(iter(store.rows("PRAGMA synchronous")))
    assert (mode, synchronous) == ("wal", 2)


def test_the_second_service_on_a_file_is_refused(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(StoreRefused, match="Another service uses"):
        SqliteStore(tmp_path / "guess.sqlite3").open()
    store.commit(WRITES)
    store.close()
    SqliteStore(tmp_path / "guess.sqlite3").open()


@pytest.mark.parametrize(("version", "told"), [(0, "too old"), (3, "newer"), (99, "newer")])
def test_another_schema_is_refused(
    store: SqliteStore, tmp_path: Path, version: int, told: str
) -> None:
    store.close()
    with sqlite3.connect(tmp_path / "guess.sqlite3") as connection:
        connection.execute("UPDATE guess_meta SET value = ?", (version,))
    connection.close()
    with pytest.raises(StoreRefused, match=told):
        SqliteStore(tmp_path / "guess.sqlite3").open()


def test_older_schemas_are_migrated_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.guess.service import store as module

    monkeypatch.setattr(module, "VERSION", 3)
    monkeypatch.setattr(module, "MIGRATIONS", {1: ("A",), 2: ("B", "C")})
    assert check_version(3) == []
    assert [*check_version(1)][:3] == ["A", "B", "C"]
    assert "SET value = 3" in check_version(2)[-1]
    with pytest.raises(StoreRefused, match="too old"):
        check_version(0)
    with pytest.raises(StoreRefused, match="none of Guess 2/3"):
        check_version("one")  # as a database of PostgreSQL may hold


FIRST = (
    "CREATE TABLE guess_meta (name TEXT PRIMARY KEY, value BIGINT NOT NULL)",
    "INSERT INTO guess_meta VALUES ('version', 1)",
    *(statement.replace("removed_at DOUBLE PRECISION, ", "") for statement in SCHEMA[1:]),
)
"""A database of the first schema, in which nobody could be removed."""


def test_a_file_of_the_first_schema_opens_whole(tmp_path: Path) -> None:
    assert not any("removed_at" in statement for statement in FIRST)
    path = tmp_path / "guess.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as made, made:
        for statement in FIRST:
            made.execute(statement)
        for name, rows in WRITES.items():
            made.executemany(STATEMENTS[name], rows)
        # names that were two then, and would be one today
        made.executemany(STATEMENTS["player"], [(1, 3, "Ada\u200b", "ada\u200b", 5.0)])
    for _ in range(2):
        store = SqliteStore(path)
        store.open()
        book = store.load()
        room = book.rooms["K7PQM"]
        assert [player.name for player in room.players] == ["Ada", "Bob", "Ada\u200b"]
        assert book.figures() == {"K7PQM": [(1, 1, 30), (2, 1, 20)]}
        assert [player.wins for player in room.players] == [1, 0, 0]
        store.commit({"remove": [("(removed)", " 3", 9.0, 1, 3)]})
        assert [player.removed for player in store.load().by_id[1].players] == [0, 0, 1]
        store.close()
        with contextlib.closing(sqlite3.connect(path)) as made, made:
            (version,) = made.execute("SELECT value FROM guess_meta").fetchone()
            assert version == VERSION
            made.execute("UPDATE guess_players SET name = ?, removed_at = NULL WHERE number = 3",
                         ("Ada\u200b",))  # fmt: skip


@pytest.mark.service
@NEEDED
def test_a_postgres_of_the_first_schema_opens_whole(postgres: Cluster) -> None:
    import psycopg

    url = postgres.empty()
    with psycopg.connect(url, autocommit=True) as made, made.cursor() as cursor:
        for statement in FIRST:
            cursor.execute(statement)
        for name, rows in WRITES.items():
            cursor.executemany(STATEMENTS[name].replace("?", "%s"), rows)
    for removed in (False, True):
        store = store_for(url)
        store.open()
        room = store.load().rooms["K7PQM"]
        assert [player.removed for player in room.players] == [removed, False]
        assert [sorted(played.guesses) for played in room.rounds] == [[1], [] if removed else [2]]
        store.commit({"remove": [("(removed)", " 1", 9.0, 1, 1)], "drop": [(1, 2, 2)]})
        store.close()


@pytest.mark.parametrize("text", ["no database", "SQLite format 3\x00" + "x" * 900])
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.sqlite3").write_text(text)
    with pytest.raises(StoreRefused, match="cannot be opened"):
        SqliteStore(tmp_path / "x.sqlite3").open()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "mysql://x/y", "guess.sqlite3", ""])
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(StoreRefused, match="name one"):
        store_for(url)


@pytest.mark.parametrize("table", sorted(STRAY))
def test_rows_that_do_not_fit_each_other_are_told_in_a_sentence(
    store: SqliteStore, tmp_path: Path, table: str
) -> None:
    try:
        store.commit({**WRITES, table: [*WRITES[table], STRAY[table]]})
    except StoreDown:
        pytest.skip("the database itself refuses such a row")
    with pytest.raises(StoreRefused, match="does not fit together"):
        store.load()
