"""Remains of older arcades: results that they refused to count, and files that they put aside."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import os
import re
from collections.abc import Callable, Mapping
from typing import Final

from games import log
from games.fields import BadSave, is_line
from games.store.archive import Archive
from games.store.disk import NotPlain
from games.store.files import Store, T
from games.store.formats import Format
from games.store.past import LONGEST_OPTIONS, PastMatch, when
from games.store.profiles import Settings, changed_settings
from games.store.statistics import (
    LONGEST_KEY,
    RECORDS_KEPT,
    STATISTICS,
    MatchResult,
    Statistics,
    option_key,
)

_PAST: Final = "past-"


def take_back(
    store: Store, name: str, form: Format[T], found: T, merged: Callable[[T, T, str], T]
) -> T:
    """Take back what an older arcade has put aside of the file `name`, though it was whole.

    `found` is what is there now; returns it `merged` with what each whole file aside holds, by the
    sum of that. A whole file gets another name then, so that it is looked at once.
    """
    path = store.place.file(name)
    folder, _, last = name.rpartition("/")
    entries = store.place.entries(folder) if folder else _names(store)
    kind = re.compile(rf"{re.escape(last)}\.json(\.bak)?\.bad-\d+")
    for entry in sorted(filter(kind.fullmatch, entries), key=lambda e: (".bak." in e, e)):
        try:
            blob = store.disk.read(path.with_name(entry), form.max_bytes)
            aside = form.decode(blob)
        except (BadSave, NotPlain, OSError):
            continue
        digest = hashlib.sha256(blob).hexdigest()[:16]

        def change(kept: T, aside: T = aside, digest: str = digest) -> T:
            return merged(kept, aside, digest)

        whole = change(found)
        if whole != found:
            if not store.update(name, form, found, change):
                continue
            found = whole
            store.tell(f"What an older arcade had put aside of {form.label} is back.")
        with contextlib.suppress(OSError):
            store.disk.files.replace(path.with_name(entry), path.with_name(f"{entry}-seen"))
    return found


def _names(store: Store) -> tuple[str, ...]:
    try:
        return tuple(os.listdir(store.root)) if store.root is not None else ()
    except OSError:
        return ()


def settings_with_aside(kept: Settings, aside: Settings, digest: str) -> Settings:
    """Return the settings `kept`, with the changes of a file `aside` where it has more of them."""
    usual = dataclasses.asdict(Settings())
    ours, theirs = (
        sum(value != usual[name] for name, value in dataclasses.asdict(settings).items())
        for settings in (kept, aside)
    )
    return changed_settings(aside, Settings(), kept) if ours < theirs else kept


def count_lost(store: Store, archive: Archive, identity: str, found: Statistics) -> Statistics:
    """Count the results of `identity` that an older arcade refused for their options, once.

    `found` is what was counted; returns it with them. They are taken from the finished matches
    that are kept. It is written in one change together with the mark that it was done.
    """
    lost = {} if len(found.records) >= RECORDS_KEPT else _lost(store, archive, identity)
    whole = found.with_lost(lost)
    folder = f"profiles/{identity}"
    store.update(
        f"{folder}/statistics",
        STATISTICS,
        found,
        lambda statistics: statistics.with_lost(lost),
        f"{folder}/profile",
    )
    count = sum(r.matches for r in whole.records) - sum(r.matches for r in found.records)
    if count:
        store.tell(f"{count} finished matches count now that an older arcade refused to count.")
    return whole


def _lost(store: Store, archive: Archive, identity: str) -> Mapping[str, MatchResult]:
    """Return the results for the record with options too long for the statistics, in order."""
    rows: list[PastMatch] = []
    for folder in store.folders(f"profiles/{identity}"):
        if folder.startswith(_PAST):
            rows += archive.finished(identity, folder.removeprefix(_PAST))
    lost = {}
    for row in sorted(rows, key=when):
        long = len(row.result.options) > LONGEST_KEY
        if row.counted == "record" and (long or _had_long(archive, identity, row)):
            lost[row.key] = row.result
    return lost


def _had_long(archive: Archive, identity: str, row: PastMatch) -> bool:
    """Return whether the match of a `row` without options had ones that the row could not hold."""
    past = None if row.result.options else archive.read(identity, row.game, row.key)
    try:
        options = option_key(log.decode(past.text).params) if past is not None else ""
    except BadSave:
        return False
    return len(options) > LONGEST_OPTIONS or not is_line(options)
