"""Jaipur in words: what a marked move would bring, and what has happened, a line for each turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from games.core import CHANCE, Event
from games.jaipur.marks import Marks, MarkTable
from games.jaipur.rules.goods import (
    CAMEL,
    DEAR,
    GONE,
    GOODS,
    INDEX,
    NAMES,
    SHIFTS,
    TOKEN_SUMS,
    TOKENS,
    counts_of,
    kinds_gone,
    pack,
    pack_bonus,
    pile_for,
)
from games.jaipur.rules.moves import Move, in_words, swap, take
from games.jaipur.rules.state import CANNOT_REFILL, REFILL, unseen_bonus
from games.jaipur.sight import Side, Sight
from games.session.reveal import Reveal, last_of_other

PLURAL: Final = "DK"
"""Kinds whose names have a plural."""
KINDS_OF_MOVES: Final = ("take", "camels", "swap", "sell")


def cards_in_words(kind: str, count: int) -> str:
    """Return a number of cards of a kind in words: "1 diamond", "2 diamonds", "3 leather"."""
    return f"{count} {NAMES[kind]}{'s' if kind in PLURAL and count != 1 else ''}"


def tokens_left(sight: Sight, good: str) -> tuple[int, ...]:
    """Return the values of the goods tokens of a kind that are still to come, the next first."""
    kind = INDEX[good]
    values = TOKENS[kind]
    return values[len(values) - (sight.tokens >> SHIFTS[kind] & 15) :]


def fetches(sight: Sight, good: str, count: int) -> int:
    """Return the rupees of the goods tokens for a sale of `count` cards of a kind now."""
    kind = INDEX[good]
    return TOKEN_SUMS[kind][sight.tokens >> SHIFTS[kind] & 15][count]


class TableLine(NamedTuple):
    """The line below the table: a `title` in large type, `text` under it, one of them alone.

    `ready` marks a move, which `key` plays.
    """

    title: str = ""
    text: str = ""
    ready: bool = False
    key: str = ""


NO_LINE: Final = TableLine()
MARKET: Final = tuple(f"choice_{number}" for number in range(1, 6))
LETTERS: Final = tuple(f"{act}_{good}" for act in ("give", "all") for good in GOODS)
"""The actions that mark cards of the market, and those of the hand."""


def held_line(key: Callable[[str], str], pad: bool) -> TableLine:
    """Return the line of a paused table, and the keys that go on; `key` gives an action's key."""
    way = "the cross goes" if pad else "the arrows go"
    return TableLine(text=f"Paused. {key('skip')} plays on, {way} one move.")


def chosen_line(
    marks: Marks, table: MarkTable, sight: Sight, seat: int, why_not: str, key: str
) -> TableLine:
    """Return the meaning of a seat's marks; `why_not` is the reason against the spot pointed at.

    Marks that are a move come first: the key plays it, wherever one points.
    """
    move = marks.legal_move(table)
    if move is None:
        return TableLine(text=why_not or marks.problem(table))
    return TableLine(*told_move(move, sight, seat), True, key)


def hint_line(
    words: str, marked: TableLine | None, known: bool, found: bool, key: str
) -> TableLine:
    """Return a hint in `words` over the line of the `marked` move, None for no hint; `key` plays or
    marks.

    The reason for the move, after ": it ", stands below it. It is `known` once it has been thought
    over, and `found` where just its move is marked.
    """
    title, _, why = words.partition(": it ")
    if known and why:
        words, why = f"{title}.", f"It {why} "
    if found:
        return TableLine(words, f"{why}It is what you have marked.", True, key)
    if known:
        return TableLine(words, f"{why}{key} marks it{' instead' if marked else ''}.")
    return TableLine(words, marked.title, marked.ready, marked.key) if marked else TableLine(words)


