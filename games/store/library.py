"""The library of players' settings, profiles, statistics, matches, learned arrays and scores.

A layer of names and types over `games.store.files`. The files, below the folder of saved data:

    settings.json  scores.json
    profiles/ID/profile.json  statistics.json  match-GAME-KEY.json  learned-GAME.json
                past-GAME/KEY.json  index.json (see `games.store.archive`)
                exercises.json  judged-GAME.json
                days.json  match-today-GAME-KEY.json
                setup-GAME.json (see `games.store.chosen`)

A call that returns True has written to the disk. A call that returns False has kept the value in
memory, and `store.notices` has the reason. Results are recorded only when a caller asks: the caller
knows whether a match counts (a glass-box round does not).

Settings, players, statistics and scores are remembered once they were read, so that a page may ask
for them in every frame. A file written here is forgotten; files that another arcade on the same
folder may have written are read anew after `refresh`. Changes of settings, statistics and scores
are made to the files on the disk when they are written, so that two arcades at once do not undo
each other's. While the folder is away (see `Place.gone`) the values read before hold.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from games.store.archive import Archive
from games.store.exercises import ExerciseBook
from games.store.files import Store, T
from games.store.formats import Format
from games.store.judged import JudgedBook
from games.store.later import Later
from games.store.matches import Matches
from games.store.not_saved import NotSaved, export
from games.store.older import count_lost, settings_with_aside, take_back
from games.store.profiles import (
    SETTINGS,
    BadName,
    Profile,
    Settings,
    changed_settings,
    clean_name,
    learned_format,
    profile_format,
)
from games.store.statistics import (
    SCORES,
    STATISTICS,
    MatchResult,
    Score,
    ScoreTable,
    Statistics,
    statistics_of,
)

Read = TypeVar("Read")
_PLAYERS = "profiles"


def _local_time() -> datetime:
    return datetime.now().astimezone()


def _random_id() -> str:
    return os.urandom(6).hex()


def _is_own_file(name: str) -> bool:
    """Return whether a file in a player's folder is one that the arcade writes."""
    own = r"(profile|statistics|days|match-[\w-]+|(learned|setup)-\w+)\.json|past-\w+"
    return re.match(own, name) is not None


class Remembered:
    """Values that were read once, by name, until they are forgotten."""

    def __init__(self) -> None:
        self._found: dict[str, Any] = {}

    def get(self, name: str, read: Callable[[], Read]) -> Read:
        """Return the result of the first call of `read` for this `name`."""
        if name not in self._found:
            self._found[name] = read()
        found: Read = self._found[name]
        return found

    def known(self, suffix: str) -> list[str]:
        """Return the names of values read that end with a `suffix`, without empty values."""
        return [name for name, found in self._found.items() if found and name.endswith(suffix)]

    def forget(self, name: str) -> None:
        """Let what `name` stands for be read anew."""
        self._found.pop(name, None)

    def clear(self) -> None:
        """Forget all values, so that they are read anew."""
        self._found.clear()


