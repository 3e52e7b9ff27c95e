"""Keeping a match: while it is played, so that it can be continued, and its result at the end.

Its owner stands fixed from its start, and it is kept for no other player: if the owner was deleted
meanwhile, it is not kept, and the player is told. A part that cannot reach the disk now is kept
when it can (see `games.store.library`): first the whole match, then the result, then the learned
data, and only then is the unfinished match deleted.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Mapping, Sequence

from games import log
from games.core import Draw, Kept, Turn
from games.fields import BadSave
from games.session.archiving import past_key
from games.session.line import ELSEWHERE
from games.session.setup import HUMAN, Setup
from games.session.sitting import deleted, kept_people, owner, players
from games.session.today import begin_day, kept_as
from games.store.bot_minds import KeptMinds
from games.store.library import Library
from games.store.past import PastLog, PastMatch
from games.store.profiles import Profile, digest_of
from games.store.statistics import MatchResult, Statistics, statistics_of
from games.store.tail import Tail

Archive = Callable[[int, PastMatch], PastLog | None]
"""Completes the row of a match for the player in a seat, and gives the match as it is kept."""


class MatchSaving:
    """The keeping of one match for its owner.

    `owner` is the id of the match's player, `kept` how it was kept last, and `recorded_for` has the
    players whose results were counted, by their seats; `before` has the counts of each of them
    before this match, by their ids.
    """

    def __init__(
        self,
        setup: Setup,
        library: Library | None,
        notify: Callable[[str], None],
        secret: str = "",
        minds: Callable[[], KeptMinds] = dict,
    ) -> None:
        """Keep the match of a `setup`; `notify` gets sentences for the player.

        The match's next draws come from its `secret`, which is kept with it, as is what its bots
        have shown, the `minds`.
        """
        self.setup, self.library, self.notify = setup, library, notify
        self.owner = owner(setup, library)
        self.match_id = setup.match_id or secrets.token_hex(8)
        self.recorded = False
        self.recorded_for: dict[int, Profile] = {}
        self.before: dict[str, Statistics] = {}
        self.kept = setup.kept
        self.secret, self._minds = secret, minds
        self._key = ""
        self._tail: Tail | None = None
        self._noted = 0  # so many turns of this line outlive the program's end
        self._archived: list[str] = []
        self._uncounted = False
        self._told: set[str] = set()

    @property
    def profile(self) -> Profile | None:
        """The player of this match, or None without an owner or after the owner was deleted."""
        return None if self.library is None else self.library.profile(self.owner)

    def _tell_once(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self.notify(sentence)

    # -- while it is played ----------------------------------------------------------------

    def note(
        self,
        turns: Sequence[Turn],
        draws: Mapping[int, Draw],
        as_text: Callable[[], str],
        whole: Callable[[], int],
    ) -> bool:
        """Have the last of the `turns`, which had these `draws`, on the disk before it is shown.

        It is appended to the saved match, so it outlives the program. All is saved at once (see
        `save`) after a take-back, and at the first turn of a match that is continued or is
        today's. What the disk refuses waits for the next save. The text has `whole` turns, since
        some that were taken back may follow the last of `turns`. Returns whether all was saved.
        """
        tail, follows = self._tail, len(turns) == self._noted + 1
        fits = follows and len(turns) <= log.MAX_TURNS
        if tail is not None and fits and tail.add(log.turn_line(turns[-1], draws)):
            self._noted += 1
            return False
        begins = not self._key and (self.kept is not None or bool(self.setup.day))
        self._tail = None
        if not begins and (tail is None or follows):
            return False
        self.save(as_text, whole())
        return self._tail is not None

    def save(self, as_text: Callable[[], str], turns: int = 0) -> None:
        """Keep the unfinished match, written by `as_text`, so that it can be continued.

        `turns` is their number.
        """
        self._tail, self._noted = None, turns
        if self.recorded or self.library is None or not self.owner:
            return
        if self.library.is_deleted(self.owner):
            for name in deleted(self.setup, self.library):
                self._tell_once(f"{name} was deleted meanwhile; this match is kept for nobody.")
            return
        try:
            self._save_as(self.library, as_text())
        except BadSave as problem:
            self._tell_once(f"This match cannot be kept for later: {problem}")

    def _save_as(self, library: Library, text: str) -> None:
        """Keep a `text` in the file of this match, which no other window writes."""
        game, people = kept_as(self.setup), kept_people(self.setup, self.owner)
        if not self._key:
            found = self.kept
            matches = library.matches
            self._key = matches.take_up(self.owner, game, found) if found else matches.new_key()
        secret, matches = self.secret, library.matches
        about = self.match_id, people, self._key, secret, self._minds()
        if matches.keep(self.owner, game, text, *about):
            self.kept = Kept(self._key, digest_of(text), secret)
            self._tail = matches.tail(self.owner, game, self.kept, text)
        begin_day(self.setup, library, self.owner, self.match_id)

    # -- for practice ------------------------------------------------------------------------

    def practise(self, setup: Setup) -> None:
        """Keep the match by its `setup` for practice; it counts in no other window either."""
        self.setup = setup
        if self.library is not None:
            for profile in players(self.setup, self.library).values():
                known = self.library.statistics(profile.id)
                self.library.matches.practise(profile.id, known, self.match_id)

    def is_practised_elsewhere(self) -> bool:
        """Return whether the match became practice in any window; the player is told."""
        library = self.library
        if library is None or self.recorded:
            return False
        owners = players(self.setup, library).values()
        if not any(library.matches.is_practised(profile.id, self.match_id) for profile in owners):
            return False
        self._tell_once(f"{ELSEWHERE}: this match is practice.")
        return True

    # -- its end -----------------------------------------------------------------------------

    def record(
        self,
        results: Mapping[int, MatchResult | None],
        learn: Callable[[], object],
        practice: bool = False,
        archive: Archive = lambda seat, row: None,
    ) -> bool:
        """Keep the result of each person's seat, once; the unfinished match is deleted.

        Guests and deleted players have no records, and `practice` counts for no player. `learn`
        keeps the learned data, once the results are on the disk. `archive` makes the match as it is
        kept for a seat: that comes first, so that no later failure loses it. Returns whether it
        counts for a player.
        """
        if self.recorded or self.library is None:
            return False
        self.library.refresh()  # another window may have finished this match, or the player
        for name in deleted(self.setup, self.library):
            self.notify(f"{name} was deleted meanwhile; nothing was recorded for {name}.")
        self.recorded = True
        self._keep_match(self.library, archive)
        sitting = {} if practice else players(self.setup, self.library)
        fresh = False
        for seat, profile in sitting.items():
            if self.match_id not in self.library.statistics(profile.id).finished:
                fresh = True
                self._keep_result(self.library, seat, profile, results.get(seat))
        if sitting and not fresh:
            self.notify("This match was finished before, in another window; it counts once.")
        if practice or sitting:
            self._end(self.library, learn)
        return fresh

    def _keep_match(self, library: Library, archive: Archive) -> None:
        """Keep the whole match for each player who sits in it, or who watches agents alone."""
        sitting = players(self.setup, library)
        if not self.setup.humans and self.profile is not None:
            sitting = {0: self.profile}
        for seat, profile in sitting.items():
            again = self.match_id in library.statistics(profile.id).finished
            key = past_key(library.matches.new_key() if again else self.match_id)
            result = MatchResult(self.setup.game, HUMAN, "played")
            row = PastMatch(key, library.archive.end_now(), result, 0, 0, self._counted(again))
            try:
                past = archive(seat, dataclasses.replace(row, day=self.setup.day))
            except BadSave as problem:
                self._tell_once(f"This match cannot be kept: {problem}")
                continue
            if past is not None:
                self._archived += library.archive.keep(profile.id, past)

    def _counted(self, again: bool) -> str:
        """Return the kind of record, one of `games.store.past.COUNTED`."""
        setup = self.setup
        if not setup.humans:
            return "watched"
        if setup.glass_box:
            return "glass"
        kind = "today" if setup.day else "practice" if setup.practice else "record"
        return "again" if again and kind == "record" else kind

    def keep_uncounted(self, archive: Archive) -> None:
        """Keep a match without a record, in a glass box or of agents, by its `archive`, once."""
        if not self.recorded and self.library is not None:
            self.recorded = True
            self.library.refresh()
            self._keep_match(self.library, archive)

    def _keep_result(
        self, library: Library, seat: int, profile: Profile, result: MatchResult | None
    ) -> None:
        if result is not None:
            self.recorded_for[seat] = profile
            self.before.setdefault(profile.id, library.statistics(profile.id))
            library.record(profile.id, result, self.match_id)
            counted = self.match_id in library.statistics(profile.id).finished  # or waits to be
            self._uncounted = self._uncounted or not counted

    def _end(self, library: Library, learn: Callable[[], object]) -> None:
        """Once the results are on the disk: what was learned, and the unfinished match is gone."""

        def end() -> None:
            if self.recorded_for:
                learn()
            if self._uncounted:  # all that is left of it for the record; it can be ended again
                return
            if self._key:
                library.matches.forget(self.owner, kept_as(self.setup), self._key)
            elif self.kept is not None:
                library.matches.forget_kept(self.owner, kept_as(self.setup), self.kept)

        library.later.when_kept([*self._archived, *self._results()], end)

    def _results(self) -> list[str]:
        """Return the files that hold the results of this match."""
        return [statistics_of(profile.id) for profile in self.recorded_for.values()]

    @property
    def lacking(self) -> str:
        """The parts of the finished match not on the disk yet, in a sentence or two; else ""."""
        if self.library is None or not self.recorded_for:
            return ""
        if not any(map(self.library.store.is_waiting, self._results())):
            return ""
        return f"This result is not kept yet. {self.library.store.trouble}"