def how_to_mark(
    key: Callable[[str], str],
    pad: bool,
    last: str = "",
    new: Callable[..., bool] = lambda *actions: True,
) -> TableLine:
    """Return how to mark on the own turn, with the device's keys; `key` gives an action's key.

    The `last` move of the other, in a sentence, comes first. Keys of actions that are not `new` to
    the player are left out.
    """
    title = f"{last} Your turn: take, exchange, or sell.".strip()
    if pad:
        keys = f"The cross goes from card to card, {key('choice_3')} marks, {key('choice_1')} does"
        told = [f"{keys} what is marked."] if new("choice_3", "choice_1") else []
        return TableLine(title, " ".join([*told, "The richest wins."]))
    camel = key("camel_more").replace("=", "+")  # one key: that is how it is called elsewhere
    places = {
        f"{key(MARKET[0])} to {key(MARKET[-1])} (market)": MARKET,
        "letters (hand)": LETTERS,
        f"{camel} (camels)": ("camel_more", "camel_less", "caravan"),
    }
    cards = [words for words, actions in places.items() if new(*actions)]
    does = f"{key('confirm')} does it." if new("confirm") else ""
    told = [f"Mark {', '.join(cards)}, or click{'; ' if does else '.'}{does}"] if cards else [does]
    rules = [f"{key('help')}: the rules."] if new("help") else []
    return TableLine(title, " ".join(filter(None, [*told, "The richest wins.", *rules])))


def waiting(
    sight: Sight, names: Sequence[str], over: bool, people: Sequence[int] = ()
) -> TableLine:
    """Return the line while no person chooses; `over` after the match, `people` play here."""
    if over:
        return TableLine(text="The match is over.")
    if sight.due > 0:
        return TableLine(text="The cards are dealt.")
    if sight.due:
        filled = sight.due == REFILL
        return TableLine(text="The market is filled." if filled else "A bonus token is drawn.")
    if sight.turn in people:
        return TableLine(text=f"{names[sight.turn]} to move.")
    return TableLine(text=f"{names[sight.turn]} thinks.")


def headings(sight: Sight, played: Sequence[Reveal]) -> list[str]:
    """Return the possible headings above the table, the longest first.

    Turns are counted over the whole match, as in all lists of matches.
    """
    turn = f"turn {sum(CHANCE not in reveal.moves for reveal in played) + 1}"
    if sight.series.length == "round":
        return [turn.capitalize()]
    return [f"Round {sight.series.round}, {turn}", turn.capitalize()]


def turns_of_round(played: Sequence[Reveal]) -> int:
    """Return the number of moves in the present round."""
    moves = 0
    for reveal in reversed(played):
        if any(event.kind == "round" for event in reveal.events):
            break
        moves += CHANCE not in reveal.moves
    return moves


def last_of_trader(played: Sequence[Reveal], own: int, names: Sequence[str]) -> str:
    """Return the last move of the other seat than `own`, in a sentence; "" after `own`'s move."""
    return last_of_other(played, own, partial(told_event, names=names))


