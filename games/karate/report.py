"""The end of a karate match in pictures and plain words, and its result to record.

Data: the rounds in order, and for each whether the opponent's most probable move was the one that
came (None without a forecast).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final, NamedTuple, TypeVar

from games.counting import Reaction, Run, commonest_run, reactions, shares
from games.intervals import chance_band, wilson
from games.karate.exchange import Round
from games.karate.fighters import NAMES
from games.karate.rules import MOVES
from games.mind import (
    Bars,
    Gauge,
    Lines,
    Mind,
    MindItem,
    Note,
    Ribbon,
    Series,
)
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight, Report, opening_notes

T = TypeVar("T")
CHANCE: Final = 0.25  # one of four moves
K: Final = len(MOVES)
BLUFF: Final = "Your best bluff"
_FEWEST: Final = 4
"""After fewer cases than this nothing is said about a habit."""
MOST_SHOWN: Final = 300
"""A long match is shown by so many points, evenly over the whole of it."""

_AFTER: Final = (
    ("hit", "a hit"),
    ("parry", "a parry"),
    ("miss", "a miss"),
)


def symbols(rounds: Sequence[Round], seat: int) -> list[int]:
    """Return the moves of a seat in `rounds` as numbers, in the order of `MOVES`."""
    return [MOVES.index(played.moves[seat]) for played in rounds]


def report(
    rounds: Sequence[Round],
    foreseen: Sequence[bool | None],
    names: tuple[str, str],
    human: int | None,
    found: Mind = (),
    bluff: Bluff | None = None,
) -> Report:
    """Return the report on a match; without a `human` it is about seat 0 in the third person.

    `rounds` are in order, `foreseen` as the module says, `names` the names of the seats, `bluff` is
    the person's best (`best_bluff`). `found` are the opponent's findings (`Agent.findings`). With
    pictures in them the whole page speaks as the opponent; else the page speaks of it. In a match
    between two agents it is quoted, since it speaks to the other one.
    """
    points = (sum(r.points[0] for r in rounds), sum(r.points[1] for r in rounds))
    seat = 0 if human is None else human
    who = "You" if human is not None else names[seat]
    lead = points[seat] - points[1 - seat]
    moves = symbols(rounds, seat)
    notes = [item.text for item in found if isinstance(item, Note)]
    if human is None:
        notes, found = [f"{names[1 - seat]} to {who}: “{text}”" for text in notes], ()
    spoken = len(found) > len(notes)
    teller, told = ("I", []) if spoken else (names[1 - seat], notes)
    return Report(
        _headline(points, names, human),
        tuple(_sentences(rounds, moves, foreseen, who, teller, told)),
        _items(rounds, moves, foreseen, seat, who, found if spoken else ()),
        "drawn" if lead == 0 or human is None else "won" if lead > 0 else "lost",
        brief=_brief(rounds, foreseen, teller, found, bluff) if human is not None else (),
    )


class Bluff(NamedTuple):
    """A round, from 1 on, in which the opponent was surest of a move that did not come.

    `points` are what the person scored in it, and the opponent.
    """

    number: int
    guess: int
    played: int
    share: float
    points: tuple[int, int]


def best_bluff(
    rounds: Sequence[Round], expected: Sequence[Sequence[float]], seat: int
) -> Bluff | None:
    """Return the round in which what was `expected` of a `seat` was surest and wrong; None for
    none.

    One that won the round is better than any that did not.
    """
    found, worth = None, (False, CHANCE)
    for number, (played, forecast) in enumerate(zip(rounds, expected, strict=False), 1):
        if not forecast:
            continue
        guess = max(range(K), key=forecast.__getitem__)
        move = MOVES.index(played.moves[seat])
        points = played.points[seat], played.points[1 - seat]
        here = (points[0] > points[1], forecast[guess])
        if guess != move and forecast[guess] > CHANCE and here > worth:
            found, worth = Bluff(number, guess, move, forecast[guess], points), here
    return found


def _bluff_words(bluff: Bluff, teller: str) -> str:
    guess, played = (NAMES[MOVES[move]].lower() for move in (bluff.guess, bluff.played))
    own, other = bluff.points
    came = "drew" if own == other else "scored" if own > other else "lost"
    return (
        f"Round {bluff.number}: {teller} was {bluff.share:.0%} sure of {guess}. Your {played} "
        f"{came} {own} to {other}."
    )


def _brief(
    rounds: Sequence[Round],
    foreseen: Sequence[bool | None],
    teller: str,
    found: Mind,
    bluff: Bluff | None,
) -> tuple[Insight, ...]:
    """Return the person's most readable habit, its best bluff or readability, and an advice."""
    away, advice = opening_notes(found)
    known = [hit for hit in foreseen if hit is not None]
    told = [Insight(AWAY, away)] if away else []
    if bluff is not None:
        told.append(Insight(BLUFF, _bluff_words(bluff, teller)))
    elif known:
        told.append(Insight(STRENGTH, _readable(known, teller)))
    elif rounds:
        told.append(Insight(STRENGTH, f"{teller} did not try to foresee you."))
    return (*told, Insight(TRY, advice)) if advice else tuple(told)