class Library:
    """All files about players; `now` and `new_id` can be given for tests.

    `later` does the work that has to wait for another file; `matches` are the unfinished ones,
    `archive` has the finished ones.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = _local_time,
        new_id: Callable[[], str] = _random_id,
    ) -> None:
        self.store = store
        self.now = now
        self._new_id = new_id
        self._settings: Settings | None = None
        self._remembered = Remembered()
        self._taken_back: set[str] = set()
        self.later = Later(store)
        self.matches = Matches(store, self._save, now, new_id)
        self.archive = Archive(store, lambda identity: not self.is_deleted(identity), now)

    # ---- what was read before

    def refresh(self) -> Profile | None:
        """Read anew, since another arcade may have written; returns the current player."""
        self._forget_all()
        return self.current

    def _forget_all(self) -> None:
        """Forget all values, so that they are read anew; while the folder is away, only the present
        players.
        """
        self.archive.refresh()
        if self.store.place.gone:
            self._remembered.forget(_PLAYERS)
        else:
            self._remembered.clear()

    # ---- settings

    @property
    def settings(self) -> Settings:
        """The settings; read from the disk once."""
        if self._settings is None:
            found = self.store.load("settings", SETTINGS, Settings())
            self._settings = take_back(self.store, "settings", SETTINGS, found, settings_with_aside)
        return self._settings

    def save_settings(self, settings: Settings) -> bool:
        """Change and keep the settings: on the disk, those alone that are others than before."""
        before, self._settings = self.settings, settings
        return self.store.update(
            "settings", SETTINGS, settings, lambda kept: changed_settings(kept, before, settings)
        )

    # ---- profiles

    def profiles(self) -> tuple[Profile, ...]:
        """Return all players, the oldest first."""
        return self._remembered.get(_PLAYERS, self._read_players)

    def _read_players(self) -> tuple[Profile, ...]:
        here = set(self.store.folders(_PLAYERS))
        if self.store.place.gone:
            here |= {name.split("/")[1] for name in self._remembered.known("/profile")}
        found = map(self.profile, here)
        players = [profile for profile in found if profile is not None]
        return tuple(sorted(players, key=lambda p: (p.created, p.name.casefold(), p.id)))

    def profile(self, identity: str) -> Profile | None:
        """Return the player with the id `identity`, or None.

        One whose profile is lost but who has other files is called Player.
        """
        if not identity:
            return None
        name = f"profiles/{identity}/profile"
        return self._remembered.get(name, lambda: self._read_player(identity, name))

    def _read_player(self, identity: str, name: str) -> Profile | None:
        form = profile_format(identity)
        profile = self.store.load(name, form, None)
        if profile is None and any(
            map(_is_own_file, self.store.place.entries(f"profiles/{identity}"))
        ):
            profile = Profile(identity, "Player", self.today)
            self.store.save(name, form, profile)
        return profile

    @property
    def current(self) -> Profile | None:
        """The player who played last, else the oldest one, else None."""
        profile = self.profile(self.settings.last_profile)
        return profile or next(iter(self.profiles()), None)

    def create(self, name: str, avatar: int = 0) -> Profile:
        """Return a new player with a `name` and an `avatar`; raises `BadName`."""
        self._forget_all()
        name = self._free_name(name, "")
        profile = Profile(self._new_id(), name, self.today, avatar)
        self._forget_all()
        self.store.save(f"profiles/{profile.id}/profile", profile_format(profile.id), profile)
        return profile

    def rename(self, identity: str, name: str, avatar: int | None = None) -> bool:
        """Give the player `identity` another `name` (and `avatar`); raises `BadName`."""
        self._forget_all()
        new = {"name": self._free_name(name, identity)}
        known: dict[str, Any] = new if avatar is None else {**new, "avatar": avatar}
        return self.change(identity, lambda kept: replace(kept, **known))

    def change(self, identity: str, change: Callable[[Profile], Profile]) -> bool:
        """Make a `change` to the player `identity` as the disk has him: another window may have
        changed the rest.
        """
        self._forget_all()
        profile = self.profile(identity)
        if profile is None:
            return self._tell_deleted()
        name = f"profiles/{identity}/profile"
        self._remembered.forget(name)
        return self.store.update(name, profile_format(identity), profile, change)

    def switch(self, identity: str) -> bool:
        """Let the player `identity` be the current one."""
        return self.save_settings(replace(self.settings, last_profile=identity))

    def delete(self, identity: str) -> bool:
        """Remove the player `identity` with all files and scores.

        Returns whether none is left.
        """
        self._forget_all()
        removed = self.store.delete_folder(f"profiles/{identity}")
        if any(row.profile == identity for table in self._tables() for row in table.rows):
            removed = self._change_tables(lambda table: table.without(identity)) and removed
        if self.settings.last_profile == identity:
            self.switch("")
        return removed

    def _free_name(self, text: str, identity: str) -> str:
        name = clean_name(text)
        for profile in self.profiles():
            if profile.id != identity and profile.name.casefold() == name.casefold():
                raise BadName(f"There is a player called {profile.name} already.")
        return name

    def _tell_deleted(self) -> bool:
        self._remembered.clear()
        self.store.tell("This player was deleted meanwhile; nothing was kept.")
        return False

    def is_deleted(self, identity: str) -> bool:
        """Return whether another window has deleted the player `identity`.

        No player counts as deleted while the folder is away.
        """
        if self.store.exists(f"profiles/{identity}/profile") or self.store.place.gone:
            return False
        self._remembered.forget(f"profiles/{identity}/profile")
        return True

    def _save(self, identity: str, name: str, form: Format[T], value: T) -> bool:
        """Keep a file of a player, unless another window has deleted the player."""
        if self.is_deleted(identity):
            return self._tell_deleted()
        self._remembered.forget(f"profiles/{identity}/{name}")
        own = f"profiles/{identity}/profile"
        return self.store.save(f"profiles/{identity}/{name}", form, value, own)

    def judged(self, identity: str, game: str) -> JudgedBook:
        """Return the book of the judged choices of `identity` in matches of a `game`."""
        return JudgedBook(self.store, identity, game)

    def exercises(self, identity: str) -> ExerciseBook:
        """Return the exercises of the player `identity`."""
        return ExerciseBook(self.store, identity)

    # ---- statistics

    def statistics(self, identity: str) -> Statistics:
        """Return all counts of the player `identity`."""
        name = statistics_of(identity)
        return self._remembered.get(name, lambda: self._read_statistics(identity, name))

    def _read_statistics(self, identity: str, name: str) -> Statistics:
        found = self.store.load(name, STATISTICS, Statistics())
        if identity not in self._taken_back:  # looked for once
            self._taken_back.add(identity)
            found = take_back(self.store, name, STATISTICS, found, Statistics.with_aside)
        if not found.long_counted:
            found = count_lost(self.store, self.archive, identity, found)
        return found

    def record(self, identity: str, result: MatchResult, match_id: str = "") -> bool:
        """Count the `result` of a finished match for `identity`, once where it has a `match_id`."""
        if self.is_deleted(identity):
            return self._tell_deleted()
        name = statistics_of(identity)
        known = self.statistics(identity)
        kept = self.store.update(
            name,
            STATISTICS,
            known,
            lambda statistics: statistics.with_result(result, match_id),
            f"profiles/{identity}/profile",
        )
        self._remembered.forget(name)
        return kept

    # ---- the day

    @property
    def today(self) -> str:
        """The local date, such as "2026-01-31"."""
        return self.now().date().isoformat()

    # ---- what agents learned

    def learned(self, identity: str, game: str) -> str | None:
        """Return the learned text about `identity` in a `game`: see
        `games.arrays.arrays_from_text`.
        """
        return self.store.load(f"profiles/{identity}/learned-{game}", learned_format(game), None)

    def save_learned(self, identity: str, game: str, text: str) -> bool:
        """Keep what was learned about `identity` as `text`, of at most `LEARNED_BYTES`.

        See `games.arrays.arrays_to_text`.
        """
        return self._save(identity, f"learned-{game}", learned_format(game), text)

    def forget_learned(self, identity: str, game: str) -> bool:
        """Remove all learned data about `identity`, older copies included.

        The starts of matches go too, of unfinished and of past ones: their agents go on from the
        match alone.
        """
        forgotten = self.store.delete(f"profiles/{identity}/learned-{game}")
        forgotten = self.archive.forget_starts(identity, game) and forgotten
        return self.matches.forget_starts(identity, game) and forgotten

    def refuse_learned(self, identity: str, game: str) -> None:
        """Put what was learned about `identity`, which cannot be used, aside with its copy."""
        while self.store.refuse(f"profiles/{identity}/learned-{game}"):
            continue  # with the copy that is in its place now

    def export_learned(self, identity: str, game: str, path: Path) -> None:
        """Write what was learned about `identity` to the file `path`; raises `NotSaved`."""
        text = self.learned(identity, game)
        if text is None:
            raise NotSaved("Nothing was learned yet, so there is nothing to export.")
        export(self.store.disk, path, text.encode("utf-8"), "what was learned")

    # ---- best scores

    def scores(self, game: str, key: str = "") -> ScoreTable:
        """Return the table of the best scores of all players in a `game`, under its `key`."""
        tables = {(table.game, table.key): table for table in self._tables()}
        return tables.get((game, key), ScoreTable(game, key))

    def add_score(
        self, player: Profile, game: str, key: str, score: float, lower_is_better: bool = False
    ) -> int | None:
        """Enter the `score` of a `player`; return its rank from 1 on, or None where it is not among
        the best.

        The table is the `game`'s under `key`; with `lower_is_better` it is sorted upwards.
        """
        if self.is_deleted(player.id):
            self._tell_deleted()
            return None
        row = Score(player.name, score, self.today, player.id)
        empty = ScoreTable(game, key, lower_is_better=lower_is_better)
        self._remembered.forget("scores")
        table = next((t for t in self._tables() if (t.game, t.key) == (game, key)), empty)
        rows = table.with_row(row).rows
        rank = next((n for n, kept in enumerate(rows, start=1) if kept is row), None)
        if rank is not None:
            self._change_tables(lambda table: table.with_row(row), empty)
        return rank

    def _change_tables(
        self, change: Callable[[ScoreTable], ScoreTable], only: ScoreTable | None = None
    ) -> bool:
        """Change all tables, or the one with the key of `only`, which may be a new one."""

        def changed(tables: tuple[ScoreTable, ...]) -> tuple[ScoreTable, ...]:
            by_key = {(table.game, table.key): table for table in tables}
            if only is not None:
                by_key.setdefault((only.game, only.key), only)
            meant = by_key if only is None else ((only.game, only.key),)
            return tuple({**by_key, **{k: change(by_key[k]) for k in meant}}.values())

        kept = self.store.update("scores", SCORES, self._tables(), changed)
        self._remembered.forget("scores")
        return kept

    def _tables(self) -> tuple[ScoreTable, ...]:
        return self._remembered.get("scores", lambda: self.store.load("scores", SCORES, ()))


def export_text(library: Library, path: Path, text: str, label: str) -> str:
    """Write a `text` to the file `path` by a `library`'s disk; return the fault in a sentence, or
    "".

    A missing folder is made; broken letters, as halves of two in a stranger's file, become "?".
    `label` is the name of the text in that sentence.
    """
    try:
        library.store.disk.files.mkdir(path.parent)
        export(library.store.disk, path, text.encode("utf-8", "replace"), label)
    except OSError as problem:
        return (
            f"The folder {path.parent} cannot be written to ({problem.strerror}); "
            "allow that, or choose another one with --data-dir."
        )
    except NotSaved as problem:
        return str(problem)
    return ""
