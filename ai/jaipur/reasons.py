"""The reasons for a move of Jaipur, and the mind of a trader who looks one ply ahead.

The reason for one move and against another is the largest part of their difference by the features
of `ai.jaipur.values`, which have names and weights in rupees. Its words stand after "it": an
adviser says them to a player about the opponent, a trader says them to its opponent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.jaipur.greedy import Learned, Options
from ai.jaipur.trading import WON
from ai.jaipur.values import (
    FEATURES,
    HELD,
    NEARNESS,
    SHOWN,
    THERE,
    bonus_features,
    camel_features,
    hand_features,
    herd_features,
    kind_features,
    nearness_phase,
)
from ai.jaipur.worlds import CAMEL
from ai.sentences import first_note, plural
from games.arrays import FloatArray
from games.jaipur.rules.goods import DEAR, GOODS, SHIFTS, TOKEN_SUMS, counts_of, letters_of
from games.jaipur.rules.moves import Move, in_words
from games.jaipur.rules.state import View
from games.mind import Bars, Lines, Mind, MindItem, Note

Counts = npt.NDArray[Any]
"""Cards of each kind."""
LEAST: Final = 0.25
"""Rupees; what parts two moves by less is no reason."""

_MORE, _LESS = 0, 1
_WORDS: Final = {
    "what my cheap goods would fetch now": (
        "keeps cheap goods for a larger sale",
        "sells cheap goods before the price falls",
    ),
    "what my dear goods would fetch now": (
        "keeps dear goods, whose tokens are high",
        "sells dear goods while tokens are high",
    ),
    "single dear goods": ("starts a set of dear goods", "leaves no dear good alone in hand"),
    "more of mine in the market": (
        "leaves more of {my} kinds in the market",
        "takes {my} kinds before {rival} can",
    ),
    "goods that we both collect": (
        "goes for kinds that {both} collect: the first is best paid",
        "stays away from {rivals} kinds",
    ),
    "goods beyond the last token": ("", "keeps fewer cards that have no token left"),
    "cheap goods left to the other": ("", "leaves {rival} fewer cheap goods"),
    "dear pairs left to the other": ("", "leaves {rival} fewer pairs of dear goods"),
    "single dear goods left to the other": ("", "leaves {rival} fewer single dear goods"),
    "what the other lacks, left in the market": ("", "leaves {rival} less of {rivals} kinds"),
    "bonus in hand": ("keeps cards together for a bonus token", ""),
    "bonus within reach": ("is one card short of a larger bonus", ""),
    "bonus left to the other": ("", "keeps a bonus from {rival}"),
    "goods in hand": ("brings more goods into {my} hand", "leaves more room in {my} hand"),
    "camels in the herd": ("adds camels to pay with later", "spends camels that are too many"),
    "the larger herd": ("wins the larger herd, 5 rupees at the end", ""),
    "lead of the herd": ("comes nearer to the larger herd", ""),
    "camels left to the other": ("", "leaves {rival} fewer camels"),
    "new cards for the other": ("", "turns up fewer new cards for {rival}"),
    "rupees of the bonus token": ("takes a bonus token now", ""),
}
"""What is said, after "it", where a move has more of a feature, and where it has less."""
_PART_OF: Final = {
    "goods in hand, squared": "goods in hand",
    "a full hand": "goods in hand",
    "camels in the herd, squared": "camels in the herd",
    "camels left to the other, squared": "camels left to the other",
}
"""Features of the same cards: what they weigh is one reason, for one may undo another."""
_WITH_NEW_GOODS: Final = {
    "what my cheap goods would fetch now": (GOODS[3:], "brings cheap goods together for a sale"),
    "what my dear goods would fetch now": (DEAR, "brings dear goods, whose tokens are high"),
    "bonus in hand": (GOODS, "brings cards together for a bonus token"),
}
"""What is said in place of that where the move brings such goods."""
_OTHERWISE: Final = {
    "sells cheap goods before the price falls": ("sell", "gives up cheap goods"),
    "sells dear goods while tokens are high": ("sell", "gives up dear goods"),
    "starts a set of dear goods": ("take", "keeps a dear good to start a set"),
    "takes {my} kinds before {rival} can": ("take", ""),
    "goes for kinds that {both} collect: the first is best paid": (
        "take",
        "keeps kinds that {both} collect",
    ),
    "brings more goods into {my} hand": ("take", "keeps more goods in {my} hand"),
    "adds camels to pay with later": ("camels", "keeps camels to pay with later"),
    "spends camels that are too many": ("pay", "adds no camels to {my} herd"),
    "keeps cheap goods for a larger sale": ("keep cheap", ""),
    "keeps dear goods, whose tokens are high": ("keep dear", ""),
    "wins the larger herd, 5 rupees at the end": (
        "camels",
        "keeps the larger herd, 5 rupees at the end",
    ),
    "comes nearer to the larger herd": ("camels", "keeps camels for the larger herd"),
}
"""What a move has to do for these words, and what is said where only the other move does less."""
ADVISING: Final = {
    "my": "your",
    "rival": "your opponent",
    "rivals": "your opponent's",
    "both": "you both",
}
"""The words of an adviser, who speaks to the trader that is to move."""
_SPEAKING: Final = {"my": "my", "rival": "you", "rivals": "your", "both": "we both"}
"""The words of a trader who speaks to the opponent."""


class MoveReason(NamedTuple):
    """A reason for a move: its value in rupees, and words that stand after "it"."""

    rupees: float
    words: str


def reasons(
    view: View, better: Move, other: Move, learned: Learned, speech: Mapping[str, str] = ADVISING
) -> list[MoveReason]:
    """Return all that speaks for the `better` of two legal moves, the weightiest first."""
    found = _reasons(view, better, other, learned)
    return sorted((MoveReason(part, words.format(**speech)) for part, words in found), reverse=True)


def spoken_reason(view: View, best: Move, others: Sequence[Move], learned: Learned) -> str:
    """Return why a trader plays the `best` move, as it says so to the opponent: "it ..."; "" where
    nothing speaks for it.

    It compares the best with the first of the `others` against which there is a reason.
    """
    every = (reasons(view, best, move, learned, _SPEAKING) for move in others if move != best)
    return next((f"it {found[0].words}" for found in every if found), "")


def _reasons(view: View, better: Move, other: Move, learned: Learned) -> Iterator[MoveReason]:
    now = fetched(view, better) - fetched(view, other)
    if now >= LEAST:
        yield MoveReason(now, f"fetches {plural(fetched(view, better), 'rupee')} at once")
    difference = features_of(view, better) - features_of(view, other)
    changes = dict(zip(FEATURES, difference, strict=True))
    parts = dict(zip(FEATURES, _weights(view, learned) * difference, strict=True))
    for name, whole in _PART_OF.items():
        parts[whole] += parts.pop(name)
    for name, part in parts.items():
        more = changes[name]
        words = _WORDS.get(name, ("", ""))[_MORE if more > 0 else _LESS]
        needs, otherwise = _OTHERWISE.get(words, ("", ""))
        if needs and not _does(better, needs):
            words = otherwise
        brings, new = _WITH_NEW_GOODS.get(name, ("", words))
        if more > 0 and set(letters_of(better.take)) & set(brings):
            words = new
        if part >= LEAST and words:
            yield MoveReason(float(part), words)


def _does(move: Move, what: str) -> bool:
    """Return whether a move takes goods, takes camels, sells, pays with camels, or keeps goods."""
    paid = move.kind == "swap" and bool(move.give & 15)
    given = {GOODS[n] for n, count in enumerate(counts_of(move.give)[:CAMEL]) if count}
    done = {"take": bool(move.take), "pay": paid}
    done |= {"keep cheap": given <= {*DEAR}, "keep dear": not given & {*DEAR}}
    return done.get(what, move.kind == what)


def _weights(view: View, learned: Learned) -> FloatArray:
    """Return the weights of the features in this phase of the round, in rupees."""
    tokens = np.array(counts_of(view.tokens)[:CAMEL])[:, None]
    phase = int(nearness_phase(tokens, np.array([view.left]))[0])
    return np.asarray(learned.weights[:, 0] + learned.weights[:, 1] * NEARNESS[phase])


def fetched(view: View, move: Move) -> int:
    """Return the rupees of goods tokens that a move fetches."""
    if move.kind != "sell":
        return 0
    kind = GOODS.index(move.good)
    return TOKEN_SUMS[kind][view.tokens >> SHIFTS[kind] & 15][move.number]


def features_of(view: View, move: Move) -> FloatArray:
    """Return the features of the position after a move, without cards turned up, shape (26,).

    The lead, a feature of a round's end, is left out.
    """
    own, goods = view.own, counts_of
    hand = np.array(goods(own.hand)[:CAMEL]) + np.array(goods(move.take)[:CAMEL])
    hand = hand - np.array(goods(move.give)[:CAMEL])
    market = np.array(goods(view.market)) - goods(move.take)
    herd, tokens, token = own.herd, np.array(goods(view.tokens)[:CAMEL]), 0.0
    flags = sum(bool(size) << place for place, size in enumerate(view.piles))
    refill = 1 if move.kind == "take" else 0
    if move.kind == "swap":
        market = market + np.array(goods(move.give))
        herd -= move.give & 15
    elif move.kind == "camels":
        refill = int(market[CAMEL])
        herd += refill
        market[CAMEL] = 0
    elif move.kind == "sell":
        kind = GOODS.index(move.good)
        tokens[kind] -= min(int(tokens[kind]), move.number)
        own_bonus, _ = bonus_features()
        token = float(own_bonus[0, flags, move.number])
    return _all_features(view, hand, market, herd, tokens, flags, refill, token)


def _all_features(
    view: View,
    hand: Counts,
    market: Counts,
    herd: int,
    tokens: Counts,
    flags: int,
    refill: int,
    token: float,
) -> FloatArray:
    shown = np.minimum(counts_of(view.rival.known)[:CAMEL], SHOWN - 1)
    own = np.clip(hand, 0, HELD - 1)
    there = np.clip(market[:CAMEL], 0, THERE - 1)
    kinds = kind_features()[:, np.arange(6), tokens, own, there, shown].sum(axis=1)
    bonus, fed = bonus_features()
    size = min(int(hand.sum()), 7)
    return np.concatenate(
        [
            kinds,
            bonus[:, flags, own].sum(axis=1),
            [fed[flags, there, shown].sum()],
            hand_features()[:, size],
            herd_features()[:, herd, view.rival.herd],
            camel_features()[:, int(market[CAMEL])],
            [refill, token, 0.0, 0.0],
        ]
    )


SHOWN_MOVES: Final = 5
_SHORT: Final = {
    "what my cheap goods would fetch now": "cheap goods in hand",
    "what my dear goods would fetch now": "dear goods in hand",
    "more of mine in the market": "more in the market",
    "goods that we both collect": "goods we both want",
    "goods beyond the last token": "goods without token",
    "cheap goods left to the other": "left: cheap goods",
    "dear pairs left to the other": "left: dear pairs",
    "single dear goods left to the other": "left: lone dear ones",
    "what the other lacks, left in the market": "left: what it lacks",
    "bonus left to the other": "left: a bonus",
    "camels left to the other": "left: camels",
    "camels left to the other, squared": "left: camels",
    "new cards for the other": "left: new cards",
    "rupees of the bonus token": "bonus token now",
    "kinds used up while ahead": "kinds used up",
    "cards drawn while ahead": "cards drawn",
}
"""Names of features as short as the bars of a mind have room for."""


def short_name(feature: str) -> str:
    """Return the short name of a feature for its bar; squares are counted with their own."""
    return _SHORT.get(feature, feature).removesuffix(", squared")


def i_do(move: Move) -> tuple[str, str]:
    """Return "I" with a move in words, and the same in few words: an exchange may be long."""
    if move.kind == "swap":
        taken = sum(counts_of(move.take))
        full = in_words(Move("take", move.take)).removeprefix("take ")
        return f"I exchange for {full}", f"I exchange {taken} cards"
    return (f"I {in_words(move)}",) * 2


def mind_of(view: View, found: Options, best: int, learned: Learned) -> Mind:
    """Return why the trader plays the move `best`, what parts it from the next, and the likeliest
    moves with their values.

    Where another move has a higher value, that one is the next.
    """
    order = np.argsort(-found.values, kind="stable")[:SHOWN_MOVES].tolist()
    if best not in order:
        order[-1] = best
    rows = tuple(_valued(found.moves[n], float(found.values[n])) for n in order)
    chosen = order.index(best)
    values = Lines("What moves are worth to me", rows, unit="", chosen=chosen)
    if len(order) == 1:
        return (_only(found.moves[best]), values)
    next_best = order[1] if chosen == 0 else order[0]
    items: tuple[MindItem, ...] = (_parting(view, found, best, next_best, learned), values)
    return (_why(view, found, best, next_best, learned), *items)


def _only(move: Move) -> Note:
    return first_note(*(f"{start}: I have no other move." for start in i_do(move)))


def _why(view: View, found: Options, best: int, next_best: int, learned: Learned) -> Note:
    """Return the sentence with the reason for the move `best`."""
    move, value, other = found.moves[best], found.values[best], found.values[next_best]
    if value < other:
        told = "another move is worth more, but I do not look closely"
    elif abs(value) > WON / 2:
        told = f"that ends the round, and I {'win' if value > 0 else 'lose'} it"
    elif value - other < LEAST:
        told = "another move is worth nearly as much"
    else:
        because = spoken_reason(view, move, found.moves[next_best : next_best + 1], learned)
        told = because or "many small things speak for it"
    return first_note(*(f"{start}: {told}." for start in i_do(move)))


def _valued(move: Move, value: float) -> tuple[str, float]:
    """Return a move in words with its value; of one that ends the round, the rupees ahead then."""
    if abs(value) < WON / 2:
        return in_words(move), round(value, 3)
    how = "wins" if value > 0 else "loses"
    return f"{in_words(move)}: {how} the round", round(value - np.copysign(WON, value), 3)


def _parting(view: View, found: Options, best: int, next_best: int, learned: Learned) -> Bars:
    """Return the features that part two moves, largest first, in rupees."""
    move, other = found.moves[best], found.moves[next_best]
    parts = _weights(view, learned) * (features_of(view, move) - features_of(view, other))
    together: dict[str, float] = {"rupees at once": fetched(view, move) - fetched(view, other)}
    for name, part in zip(FEATURES, parts, strict=True):
        short = short_name(name)
        together[short] = together.get(short, 0.0) + float(part)
    named = sorted(together.items(), key=lambda pair: -abs(pair[1]))
    kept = [pair for pair in named[:6] if abs(pair[1]) > 1e-6] or named[:1]
    return Bars(
        f"Why not {in_words(other)}",
        tuple(name for name, _ in kept),
        tuple(round(value, 3) for _, value in kept),
        unit="",
        help="What parts my move from this one, in rupees as I count them. Left: what then lies "
        "there for you.",
        words=tuple(_rupees(value) for _, value in kept),
    )


def _rupees(value: float) -> str:
    """Return a difference in whole rupees, "a little" where it is less than one."""
    return (
        plural(round(value), "rupee").replace("-1 rupees", "-1 rupee")
        if abs(value) >= 0.5
        else "a little"
    )
