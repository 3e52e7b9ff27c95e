"""The end of a game of Numbers: what is recorded, and what the machine found out, in words."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Literal

from games.counting import commonest_run, shares
from games.intervals import chance_band, whole_percent
from games.match import Match
from games.mind import (
    Bars,
    Bell,
    Lines,
    Mind,
    MindItem,
    Note,
    Ribbon,
    Series,
)
from games.numbers.asks import ClosedRow
from games.numbers.original import CountedClaim, claim_words, counters_of
from games.numbers.rules import CHANCE_OF_HIT, KEYS, MACHINE, PERSON, ROW
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight, Report, opening_notes
from games.store.statistics import MatchResult, option_key

BLIND: Final = "uniform"
"""The model that guesses blindly: against it nobody wins or loses."""

# Keys, below which a share says next to nothing; chosen by hand.
FEWEST_RECORDED: Final = 20
FEWEST_FOR_BEST: Final = 60
NOTHING: Final = "Nothing gave you away."
AGAIN: Final = "Do it again: once may be luck."
POINTS_SHOWN: Final = 300  # of a curve; chosen by eye
MOST_ROWS_TOLD: Final = 15  # those of a long game; an endless one has a hundred


class Hits:
    """The keys of a match, the guesses, and how far chance explains those that came true."""

    def __init__(self, match: Match[Any]) -> None:
        turns = [dict(turn) for turn in match.turns]
        self.keys = tuple(KEYS.index(moves[PERSON]) for moves in turns)
        self.hit = tuple(moves[PERSON] == moves[MACHINE] for moves in turns)
        self.pressed, self.hits = len(turns), sum(self.hit)
        self.low, self.high = chance_band(self.pressed, CHANCE_OF_HIT)

    @property
    def share(self) -> float:
        """The share of hits, 0..1."""
        return self.hits / max(1, self.pressed)

    @property
    def readable(self) -> bool:
        """True if there were more hits than chance explains."""
        return self.share > self.high


def outcome(hits: Hits, agent: str) -> Literal["won", "lost", "played"]:
    """Return won where the hits do not exceed what chance explains; no contest with a blind
    `agent`.
    """
    if agent == BLIND:
        return "played"
    return "lost" if hits.readable else "won"


def result(
    match: Match[Any], agent: str, gentler: Mapping[str, Any] = MappingProxyType({})
) -> MatchResult | None:
    """Return the result to record of a match with an `agent`, or None where it was too short.

    One that was ended early is neither won nor lost. `gentler` are the options of an agent that
    reads less than it can: such a match gives no best figure.
    """
    hits = Hits(match)
    if hits.pressed < FEWEST_RECORDED:
        return None
    whole = match.over or not match.params["keys"]
    counts = agent != BLIND and not gentler and whole and hits.pressed >= FEWEST_FOR_BEST
    percent = whole_percent(hits.hits, hits.pressed)
    return MatchResult(
        "numbers",
        agent,
        outcome(hits, agent) if whole else "played",
        option_key({**match.params, **gentler}),
        rounds=hits.pressed,
        points_for=float(hits.pressed - hits.hits),
        points_against=float(hits.hits),
        best=100.0 * hits.share if counts else None,
        best_text=f"{percent}% guessed" if counts else "",
        lower_is_better=True,
        counters={"keys": hits.pressed, "hits": hits.hits, **counters_of(hits.keys)},
    )


def report(
    match: Match[Any],
    agent: str,
    chances: Sequence[float],
    found: Mind = (),
    mind: Mind = (),
    rows: Sequence[ClosedRow] = (),
    claimed: Callable[[], CountedClaim | None] = lambda: None,
) -> Report:
    """Return the report on a `match` with an `agent`.

    `chances` are the machine's probabilities for each of the last keys; `rows` are the full rows.
    `claimed` returns the original's share over all games of this machine.
    """
    hits = Hits(match)
    if not hits.pressed:
        return Report("You pressed no key, so I know nothing about you.")
    mood = {"won": "won", "lost": "lost", "played": "drawn"}[outcome(hits, agent)]
    if 0 < hits.pressed < FEWEST_RECORDED:
        mood = "drawn"
    noun = "key" if hits.pressed == 1 else "keys"
    headline = f"I guessed {hits.hits} of your {hits.pressed} {noun}"
    own = tuple(_of_machine(item) for item in found if not isinstance(item, Note))
    words = tuple(item for item in found if isinstance(item, Note))
    told = chances if not words else ()  # an agent that knows says itself what it foresaw
    crowd = tuple(item for item in own if isinstance(item, Bell))
    rest = tuple(item for item in own if not isinstance(item, Bell))
    items = (
        *crowd,
        _curve(hits),
        *_rows(rows),
        *words,
        *_habits(hits, told),
        *rest,
        *_given_away(mind),
    )
    lines = _sentences(hits, agent)
    if hits.pressed >= FEWEST_RECORDED:
        lines = (*lines, *claim_words(hits.keys, claimed()))
    return Report(headline, lines, items, mood, brief=_brief(hits, agent, found))


def _brief(hits: Hits, agent: str, found: Mind) -> tuple[Insight, ...]:
    """Return the person's most readable habit, its readability, and an advice."""
    away, advice = opening_notes(found)
    if not away:
        again, n = _steps(hits.keys).count(0), len(hits.keys) - 1
        away = f"You pressed a key twice in a row {again} of {n} times."
        fewer = again * len(KEYS) < n
        advice = "Repeat a key more often." if fewer else "Change the key more often."
    told = f"chance gives {CHANCE_OF_HIT * hits.pressed:.0f}."
    if agent == BLIND:
        return (Insight(STRENGTH, f"This machine guessed blindly; {told}"),)
    if hits.pressed < FEWEST_RECORDED:
        return (Insight(STRENGTH, "So few keys say little. Play on."),)
    crowd = next((item for item in found if isinstance(item, Bell)), None)
    if crowd is not None and crowd.sentence:
        told = crowd.sentence.removeprefix("You are ")
    if not hits.readable:
        away, advice = NOTHING, AGAIN
    strength = Insight(STRENGTH, f"Foreseen {hits.hits} of {hits.pressed} times; {told}")
    return (Insight(AWAY, away), strength, Insight(TRY, advice))


