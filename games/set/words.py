"""The words at a table of Set: why a claim was wrong, and the other's plan."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.mind import Bars, Bell, Mind
from games.set import SIDES
from games.set.drawing import SHADINGS, SHAPES
from games.set.looks import USUAL_INKS
from games.set.rules.cards import DIGITS, FEATURES, NUMBERS, features
from games.set.rules.claims import parse
from games.set.rules.state import MOST_GIVEN_UP, State

_VALUES: Final = (SHAPES, SHADINGS, ("one", "two", "three"))


def seconds(ms: float) -> str:
    """Return a time in words, in tenths of a second."""
    return f"{ms / 1000:.1f} s"


def clock_words(ms: float) -> str:
    """Return a longer time in words: 1:23.4, or 23.4 s below a minute."""
    tenths = round(ms / 100)
    if tenths < 600:
        return seconds(tenths * 100)
    return f"{tenths // 600}:{tenths % 600 / 10:04.1f}"


def why_right(cards: Sequence[int]) -> str:
    """Return why three cards are a set: the features that are the same, and those that differ."""
    told = features(cards)
    parts = []
    for kind in ("same", "different"):
        names = [name for name in FEATURES if told[name] == kind]
        if names:
            parts.append(f"{kind}: {', '.join(names)}")
    return " · ".join(parts)


def feature_words(
    cards: Sequence[int], inks: Sequence[str] = USUAL_INKS
) -> list[tuple[str, str, str]]:
    """Return of three cards each feature with "same", "different" or "broken", and its values in
    words.

    The colours are called `inks`.
    """
    told, names = features(cards), (inks, *_VALUES)
    rows = []
    for number, name in enumerate(FEATURES):
        values = [names[number][DIGITS[card][number]] for card in cards]
        kind = told[name]
        said = values[0] if kind == "same" else ", ".join(values)
        rows.append((name, kind, said))
    return rows


def why_wrong(cards: Sequence[int], inks: Sequence[str] = USUAL_INKS) -> str:
    """Return the broken features of three cards, and how the first is broken, in a sentence or two.

    The colours are called `inks`.
    """
    told = features(cards)
    broken = [name for name in FEATURES if told[name] == "broken"]
    if not broken:
        return "That is a set, but not one that counts here."
    first, *rest = broken
    also = f" So {'do' if len(rest) > 1 else 'does'} {_and(rest)}." if rest else ""
    return f"The {first} breaks it: {_two_and_one(cards, first, inks)}.{also}"


def _two_and_one(cards: Sequence[int], name: str, inks: Sequence[str]) -> str:
    """Return the value of two of three cards in a broken feature, and the third's."""
    number = FEATURES.index(name)
    values = [DIGITS[card][number] for card in cards]
    two = next(value for value in values if values.count(value) == 2)
    one = next(value for value in values if values.count(value) == 1)
    said = (inks, *_VALUES)[number]
    if name == "number":
        return f"two have {said[two]}, one has {said[one]}"
    if name == "shape":
        return (
            f"two are {said[two]}s, one is {'an' if said[one][0] in 'aeiou' else 'a'} {said[one]}"
        )
    return f"two are {said[two]}, one is {said[one]}"


