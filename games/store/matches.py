"""The unfinished matches of players: each in a file of its own, so that none takes another's place.

    profiles/ID/match-GAME-KEY.json
    profiles/ID/match-GAME-KEY.tail   the turns since it was saved last (`games.store.tail`)

KEY is new for every match that is played, also for one that is taken up again: its file then gets
the new name. So two windows that play at the same time never write the same file, also where both
have taken up one match; what the other has kept meanwhile stays. Earlier arcades kept one match a
game, match-GAME.json, which is read as one more.

`MOST_KEPT` matches of a player and a game are kept; after that the one goes that was not played
for the longest time. A match that was finished, or that the person gives up, goes at once.
"""

from __future__ import annotations

import contextlib
import dataclasses
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final

from games import log
from games.core import Kept, Person
from games.fields import BadSave
from games.store.bot_minds import KeptMinds
from games.store.disk import NotPlain
from games.store.files import Store
from games.store.formats import Format
from games.store.profiles import SavedMatch, match_format
from games.store.statistics import STATISTICS, Statistics, statistics_of
from games.store.tail import MOST_BYTES, SUFFIX, Tail, Written, read_tail

MOST_KEPT: Final = 100
"""So many unfinished matches of a player and a game: more than anybody goes back to, and at their
usual size of some 20 kB no more than a few photographs take."""

_SEEN: Final = "-seen"
"""The end of the name of a file that was put back once."""
Save = Callable[[str, str, Format[SavedMatch], SavedMatch], bool]
"""Keeps a file of a player, by the player's id and the file's name; returns whether it is there."""