def round_in_words(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Return the moves of the present round, a sentence for each."""
    lines: list[str] = []
    for event in events:
        if event.kind == "round":
            lines = []
        words = told_event(event, names)
        if words:
            lines.append(words)
    return lines


# -- what a move would bring -----------------------------------------------------------------


def told_move(move: Move, sight: Sight, seat: int) -> tuple[str, str]:
    """Return a legal move of a seat and its price now, each in a sentence."""
    own = sight.sides[seat]
    if move.kind == "sell":
        return f"{in_words(move).capitalize()}.", _sale(move, sight, own)
    if move.kind == "camels":
        camels = sight.market & 15
        told = f"Take {cards_in_words(CAMEL, camels)}."
        return told, _herds(own.herd + camels, sight.sides[1 - seat].herd)
    return f"{in_words(move).capitalize()}.", _worth(move, sight, own)


def _sale(move: Move, sight: Sight, own: Side) -> str:
    """Return the tokens of a sale, their worth, and the bonus token that comes with them."""
    values = tokens_left(sight, move.good)[: move.number]
    parts = []
    if values:
        sums = " + ".join(map(str, values))
        worth = f"{sums} = {sum(values)}" if len(values) > 1 else sums
        parts.append(f"It brings {worth} rupee{'s' if sum(values) != 1 else ''}")
    else:
        parts.append(f"It brings nothing, for no {NAMES[move.good]} tokens are left")
    pile = pile_for(move.number)
    if pile and sight.piles[pile - 3]:
        parts.append(f"and a bonus token of {_span(own, pile)}")
    elif pile:
        parts.append("and no bonus token, for that pile is empty")
    told = " ".join(parts)
    left = sight.tokens - (len(values) << SHIFTS[INDEX[move.good]])
    if kinds_gone(left) >= GONE:
        return f"{told}. It ends the round."
    return f"{told}."


def _span(own: Side, pile: int) -> str:
    """Return the range of the next bonus token of a pile, and its mean."""
    counts = unseen_bonus(pack_bonus(own.bonus or ()), pile)
    values = [value for value, count in counts.items() if count]
    if not values:
        return "unknown value"
    total = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / total
    span = f"{values[0]} to {values[-1]}" if values[0] != values[-1] else f"{values[0]}"
    return f"{span} (on average {mean:.1f})"


def _herds(own: int, other: int) -> str:
    ahead = own - other
    told = f"Your herd grows to {own}"
    if ahead > 0:
        return f"{told}, {ahead} ahead of your opponent's. The larger one is worth 5 at the end."
    if ahead == 0:
        return f"{told}, as many as your opponent has."
    return f"{told}, {-ahead} behind your opponent's."


def _worth(move: Move, sight: Sight, own: Side) -> str:
    """Return the price of a later sale of the taken kinds, of those the rules allow."""
    held, parts = own.hand or 0, []
    for good, count in zip(GOODS, counts_of(move.take), strict=False):
        number = count + (held >> SHIFTS[INDEX[good]] & 15)
        if count and number >= (2 if good in DEAR else 1):
            verb = "fetches" if number == 1 else "fetch"
            parts.append(f"{cards_in_words(good, number)} {verb} {fetches(sight, good, number)}")
    if parts:
        told = f"At today's prices {' and '.join(parts)}."
    else:
        told = "Diamonds, gold and silver are sold from two of a kind on."
    return told if move.kind == "swap" else f"{told} The deck fills the market."


# -- what has happened -----------------------------------------------------------------------


def told_event(event: Event, names: Sequence[str]) -> str:
    """Return a trader's move in a sentence; "" for chance. `names` are the names of the seats."""
    data = event.data
    if event.kind == "score":
        return told_end(data, names)
    if event.kind not in KINDS_OF_MOVES:
        return ""
    return f"{names[data['seat']]} {_did(event.kind, data)}."


def _did(kind: str, data: Mapping[str, Any]) -> str:
    if kind == "take":
        return f"took {in_words(take(data['card'])).removeprefix('take ')}"
    if kind == "camels":
        return f"took {cards_in_words(CAMEL, data['count'])}"
    if kind == "swap":
        words = in_words(swap(pack(data["taken"]), pack(data["given"])))
        return f"took {words.removeprefix('take ')}"
    worth, bonus = sum(data["tokens"]), ", with a bonus token" if data["pile"] else ""
    return f"sold {cards_in_words(data['good'], data['count'])} for {worth}{bonus}"


def told_end(data: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the end of a round in words, from its "score" event."""
    west, east = data["total"]
    winner = data["winner"]
    if winner is None:
        return f"A full tie, {west} : {east}: nobody gets a seal."
    own, other = data["total"][winner], data["total"][1 - winner]
    return f"{names[winner]} won the round, {own} : {other}."


def told_reason(data: Mapping[str, Any]) -> str:
    """Return why a round ended, from its "score" event."""
    if data["reason"] == CANNOT_REFILL:
        return "The draw pile ran out: round over."
    return "Three kinds of tokens are gone."


def told_decision(data: Mapping[str, Any]) -> str:
    """Return the decision between equal rupees; "" where the rupees decided."""
    how = {"bonus_tokens": "more bonus tokens", "goods_tokens": "more goods tokens"}
    found = how.get(data["decided_by"] or "")
    if found:
        return f"Equal in rupees: {found} decide."
    if data["winner"] is not None and data["decided_by"] is None:
        return "Equal in everything: it goes to whoever did not start."
    return ""
