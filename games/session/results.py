"""The end of a match for all its seats: scores, places, the result to keep for a player, and the
key that keeps different matches apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games import catalog
from games.session.growing import belts
from games.session.ladder import rungs
from games.session.session import Session
from games.session.setup import HUMAN, Setup
from games.spec import GameSpec, Option
from games.store.statistics import (
    MatchResult,
    Outcome,
    Record,
    SeatResult,
    option_key,
    option_values,
    places,
)


def outcome_for(scores: Sequence[float], seat: int) -> Outcome:
    """Return the outcome of a `seat` by `scores`: "won" alone at the top, "drawn" if shared, else
    "lost".
    """
    if len(scores) < 2:
        return "played"
    standing = places(scores)
    if standing[seat] > 1:
        return "lost"
    return "won" if standing.count(1) == 1 else "drawn"


def seat_results(session: Session, names: Sequence[str]) -> tuple[SeatResult, ...]:
    """Name, agent, score and place of every seat of a `session`; `names` as people read them."""
    scores = session.match.returns
    agents = [seating.agent for seating in session.setup.seats]
    rows = zip(names, agents, scores, places(scores), strict=True)
    return tuple(SeatResult(*row) for row in rows)


def strongest_agent(session: Session) -> str:
    """Return the id of the strongest agent in a `session`, or "human" where there is none."""
    game = session.setup.game
    agents = [s.agent for s in session.setup.seats if s.agent not in (HUMAN, "demo")]
    return max(agents, key=lambda name: catalog.agent(game, name).level, default=HUMAN)


def next_opponent(session: Session) -> str:
    """Return the name of who stands above the strongest agent of a `session` on its game's ladder.

    "" at the top, and where no agent of the ladder plays.
    """
    ladder = rungs(session.setup.game)
    ids = [agent.id for agent in ladder]
    strongest = strongest_agent(session)
    above = ids.index(strongest) + 1 if strongest in ids else len(ids)
    return ladder[above].name if above < len(ids) else ""


def person_result(session: Session, names: Sequence[str], own: int) -> MatchResult | None:
    """Return the result of a finished `session` for the person in the seat `own`, or None.

    `names` are the names of the seats for people.
    """
    if own not in session.people or not session.match.over:
        return None
    scores = session.match.returns
    others = [score for seat, score in enumerate(scores) if seat != own]
    agent = strongest_agent(session)
    options = next((s.options for s in session.setup.seats if s.agent == agent), {})
    return MatchResult(
        session.setup.game,
        agent,
        outcome_for(scores, own),
        options_told(session.setup, options),
        len(session.match.turns),
        scores[own],
        max(others, default=0.0),
        seats=seat_results(session, names),
        own=own,
    )


def options_told(setup: Setup, options: Mapping[str, object]) -> str:
    """Return the key that keeps the results of different matches apart.

    It holds the choices for the match, and the `options` of the opponent's agent.
    """
    chosen = catalog.spec(setup.game).undraw(setup.params, setup.seed)
    return option_key({**chosen, **options})


def new_belt(session: Session) -> str:
    """Return the highest belt that the player has won by the match of a `session`, else "".

    It is known once the match is recorded.
    """
    profile, library, keeping = session.profile, session.library, session.keeping
    if profile is None or library is None or profile.id not in keeping.before:
        return ""
    game, now = session.setup.game, library.statistics(profile.id)
    had = {belt.rank for belt in belts(game, keeping.before[profile.id]) if belt.won}
    won = [belt.rank for belt in belts(game, now) if belt.won and belt.rank not in had]
    return won[-1] if won else ""


def by_mode(spec: GameSpec, records: Sequence[Record]) -> dict[str, list[Record]]:
    """Return the `records` of a game by the mode played, as its options in `Modes.apart` name it.

    They are in the order of their choices. Records whose options are not known, and games without
    such options, have no part in it.
    """
    options = [option for option in spec.options if option.name in spec.modes.apart]
    found: dict[tuple[int, ...], list[Record]] = {}
    for record in records:
        places = _places(options, option_values(record.options))
        if options and places is not None:
            found.setdefault(places, []).append(record)
    return {_name(options, places): found[places] for places in sorted(found)}


def _places(options: Sequence[Option], values: Mapping[str, str]) -> tuple[int, ...] | None:
    """Return the choice of each option that was played, None if one is missing or unknown."""
    places = []
    for option in options:
        choices = [str(choice) for choice in option.choices]
        if values.get(option.name) not in choices:
            return None
        places.append(choices.index(values[option.name]))
    return tuple(places)


def _name(options: Sequence[Option], places: Sequence[int]) -> str:
    """Return the first choice by its label, the others where they are not as usual."""
    first, *others = [
        option.labels[place] if option.labels else str(option.choices[place])
        for option, place in zip(options, places, strict=True)
    ]
    told = zip(options[1:], places[1:], others, strict=True)
    return ", ".join([first, *(n for o, p, n in told if o.choices[p] != o.default)])
