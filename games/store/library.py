"""Keeps players' settings, profiles, statistics, matches, learned arrays and scores.

A layer of names and types over `games.store.files`. The files, below the folder of saved data:

    settings.json  scores.json
    profiles/ID/profile.json  statistics.json  match-GAME.json  learned-GAME.json
                days.json  match-today-GAME.json

Everything is on the disk when a call returns True. A call that returns False has kept it in
memory, and `store.notices` says why. Nothing is recorded unless a caller asks: whether a match
counts (a glass-box round does not) is the caller's to know.

Settings, players, statistics and scores are remembered once they were read, so that who draws may
ask for them in every frame. What is written here is forgotten; what another arcade on the same
folder may have written is read anew after `refresh`. Players, statistics and scores are read anew
before each change, so that two arcades at once do not undo each other's.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from games import log
from games.core import Person
from games.store.files import NotSaved, Store, T
from games.store.formats import BadSave, Format
from games.store.profiles import (
    SETTINGS,
    BadName,
    Profile,
    SavedMatch,
    Settings,
    clean_name,
    learned_format,
    match_format,
    profile_format,
)
from games.store.statistics import SCORES, STATISTICS, MatchResult, Score, ScoreTable, Statistics

Read = TypeVar("Read")
_PLAYERS = "profiles"


def _local_time() -> datetime:
    return datetime.now().astimezone()


def _random_id() -> str:
    return os.urandom(6).hex()


def _is_own_file(name: str) -> bool:
    """Whether a file in a player's folder is one that the arcade writes."""
    return re.match(r"(profile|statistics|days|match-[\w-]+|learned-\w+)\.json", name) is not None


class Remembered:
    """What was read once, by name, until it is forgotten."""

    def __init__(self) -> None:
        self._found: dict[str, Any] = {}

    def get(self, name: str, read: Callable[[], Read]) -> Read:
        """What `read` gave when it was first called for this `name`."""
        if name not in self._found:
            self._found[name] = read()
        found: Read = self._found[name]
        return found

    def forget(self, name: str) -> None:
        """Let what `name` stands for be read anew."""
        self._found.pop(name, None)

    def clear(self) -> None:
        """Let everything be read anew."""
        self._found.clear()


