"""All the SQL: schema, migrations, writes and reads, on two databases.

All statements have parameters. SQLite keeps a write-ahead log with synchronous=FULL, PostgreSQL has
synchronous_commit on: committed rows are there after a kill.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.guess.service.book import Book, book_of
from games.guess.service.tokens import check_plain

VERSION: Final = 2
SCHEMA: Final = (
    "CREATE TABLE guess_meta (name TEXT PRIMARY KEY, value BIGINT NOT NULL)",
    "CREATE TABLE guess_rooms (id BIGINT PRIMARY KEY, code TEXT NOT NULL UNIQUE, "
    "title TEXT NOT NULL, mode TEXT NOT NULL, num BIGINT NOT NULL, den BIGINT NOT NULL, "
    "low BIGINT NOT NULL, high BIGINT NOT NULL, made_at DOUBLE PRECISION NOT NULL)",
    "CREATE TABLE guess_players (room BIGINT NOT NULL, number BIGINT NOT NULL, "
    "name TEXT NOT NULL, name_key TEXT NOT NULL, joined_at DOUBLE PRECISION NOT NULL, "
    "removed_at DOUBLE PRECISION, PRIMARY KEY (room, number), UNIQUE (room, name_key))",
    "CREATE TABLE guess_rounds (room BIGINT NOT NULL, number BIGINT NOT NULL, "
    "closes_after BIGINT, opened_at DOUBLE PRECISION NOT NULL, closes_at DOUBLE PRECISION, "
    "closed BIGINT NOT NULL, PRIMARY KEY (room, number))",
    "CREATE TABLE guess_guesses (room BIGINT NOT NULL, round BIGINT NOT NULL, "
    "player BIGINT NOT NULL, guess BIGINT NOT NULL, revision BIGINT NOT NULL, "
    "at DOUBLE PRECISION NOT NULL, PRIMARY KEY (room, round, player))",
    "CREATE TABLE guess_pool (room BIGINT NOT NULL, place BIGINT NOT NULL, name TEXT NOT NULL, "
    "guess BIGINT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (room, place))",
    "CREATE TABLE guess_replies (scope TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL, "
    "body TEXT NOT NULL, PRIMARY KEY (scope, key))",
)
MIGRATIONS: Final[Mapping[int, Sequence[str]]] = {
    1: ("ALTER TABLE guess_players ADD COLUMN removed_at DOUBLE PRECISION",),
}
"""From each older version to the next one; there is none before the first."""
WRITES: Final = {
    "room": "INSERT INTO guess_rooms VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "player": "INSERT INTO guess_players (room, number, name, name_key, joined_at) "
    "VALUES (?, ?, ?, ?, ?)",
    "round": "INSERT INTO guess_rounds VALUES (?, ?, ?, ?, ?, 0)",
    "guess": "INSERT INTO guess_guesses VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (room, round, player) DO UPDATE SET guess = excluded.guess, "
    "revision = excluded.revision, at = excluded.at",
    "name": "UPDATE guess_players SET name = ?, name_key = ? WHERE room = ? AND number = ?",
    "move": "UPDATE guess_guesses SET player = ? WHERE room = ? AND player = ?",
    "remove": "UPDATE guess_players SET name = ?, name_key = ?, removed_at = ? "
    "WHERE room = ? AND number = ?",
    "drop": "DELETE FROM guess_guesses WHERE room = ? AND round = ? AND player = ?",
    "pool": "INSERT INTO guess_pool VALUES (?, ?, ?, ?, ?)",
    "close": "UPDATE guess_rounds SET closed = 1 WHERE room = ? AND number = ?",
    "reply": "INSERT INTO guess_replies VALUES (?, ?, ?, ?)",
}
"""What is written, in the order in which a transaction writes it."""
PATIENCE: Final = 2.0
"""Seconds that somebody else may hold the database while a change waits. With what is committed at
the end it is below the 5 seconds in which the service ends."""
NOBODYS: Final = "{} is none of Guess 2/3, and is left as it is; name another one."

Values = tuple[object, ...]
Writes = Mapping[str, Sequence[Values]]
Wanted = tuple[str, str]
"""Scope and key of a reply that was given before."""


class StoreDown(Exception):
    """The database cannot be read or written now."""


class StoreBusy(StoreDown):
    """Raised where another program holds the database, before any write."""


class StoreRefused(Exception):
    """Raised for a database that the service cannot start on; the message has reason and remedy."""


class KeptReply(NamedTuple):
    """A reply that was given: the digest of its request, and its body without tokens."""

    digest: str
    body: str


class Database(ABC):
    """One connection to a database, used by one thread at a time."""

    name: str

    @abstractmethod
    def open(self) -> None:
        """Connect, and make or check the schema; raises `StoreRefused` and `StoreDown`."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the connection, without any further commit."""

    @abstractmethod
    def replies(self, wanted: Sequence[Wanted]) -> dict[Wanted, KeptReply]:
        """Return the `wanted` replies that were given; raises `StoreDown`."""

    @abstractmethod
    def begin(self) -> None:
        """Wait until the database can be written to, and hold it for the next `commit`.

        Raises `StoreBusy` where another program holds it for longer than `PATIENCE`, and
        `StoreDown`.
        """

    @abstractmethod
    def release(self) -> None:
        """Let go of the hold of `begin` without a write; raises `StoreDown`."""

    @abstractmethod
    def commit(self, writes: Writes) -> None:
        """Write all of it in one transaction and commit it, or none of it; raises `StoreDown`.

        The transaction is the one that `begin` began, or a new one.
        """

    @abstractmethod
    def rows(self, statement: str) -> Iterable[Sequence[Any]]:
        """Return the rows that a statement finds; raises `StoreDown`."""

    def load(self) -> Book:
        """Return the whole running state; raises `StoreDown`.

        Rows that do not fit each other, as a person's own hand may leave them, are `StoreRefused`.
        """
        try:
            return book_of(self.rows)
        except (LookupError, TypeError, ValueError, ArithmeticError) as problem:
            raise StoreRefused(
                "The database does not fit together: a part is missing, or a number is wrong. "
                "Name another one, or put back a copy of it."
            ) from problem


