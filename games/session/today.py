"""Today's match: a seed and an opponent a game and day, the same on every machine.

They come from a hash of the game's id and the date, so no network is needed. The seed gives the
game's draws, such as dice; agents' lots are drawn afresh as in a match that counts. It is a kind of
its own: one scored try a day, which touches no record and teaches no agent, kept in a list of its
own (`games.store.days`), with a line of text to share.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final

from games import catalog
from games.session.remembering import opponent_names
from games.session.reveal import Reveal, events_of
from games.session.setup import HUMAN, Setup
from games.session.starting import SEED_BELOW, make_setup
from games.spec import Daily, GameSpec
from games.store.days import BOXES_LENGTH, LINE_LENGTH, DayBook, DayMatch
from games.store.library import Library
from games.store.statistics import MatchResult

TODAY: Final = "today-"
"""What stands before a game's name where an unfinished match of a day is kept."""
ARCADE: Final = "Open Mind Arcade"
OUTCOMES: Final = {"won": "won", "drawn": "drew", "lost": "lost", "played": "played"}
USUAL_POINTS: Final = "{outcome} {own} : {other} against {versus}"
USUAL: Final = "{outcome} against {versus}"
GIVEN_UP_POINTS: Final = "given up at {place}, {own} : {other} against {versus}"
GIVEN_UP: Final = "given up at {place}"
ONCE_GIVEN_UP: Final = "given up"


def _hashed(game: str, day: str, what: str) -> int:
    digest = hashlib.sha256(f"today/{game}/{day}/{what}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def day_seed(game: str, day: str) -> int:
    """Return the seed of a `game` on a `day` ("2026-01-31")."""
    return _hashed(game, day, "seed") % SEED_BELOW


def day_match(spec: GameSpec, day: str) -> Daily:
    """Return the match of the game `spec` on a `day`: its mode and its opponents."""
    daily = spec.days.matches or (Daily(spec.opponents.default),)
    return daily[_hashed(spec.id, day, "opponent") % len(daily)]


def day_opponent(spec: GameSpec, day: str) -> str:
    """Return the opponent in the game `spec` on a `day`, the first of several, as `catalog.resolve`
    reads it.
    """
    return day_match(spec, day).opponents.partition(",")[0]


def day_setup(game: str, day: str) -> Setup:
    """Return the setup of the match of a `game` on a `day`, with the usual options."""
    spec = catalog.spec(game)
    played = day_match(spec, day)
    options = {spec.modes.option: played.mode} if played.mode else {}
    setup = make_setup(game, played.opponents, day_seed(game, day), options, False, HUMAN)
    return dataclasses.replace(setup, practice=False, day=day)


def played_spec(setup: Setup) -> GameSpec:
    """Return the game of a `setup`; today's match, with its one try, has no take-backs."""
    spec = catalog.spec(setup.game)
    return dataclasses.replace(spec, undo="none") if setup.day else spec


def day_words(day: str) -> str:
    """Return a `day` as people write it, such as "31 Jan 2026", in every language."""
    found = date.fromisoformat(day)
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return f"{found.day} {months[found.month - 1]} {found.year}"


def day_line(spec: GameSpec, day: str, result: MatchResult | None, place: str = "") -> str:
    """Return the line to share about the `result` of a `day` in the game `spec`.

    One that was ended early was given up, at the `place` that it had reached ("round 3 of 25"),
    with its score where there is one.
    """
    head = f"{ARCADE}, {spec.title}, {day_words(day)}"
    if place or result is None:
        return f"{head}: {_given_up(spec, result, place)}."[:LINE_LENGTH]
    told = _first_known(
        (day_match(spec, day).line, spec.days.line, _usual(spec)), _figures(spec, result)
    )
    return f"{head}: {told or OUTCOMES[result.outcome]}."[:LINE_LENGTH]


BOXES: Final = {"w": "\U0001f7e6", "l": "\U0001f536", "d": "\u2b1c"}
"""A blue square for the player, an orange diamond for the other side, a white square for neither:
they differ in shape or lightness, too."""
WIDEST: Final = 13
"""Boxes in a line of a message; the narrowest phones show so many."""


def share_text(match: DayMatch) -> str:
    """Return the result of a day's `match` as text to share: its line, and its boxes below.

    >>> print(share_text(DayMatch("ur", "2026-01-31", "m1", "Ur: won.", "won", "wwld")))
    Ur: won.
    🟦🟦🔶⬜
    """
    shown = "".join(BOXES.get(letter, "") for letter in match.boxes)
    rows = -(-len(shown) // WIDEST)
    wide = -(-len(shown) // max(1, rows))
    lines = (shown[row * wide : (row + 1) * wide] for row in range(rows))
    return "\n".join((match.line, *lines))


def _usual(spec: GameSpec) -> str:
    return USUAL_POINTS if spec.points else USUAL


def _given_up(spec: GameSpec, result: MatchResult | None, place: str) -> str:
    """A match that was given up, as far as its `place` and its `result` are known."""
    if not place:
        return ONCE_GIVEN_UP
    figures = {"place": place, **({} if result is None else _figures(spec, result))}
    with_points = GIVEN_UP_POINTS if spec.points else ""
    return _first_known((with_points, GIVEN_UP), figures)


def _figures(spec: GameSpec, result: MatchResult) -> dict[str, object]:
    """Return the figures for a sentence about a `result`."""
    counters = result.counters
    made = counters.get("choices", 0)
    return {
        **counters,
        **({"accuracy": f"{counters.get('right', 0) / made:.0%}"} if made else {}),
        **opponent_names(spec.id, result.agent),
        "own": f"{result.points_for:.0f}",
        "other": f"{result.points_against:.0f}",
        "outcome": OUTCOMES[result.outcome],
        "rounds": result.rounds,
    }


def _first_known(sentences: Sequence[str], figures: Mapping[str, object]) -> str:
    """Return the first of the `sentences` whose figures are all known, filled in; else ""."""
    for sentence in sentences:
        with contextlib.suppress(KeyError):
            if sentence:
                return sentence.format_map(figures)
    return ""


# -- the list of tries ---------------------------------------------------------------------


def kept_as(setup: Setup) -> str:
    """Return the name under which the unfinished match of a `setup` is kept: today's beside the
    game's own.
    """
    return f"{TODAY}{setup.game}" if setup.day else setup.game


def begin_day(setup: Setup, library: Library, identity: str, match_id: str) -> bool:
    """Note in a `library` that the try of the player `identity` has begun, where a `setup` is
    today's match.

    Returns whether that is on the disk; True where there is no disk.
    """
    if not setup.day:
        return True
    book = DayBook(library.store, identity)
    book.keep(DayMatch(setup.game, setup.day, match_id))
    return book.is_kept(setup.game, setup.day)


def score_day(
    setup: Setup,
    library: Library,
    identity: str,
    match_id: str,
    result: MatchResult | None,
    place: str = "",
    played: Iterable[Reveal] = (),
) -> DayMatch:
    """Score the try `match_id` of the player `identity` by its `result`, in the `library`.

    `played` has the turns of the match, from which its boxes follow.

    Without a result, or with a `place` at which it was ended early, it was given up, and is over as
    well. Returns the try that counts: one that was scored before stays.
    """
    line = day_line(catalog.spec(setup.game), setup.day, result, place)
    outcome = "left" if place or result is None else result.outcome
    boxes = catalog.rules(setup.game).boxes(events_of(played), setup.humans[0])
    match = DayMatch(setup.game, setup.day, match_id, line, outcome, boxes[:BOXES_LENGTH])
    return DayBook(library.store, identity).keep(match)
