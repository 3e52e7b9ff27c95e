"""What older arcades left: results that they refused to count, and files that they put aside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games import log
from games.store.archive import Archive
from games.store.files import Store
from games.store.formats import BadSave, is_line
from games.store.past import LONGEST_OPTIONS, PastMatch, when
from games.store.statistics import (
    LONGEST_KEY,
    RECORDS_KEPT,
    STATISTICS,
    MatchResult,
    Statistics,
    option_key,
)

_PAST: Final = "past-"


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
    """The results for the record whose options were too long for the statistics, in order."""
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
    """Whether the match of a `row` without options had such that the row could not hold either."""
    past = None if row.result.options else archive.read(identity, row.game, row.key)
    try:
        options = option_key(log.decode(past.text).params) if past is not None else ""
    except BadSave:
        return False
    return len(options) > LONGEST_OPTIONS or not is_line(options)
