"""Every finished match of a player, with its log, and an index that opens at once.

    profiles/ID/past-GAME/KEY.json          a match: its row, and its log as text (see `games.log`)
    profiles/ID/past-GAME/KEY-start.json    what its agents had learned before it, where they had
    profiles/ID/past-GAME/KEY-minds.json    what bots showed of their thoughts in it, where they did
    profiles/ID/past-GAME/index.json        the rows of all matches, so that a page need not open
                                            them

KEY is the id of the match, so that one that ends twice (the arcade was killed between its end and
the next save) is there once. The files of the matches are what counts: the index is made of them.
A match that the index lacks is read and entered, one whose file is gone is left out, and a damaged
index is made anew. What agents had learned stands apart from the log, since the player may have it
forgotten.

`MOST_PAST` matches of a player and a game are kept, and of those that are older the starred ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from games.store.files import Store
from games.store.past import (
    INDEX,
    MOST_PAST,
    MOST_STARRED,
    PastLog,
    PastMatch,
    Rows,
    index_format,
    is_key,
    minds_format,
    past_format,
    start_format,
    when,
)

_START: Final = "-start"
_MINDS: Final = "-minds"


class Archive:
    """The finished matches in a `store`; `is_there` returns whether a player still exists."""

    def __init__(
        self, store: Store, is_there: Callable[[str], bool], now: Callable[[], datetime]
    ) -> None:
        self._store, self._is_there, self._now = store, is_there, now
        self._known: dict[tuple[str, str], Rows] = {}
        # keys, the latest last; a clock set back makes them the oldest
        self._kept_here: dict[str, int] = {}

    def refresh(self) -> None:
        """Read anew, since another arcade may have written; what is away is remembered."""
        if not self._store.place.gone:
            self._known.clear()

    @staticmethod
    def folder(identity: str, game: str) -> str:
        """Return the folder of the matches of the player `identity` in a `game`."""
        return f"profiles/{identity}/past-{game}"

    def file(self, identity: str, game: str, key: str) -> str:
        """Return the name of the file of the match `key` of the player `identity` in a `game`."""
        return f"{self.folder(identity, game)}/{key}"

    # -- reading -----------------------------------------------------------------------------

    def finished(self, identity: str, game: str) -> Rows:
        """Return the rows of all matches of `identity` in a `game` that are kept, the newest first.

        They are remembered until the next write here, or `refresh`.
        """
        if (identity, game) not in self._known:
            self._known[identity, game] = self._find(identity, game)
        return self._known[identity, game]

    def _find(self, identity: str, game: str) -> Rows:
        folder = self.folder(identity, game)
        known = self._indexed(identity, game)
        keys = set(filter(is_key, self._store.names(folder)))
        rows = [row for row in known if row.key in keys]
        lacking = sorted(keys - {row.key for row in rows})
        read = [past.row for key in lacking if (past := self._read(identity, game, key))]
        if read or len(rows) != len(known):
            self._enter(identity, game, read, [row.key for row in known if row.key not in keys])
        return tuple(sorted([*rows, *read], key=when, reverse=True))

    def _indexed(self, identity: str, game: str) -> Rows:
        name = self.file(identity, game, INDEX)
        return self._store.load(name, index_format(game), ())

    def _read(self, identity: str, game: str, key: str) -> PastLog | None:
        return self._store.load(self.file(identity, game, key), past_format(game, key), None)

    def read(self, identity: str, game: str, key: str) -> PastLog | None:
        """Return the match `key` of the player `identity`, with its log; None if unreadable."""
        past = self._read(identity, game, key)
        if past is None:
            return None
        name = self.file(identity, game, key + _START)
        starts = self._store.load(name, start_format(key), None)
        name = self.file(identity, game, key + _MINDS)
        minds = self._store.load(name, minds_format(key), None)
        return dataclasses.replace(past, starts=starts or {}, minds=minds or {})

    # -- keeping -----------------------------------------------------------------------------

    def keep(self, identity: str, past: PastLog) -> tuple[str, ...]:
        """Keep the finished match `past` of the player `identity`; returns the names of its files.

        The match comes first and its row after it. What then is too many goes, the oldest first.
        """
        row, own = past.row, f"profiles/{identity}/profile"
        if not self._is_there(identity):
            return ()
        name = self.file(identity, row.game, row.key)
        before = self._read(identity, row.game, row.key) if self._store.exists(name) else None
        if before is not None and before.row.starred:
            row = dataclasses.replace(row, starred=True)
            past = dataclasses.replace(past, row=row)
        names = [name]
        if past.starts:
            names.insert(0, name + _START)
            self._store.save(name + _START, start_format(row.key), past.starts, own)
        if past.minds:
            names.insert(0, name + _MINDS)
            self._store.save(name + _MINDS, minds_format(row.key), past.minds, own)
        self._store.save(name, past_format(row.game, row.key), past, own)
        self._enter(identity, row.game, [row])
        self._kept_here[row.key] = len(self._kept_here) + 1
        self._prune(identity, row.game)
        return tuple(names)

    def _enter(
        self, identity: str, game: str, rows: Sequence[PastMatch], gone: Sequence[str] = ()
    ) -> bool:
        """Put rows into the index, in the place of those with their keys; take some out."""
        self._known.pop((identity, game), None)
        if self._store.place.gone:
            return False
        new = {row.key: row for row in rows}

        def changed(before: Rows) -> Rows:
            left = (row for row in before if row.key not in new and row.key not in gone)
            return tuple(sorted([*left, *new.values()], key=when))

        name, own = self.file(identity, game, INDEX), f"profiles/{identity}/profile"
        base = self._indexed(identity, game)
        return self._store.update(name, index_format(game), base, changed, own)

    def star(self, identity: str, game: str, key: str, starred: bool) -> bool:
        """Give the match `key` of `identity` a star, or take it; whether it has it now as `wanted`.

        At most `MOST_STARRED` matches can have one.
        """
        past = self._read(identity, game, key)
        if past is None or not self._is_there(identity):
            return False
        if starred and sum(row.starred for row in self.finished(identity, game)) >= MOST_STARRED:
            return False
        past = dataclasses.replace(past, row=dataclasses.replace(past.row, starred=starred))
        name, own = self.file(identity, game, key), f"profiles/{identity}/profile"
        self._store.save(name, past_format(game, key), past, own)
        self._enter(identity, game, [past.row])
        return True

    # -- no more -----------------------------------------------------------------------------

    def forget(self, identity: str, game: str, key: str) -> bool:
        """Delete the match `key` of `identity` with its remains; return whether none is left."""
        name = self.file(identity, game, key)
        removed = [self._store.delete(name + part) for part in ("", _START, _MINDS)]
        self._enter(identity, game, (), [key])
        return all(removed)

    def _prune(self, identity: str, game: str) -> None:
        """Delete what is older than the last `MOST_PAST` and has no star, in its file either.

        Matches kept by this arcade since its start count as the newest, the last one most of all,
        whatever the clock shows.
        """
        rows = self.finished(identity, game)
        for row in sorted(rows, key=lambda row: -self._kept_here.get(row.key, 0))[MOST_PAST:]:
            past = None if row.starred else self._read(identity, game, row.key)
            if past is not None and not past.row.starred:
                self.forget(identity, game, row.key)

    def forget_starts(self, identity: str, game: str) -> bool:
        """Delete the agents' earlier learning of `identity` before each match; their logs stay.

        Returns whether none is left.
        """
        folder = self.folder(identity, game)
        found = [name for name in self._store.names(folder) if name.endswith(_START)]
        return not [n for n in found if not self._store.delete(f"{folder}/{n}")]

    def end_now(self) -> str:
        """Return the time of a match that ends now."""
        return self._now().isoformat(timespec="seconds")