def check_version(found: object) -> Sequence[str]:
    """Return the statements that bring a schema of this version up to date; None is an empty
    database.

    Raises `StoreRefused` for one that is newer, or older than any migration, and for what is no
    version.
    """
    if found is None:
        return (*SCHEMA, f"INSERT INTO guess_meta VALUES ('version', {VERSION})")
    if not isinstance(found, int):
        raise StoreRefused(NOBODYS.format("The database"))
    if found > VERSION:
        raise StoreRefused(
            f"The database has schema {found}, newer than this program's {VERSION}; update the "
            "program or name another database."
        )
    steps: list[str] = []
    for version in range(found, VERSION):
        if version not in MIGRATIONS:
            raise StoreRefused(
                f"The database has schema {found}, too old for this program's {VERSION}; name "
                "another database."
            )
        steps += MIGRATIONS[version]
    if steps:
        steps.append(f"UPDATE guess_meta SET value = {VERSION} WHERE name = 'version'")
    return steps


class SqliteStore(Database):
    """A file of SQLite, with a second file that is held by the one service that uses it."""

    name = "sqlite"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._alone: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None

    def open(self) -> None:
        """See `Database.open`.

        A stranger's file is not written to. A file that was there once is not made anew: a service
        whose file went away does not acknowledge any request until it is back.
        """
        try:
            self._hold()
            if self._connection is not None:
                self._connection.close()
            self._connection = self._connect()
            steps = check_version(self._version())
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._run([*steps, "SELECT 1", "SELECT 1"])  # a file that can only be read tells it
            self._file = self._place()
        except (sqlite3.Error, OSError) as error:
            self.close()
            reason = getattr(error, "strerror", None) or error
            raise StoreRefused(
                f"The database {self._path} cannot be opened ({reason}); name another file."
            ) from None
        except StoreRefused:
            self.close()
            raise

    def _place(self) -> tuple[int, int]:
        """Return the identity of the file; raises `OSError` where there is none."""
        found = os.stat(self._path)
        return found.st_dev, found.st_ino

    def _hold(self) -> None:
        if self._alone is not None:
            return
        beside = self._path.with_name(f"{self._path.name}-service")
        check_plain(beside)
        held = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            held.close()
            if "locked" not in str(error):
                raise
            raise StoreRefused(
                f"Another service uses {self._path} already; end it or name another file."
            ) from None
        self._alone = held

    def _connect(self) -> sqlite3.Connection:
        check_plain(self._path)
        if self._file is not None:
            self._place()  # sqlite would make an empty one
        made = sqlite3.connect(
            self._path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        made.execute("PRAGMA synchronous=FULL")
        return made

    def _version(self) -> int | None:
        """Return the schema's version, None if empty; raises `StoreRefused` for another's."""
        there = {row[0] for row in self._run(["SELECT name FROM sqlite_master"])}
        if not there:
            return None
        row = None
        if "guess_meta" in there:
            row = self._run(["SELECT value FROM guess_meta WHERE name = 'version'"]).fetchone()
        if row is None or not isinstance(row[0], int):
            raise StoreRefused(NOBODYS.format(f"The database {self._path}"))
        return int(row[0])

    def _run(self, statements: Sequence[str]) -> sqlite3.Cursor:
        assert self._connection is not None
        if len(statements) == 1:
            return self._connection.execute(statements[0])
        self._connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            cursor = self._connection.execute(statement)
        self._connection.execute("COMMIT")
        return cursor

    def close(self) -> None:
        """See `Database.close`."""
        for held in (self._connection, self._alone):
            if held is not None:
                with contextlib.suppress(sqlite3.Error):
                    held.close()
        self._connection = self._alone = None

    @contextlib.contextmanager
    def _working(self) -> Iterator[sqlite3.Connection]:
        if self._connection is None:
            raise StoreDown("closed")
        try:
            yield self._connection
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            raise StoreDown(type(error).__name__) from None

    def replies(self, wanted: Sequence[Wanted]) -> dict[Wanted, KeptReply]:
        """See `Database.replies`."""
        found = {}
        asked = "SELECT digest, body FROM guess_replies WHERE scope = ? AND key = ?"
        with self._working() as connection:
            for pair in wanted:
                row = connection.execute(asked, pair).fetchone()
                if row is not None:
                    found[pair] = KeptReply(*row)
        return found

    def begin(self) -> None:
        """See `Database.begin`."""
        with self._working() as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                raise StoreBusy("locked") from None

    def release(self) -> None:
        """See `Database.release`."""
        with self._working() as connection:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def commit(self, writes: Writes) -> None:
        """See `Database.commit`."""
        with self._working() as connection:
            self._check_there()
            if not connection.in_transaction:
                connection.execute("BEGIN IMMEDIATE")
            for name, statement in WRITES.items():
                if rows := writes.get(name):
                    connection.executemany(statement, rows)
            connection.execute("COMMIT")

    def _check_there(self) -> None:
        """Raise `StoreDown` where the file is gone: what went into it now would be lost."""
        try:
            there = self._place() == self._file
        except OSError:
            there = False
        if not there:
            self.close()  # what is there next time is read anew
            raise StoreDown("its file is not there any more")

    def rows(self, statement: str) -> Iterable[Sequence[Any]]:
        """See `Database.rows`."""
        with self._working() as connection:
            yield from connection.execute(statement)


_LOCK: Final = 0x6775657373  # "guess", the advisory lock of the one service on a database


_WRITTEN: Final = sorted(
    {f"guess_{text.split('guess_')[1].split()[0]}" for text in WRITES.values()}
)
"""The tables that are written to."""
_TRIES, _PAUSE = 20, 0.1
"""How often, and after how many seconds, the lock is tried again."""


class PostgresStore(Database):
    """A database of PostgreSQL, with an advisory lock held by the one service that uses it."""

    name = "postgresql"

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None

    def open(self) -> None:
        """See `Database.open`."""
        import psycopg

        self.close()
        try:
            self._connection = psycopg.connect(self._url, autocommit=True, connect_timeout=3)
            self._connection.execute("SET synchronous_commit TO on")
            self._connection.execute(f"SET lock_timeout TO '{PATIENCE}s'")
            if not self._held():
                raise StoreRefused(
                    "Another service uses this database already; end it or name another one."
                )
            there = self._one("SELECT to_regclass('guess_meta') IS NOT NULL")
            version = None
            if there:
                version = self._one("SELECT max(value) FROM guess_meta WHERE name='version'") or 0
            with self._connection.transaction():
                for statement in check_version(version):
                    self._connection.execute(statement)
        except psycopg.Error as error:
            self.close()
            raise StoreDown(type(error).__name__) from None
        except StoreRefused:
            self.close()
            raise

    def _held(self) -> bool:
        """Return whether this is the one service; one that was killed lets go after a moment."""
        for _ in range(_TRIES):
            if self._one("SELECT pg_try_advisory_lock(%s)", (_LOCK,)):
                return True
            time.sleep(_PAUSE)
        return False

    def _one(self, statement: str, values: Values = ()) -> Any:
        return self._connection.execute(statement, values).fetchone()[0]

    def close(self) -> None:
        """See `Database.close`."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
        self._connection = None

    @contextlib.contextmanager
    def _working(self) -> Iterator[Any]:
        import psycopg

        if self._connection is None:
            raise StoreDown("closed")
        try:
            yield self._connection
        except psycopg.Error as error:
            with contextlib.suppress(psycopg.Error):
                self._connection.execute("ROLLBACK")
            busy = isinstance(error, psycopg.errors.LockNotAvailable)
            raise (StoreBusy if busy else StoreDown)(type(error).__name__) from None

    def replies(self, wanted: Sequence[Wanted]) -> dict[Wanted, KeptReply]:
        """See `Database.replies`."""
        asked = (
            "SELECT scope, key, digest, body FROM guess_replies JOIN unnest(%s::text[], "
            "%s::text[]) AS asked (scope, key) USING (scope, key)"
        )
        scopes, keys = [pair[0] for pair in wanted], [pair[1] for pair in wanted]
        with self._working() as connection:
            rows = connection.execute(asked, (scopes, keys)).fetchall()
        return {(scope, key): KeptReply(digest, body) for scope, key, digest, body in rows}

    def begin(self) -> None:
        """See `Database.begin`; what the writes will hold of each table is held at once."""
        with self._working() as connection:
            connection.execute("BEGIN")
            connection.execute(f"LOCK TABLE {', '.join(_WRITTEN)} IN ROW EXCLUSIVE MODE")

    def release(self) -> None:
        """See `Database.release`."""
        with self._working() as connection:
            if self._begun():
                connection.execute("ROLLBACK")

    def _begun(self) -> bool:
        from psycopg.pq import TransactionStatus

        return bool(self._connection.info.transaction_status != TransactionStatus.IDLE)

    def commit(self, writes: Writes) -> None:
        """See `Database.commit`."""
        with self._working() as connection, connection.cursor() as cursor:
            if not self._begun():
                cursor.execute("BEGIN")
            for name, statement in WRITES.items():
                if rows := writes.get(name):
                    cursor.executemany(statement.replace("?", "%s"), rows)
            cursor.execute("COMMIT")

    def rows(self, statement: str) -> Iterable[Sequence[Any]]:
        """See `Database.rows`."""
        with self._working() as connection:
            yield from connection.execute(statement).fetchall()


def store_for(url: str) -> Database:
    """Return the store that a URL names; raises `StoreRefused` for one of another kind."""
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        return SqliteStore(Path(url.removeprefix("sqlite:///")))
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresStore(url)
    raise StoreRefused("--database must be sqlite:///FILE or a postgresql:// URL; name one.")