class Library:
    """Everything kept about players; `now` and `new_id` can be given for tests."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = _local_time,
        new_id: Callable[[], str] = _random_id,
    ) -> None:
        self.store = store
        self._now = now
        self._new_id = new_id
        self._settings: Settings | None = None
        self._remembered = Remembered()

    # ---- what was read before

    def refresh(self) -> Profile | None:
        """Read anew, since another arcade may have written; returns the current player."""
        self._remembered.clear()
        return self.current

    # ---- settings

    @property
    def settings(self) -> Settings:
        """The settings; read from the disk once."""
        if self._settings is None:
            self._settings = self.store.load("settings", SETTINGS, Settings())
        return self._settings

    def save_settings(self, settings: Settings) -> bool:
        """Change and keep the settings."""
        self._settings = settings
        return self.store.save("settings", SETTINGS, settings)

    # ---- profiles

    def profiles(self) -> tuple[Profile, ...]:
        """All players, the oldest first."""
        return self._remembered.get(_PLAYERS, self._read_players)

    def _read_players(self) -> tuple[Profile, ...]:
        found = (self.profile(identity) for identity in self.store.folders(_PLAYERS))
        players = [profile for profile in found if profile is not None]
        return tuple(sorted(players, key=lambda p: (p.created, p.name.casefold(), p.id)))

    def profile(self, identity: str) -> Profile | None:
        """The player with the id `identity`, or None.

        One whose profile is lost but who has other files is called Player.
        """
        if not identity:
            return None
        name = f"profiles/{identity}/profile"
        return self._remembered.get(name, lambda: self._read_player(identity, name))

    def _read_player(self, identity: str, name: str) -> Profile | None:
        form = profile_format(identity)
        profile = self.store.load(name, form, None)
        if profile is None and any(map(_is_own_file, self.store.files_in(f"profiles/{identity}"))):
            profile = Profile(identity, "Player", self.today)
            self.store.save(name, form, profile)
        return profile

    @property
    def current(self) -> Profile | None:
        """The player who played last, else the oldest one, else None."""
        profile = self.profile(self.settings.last_profile)
        return profile or next(iter(self.profiles()), None)

    def create(self, name: str, avatar: int = 0) -> Profile:
        """A new player with a `name` and an `avatar`; raises `BadName`."""
        self._remembered.clear()
        name = self._free_name(name, "")
        profile = Profile(self._new_id(), name, self.today, avatar)
        self._save_profile(profile)
        return profile

    def rename(self, identity: str, name: str, avatar: int | None = None) -> bool:
        """Give the player `identity` another `name` (and `avatar`); raises `BadName`."""
        self._remembered.clear()
        profile = self.profile(identity)
        if profile is None:
            return self._tell_deleted()
        name = self._free_name(name, identity)
        avatar = profile.avatar if avatar is None else avatar
        return self._save_profile(dataclasses.replace(profile, name=name, avatar=avatar))

    def switch(self, identity: str) -> bool:
        """Let the player `identity` be the current one."""
        return self.save_settings(dataclasses.replace(self.settings, last_profile=identity))

    def delete(self, identity: str) -> bool:
        """Remove the player `identity` with all files and scores.

        Returns whether nothing is left.
        """
        self._remembered.clear()
        removed = self.store.delete_folder(f"profiles/{identity}")
        tables = self._tables()
        if any(row.profile == identity for table in tables for row in table.rows):
            tables = tuple(table.without(identity) for table in tables)
            removed = self.store.save("scores", SCORES, tables) and removed
            self._remembered.forget("scores")
        if self.settings.last_profile == identity:
            self.switch("")
        return removed

    def _save_profile(self, profile: Profile) -> bool:
        name = f"profiles/{profile.id}/profile"
        self._remembered.clear()
        return self.store.save(name, profile_format(profile.id), profile)

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

    def _save(self, identity: str, name: str, form: Format[T], value: T) -> bool:
        """Keep a file of a player, unless another window has deleted the player."""
        if not self.store.exists(f"profiles/{identity}/profile"):
            return self._tell_deleted()
        self._remembered.forget(f"profiles/{identity}/{name}")
        return self.store.save(f"profiles/{identity}/{name}", form, value)

    # ---- statistics

    def statistics(self, identity: str) -> Statistics:
        """Everything counted for the player `identity`."""
        name = f"profiles/{identity}/statistics"
        return self._remembered.get(name, lambda: self.store.load(name, STATISTICS, Statistics()))

    def record(self, identity: str, result: MatchResult, match_id: str = "") -> bool:
        """Count the `result` of a finished match for `identity`, once where it has a `match_id`."""
        self._remembered.forget(f"profiles/{identity}/statistics")
        statistics = self.statistics(identity).with_result(result, match_id)
        return self._save(identity, "statistics", STATISTICS, statistics)

    # ---- unfinished matches

    def match(self, identity: str, game: str) -> SavedMatch | None:
        """The unfinished match of the player `identity` in a `game`, if there is one."""
        return self.store.load(f"profiles/{identity}/match-{game}", match_format(game), None)

    def save_match(
        self,
        identity: str,
        game: str,
        text: str,
        match_id: str = "",
        people: tuple[Person, ...] = (),
    ) -> bool:
        """Keep the unfinished match `text` of `identity`, in place of an earlier one.

        `match_id` tells it from other matches of the same game; `people` sit in it.
        """
        saved = self._now().isoformat(timespec="seconds")
        match = SavedMatch(game, text, saved, match_id, people)
        return self._save(identity, f"match-{game}", match_format(game), match)

    def forget_match(self, identity: str, game: str) -> bool:
        """Remove the unfinished match of `identity` in a `game`: it was finished, or given up."""
        return self.store.delete(f"profiles/{identity}/match-{game}")

    def finish_match(self, identity: str, game: str, match_id: str | None) -> None:
        """Remove the unfinished match of `identity`: only if it is `match_id`, or any (None)."""
        kept = self.match(identity, game)
        if kept is not None and match_id in (None, kept.which):
            self.forget_match(identity, game)

    def has_match(self, identity: str, game: str) -> bool:
        """Whether `identity` seems to have a match to continue; quick, does not read it."""
        return self.store.exists(f"profiles/{identity}/match-{game}")

    @property
    def today(self) -> str:
        """The local date, such as "2026-01-31"."""
        return self._now().date().isoformat()

    # ---- what agents learned

    def learned(self, identity: str, game: str) -> str | None:
        """What was learned about `identity` in a `game`: see `games.arrays.arrays_from_text`."""
        return self.store.load(f"profiles/{identity}/learned-{game}", learned_format(game), None)

    def save_learned(self, identity: str, game: str, text: str) -> bool:
        """Keep what was learned about `identity` as `text`, of at most `LEARNED_BYTES`.

        See `games.arrays.arrays_to_text`.
        """
        return self._save(identity, f"learned-{game}", learned_format(game), text)

    def forget_learned(self, identity: str, game: str) -> bool:
        """Remove all that was learned about `identity`, older copies included.

        Also what an unfinished match began with: its agents go on from the match alone.
        """
        forgotten = self.store.delete(f"profiles/{identity}/learned-{game}")
        return self._forget_starts(identity, game) and forgotten

    def _forget_starts(self, identity: str, game: str) -> bool:
        saved = self.match(identity, game)
        if saved is None:
            return True
        try:
            found = log.decode(saved.text)
        except BadSave:  # it could not be continued
            return self.forget_match(identity, game)
        if all(seat.start is None for seat in found.seats):
            return True
        seats = tuple(dataclasses.replace(seat, start=None) for seat in found.seats)
        text = log.encode(dataclasses.replace(found, seats=seats))
        self.forget_match(identity, game)  # with the older copy, which holds the start, too
        return self._save(
            identity,
            f"match-{game}",
            match_format(game),
            dataclasses.replace(saved, text=text),
        )

    def refuse(self, identity: str, kind: str, game: str) -> None:
        """Put a file of `identity` that cannot be used aside with its copy, where nothing reads it.

        `kind` is "match" or "learned".
        """
        self.store.set_aside(f"profiles/{identity}/{kind}-{game}")

    def export_learned(self, identity: str, game: str, path: Path) -> None:
        """Write what was learned about `identity` to the file `path`; raises `NotSaved`."""
        text = self.learned(identity, game)
        if text is None:
            raise NotSaved("Nothing was learned yet, so there is nothing to export.")
        self.store.export(path, text.encode("utf-8"), "what was learned")

    # ---- best scores

    def scores(self, game: str, key: str = "") -> ScoreTable:
        """The table of the best scores of all players in a `game`, under its `key`."""
        tables = {(table.game, table.key): table for table in self._tables()}
        return tables.get((game, key), ScoreTable(game, key))

    def add_score(
        self, player: Profile, game: str, key: str, score: float, lower_is_better: bool = False
    ) -> int | None:
        """Enter the `score` of a `player`; its rank from 1 on, or None where it is not among the
        best.

        The table is that of the `game` under `key`; `lower_is_better` says how it is sorted.
        """
        self._remembered.forget("scores")
        tables = {(table.game, table.key): table for table in self._tables()}
        empty = ScoreTable(game, key, lower_is_better=lower_is_better)
        row = Score(player.name, score, self.today, player.id)
        table = tables.get((game, key), empty).with_row(row)
        rank = next((n for n, kept in enumerate(table.rows, start=1) if kept is row), None)
        if rank is not None:
            tables[game, key] = table
            self.store.save("scores", SCORES, tuple(tables.values()))
            self._remembered.forget("scores")
        return rank

    def _tables(self) -> tuple[ScoreTable, ...]:
        return self._remembered.get("scores", lambda: self.store.load("scores", SCORES, ()))