def _readable(known: Sequence[bool], teller: str) -> str:
    """Return how hard a person was to read whose forecasts were right or wrong in this way."""
    low, high = chance_band(len(known), CHANCE)
    share = sum(known) / len(known)
    easy = "Easy" if share > high else "Hard"
    told = f"{easy if share >= low else 'Very hard'} to read: {teller} foresaw {sum(known)} of "
    return f"{told}{len(known)}; chance gives {round(CHANCE * len(known))}."


def _headline(points: tuple[int, int], names: tuple[str, str], human: int | None) -> str:
    if points[0] == points[1]:
        return f"A draw, {points[0]} : {points[1]}"
    winner = 0 if points[0] > points[1] else 1
    score = f"{max(points)} : {min(points)}"
    return f"You win {score}" if winner == human else f"{names[winner]} wins {score}"


# -- in words ------------------------------------------------------------------------------


def _sentences(
    rounds: Sequence[Round],
    moves: Sequence[int],
    foreseen: Sequence[bool | None],
    who: str,
    other: str,
    told: Sequence[str],
) -> list[str]:
    yours = who == "You"
    sentences = []
    known = [hit for hit in foreseen if hit is not None]
    if known:
        whom = "you" if yours else who
        low, high = chance_band(len(known), CHANCE)
        share = sum(known) / len(known)
        verdict = "more than" if share > high else "less than" if share < low else "about what"
        sentences.append(
            f"{other} foresaw {whom} in {sum(known)} of {len(known)} rounds ({share:.0%}), "
            f"{verdict} chance alone would give ({100 * low:.0f}\N{EN DASH}{high:.0%})."
        )
    elif rounds:
        sentences.append(f"{other} did not try to guess anybody's moves.")
    sentences.extend(told)
    sentences.extend(_triple_sentence(commonest_run(moves, K), yours, who))
    return sentences


def _names(which: Sequence[int]) -> str:
    return ", ".join(NAMES[MOVES[symbol]].lower() for symbol in which)


def _triple_sentence(run: Run | None, yours: bool, who: str) -> list[str]:
    if run is None:
        return []
    your = "Your" if yours else f"{who}'s"
    return [
        f"{your} favourite three in a row: {_names(run.symbols)}, {run.times} times; the same "
        f"moves in random order would bring it {run.expected:.1f} times."
    ]


# -- in pictures ---------------------------------------------------------------------------


def _items(
    rounds: Sequence[Round],
    moves: Sequence[int],
    foreseen: Sequence[bool | None],
    seat: int,
    who: str,
    found: Mind,
) -> Mind:
    if not rounds:
        return ()
    yours = who == "You"
    items: list[MindItem] = [_lead_series(rounds, seat, yours), _share_bars(moves, yours)]
    items.extend(_reaction_lines(rounds, moves, seat, yours))
    items.extend(
        _coloured_by_seat(1 - seat, item) for item in _foreseen_series(foreseen, yours, bool(found))
    )
    words = [item for item in found if isinstance(item, Note)]
    return (
        *words,
        *items,
        *(_coloured_by_seat(1 - seat, item) for item in found if not isinstance(item, Note)),
    )


def _coloured_by_seat(seat: int, item: MindItem) -> MindItem:
    """Return the `item` of the opponent in the colour of its `seat`, as in its open mind."""
    return replace(item, seat=seat) if isinstance(item, Series | Ribbon | Gauge) else item


