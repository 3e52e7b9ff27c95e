"""States of capture-the-flag as plain data: written out, and read with all that must agree.

Cells are [x, y]; lists of them are in that order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ai.ctf.witness import Glance
from ai.lab.analyse import choice, integer, is_integer, items, refusal
from ai.lab.rooms import Plain, Request
from games.core import BadPosition
from games.ctf.maze import MOVES, Dots, Field, field_of
from games.ctf.plain import at, spots
from games.ctf.rules.camping import places
from games.ctf.rules.state import BOTS, Ages, DotAge, EnemyReading, Four, State
from games.ctf.rulesets import RULE_SETS, CtfRules

MOST_MOVES: Final = 1_000_000
_MOST_POINTS: Final = 10_000_000
_DRAW: Final = "draw"


# -- writing -------------------------------------------------------------------------------


def state_plain(state: State) -> Plain:
    """Return a state as the protocol has it."""
    field = state.field
    winner: object = state.winner
    if state.over and winner is None:
        winner = _DRAW
    return {
        "rules": state.rules.id,
        "layout": list(field.maze.rows),
        "max_moves": state.length,
        "moves": state.moves,
        "bots": [at(field, cell) for cell in state.bots],
        "food": [spots(field, dots) for dots in state.food],
        "score": list(state.score),
        "deaths": list(state.deaths),
        "kills": list(state.kills),
        "killed": list(state.killed),
        "age": [[[*at(field, dot.cell), dot.age] for dot in ages] for ages in state.ages],
        "due": [at(field, cell) for cell in state.due],
        "over": state.over,
        "winner": winner,
    }


# -- reading -------------------------------------------------------------------------------


def rules_in(request: Request) -> CtfRules:
    """Return the rule set that "rules" names; raises `BadRequest`."""
    return RULE_SETS[choice(request, "rules", tuple(RULE_SETS))]


def rows_in(request: Request) -> list[str]:
    """Return the text rows of "layout"; raises `BadRequest`."""
    rows = items(request, "layout")
    if not all(isinstance(row, str) for row in rows):
        raise refusal(request, "layout", "a list of text rows")
    return rows


def cell_at(field: Field, place: object, name: str) -> int:
    """Return the cell at [x, y]; raises `BadPosition` where there is none."""
    if not isinstance(place, list) or len(place) != 2 or not all(type(v) is int for v in place):
        raise BadPosition(f'{str(place)[:40]} in "{name}" is no cell; a cell is [x, y].')
    cell = field.number.get((place[0], place[1]))
    if cell is None:
        raise BadPosition(f'{place} in "{name}" is a wall or outside; give a free cell.')
    return cell


def numbers_in(request: Request, name: str, count: int, most: int = _MOST_POINTS) -> list[int]:
    """Return a field that is `count` whole numbers within 0..`most`; raises `BadRequest`."""
    values = items(request, name)
    if len(values) != count or not all(is_integer(v, 0, most) for v in values):
        raise refusal(request, name, f"{count} whole numbers from 0 up to {most}")
    return values


def truths_in(request: Request, name: str, count: int) -> list[bool]:
    """Return a field that is `count` times true or false; raises `BadRequest`."""
    values = items(request, name)
    if len(values) != count or not all(isinstance(value, bool) for value in values):
        raise refusal(request, name, f"{count} of true and false")
    return values


def _four(values: Sequence[int]) -> Four:
    a, b, c, d = values
    return a, b, c, d


def bots_in(field: Field, values: Sequence[object], name: str) -> list[int]:
    """Return the cells of so many bots."""
    return [cell_at(field, value, name) for value in values]


def dots_in(field: Field, values: object, team: int, name: str) -> frozenset[int]:
    """Return the dots of a `team`; raises `BadPosition` for one twice, unsorted, or not at home."""
    if not isinstance(values, list):
        raise BadPosition(f'"{name}" must hold two lists of dots, those of team 0 and of team 1.')
    cells = [cell_at(field, value, name) for value in values]
    if cells != field.sorted(set(cells)):
        raise BadPosition(f'The dots of team {team} in "{name}" must ascend by [x, y], each once.')
    astray = next((cell for cell in cells if field.home[cell] != team), None)
    if astray is not None:
        raise BadPosition(f"A dot of team {team} at {at(field, astray)} lies in the other half.")
    return frozenset(cells)


def food_in(field: Field, request: Request) -> Dots:
    """Return the dots of both teams."""
    values = items(request, "food")
    if len(values) != 2:
        raise refusal(request, "food", "two lists of dots, those of team 0 and of team 1")
    return dots_in(field, values[0], 0, "food"), dots_in(field, values[1], 1, "food")


def _ages_in(field: Field, request: Request, rules: CtfRules, food: Dots) -> Ages:
    values = items(request, "age")
    if len(values) != 2 or not all(isinstance(value, list) for value in values):
        raise refusal(request, "age", "two lists of [x, y, age]")
    if not rules.camping and any(values):
        raise BadPosition(f"Dots have no age under {rules.id}; leave both lists empty.")
    first, second = (_team_ages(field, values[team], food[team], team) for team in (0, 1))
    return first, second


def _team_ages(
    field: Field, values: Sequence[object], dots: frozenset[int], team: int
) -> tuple[DotAge, ...]:
    found = []
    for value in values:
        if not isinstance(value, list) or len(value) != 3 or type(value[2]) is not int:
            raise BadPosition(f'{str(value)[:40]} in "age" is no age; send [x, y, age].')
        cell = cell_at(field, value[:2], "age")
        if cell not in dots or not 1 <= value[2] <= MOST_MOVES:
            raise BadPosition(f"{value} is no age of a dot of team {team}; it is from 1 up.")
        found.append(DotAge(cell, value[2]))
    cells = [dot.cell for dot in found]
    if cells != field.sorted(set(cells)):
        raise BadPosition(f"The ages of team {team} must ascend by [x, y], each dot once.")
    return tuple(found)


def state_in(request: Request, name: str = "state") -> State:
    """Return the state of a request; raises `BadRequest`, `BadLayout` and `BadPosition`."""
    plain = request.get(name)
    if not isinstance(plain, dict):
        raise refusal(request, name, 'a state as "new" gives it')
    rules, field = rules_in(plain), field_of(tuple(rows_in(plain)))
    bots = items(plain, "bots")
    if len(bots) != len(BOTS):
        raise refusal(plain, "bots", "the cells of four bots")
    food = food_in(field, plain)
    length = integer(plain, "max_moves", 1, MOST_MOVES)
    a, b = numbers_in(plain, "score", 2)
    k0, k1, k2, k3 = truths_in(plain, "killed", 4)
    state = State(
        field,
        rules,
        length,
        integer(plain, "moves", 0, length),
        _four(bots_in(field, bots, "bots")),
        food,
        (a, b),
        _four(numbers_in(plain, "deaths", 4)),
        _four(numbers_in(plain, "kills", 4)),
        (k0, k1, k2, k3),
        _ages_in(field, plain, rules, food),
        tuple(bots_in(field, items(plain, "due"), "due")),
    )
    _agree(state, plain)
    return state


def _agree(state: State, plain: Request) -> None:
    """Raise `BadPosition` where a state contradicts itself."""
    apart(state.field, state.bots)
    for bot, cell in enumerate(state.bots):
        if cell in state.food[1 - bot % 2]:
            raise BadPosition(f"Bot {bot} stands on a dot that it would have eaten.")
        if state.killed[bot] and (not state.deaths[bot] or cell != state.field.starts[bot]):
            raise BadPosition(f"Bot {bot} was caught, so it has died and is on its start cell.")
    for team in (0, 1):
        dead = state.deaths[team] + state.deaths[team + 2]
        caught = state.kills[1 - team] + state.kills[3 - team]
        if dead != caught:
            raise BadPosition(f"Team {team} has died {dead} times and was caught {caught} times.")
    _agree_due(state)
    if plain.get("over") is not state.over:
        told = "over" if state.over else "not over"
        raise BadPosition(f'The match is {told} by its dots and moves; "over" must say so.')
    winner: object = _DRAW if state.over and state.winner is None else state.winner
    if plain.get("winner") != winner or isinstance(plain.get("winner"), bool):
        raise BadPosition(f'By the score "winner" is {"null" if winner is None else winner}.')


def _agree_due(state: State) -> None:
    team = state.turn % 2
    old = tuple(dot.cell for dot in state.ages[team] if dot.age > state.rules.camping)
    if state.due and (state.over or state.due != old or not places(state)):
        raise BadPosition(
            '"due" must hold the dots of the team to move that are too old, where one can go '
            "elsewhere, and nothing else."
        )


def apart(field: Field, bots: Sequence[int]) -> None:
    """Raise `BadPosition` where two enemies of these four are on one cell."""
    for left in (0, 2):
        for right in (1, 3):
            if bots[left] == bots[right]:
                place = at(field, bots[left])
                raise BadPosition(f"Bots {left} and {right} are enemies on one cell, {place}.")


# -- views ---------------------------------------------------------------------------------


def glance_in(plain: object, field: Field, rules: CtfRules, team: int) -> Glance:
    """Return a view of a `team`; raises `BadRequest` and `BadPosition`."""
    if not isinstance(plain, dict):
        raise BadPosition(f'{str(plain)[:40]} is no view; send objects as "view" gives them.')
    moves = integer(plain, "moves", 0, MOST_MOVES)
    if moves % 2 != team:
        raise BadPosition(f"After {moves} moves it is not the turn of team {team}.")
    own = bots_in(field, _two(plain, "own"), "own")
    food = _two(plain, "food")
    readings = [_reading_in(field, rules, reading) for reading in _two(plain, "enemy")]
    ours, theirs = numbers_in(plain, "score", 2)
    deaths = [numbers_in({"deaths": each}, "deaths", 2) for each in _two(plain, "deaths")]
    killed = [truths_in({"killed": each}, "killed", 2) for each in _two(plain, "killed")]
    glance = Glance(
        moves,
        (own[0], own[1]),
        (readings[0], readings[1]),
        (dots_in(field, food[0], team, "food"), dots_in(field, food[1], 1 - team, "food")),
        (ours, theirs),
        ((deaths[0][0], deaths[0][1]), (deaths[1][0], deaths[1][1])),
        ((killed[0][0], killed[0][1]), (killed[1][0], killed[1][1])),
    )
    _glance_agrees(glance, field, rules)
    return glance


def _two(plain: Request, name: str) -> list[object]:
    values = items(plain, name)
    if len(values) != 2:
        raise refusal(plain, name, "a list of two, the own side or the lower bot first")
    return values


def _reading_in(field: Field, rules: CtfRules, plain: object) -> EnemyReading:
    """Return one reading: seen, a distance, or a cell nearby, as the rules have it."""
    kinds = ("seen", "z" if rules.told == "distance" else "near")
    if not isinstance(plain, dict) or len(plain) != 1 or next(iter(plain)) not in kinds:
        told = " or ".join(f'{{"{kind}": ...}}' for kind in kinds)
        raise BadPosition(f"{str(plain)[:40]} is no reading under {rules.id}; it is {told}.")
    ((kind, value),) = plain.items()
    if kind != "z":
        return EnemyReading(kind, cell_at(field, value, kind))
    if type(value) is not int or abs(value) > MOST_MOVES:
        raise BadPosition(f'{str(value)[:40]} in "z" is no distance; it is a whole number.')
    return EnemyReading(kind, value)


def _glance_agrees(glance: Glance, field: Field, rules: CtfRules) -> None:
    """Raise `BadPosition` where a view contradicts itself."""
    mover = glance.own[glance.moves % 4 // 2]
    for kind, value in glance.readings:
        if kind != "seen":
            continue
        eyes = glance.own if rules.shared else (mover,)
        if min(field.apart(cell, value) for cell in eyes) > rules.sight:
            raise BadPosition(f"An enemy is seen at {at(field, value)}, which is out of sight.")
        if value in glance.own or value in glance.food[0]:
            raise BadPosition(f"An enemy cannot stand at {at(field, value)} with our bot or dot.")
    if set(glance.own) & glance.food[1]:
        raise BadPosition("An own bot stands on a dot that it would have eaten.")


def glances_in(request: Request, field: Field, rules: CtfRules, team: int) -> list[Glance]:
    """Return all views of a request, one after the other; raises `BadRequest` and `BadPosition`."""
    views = items(request, "views")
    if not views:
        raise refusal(request, "views", "a list of at least one view")
    glances: list[Glance] = []
    for number, plain in enumerate(views, start=1):
        try:
            glance = glance_in(plain, field, rules, team)
            if glances:
                _follows(glances[-1], glance, field, team)
        except ValueError as problem:
            raise type(problem)(f"View {number}: {problem}") from None
        glances.append(glance)
    return glances


def _follows(last: Glance, now: Glance, field: Field, team: int) -> None:
    """Raise `BadPosition` where one view cannot be the next after another."""
    if now.moves != last.moves + 2:
        raise BadPosition(f"It is taken at move {now.moves}, the one before at {last.moves}.")
    for place in (0, 1):
        if now.score[place] < last.score[place]:
            raise BadPosition("A score falls from one view to the next.")
        if any(a < b for a, b in zip(now.deaths[place], last.deaths[place], strict=True)):
            raise BadPosition("Deaths fall from one view to the next.")
        here, there = last.own[place], now.own[place]
        died = now.deaths[0][place] > last.deaths[0][place]
        moving = last.moves % 4 // 2 == place
        steps = set(field.ways[here]) if moving else {here}
        if there not in steps and not died:
            raise BadPosition(f"Bot {team + 2 * place} jumps to {at(field, there)}.")
        if died and there != field.starts[team + 2 * place]:
            raise BadPosition(f"Bot {team + 2 * place} was caught, so it is on its start cell.")


def moves_in(request: Request, count: int) -> list[str]:
    """Return the own moves after each of `count` views, the last of which may be missing."""
    played = items(request, "played")
    if len(played) not in (count - 1, count) or not all(move in MOVES for move in played):
        raise refusal(request, "played", f"{count - 1} or {count} of {', '.join(MOVES)}")
    return played
