"""Capture the flag in words: the own place, the nearest dot, and the enemies that are heard."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from games.core import Event
from games.ctf import MARKS
from games.ctf.maze import MOVES, STAY, Field
from games.ctf.rules.orders import ORDER_WORDS
from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import BOTS, UNKNOWN, EnemyReading, State, mate_of
from games.mazes import steps_from
from games.mind import Field as Belief
from games.shell.access.node import Node, group
from games.shell.access.speech import SpokenChoice, TableSight, TableSpeech

MOST_DOTS: Final = 8
"""The nearest dots to eat that have an element each; chosen by hand."""
NEAR: Final = 2
"""So near an enemy is said at each turn, farther away once when it comes into sight; by hand."""
HIGHEST: Final = 3
"""The likeliest cells of an open mind that are said."""


class FlagSpeech(TableSpeech):
    """The words of a match of capture the flag, from the side of one bot."""

    def elements(self, at: TableSight) -> list[Node]:
        """Return the own bot and its ways, the mate, enemies, and dots, the nearest first."""
        state: State = at.state
        bot = _bot(at)
        here = state.bots[bot]
        role = "ghost, at home" if state.is_ghost(bot) else "raider, in their half"
        named = f"{_who(at, bot)}, a {role}: {place(state.field, here)}"
        rows = [Node("item", named, key="here")]
        rows += [
            Node("button", each.name, "", f"{each.brings}.", key=each.move, press=each.move)
            for each in self.choices(at)
        ]
        steps = steps_from(state.field.ways, here)
        mate = state.bots[mate_of(bot)]
        order = state.orders[bot % 2]
        told = f"Order: {order}." if order else ""
        rows.append(
            Node(
                "item",
                f"{_who(at, mate_of(bot))}: {_from(state.field, here, mate, steps)}",
                "",
                told,
                key="mate",
            )
        )
        if at.legal:
            rows += [
                Node("button", f"Mate: {words}", key=each, press=f"order_{each}")
                for each, words in ORDER_WORDS.items()
            ]
        rows += [
            Node("item", line, key=n) for n, line in zip(enemies_of(bot), _heard(at), strict=True)
        ]
        dots = _nearest(state.food[1 - bot % 2], steps)
        rows.append(
            group(
                f"{len(dots)} dots to eat",
                [
                    Node("item", f"Dot: {_from(state.field, here, dot, steps)}", key=dot)
                    for dot in dots[:MOST_DOTS]
                ],
                "dots",
            )
        )
        if believed := _believed(at, here, steps):
            rows.append(group("The open mind", believed, "mind"))
        return rows

    def events(self, at: TableSight) -> list[str]:
        """Return dots that were eaten, catches, enemies that come into sight, and the end; steps of
        the person and what is heard far away are left to the elements.
        """
        return [line for event in at.last if (line := _line(at, event))]

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return the steps, each with the distances of the nearest dot and of enemies after it."""
        state: State = at.state
        here = state.bots[_bot(at)]
        found = []
        for number, move in enumerate(MOVES):
            if move in at.legal:
                name = "Stay" if number == STAY else f"Go {move}"
                found.append(SpokenChoice(move, name, _brings(at, state.field.ways[here][number])))
        return found

    def standing(self, at: TableSight) -> str:
        """Return the score, the dots that are left, and the round."""
        state: State = at.state
        if at.over:
            return _end(at)
        team = _bot(at) % 2
        rounds = -(-state.length // len(BOTS))
        number = min(rounds, state.moves // len(BOTS) + 1)
        left = f"{len(state.food[1 - team])} dots to eat, {len(state.food[team])} to guard"
        return f"Round {number} of {rounds}. {_score(at)}. {left}."


def place(field: Field, cell: int) -> str:
    """Return a cell by its column and row in the maze."""
    return f"column {field.x[cell]}, row {field.y[cell]}"


def way(field: Field, here: int, cell: int) -> str:
    """Return the direction from `here` to a `cell`, walls ignored, such as "3 right, 2 up"."""
    across, down = field.x[cell] - field.x[here], field.y[cell] - field.y[here]
    parts = [f"{abs(across)} {'right' if across > 0 else 'left'}"] if across else []
    parts += [f"{abs(down)} {'down' if down > 0 else 'up'}"] if down else []
    return ", ".join(parts) or "right here"


def _bot(at: TableSight) -> int:
    """Return the bot whose place and score come first."""
    return at.seat if at.own is None and at.seat is not None else at.own or 0


def _from(field: Field, here: int, cell: int, steps: Sequence[int]) -> str:
    """Return a cell by its direction and its steps."""
    count = steps[cell]
    return f"{way(field, here, cell)}; {count} step{'' if count == 1 else 's'}"


def _nearest(cells: Collection[int], steps: Sequence[int]) -> list[int]:
    """Return cells by their steps."""
    return sorted(cells, key=lambda cell: (steps[cell], cell))


def _brings(at: TableSight, to: int) -> str:
    """Return what a step onto the cell `to` brings."""
    state: State = at.state
    bot = _bot(at)
    dots = state.food[1 - bot % 2]
    if to in dots:
        return "eats a dot, 1 point"
    steps = steps_from(state.field.ways, to)
    seen = [state.bots[enemy] for enemy in enemies_of(bot) if state.bots[enemy] != UNKNOWN]
    parts = [f"nearest dot then {min(steps[dot] for dot in dots)} away"] if dots else []
    parts += [f"enemy then {steps[cell]} away" for cell in seen]
    return ", ".join(parts)


def _heard(at: TableSight) -> list[str]:
    """Return what is known of both enemies: seen, heard in a distance, or near a cell."""
    state: State = at.state
    bot = _bot(at)
    here, field = state.bots[bot], state.field
    own = state.turn % 2 == bot % 2
    told = state.readings if own and len(state.readings) == 2 else ()
    lines = []
    for number, enemy in enumerate(enemies_of(bot)):
        name = _who(at, enemy)
        reading = told[number] if told else EnemyReading("", UNKNOWN)
        if state.bots[enemy] != UNKNOWN:
            lines.append(f"{name}: seen {way(field, here, state.bots[enemy])}")
        elif reading.kind == "z":
            lines.append(f"{name}: heard about {max(0, reading.value)} cells away")
        elif reading.kind == "near":
            lines.append(f"{name}: heard near {way(field, here, reading.value)}")
        else:
            lines.append(f"{name}: not heard now")
    return lines


def _believed(at: TableSight, here: int, steps: Sequence[int]) -> list[Node]:
    """Return the likeliest cells of the fields of an open mind."""
    field: Field = at.state.field
    found = []
    for item in at.mind:
        if isinstance(item, Belief) and item.unit == "%":
            for _, name, share in item.highest(HIGHEST):
                cell = field.named(name)
                if cell is not None:
                    found.append(Node("item", f"{share:.0%}: {_from(field, here, cell, steps)}"))
    return found


def _line(at: TableSight, event: Event) -> str:
    """Return an event in a line, "" for one that is not spoken."""
    state: State = at.state
    data: Mapping[str, Any] = event.data
    if event.kind == "eat":
        return f"{_who(at, data['bot'])} ate a dot. {_score(at)}.{_next_dot(at, data['bot'])}"
    if event.kind == "catch":
        where = place(state.field, data["cell"])
        whom = _who(at, data["pacman"]).lower()
        return f"{_who(at, data['ghost'])} caught {whom} at {where}. {_score(at)}."
    if event.kind == "order":
        return f"{_who(at, data['bot'])} ordered the mate: {data['order']}."
    if event.kind == "relocate":
        return f"A dot was moved to {place(state.field, data['to'])}."
    if event.kind == "heard":
        return _sighted(at, data)
    return _end(at) if event.kind == "end" else ""


def _next_dot(at: TableSight, bot: int) -> str:
    """Return the nearest of the dots that are left, after the person's own bot ate one."""
    state: State = at.state
    dots = state.food[1 - bot % 2]
    if bot != _bot(at) or not dots:
        return ""
    here = state.bots[bot]
    steps = steps_from(state.field.ways, here)
    return f" The next: {_from(state.field, here, _nearest(dots, steps)[0], steps)}."


def _sighted(at: TableSight, data: Mapping[str, Any]) -> str:
    """Return the enemies that have come into sight of the person's own bot, or near it."""
    bot, field = _bot(at), at.state.field
    here = at.state.bots[bot]
    own = [e.data for e in at.past if e.kind == "heard" and e.data["bot"] == bot]
    if data["bot"] != bot:
        return ""
    before = [kind for kind, _ in own[-2]["readings"]] if len(own) > 1 else ["", ""]
    parts = [
        f"{_who(at, enemies_of(bot)[number]).lower()} {way(field, here, value)}"
        for number, (kind, value) in enumerate(data["readings"])
        if kind == "seen" and (before[number] != "seen" or field.apart(here, value) <= NEAR)
    ]
    return f"In sight: {'; '.join(parts)}." if parts else ""


def _who(at: TableSight, bot: int) -> str:
    """Return a bot at the start of a sentence."""
    own = at.own
    if own is None:
        return f"The {MARKS[bot]}"
    if bot == own:
        return "You"
    if bot == mate_of(own):
        return "Your mate"
    return f"Enemy {enemies_of(own).index(bot) + 1}"


def _score(at: TableSight) -> str:
    """Return the points of both teams, the person's first."""
    team = _bot(at) % 2
    return f"{at.state.score[team]} to {at.state.score[1 - team]}"


def _end(at: TableSight) -> str:
    """Return which team won."""
    winner = at.state.winner
    if winner is None:
        return f"A draw: {_score(at)}."
    if at.own is None:
        return f"{('Left', 'Right')[winner]} won: {_score(at)}."
    return f"{'Your team' if winner == at.own % 2 else 'The enemy'} won: {_score(at)}."


SPEECH: Final = FlagSpeech()