def thin_out(values: Sequence[T]) -> Sequence[T]:
    """Return at most `MOST_SHOWN` of the `values`, evenly apart, the last among them."""
    stride = -(-len(values) // MOST_SHOWN)
    return values[(len(values) - 1) % stride :: stride] if values else values


def _lead_series(rounds: Sequence[Round], seat: int, yours: bool) -> Series:
    sign = 1 if seat == 0 else -1
    lead = thin_out([float(sign * total) for total in accumulate(r.lead for r in rounds)])
    return Series(
        "Your lead, round by round" if yours else "The lead, round by round",
        tuple(lead),
        "points",
        reference=0.0,
        help="Your points less the opponent's." if yours else "Points of the left less the right.",
    )


def _share_bars(moves: Sequence[int], yours: bool) -> Bars:
    counted = shares(moves, K)
    ranges = [wilson(round(share * len(moves)), len(moves)) for share in counted]
    return Bars(
        "Your moves" if yours else "The moves",
        tuple(NAMES[move] for move in MOVES),
        counted,
        reference=CHANCE,
        low=tuple(low for low, _ in ranges),
        high=tuple(high for _, high in ranges),
        help="The light band is where the true share may lie (95%); the line is one in four.",
    )


def _reaction_lines(
    rounds: Sequence[Round], moves: Sequence[int], seat: int, yours: bool
) -> list[Lines]:
    outcomes = [played.results[seat] for played in rounds]
    found = reactions(moves, outcomes, K)
    you, have = ("you play", "repeat") if yours else ("plays", "repeats")
    rows: list[tuple[str, float]] = []
    trials: list[int] = []
    for outcome, words in _AFTER:
        reaction = found.get(outcome)
        if reaction is not None and reaction.trials >= _FEWEST:
            rows.append((f"After {words} {_repeating(you, have)}", _repeats(reaction)))
            rows.append(_favourite(reaction, words, you))
            trials.extend((reaction.trials,) * 2)
    if not rows:
        return []
    surprise = [_surprise(share, n) for (_, share), n in zip(rows, trials, strict=True)]
    strongest = max(range(len(rows)), key=surprise.__getitem__)
    chosen = strongest if surprise[strongest] > 0 else None
    return [
        Lines(
            "What you do next" if yours else "What comes next",
            tuple(
                (f"{text}: {_cases(share, n, row == chosen)}", share)
                for row, ((text, share), n) in enumerate(zip(rows, trials, strict=True))
            ),
            "%",
            chosen,
            help="Someone without habits would do each of these about 25% of the time, and in few "
            "cases by luck much more or less. Outlined is what chance explains least.",
        )
    ]


def _cases(share: float, trials: int, outlined: bool) -> str:
    """In how many cases it was so; of what is outlined also how many chance would give."""
    told = f"{round(share * trials)} of {trials} times"
    if not outlined:
        return told
    low, high = (round(end * trials) for end in chance_band(trials, CHANCE))
    return f"{told}; by chance {low} to {high}"


def _surprise(share: float, trials: int) -> float:
    """Return the distance of a share from chance in standard errors; 0 within its 95% band."""
    low, high = chance_band(trials, CHANCE)
    if low <= share <= high:
        return 0.0
    return abs(share - CHANCE) * math.sqrt(trials / (CHANCE * (1 - CHANCE)))


def _repeating(you: str, have: str) -> str:
    return "you repeat the move" if you.startswith("you") else f"{have} the move"


def _repeats(reaction: Reaction) -> float:
    return reaction.repeats / reaction.trials


def _favourite(reaction: Reaction, words: str, you: str) -> tuple[str, float]:
    best = max(range(K), key=reaction.shares.__getitem__)
    return (f"After {words} {you} {NAMES[MOVES[best]].lower()}", reaction.shares[best])


def _foreseen_series(foreseen: Sequence[bool | None], yours: bool, told: bool) -> list[Series]:
    known = [hit for hit in foreseen if hit is not None]
    if not known:
        return []
    totals = thin_out(list(enumerate(accumulate(known), start=1)))
    bands = [chance_band(n, CHANCE) for n, _ in totals]
    return [
        Series(
            f"How often {'I' if told else 'it'} foresaw you"
            if yours
            else "How often the forecast was right",
            tuple(total / n for n, total in totals),
            "%",
            reference=CHANCE,
            low=tuple(low for low, _ in bands),
            high=tuple(high for _, high in bands),
            help="The share of rounds whose most probable move was the one that came. Inside the "
            "band, chance explains it.",
        )
    ]
