"""The people in seats: players of this machine, and guests, whose results are not kept.

A person is a name and, for a player, the id under which results are kept. After a player was
deleted, the results are never recorded for another player.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from typing import Final

from games.core import Person, Seating
from games.fields import BadSave
from games.session.setup import HUMAN, Setup
from games.spec import BadOption
from games.store.library import Library
from games.store.profiles import BadName, Profile, clean_name

GUEST: Final = "Guest"


def persons(setup: Setup) -> tuple[Person, ...]:
    """Return whoever is named in a seat of a setup, in the order of the seats."""
    return tuple(seating.person for seating in setup.seats if seating.person is not None)


def free_guest(taken: Collection[str]) -> str:
    """Return the first of "Guest", "Guest 2" ... that is not `taken`."""
    names = {name.casefold() for name in taken}
    number = 1
    while (name := GUEST if number == 1 else f"{GUEST} {number}").casefold() in names:
        number += 1
    return name


def seated(setup: Setup, library: Library | None) -> Setup:
    """Return the setup with a person of the `library` in every person's seat.

    Where no name is given, the first is the present player, who cannot sit twice, and all others
    are guests. There are no names in attract mode, without saving, and where a person plays alone
    before there is a player.
    """
    empty = [seat for seat in setup.humans if setup.seats[seat].person is None]
    if not empty or setup.demo or library is None:
        return setup
    named, seats = list(persons(setup)), list(setup.seats)
    current = library.current
    if current is None and len(setup.humans) == 1:
        return setup
    for seat in empty:
        if current is not None and current.id not in [person.profile for person in named]:
            person = Person(current.name, current.id)
        else:
            person = Person(free_guest([person.name for person in named]))
        named.append(person)
        seats[seat] = dataclasses.replace(seats[seat], person=person)
    return dataclasses.replace(setup, seats=tuple(seats))


def owner(setup: Setup, library: Library | None) -> str:
    """Return the id of the player in a `library` whose match it is; "" where only guests sit.

    The player of now, who need not sit where agents alone play, else the first player that sits.
    """
    if library is None or setup.demo:
        return ""
    ids = [person.profile for person in persons(setup) if person.profile]
    current = library.current
    if current is not None and (current.id in ids or not setup.humans):
        return current.id
    return next(iter(ids), "")


def players(setup: Setup, library: Library) -> dict[int, Profile]:
    """Return the players in a `library` that sit by a `setup`, by their seats.

    As far as there still are such players.
    """
    found = {
        seat: library.profile(seating.person.profile)
        for seat, seating in enumerate(setup.seats)
        if seating.person is not None
    }
    return {seat: profile for seat, profile in found.items() if profile is not None}


def deleted(setup: Setup, library: Library) -> list[str]:
    """Return the names of those in a `setup` who are no players in a `library` any more."""
    there = {profile.id for profile in players(setup, library).values()}
    return [p.name for p in persons(setup) if p.profile and p.profile not in there]


def kept_people(setup: Setup, own: str) -> tuple[Person, ...]:
    """Return the people to keep with an unfinished match of a `setup`; () where only its owner
    `own` sits.
    """
    found = persons(setup)
    return () if [person.profile for person in found] == [own] else found


def with_people(seats: tuple[Seating, ...], people: Collection[Person]) -> tuple[Seating, ...]:
    """Return the seats of a kept match with the people that were kept with it, where any were.

    Raises `BadSave` for people who cannot sit there.
    """
    if not people:
        return seats
    ids = [person.profile for person in people if person.profile]
    if len(people) != sum(seating.agent == HUMAN for seating in seats):
        raise BadSave("it names other people than sit in it.")
    if len(set(ids)) != len(ids):
        raise BadSave("it has one player in two seats.")
    rest = iter(people)
    return tuple(
        dataclasses.replace(seating, person=next(rest)) if seating.agent == HUMAN else seating
        for seating in seats
    )


# -- as a command writes it --------------------------------------------------------------


def is_person(name: str) -> bool:
    """Return whether a name on a command line means a person: `human`, or `human:name=Ada`."""
    return name.partition(":")[0] == HUMAN


def named_seat(name: str) -> Seating:
    """Return the seat of a person as a command names it; raises `BadOption`."""
    _, colon, option = name.partition(":")
    if not colon:
        return Seating(HUMAN)
    key, equals, value = option.partition("=")
    if key != "name" or not equals:
        raise BadOption(f"{HUMAN} has no option {key[:40]!r}; write {HUMAN}:name=NAME.")
    try:
        return Seating(HUMAN, person=Person(clean_name(value)))
    except BadName as problem:
        raise BadOption(f"{value[:40]!r} is no name: {problem}") from None


def recognised(setup: Setup, library: Library) -> Setup:
    """Return the setup with every person who has the name of a player in the `library` as that
    player.

    Raises `BadOption` where a player would sit twice.
    """
    known: Mapping[str, Profile] = {p.name.casefold(): p for p in library.profiles()}
    seats, names = list(setup.seats), set()
    for seat, seating in enumerate(seats):
        person = seating.person
        if person is None:
            continue
        if person.name.casefold() in names:
            raise BadOption(f"{person.name} cannot sit in two seats; name somebody else.")
        names.add(person.name.casefold())
        profile = known.get(person.name.casefold())
        if profile is not None:
            seats[seat] = dataclasses.replace(seating, person=Person(profile.name, profile.id))
    return dataclasses.replace(setup, seats=tuple(seats))
