"""A sentence on what a remembering opponent learned in the last match.

The sentence is never kept: it follows from the match in the archive and from what is kept of the
player, by the game's agents (`games.agents.GameAgents.noticed`). Where the player had that erased,
there is none.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games import catalog
from games.beside import Latest
from games.fields import BadSave
from games.session.ladder import agent_of
from games.store.library import Library
from games.store.past import PastLog
from games.store.profiles import Profile

SINCE: Final = "Since last time I learned: {}."
STILL: Final = "I still think: {}."
LOOK: Final = 0.05
"""Seconds until another look at whether a sentence is found."""


class LastMet(NamedTuple):
    """The last match of a player with an opponent that remembers, and what is kept of the player.

    `game` is the id of the game.
    """

    game: str
    past: PastLog
    text: str


def last_met(library: Library, identity: str, game: str) -> LastMet | None:
    """Return the last match that taught an opponent about the player `identity`, if any."""
    offer = catalog.offered(game)
    text = None if offer.noticed is None else library.learned(identity, game)
    if text is None:
        return None
    pupils = {agent.id for agent in offer if agent.learns}
    for row in library.archive.finished(identity, game):
        met = {row.result.agent, *(seat.agent for seat in row.result.seats)}
        if row.counted == "record" and not pupils.isdisjoint(agent_of(game, name) for name in met):
            past = library.archive.read(identity, game, row.key)
            return None if past is None else LastMet(game, past, text)
    return None


def noticed_words(met: LastMet) -> str:
    """Return what the last match taught, in a sentence; "" where no habit is clear.

    It plays the match again, so it is for a thread beside the frame.
    """
    from games.moments import Moments  # after the first frame: the hall needs neither
    from games.session.archiving import full_log

    noticed = catalog.offered(met.game).noticed
    assert noticed is not None
    try:
        found = full_log(met.past)
        moments = Moments(catalog.rules(met.game), found.params)
        moments.follow(found.turns)
        events, seat = moments.events(), met.past.row.result.own
        told = noticed(events, seat, met.text)
        starts = [start for start in met.past.starts.values() if start]
        before = noticed([], seat, starts[0]) if starts else ""
    except (BadSave, ValueError, KeyError, IndexError):  # it cannot be played here, or is damaged
        return ""
    return (STILL if told == before else SINCE).format(told) if told else ""


class Noticing:
    """The sentence about one player and game at a time, found beside the frame."""

    def __init__(self) -> None:
        self._latest = Latest(noticed_words)
        self.game = ""  # the game that was asked about
        self._busy = False

    def turn_to(self, library: Library, profile: Profile | None, game: str) -> None:
        """Ask about a `game`, unless it is the one that was asked about."""
        if game != self.game:
            self.ask(library, profile, game)

    def has_news(self) -> bool:
        """Return whether a sentence was being found when this was called last."""
        before, self._busy = self._busy, self.busy
        return before

    def ask(self, library: Library, profile: Profile | None, game: str) -> None:
        """Find the sentence about the player `profile` in a `game`, where there is a player."""
        self.game = game
        met = None if profile is None else last_met(library, profile.id, game)
        if met is None:
            self._latest.end()
        else:
            self._latest.ask(met)

    @property
    def busy(self) -> bool:
        """True while the sentence is being found."""
        return self._latest.busy

    @property
    def words(self) -> str:
        """The sentence, "" where there is none, or not yet."""
        return self._latest.answer or ""

    @property
    def brief(self) -> str:
        """The sentence without its count."""
        told, comma, count = self.words.rpartition(", ")
        return f"{told}." if comma and count.endswith("times.") else self.words

    def wait(self) -> None:
        """Return once the sentence is found."""
        self._latest.wait()