def _and(words: Sequence[str]) -> str:
    """Return words as a sentence lists them."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def outcome(data: Mapping[str, Any], names: Sequence[str], inks: Sequence[str] = USUAL_INKS) -> str:
    """Return the end of a race, in a sentence or two."""
    result = data["result"]
    if result == "void":
        return "Dealt anew: this table had been seen before."
    if result == "given_up":
        return "Nobody claims this table."
    who, when = names[data["seat"]], seconds(data["ms"])
    verb = "take" if who == "You" else "takes"
    if result == "set":
        return f"{who} {verb} the set at {when}."
    if result == "more":
        return f"{who} {'say' if who == 'You' else 'says'} it: there is no set. More cards come."
    cost = " That costs a point." if min(data.get("points", [0])) < 0 else ""
    if data.get("word") == "late":
        return f"{who} took too long to mark the cards.{cost}"
    if data.get("word") == "none":
        whose = "your" if who == "You" else "the"
        return f"There is a set: {whose} call at {when} was wrong.{cost}"
    cards = [NUMBERS[name] for name in data["cards"]]
    three = len(cards) == 3
    tail = why_wrong(cards, inks) if three else "They are not two pairs with the same third card."
    return f"{who} {'claim' if who == 'You' else 'claims'} at {when}. {tail}{cost}"


def sealed_words(data: Mapping[str, Any], move: str, name: str) -> str:
    """Return the content of a sealed claim that came later than the one that counted, or ""."""
    claim = parse(move)
    if data["ms"] is None or data["result"] == "wrong":
        return ""
    if claim is None:
        return f"{name} would have waited."
    late = (claim.ms - data["ms"]) / 1000
    if claim.word:
        return f"{name} would have called none {late:.1f} s later."
    same = {NUMBERS[card] for card in data["cards"]} == set(claim.cards)
    what = "the same set" if same else "another set"
    return f"{name} would have claimed {what} {late:.1f} s later."


WAITING: Final = "I wait: on your first three tables no set is mine."
"""What an opponent thinks while it waits for a newcomer."""


def waiting_words(name: str, left: int) -> str:
    """Return the words after a table on which an opponent waited, as it does on `left` more."""
    if not left:
        return f"From the next table on {name} claims, too."
    return f"{name} waits for you on {'one more table' if left == 1 else f'{left} more tables'}."


def hint_words(cards: Sequence[int], size: int) -> str:
    """Return the words on the first `cards` of a set of `size` cards that are framed as a hint."""
    if len(cards) == size:
        why = why_right(cards) if size == 3 else "two pairs with the same third card"
        return f"All of it: {why}."
    if len(cards) == size - 1:
        return "One more goes with these. Name it feature by feature."
    rest = {2: "two", 3: "three"}[size - len(cards)]
    framed = "this card" if len(cards) == 1 else "these cards"
    return f"A set has {framed}: look for the other {rest}."


def give_up_words(state: State, agreed: bool) -> tuple[str, str]:
    """Return the name of giving a table up, and the words when one does it.

    `agreed` is True if it happens at once or when the other person does it too, and no agent has
    still to claim.
    """
    if state.terms.none == "call":
        return "No set", ""
    if not agreed:
        return "Pass this table", "You pass this table, until your opponent claims or waits too."
    if state.terms.goal:
        return "New table", ""
    last = not state.deck or len(state.table) >= MOST_GIVEN_UP
    return ("End the game" if last else "Deal three"), ""


def button_words(state: State, alone: bool, pair: bool = False) -> list[tuple[str, str]]:
    """Return the actions beside claiming: label and action for a `pair` of people by side."""
    none = give_up_words(state, alone or pair)[0]
    own = (["Set!", "set"] if state.terms.call else [], [none, "none"])
    rest = [("Hint", "set_hint"), ("Letters", "set_letters")]
    if not pair:
        names = {"set": "set_call", "none": "set_none"}
        return [*((each[0], names[each[1]]) for each in own if each), *rest]
    sides = [(each[0], f"{side}_{each[1]}") for side in SIDES for each in own if each]
    return [*sides, *rest]


def with_time(mind: Mind, data: Mapping[str, Any], people: Sequence[int]) -> Mind:
    """Return a mind whose curve of times marks a person's claim, where one of the `people` ended a
    race.
    """
    if data["seat"] not in people or data["ms"] is None:
        return mind
    told = f"You claimed at {seconds(data['ms'])}. "
    return tuple(
        dataclasses.replace(
            item,
            marks=(("you", data["ms"] / 1000), *item.marks),
            sentence=told + item.sentence,
        )
        if isinstance(item, Bell)
        else item
        for item in mind
    )


def without_table(mind: Mind) -> Mind:
    """Return a mind without its items on the table that still lies there after a wrong claim: the
    time of its sealed claim, and the chances of the sets, which are shares.
    """
    return tuple(
        item
        for item in mind
        if not isinstance(item, Bell) and not (isinstance(item, Bars) and item.unit == "%")
    )


def without_sets(mind: Mind) -> Mind:
    """Return a mind without its chances of the sets, some of which may still lie there unseen."""
    return tuple(item for item in mind if not (isinstance(item, Bars) and item.unit == "%"))


def what_to_do(state: State, watched: bool, pair: bool) -> str:
    """Return the words under the first table: what to do, or what to watch."""
    many = "four" if state.size == 4 else "three"
    if watched:
        return f"Each has sealed when it will claim which {many} cards. The earliest takes them."
    rule = "each feature all alike, or all different"
    rule = "two pairs with the same third card" if state.size == 4 else rule
    rule = "two here and one of those above, " + rule if state.beside else rule
    if state.terms.call:
        return (
            f"Say Set! when you see {many} cards: {rule}. Then mark them in {state.terms.call} s."
        )
    whose = " Left has the left keys; Right has the others and the mouse." if pair else ""
    return f"Mark {many} cards: {rule}.{whose}"
