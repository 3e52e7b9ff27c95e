"""Databases of somebody else, or with somebody's own hand in them: a sentence, left as they are."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from games.guess.proof import KEY_FILE
from games.guess.service.store import SqliteStore, StoreDown, StoreRefused
from games.guess.service.tokens import Bearer, Tokens, tokens_in

WRITES: dict[str, Any] = {
    "room": [
        (1, "K7PQM", "Class", "rounds", 2, 3, 0, 100, 5.0),
        (2, "K7PQN", "Pool", "classic", 2, 3, 0, 100, 5.0),
    ],
    "player": [(1, 1, "Ada", "ada", 5.0), (1, 2, "Bob", "bob", 5.0)],
    "round": [(1, 1, None, 6.0, None), (1, 2, 3, 7.0, 99.5)],
    "guess": [(1, 1, 1, 33, 1, 6.5), (1, 2, 2, 20, 1, 7.5)],
    "pool": [(2, 0, "Cleo", 5, 6.0)],
    "close": [(1, 1)],
}
BY_HAND = (
    "UPDATE guess_rooms SET den = 0",
    "UPDATE guess_rooms SET num = 0, den = 0",
    "UPDATE guess_rooms SET den = 1.5",
    "UPDATE guess_rooms SET low = 'x'",
    "UPDATE guess_rooms SET mode = 'other'",
    "UPDATE guess_rooms SET title = x'11'",
    "UPDATE guess_rooms SET code = x'00' WHERE id = 1",
    "UPDATE guess_rooms SET id = 1000 WHERE id = 1",
    "UPDATE guess_players SET name = x'ff00'",
    "UPDATE guess_players SET number = 7 WHERE number = 2",
    "UPDATE guess_rounds SET number = 7 WHERE number = 2",
    "UPDATE guess_rounds SET closes_at = 'later'",
    "UPDATE guess_rounds SET closes_at = 9e999",
    "UPDATE guess_rounds SET opened_at = 'x'",
    "UPDATE guess_rounds SET closes_after = 'x'",
    "UPDATE guess_guesses SET guess = 1.5 WHERE round = 2",
    "UPDATE guess_guesses SET guess = 9e999",
    "UPDATE guess_guesses SET round = 0 WHERE round = 2",
    "UPDATE guess_guesses SET player = 9 WHERE round = 2",
    "UPDATE guess_guesses SET revision = 'x'",
    "UPDATE guess_pool SET guess = 9e999",
    "UPDATE guess_pool SET name = x'00'",
    "UPDATE guess_pool SET place = 4",
)
"""What nobody but a hand, or another program, leaves in a database."""
STRANGE = {
    "somebody's bookmarks": ("CREATE TABLE places (id, url)", "INSERT INTO places VALUES (1, 'x')"),
    "a table of the same name": ("CREATE TABLE guess_rooms (a, b)",),
    "no version": ("CREATE TABLE guess_meta (name, value)",),
    "a version in words": (
        "CREATE TABLE guess_meta (name, value)",
        "INSERT INTO guess_meta VALUES ('version', 'one')",
    ),
    "a version without end": (
        "CREATE TABLE guess_meta (name, value)",
        "INSERT INTO guess_meta VALUES ('version', 9e999)",
    ),
}


def by_hand(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def whole(path: Path) -> None:
    store = SqliteStore(path)
    store.open()
    store.commit(WRITES)
    store.close()


@pytest.mark.parametrize("name", STRANGE)
def test_a_database_of_somebody_else_is_left_as_it_is(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.sqlite3"
    by_hand(path, *STRANGE[name])
    before = path.read_bytes()
    with pytest.raises(StoreRefused, match=r"none of Guess 2/3, and is left as it is"):
        SqliteStore(path).open()
    assert path.read_bytes() == before


@pytest.mark.parametrize("statement", BY_HAND)
def test_what_a_hand_left_in_it_is_told_in_a_sentence(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "guess.sqlite3"
    whole(path)
    by_hand(path, statement)
    store = SqliteStore(path)
    store.open()
    with pytest.raises(StoreRefused, match="does not fit together"):
        store.load()
    store.close()


@pytest.mark.parametrize("table", ["guess_pool", "guess_replies"])
def test_a_table_that_is_missing_is_missed_at_the_start(tmp_path: Path, table: str) -> None:
    path = tmp_path / "guess.sqlite3"
    whole(path)
    by_hand(path, f"DROP TABLE {table}")
    store = SqliteStore(path)
    store.open()
    with pytest.raises(StoreDown):
        store.load()
    store.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
@pytest.mark.parametrize("name", ["guess.sqlite3", "guess.sqlite3-service"])
@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_a_pipe_or_a_folder_in_its_place_is_not_waited_for(
    tmp_path: Path, name: str, kind: str
) -> None:
    path = tmp_path / name
    os.mkfifo(path) if kind == "pipe" else path.mkdir()
    told: list[str] = []

    def start() -> None:
        try:
            SqliteStore(tmp_path / "guess.sqlite3").open()
        except StoreRefused as refused:
            told.append(str(refused))

    thread = threading.Thread(target=start, daemon=True)
    thread.start()
    thread.join(20)
    assert told
    assert "cannot be opened (it is not a plain file)" in told[0]


def test_what_comes_after_its_file_went_away_is_not_acknowledged(tmp_path: Path) -> None:
    path, away = tmp_path / "guess.sqlite3", tmp_path / "away"
    store = SqliteStore(path)
    store.open()
    store.commit(WRITES)
    path.rename(away)
    another = {"player": [(1, 3, "Cleo", "cleo", 5.0)]}
    with pytest.raises(StoreDown):
        store.commit(another)
    with pytest.raises(StoreRefused, match="cannot be opened"):
        store.open()
    assert not path.exists()
    away.rename(path)
    store.open()
    assert len(store.load().rooms["K7PQM"].players) == 2
    store.commit(another)
    store.close()
    again = SqliteStore(path)
    again.open()
    assert len(again.load().rooms["K7PQM"].players) == 3
    again.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_in_place_of_the_key_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / KEY_FILE)
    told: list[OSError] = []

    def read() -> None:
        try:
            tokens_in(tmp_path)
        except OSError as problem:
            told.append(problem)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    thread.join(20)
    assert told


def test_two_that_begin_at_once_have_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = os.link
    other: list[Tokens] = []

    def beaten(source: Path, target: Path) -> None:
        monkeypatch.setattr(os, "link", link)
        other.append(tokens_in(tmp_path))  # a second service makes its key just before
        link(source, target)

    monkeypatch.setattr(os, "link", beaten)
    first = tokens_in(tmp_path)
    assert len(other) == 1
    made = {tokens.make(Bearer("admin")) for tokens in (first, *other, tokens_in(tmp_path))}
    assert len(made) == 1
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