def _of_machine(item: MindItem) -> MindItem:
    """Return an item of the machine in its own colour, as in its open mind."""
    return replace(item, seat=MACHINE) if isinstance(item, Series | Ribbon) else item


def _sentences(hits: Hits, agent: str) -> tuple[str, ...]:
    n = hits.pressed
    low, high = round(hits.low * n), round(hits.high * n)
    first = (
        f"Blind guessing would be right {CHANCE_OF_HIT * n:.0f} times; "
        f"in at least 95 of 100 such games between {low} and {high} times."
    )
    if agent == BLIND:
        return (first, "This machine did guess blindly: what you see is pure chance at work.")
    if n < FEWEST_RECORDED:
        return (first, f"So few keys say little; from {FEWEST_RECORDED} on a game is recorded.")
    if hits.readable:
        return (first, "That is more than chance explains: you can be read.")
    if hits.share < hits.low:
        return (
            first,
            "That is less than chance explains: it expected what you then did not press.",
        )
    return (first, "Chance explains it: this game does not show that you can be read.")


def _curve(hits: Hits) -> Series:
    """Return the running share of hits with its band, thinned to at most `POINTS_SHOWN` points."""
    stride = -(-hits.pressed // POINTS_SHOWN)
    shares, bands, so_far = [], [], 0
    for number, hit in enumerate(hits.hit, start=1):
        so_far += hit
        if number % stride == 0 or number == hits.pressed:
            shares.append(whole_percent(so_far, number) / 100)
            bands.append(chance_band(number, CHANCE_OF_HIT))
    return Series(
        "How often I was right",
        tuple(shares),
        "%",
        reference=CHANCE_OF_HIT,
        low=tuple(low for low, _ in bands),
        high=tuple(high for _, high in bands),
        help="The share of your keys that I foresaw. Inside the band, chance explains it.",
        seat=MACHINE,
    )


def _habits(hits: Hits, chances: Sequence[float]) -> Mind:
    k, n = len(KEYS), hits.pressed
    low, high = hits.low, hits.high
    band = {"reference": CHANCE_OF_HIT, "low": (low,) * k, "high": (high,) * k}
    items: list[Any] = [
        Bars(
            "How often you pressed each key",
            KEYS,
            shares(hits.keys, k),
            help="The line is one in four, the band what chance would give each key.",
            **band,  # type: ignore[arg-type]
        )
    ]
    if n > 1:
        low, high = chance_band(n - 1, CHANCE_OF_HIT)
        band = {"reference": CHANCE_OF_HIT, "low": (low,) * k, "high": (high,) * k}
        items.append(
            Bars(
                "How you moved from key to key",
                ("same again", "one up", "across", "one down"),
                shares(_steps(hits.keys), k),
                help="From 4 one up leads to 1. People repeat themselves too rarely.",
                **band,  # type: ignore[arg-type]
            )
        )
    items.extend(Note(text) for text in _words(hits, chances))
    return tuple(items)


def _rows(rows: Sequence[ClosedRow]) -> Mind:
    """Return the findings of the last full rows, with the share of keys that I foresaw."""
    if not rows:
        return ()
    told = tuple((f"{row.number}: {row.finding}", row.hits / ROW) for row in rows[-MOST_ROWS_TOLD:])
    text = f"After every {ROW} keys: what stood out by then, and how many of the {ROW} I foresaw."
    return (Lines("Row by row", told, "%", help=text),)


def _steps(keys: Sequence[int]) -> list[int]:
    """Return the steps from key to key, round the circle of keys: 0 is the same key again."""
    return [(after - before) % len(KEYS) for before, after in itertools.pairwise(keys)]


def _words(hits: Hits, chances: Sequence[float]) -> list[str]:
    """Return the habits in a sentence each."""
    keys, k, found = hits.keys, len(KEYS), []
    again = _steps(keys).count(0)
    if len(keys) > 1:
        found.append(
            f"You pressed the same key twice in a row {again} of {len(keys) - 1} times; "
            f"chance would do it {(len(keys) - 1) / k:.0f} times."
        )
    run = commonest_run(keys, k)
    if run is not None:
        found.append(
            f"Your favourite three in a row: {', '.join(KEYS[key] for key in run.symbols)}, "
            f"{run.times} times; chance would bring any three {(len(keys) - 2) / k**3:.1f} times."
        )
    if chances and max(chances) > CHANCE_OF_HIT:
        place = len(keys) - len(chances) + chances.index(max(chances))
        found.append(
            f"Your most guessable moment was key {place + 1}: I gave your {KEYS[keys[place]]} "
            f"a probability of {max(chances):.0%}."
        )
    return found


def _given_away(mind: Mind) -> Mind:
    """Return the lines of the machine's mind on what gave the person away."""
    return tuple(item for item in mind if isinstance(item, Lines) and item.rows)