class Matches:
    """The unfinished matches in a `store`; `save` keeps a file of a player who is still there."""

    def __init__(
        self, store: Store, save: Save, now: Callable[[], datetime], new_key: Callable[[], str]
    ) -> None:
        self._store, self._save, self._now, self._new_key = store, save, now, new_key

    def _name(self, identity: str, game: str, key: str) -> str:
        return f"profiles/{identity}/{_file(game, key)}"

    # -- reading -----------------------------------------------------------------------------

    def keys(self, identity: str, game: str) -> tuple[str, ...]:
        """Return the keys of the matches of `identity` in a `game`, the one played last first."""
        pattern = re.compile(rf"match-{re.escape(game)}(?:-([a-z0-9]+))?")
        found = map(pattern.fullmatch, self._store.names(f"profiles/{identity}"))
        return tuple(name[1] or "" for name in found if name)

    def read(self, identity: str, game: str, key: str) -> SavedMatch | None:
        """Return the match `key` of `identity` with its tail, or None where none can be read."""
        found = self._store.load(self._name(identity, game, key), match_format(game), None)
        if found is None:
            return None
        tail = self._read_tail(identity, game, key, found)
        return dataclasses.replace(found, key=key, text=f"{found.text}{tail.text}")

    def _tail_path(self, identity: str, game: str, key: str) -> Path:
        return self._store.place.file(self._name(identity, game, key)).with_suffix(SUFFIX)

    def _read_tail(self, identity: str, game: str, key: str, saved: SavedMatch) -> Written:
        if self._store.root is None:
            return Written()
        path = self._tail_path(identity, game, key)
        return read_tail(self._store.disk, path, saved.kept.digest)

    def any(self, identity: str, game: str) -> bool:
        """Return whether `identity` seems to have a match of a `game` to continue; reads none."""
        return bool(self.keys(identity, game))

    def newest(self, identity: str, game: str) -> SavedMatch | None:
        """Return the match of the player `identity` played last, of those that can be read."""
        found = (self.read(identity, game, key) for key in self.keys(identity, game))
        return next((match for match in found if match is not None), None)

    # -- keeping -----------------------------------------------------------------------------

    def keep(
        self,
        identity: str,
        game: str,
        text: str,
        match_id: str = "",
        people: tuple[Person, ...] = (),
        key: str = "",
        secret: str = "",
        minds: KeptMinds = MappingProxyType({}),
    ) -> bool:
        """Keep the match `text` of the player `identity` under its `key`.

        `match_id` is its id among all matches, `people` sit in it, its next chances come from its
        `secret`, its bots showed `minds`. Returns whether it is on the disk.
        """
        saved = self._now().isoformat(timespec="seconds")
        match = SavedMatch(game, text, saved, match_id, people, secret=secret, minds=minds)
        kept = self._save(identity, _file(game, key), match_format(game), match)
        for old in self.keys(identity, game)[MOST_KEPT:]:
            self.forget(identity, game, old)
        return kept

    def tail(self, identity: str, game: str, kept: Kept, text: str) -> Tail:
        """Return the tail that appends turns to the match `text` of `identity` as it was `kept`."""
        path = self._tail_path(identity, game, kept.key)
        return Tail(self._store.disk, path, kept.digest, log.MAX_CHARACTERS - len(text))

    def new_key(self) -> str:
        """Return a key that no match has."""
        return self._new_key()

    def take_up(self, identity: str, game: str, kept: Kept) -> str:
        """Return a new key for a match of `identity` that is played on from how it was `kept`.

        The file goes with it, if no other window has played on in it meanwhile.
        """
        key = self.new_key()
        if self._is_still(identity, game, kept):
            self._copy_tail(identity, game, kept.key, key)
            self._store.move(self._name(identity, game, kept.key), self._name(identity, game, key))
            if not self._tail_whole(identity, game, kept.key, key):
                self._store.disk.set_aside(self._tail_path(identity, game, kept.key))
            self._forget_tail(identity, game, kept.key)
        return key

    def _tail_whole(self, identity: str, game: str, key: str, now: str) -> bool:
        """Return whether the tail `key` is whole behind its match, which has the key `now`."""
        found = self._store.load(self._name(identity, game, now), match_format(game), None)
        return found is None or self._read_tail(identity, game, key, found).whole

    def _copy_tail(self, identity: str, game: str, key: str, new: str) -> None:
        """Let the match have its tail under a `new` key, too, before it is moved there."""
        if self._store.root is None:
            return
        path = self._tail_path(identity, game, key)
        with contextlib.suppress(OSError, NotPlain):
            blob = self._store.disk.read(path, MOST_BYTES)
            self._store.disk.append(self._tail_path(identity, game, new), blob, anew=True)

    def _forget_tail(self, identity: str, game: str, key: str) -> None:
        if self._store.root is not None:
            with contextlib.suppress(OSError):
                self._store.disk.remove([self._tail_path(identity, game, key)])

    def _is_still(self, identity: str, game: str, kept: Kept) -> bool:
        found = self.read(identity, game, kept.key)
        return found is not None and found.kept == kept

    # -- for practice ------------------------------------------------------------------------

    def practise(self, identity: str, known: Statistics, match_id: str) -> bool:
        """Let the match `match_id` of `identity` count in no window from now on.

        `known` are the player's statistics in this window.
        """
        return self._store.update(
            statistics_of(identity),
            STATISTICS,
            known,
            lambda statistics: statistics.with_practised(match_id),
            f"profiles/{identity}/profile",
        )

    def is_practised(self, identity: str, match_id: str) -> bool:
        """Return whether the match `match_id` of `identity` became practice, in any window."""
        kept = self._store.load(statistics_of(identity), STATISTICS, Statistics())
        return match_id in kept.practised

    # -- no more -----------------------------------------------------------------------------

    def forget(self, identity: str, game: str, key: str) -> bool:
        """Remove the match `key` of `identity`, which is over or was given up, with its copy.

        What was put aside of it stays: it was played, too, and could not be continued.
        """
        self._forget_tail(identity, game, key)
        return self._store.delete(self._name(identity, game, key), aside=False)

    def forget_kept(self, identity: str, game: str, kept: Kept) -> None:
        """Remove a match of `identity` that is over from how it was `kept`, if it is still that."""
        if self._is_still(identity, game, kept):
            self.forget(identity, game, kept.key)

    def refuse(self, identity: str, game: str, key: str) -> bool:
        """Put the match `key` of `identity` aside; the copy before it takes its place.

        Where it has a tail, only the tail is put aside, since the saved match may be well without
        it. Returns whether there is a match to go on with.
        """
        found = self._store.load(self._name(identity, game, key), match_format(game), None)
        if found is not None and self._read_tail(identity, game, key, found).lines:
            return self._store.disk.set_aside(self._tail_path(identity, game, key))
        return self._store.refuse(self._name(identity, game, key))

    def aside(self, identity: str, game: str) -> tuple[str, ...]:
        """Return the names of the files of matches of `identity` that were put aside, in order."""
        pattern = re.compile(rf"match-{re.escape(game)}(-[a-z0-9]+)?\.json(\.bak)?\.bad-\d+")
        entries = self._store.place.entries(f"profiles/{identity}")
        return tuple(filter(pattern.fullmatch, entries))

    def read_aside(self, identity: str, game: str, file: str) -> SavedMatch:
        """Return the match of `identity` in a `file` set aside; `BadSave`, `OSError`,
        `NotPlain`.
        """
        form = match_format(game)
        path = self._store.place.folder(f"profiles/{identity}") / file
        return form.decode(self._store.disk.read(path, form.max_bytes))

    def put_back(self, identity: str, game: str, files: Sequence[str]) -> bool:
        """Let a match of `identity` wait again that an older arcade put aside; once for all.

        Of `files` of one match, all of which can be read, the one saved last counts, with its tail.
        They stay under other names. Returns whether it waits again.
        """
        name = files[0].partition(".")[0]
        folder, place, disk = f"profiles/{identity}", self._store.place, self._store.disk
        others = [entry for entry in place.entries(folder) if entry.partition(".")[0] == name]
        seen = any(entry.endswith(_SEEN) for entry in others)
        if seen or self._store.exists(f"{folder}/{name}"):
            return False
        found = [self.read_aside(identity, game, file) for file in files]
        best = max(found, key=lambda match: (match.saved, len(match.text)))
        tails = (
            read_tail(disk, place.folder(folder) / entry, best.kept.digest).text
            for entry in others
            if f"{SUFFIX}.bad-" in entry
        )
        text = f"{best.text}{max(tails, key=len, default='')}"
        form = match_format(game)
        if not self._save(identity, name, form, dataclasses.replace(best, text=text)):
            return False
        for file in files:
            path = place.folder(folder) / file
            with contextlib.suppress(OSError):
                disk.files.replace(path, path.with_name(f"{file}{_SEEN}"))
        return True

    def forget_starts(self, identity: str, game: str) -> bool:
        """Have every match of `identity` go on without what its agents had learned before it.

        Matches that were put aside hold it, too, and are removed.
        """
        left = [k for k in self.keys(identity, game) if not self._forget_start(identity, game, k)]
        return self._forget_aside(identity, game) and not left

    def _forget_aside(self, identity: str, game: str) -> bool:
        """Remove the matches that were put aside; returns whether none is left."""
        folder, place = f"profiles/{identity}", self._store.place
        kind = re.compile(rf"{_file(game, '')}(-[a-z0-9_-]+)?\.json(\.bak)?\.bad-\d+({_SEEN})?")
        names = [name for name in place.entries(folder) if kind.fullmatch(name)]
        try:
            self._store.disk.remove(place.folder(folder) / name for name in names)
        except OSError:
            return False
        return True

    def _forget_start(self, identity: str, game: str, key: str) -> bool:
        saved = self.read(identity, game, key)
        if saved is None:
            return True
        try:
            found = log.decode(saved.text)
        except BadSave:  # it could not be continued
            return self.forget(identity, game, key)
        if all(seat.start is None for seat in found.seats):
            return True
        seats = tuple(dataclasses.replace(seat, start=None) for seat in found.seats)
        text = log.encode(dataclasses.replace(found, seats=seats))
        self.forget(identity, game, key)  # with the older copy, which holds the start, too
        match = dataclasses.replace(saved, text=text)
        return self._save(identity, _file(game, key), match_format(game), match)


def _file(game: str, key: str) -> str:
    return f"match-{game}-{key}" if key else f"match-{game}"
