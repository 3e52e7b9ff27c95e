"""The Royal Game of Ur in words: the squares by track, each throw and move, and the race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.shell.access.node import Node, group
from games.shell.access.speech import SpokenChoice, TableSight, TableSpeech
from games.ur.rules import NOT_ROLLED, PASS, RuleSet, State, captures

OUT_OF: Final = 16
"""The sum of the weights of a throw."""


class UrSpeech(TableSpeech):
    """The words of a game of Ur; shared squares have the viewer's numbers."""

    def elements(self, at: TableSight) -> list[Node]:
        """Return the dice, the viewer's way from start to off, and the rival's own squares."""
        own, state = _own(at), at.state
        ways = [_way(at, own), _way(at, 1 - own)]
        names = (f"{_whose(at, own, True)} way", f"{_whose(at, 1 - own, True)} own squares")
        groups = [group(name, way, name) for name, way in zip(names, ways, strict=True)]
        thrown = state.roll != NOT_ROLLED
        told = f"The dice show {state.roll}" if thrown else "The dice are not thrown"
        return [Node("item", told, key="dice"), *groups]

    def events(self, at: TableSight) -> list[str]:
        """Return a throw, a move or a pass, and who won."""
        lines = []
        for event in at.last:
            who = at.who(event.data["seat"])
            if event.kind == "roll":
                lines.append(f"{who} rolled {event.data['roll']}.")
            elif event.kind == "pass":
                lines.append(f"{who} had no move: the turn passes.")
            elif event.kind == "move":
                lines.append(_moved(at, event.data))
            elif event.kind == "win":
                lines.append(_end(at))
        return lines

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return the pieces that can move, with rosettes, captures and the danger after them."""
        return [_choice(at, move) for move in at.legal]

    def standing(self, at: TableSight) -> str:
        """Return the turn, and the pieces of both sides that are off, on the board, and waiting."""
        if at.over:
            return _end(at)
        own, state = _own(at), at.state
        turn = f"{_whose(at, state.turn, True)} turn"
        due = "to throw" if state.roll == NOT_ROLLED else f"with a roll of {state.roll}"
        sides = [f"{at.who(seat)}: {_count(state, seat)}." for seat in (own, 1 - own)]
        return " ".join([f"{turn}, {due}.", *sides])


def _own(at: TableSight) -> int:
    """Return the seat by whose numbers shared squares are called."""
    return at.seat or 0 if at.own is None else at.own


def _whose(at: TableSight, seat: int, begins: bool = False) -> str:
    """Return the possessive of a seat's player; `begins` a sentence or not."""
    if seat == at.own:
        return "Your" if begins else "your"
    return f"{at.names[seat]}'s"


def _count(state: State, seat: int) -> str:
    """Return how many pieces of a side are off, on the board, and waiting."""
    on = len(state.squares(seat))
    waiting = state.home(seat)
    return f"{state.off(seat)} of {state.pieces} off, {on} on the board, {waiting} at the start"


def _way(at: TableSight, seat: int) -> list[Node]:
    """Return the stops of a side's path; of the rival's path without the shared squares."""
    state: State = at.state
    rules, whose = state.rule_set, _whose(at, seat)
    stops = [_stop(at, seat, 0, f"Start: {state.home(seat)} of {whose} pieces")]
    for square in range(1, rules.off):
        across = rules.across[square]
        if seat == _own(at) or not across:
            stops.append(_stop(at, seat, square, _square(at, seat, square)))
    stops.append(
        Node("item", f"Off: {state.off(seat)} of {state.pieces} pieces", key=(seat, "off"))
    )
    return stops


def _square(at: TableSight, seat: int, square: int) -> str:
    """Return a square of a side's path, and the piece on it."""
    state: State = at.state
    rules, across = state.rule_set, state.rule_set.across[square]
    marks = ["rosette"] if square in rules.rosettes else []
    marks += ["shared"] if across else []
    marks += ["safe"] if square in rules.safe else []
    told = "empty"
    if square in state.squares(seat):
        told = f"{_whose(at, seat)} piece"
    elif across and across in state.squares(1 - seat):
        told = f"{_whose(at, 1 - seat)} piece"
    return f"{', '.join([f'Square {square}', *marks])}: {told}"


def _stop(at: TableSight, seat: int, square: int, name: str) -> Node:
    """Return a square, or the start; a press moves the piece from there."""
    move, key = str(square), (seat, square)
    if seat != at.own or move not in at.legal:
        return Node("item", name, key=key)
    choice = _choice(at, move)
    told = f"{choice.name}: {choice.brings}." if choice.brings else f"{choice.name}."
    return Node("button", name, "", told, key=key, press=move)


def _place(at: TableSight, seat: int, square: int) -> str:
    """Return a square of a side's path by the viewer's numbers, "the start" for 0."""
    rules: RuleSet = at.state.rule_set
    if square == 0:
        return "the start"
    if seat == _own(at):
        return f"square {square}"
    across = rules.across[square]
    return f"square {across}" if across else f"its square {square}"


def _moved(at: TableSight, data: Mapping[str, Any]) -> str:
    """Return a move in a sentence."""
    state: State = at.state
    seat, target = data["seat"], data["to"]
    who, start = at.who(seat), _place(at, seat, data["from"])
    if data["off"]:
        off = state.off(seat)
        return f"{who} moved from {start} off the board: {off} of {state.pieces} off."
    told = f"{who} moved from {start} to {_place(at, seat, target)}"
    told += ", a rosette," if target in state.rule_set.rosettes else ""
    does = [f"captured {_whose(at, 1 - seat)} piece"] if data["capture"] else []
    if data["extra_roll"]:
        does.append(f"{'roll' if seat == at.own else 'rolls'} again")
    return " and ".join([told, *does]) + "."


def _choice(at: TableSight, move: str) -> SpokenChoice:
    """Return a legal move, and what the move would bring."""
    state: State = at.state
    if move == PASS:
        return SpokenChoice(PASS, "Pass", "no piece can move")
    rules, source, target = state.rule_set, int(move), int(move) + state.roll
    seat = state.turn
    captured, start = captures(state, move), _place(at, seat, source)
    again = rules.rolls_again(target, captured)
    if target == rules.off:
        return SpokenChoice(move, f"From {start} off the board", "")
    brings = [f"captures {_whose(at, 1 - seat)} piece"] if captured else []
    brings += ["you roll again"] if again else []
    threat = 0 if again else _threat(state, seat, target, captured)
    brings += [f"captured by {threat} of {OUT_OF} throws"] if threat else []
    return SpokenChoice(move, f"From {start} to {_place(at, seat, target)}", ", ".join(brings))


def _threat(state: State, seat: int, target: int, captured: bool) -> int:
    """Return the throws, of `OUT_OF`, that let the other side capture on `target` next."""
    rules = state.rule_set
    goal, other = rules.across[target], state.squares(1 - seat)
    if not goal or target in rules.safe:
        return 0
    waiting = state.home(1 - seat) + captured > 0
    return sum(
        weight
        for roll, weight in rules.dice
        if roll and (goal - roll in other or (goal == roll and waiting))
    )


def _end(at: TableSight) -> str:
    """Return who won, and how many pieces each side has off."""
    state: State = at.state
    winner = state.turn
    off = state.off(winner)
    return f"{at.who(winner)} won: {off} piece{'s' * (off != 1)} off to {state.off(1 - winner)}."


SPEECH: Final = UrSpeech()
