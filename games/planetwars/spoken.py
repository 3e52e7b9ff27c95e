"""Planet Wars in words: planets by nearness, fleets on their way, attacks and battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.planetwars.engine.forecast import need, project, spare
from games.planetwars.engine.orders import NONE, written
from games.planetwars.engine.state import DRAW, FIRST, NOBODY, SECOND, Orders, State
from games.shell.access.node import Node, group
from games.shell.access.speech import MOST_CHOICES, SpokenChoice, TableSight, TableSpeech

AHEAD: Final = 30
"""The most turns ahead in which the fall of a planet is said; as in the strip of a planet."""
TOLD: Final = 2
"""The most attacks of a seat in a turn that have a line each; chosen by hand."""
NEAREST: Final = 3
"""The planets of the person from which a choice sends ships to the same planet; by hand."""
EVERY: Final = 10
"""Turns from one line with both seats' ships to the next."""


class PlanetSpeech(TableSpeech):
    """The words of a match of Planet Wars, in which a view shows its seat as owner 1."""

    def elements(self, at: TableSight) -> list[Node]:
        """Return the planets, the nearest to the person's home first, the fleets by the turns to
        their landing, and the end of the turn.
        """
        state: State = at.state
        base = home(state)
        trips = state.world.trips[base]
        falls = _falls(state)
        planets = [
            Node(
                "button",
                f"Planet {n}: {_whose(at, owner)}, {ships(count)}, growth {growth}",
                f"{_whose(at, falls[n][1])} in {turns(falls[n][0])}" if n in falls else "",
                f"{turns(trips[n]).capitalize()} {_way(state, base, n)}." if n != base else "Home.",
                key=n,
                press=str(n),
            )
            for n, owner, count, growth in sorted(
                zip(range(len(trips)), state.owners, state.ships, state.world.growth, strict=True),
                key=lambda row: (trips[row[0]], row[0]),
            )
        ]
        found = [group("Planets", planets, "planets")]
        if flying := _fleets(at):
            found.append(group("On their way", flying, "fleets"))
        if at.legal:
            found.append(Node("button", "End the turn", key="end", press="end_turn"))
        return found

    def events(self, at: TableSight) -> list[str]:
        """Return the attacks of both seats and the battles; every tenth turn the ships of both."""
        lines: list[str] = []
        for event in at.last:
            if event.kind == "turn":
                lines += _attacks(at, event.data["orders"])
            elif event.kind == "arrival":
                lines += _landed(at, event.data)
        if at.over:
            lines.append(_end(at))
        elif at.last and at.state.turn % EVERY == 0:
            lines.append(self.standing(at))
        return lines

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return the turn without an order, and single orders that take a planet, the soonest
        first.
        """
        if NONE not in at.legal:
            return []
        found = [SpokenChoice(NONE, "End the turn", "no more ships leave")]
        state: State = at.state
        free = {planet: left.ships for planet, left in spare(state, 0).items()}
        orders = []
        for target, owner in enumerate(state.owners):
            trips = state.world.trips[target]
            for source in sorted(free, key=lambda planet: trips[planet])[:NEAREST]:
                if owner != FIRST:
                    count = need(state, 0, target, trips[source], trips[source])
                    if 0 < count <= free[source]:
                        orders.append((trips[source], source, target, count))
        for trip, source, target, count in sorted(orders)[: MOST_CHOICES - 1]:
            name = f"Send {count} from planet {source} to planet {target}"
            growth = state.world.growth[target]
            told = f"takes it in {turns(trip)}, growth {growth}; the turn ends"
            found.append(SpokenChoice(written([(source, target, count)]), name, told))
        return [choice for choice in found if choice.move in at.legal]

    def standing(self, at: TableSight) -> str:
        """Return the turn, and ships and growth of both."""
        state: State = at.state
        if at.over:
            return _end(at)
        grow = f"growth {state.growth(FIRST)} to {state.growth(SECOND)}"
        return f"Turn {state.turn} of {state.max_turns}: {_score(state)}, {grow}."


def ships(count: int) -> str:
    """Return a count of ships in words.

    >>> ships(1)
    '1 ship'
    """
    return f"{count} ship{'' if count == 1 else 's'}"


def turns(count: int) -> str:
    """Return a count of turns in words.

    >>> turns(2)
    '2 turns'
    """
    return f"{count} turn{'' if count == 1 else 's'}"


def home(state: State) -> int:
    """Return the own planet that grows most, of equal ones the first; 0 without a planet."""
    own = [planet for planet, owner in enumerate(state.owners) if owner == FIRST]
    return max(own, key=lambda planet: (state.world.growth[planet], -planet), default=0)


def _way(state: State, start: int, to: int) -> str:
    """Return the direction from a planet to another on the map, in words."""
    (ax, ay), (bx, by) = state.world.places[start], state.world.places[to]
    dx, dy = bx - ax, by - ay
    up = ("down" if dy > 0 else "up") if 2 * abs(dy) > abs(dx) else ""
    side = ("right" if dx > 0 else "left") if 2 * abs(dx) > abs(dy) else ""
    return " and ".join(filter(None, (up, side))) or "away"


def _seat(at: TableSight, owner: int) -> int:
    """Return the seat of an `owner` in the view."""
    return 2 - owner if at.seat == 1 else owner - 1


def _whose(at: TableSight, owner: int) -> str:
    """Return whose a planet of an `owner` in the view is."""
    if owner == NOBODY:
        return "nobody's"
    seat = _seat(at, owner)
    if seat == at.own:
        return "yours"
    return f"{at.names[seat]}'s" if at.own is None else "the enemy's"


def _falls(state: State) -> dict[int, tuple[int, int]]:
    """Return for each planet that changes hands the turns until then, and its next owner."""
    found = {}
    for planet, course in enumerate(project(state, AHEAD)):
        owner = state.owners[planet]
        for turn, (holder, _) in enumerate(course):
            if holder != owner:
                found[planet] = (turn, holder)
                break
    return found


def _fleets(at: TableSight) -> list[Node]:
    """Return the fleets, those that land together as one, the soonest first."""
    state: State = at.state
    flying: Counter[tuple[int, int, int]] = Counter()
    for fleet in state.fleets:
        flying[fleet.arrives - state.turn, fleet.target, fleet.owner] += fleet.ships
    return [
        Node(
            "item",
            f"{_whose(at, owner).capitalize()}: {ships(count)} to planet {target} in {turns(left)}",
            key=(left + state.turn, target, owner),
        )
        for (left, target, owner), count in sorted(flying.items())
    ]


def _attacks(at: TableSight, both: Sequence[Orders]) -> list[str]:
    """Return the ships that were sent against planets of others, the opponent's first; what goes to
    planets of one's own stands among the fleets.
    """
    state: State = at.state
    own = 0 if at.own is None else at.own
    lines = []
    for seat in (1 - own, own):
        sent: Counter[int] = Counter()
        late: dict[int, int] = {}
        for source, target, count in both[seat]:
            owner = state.owners[target]
            if owner == NOBODY or _seat(at, owner) != seat:
                sent[target] += count
                late[target] = max(late.get(target, 0), state.world.trips[source][target] - 1)
        who, most = at.who(seat), sent.most_common()
        lines += [
            f"{who} sent {ships(count)} against planet {target}, landing in {turns(late[target])}."
            for target, count in most[:TOLD]
            if count and late[target]
        ]
        if rest := sum(count for _, count in most[TOLD:]):
            lines.append(f"{who} sent {ships(rest)} against other planets.")
    return lines


def _landed(at: TableSight, data: Mapping[str, Any]) -> list[str]:
    """Return a landing that was fought over; the owners of an event are never turned over."""
    (before, _), (after, left), planet = data["before"], data["after"], data["planet"]
    if before != after:
        lost = "" if before == NOBODY else f" from {_whom(at, before - 1)}"
        if after == NOBODY:
            return [f"Planet {planet} is nobody's now."]
        return [f"{at.who(after - 1)} took planet {planet}{lost}: {ships(left)} there now."]
    came = [seat for seat in (0, 1) if data["forces"][seat + 1] and seat + 1 != before]
    if not came:
        return []
    if before == NOBODY:
        who = " and ".join(at.who(seat) for seat in came)
        return [f"{who} failed to take planet {planet}: {ships(left)} left there."]
    return [f"{at.who(before - 1)} held planet {planet}: {ships(left)} left there."]


def _whom(at: TableSight, seat: int) -> str:
    """Return the name of a seat inside a sentence."""
    return "you" if seat == at.own else at.names[seat]


def _end(at: TableSight) -> str:
    """Return who won, and both seats' ships."""
    state: State = at.state
    if state.winner == DRAW or not isinstance(state.winner, int):
        return f"A draw: {_score(state)}."
    return f"{at.who(_seat(at, state.winner + 1))} won on turn {state.turn}: {_score(state)}."


def _score(state: State) -> str:
    """Return the ships of both, the viewer's first."""
    return f"{state.total(FIRST)} to {state.total(SECOND)} ships"


SPEECH: Final = PlanetSpeech()
