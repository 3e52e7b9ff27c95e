"""Playing a game the other way round: the player takes a seat of another job."""

from __future__ import annotations

from games.session.setup import HUMAN
from games.shell.pages.before.choices import MatchChoices


def other_side(choices: MatchChoices) -> int | None:
    """Return a seat of another job that the player could have instead, or None."""
    if choices.seats.count(HUMAN) != 1 or len(choices.seats) < 2:
        return None
    role = choices.places[choices.seats.index(HUMAN)].role
    able = (n for n, place in enumerate(choices.places) if place.people and place.role != role)
    return next(able, None)


def change_sides(choices: MatchChoices) -> None:
    """Let the player have a seat of another job, against whom is usually met there."""
    seat = other_side(choices)
    if seat is None:
        return
    teams = choices.spec.teams_for(choices.params)
    for number, place in enumerate(choices.places):
        met = place.against if teams[number] != teams[seat] else ""
        choices.sit(number, HUMAN if number == seat else met or choices.usual(number))
    choices.hand = choices.first_hand()
