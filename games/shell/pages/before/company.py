"""The people on the page before a match: who plays now, other players of this machine, guests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.core import Person, Seating
from games.session.setup import HUMAN, Setup
from games.session.sitting import free_guest
from games.shell.pages.naming import NamePage
from games.shell.shell import Shell
from games.shell.widgets.picker import PageChoice, PickRow
from games.store.profiles import BadName, clean_name

GUEST_WORDS = "A guest, of whom nothing is kept."
Candidate = str | Person
"""Who can sit: `HUMAN` is who plays now, then another person, or the id of an agent."""


class Company:
    """The people in seats; `named` has all but the present player, by their seats.

    `seats` are the page's, each `HUMAN` or the id of an agent.
    """

    def __init__(self, shell: Shell, seats: list[str]) -> None:
        self.shell, self.seats = shell, seats
        self.named: dict[int, Person] = {}

    @property
    def own_id(self) -> str:
        """The id of the player of now, or "" before there is one."""
        profile = self.shell.profile
        return "" if profile is None else profile.id

    def take(self, before: Setup) -> None:
        """Begin with the people of an earlier match, `before`."""
        for seat, seating in enumerate(before.seats):
            if seating.person is not None and not self._plays_now(seating.person):
                self.named[seat] = seating.person

    def _plays_now(self, person: Person) -> bool:
        return bool(person.profile) and person.profile == self.own_id

    def look_again(self) -> None:
        """Look for the players again: they may have other names by now; one who was deleted is a
        guest.
        """
        for seat, person in self.named.items():
            profile = self.shell.library.profile(person.profile)
            if profile is None or self._plays_now(person):
                self.named[seat] = Person(person.name)
            else:
                self.named[seat] = Person(profile.name, profile.id)

    def sitting(self, seat: int) -> Candidate:
        """Return the player of a seat now."""
        person = self.named.get(seat)
        return self.seats[seat] if person is None or self.seats[seat] != HUMAN else person

    def elsewhere(self, candidate: Candidate, seat: int) -> int | None:
        """Return another seat than this that the `candidate` has already."""
        others = (other for other in range(len(self.seats)) if other != seat)
        return next((other for other in others if self.sitting(other) == candidate), None)

    def sit(self, seat: int, candidate: Candidate) -> None:
        """Let the `candidate` take a seat."""
        self.named.pop(seat, None)
        if isinstance(candidate, Person):
            self.named[seat], candidate = candidate, HUMAN
        self.seats[seat] = candidate

    def candidates(self, seat: int) -> list[Candidate]:
        """Return the present player, the other players, and a guest."""
        others = (p for p in self.shell.library.profiles() if p.id != self.own_id)
        person = self.named.get(seat)
        if person is None or person.profile:
            sitting = [person.name for person in self.named.values()]
            person = Person(free_guest([*sitting, *self.players()]))
        return [HUMAN, *(Person(p.name, p.id) for p in others), person]

    def players(self) -> list[str]:
        """Return the names of all players."""
        return [profile.name for profile in self.shell.library.profiles()]

    def row(self, candidate: Candidate, elsewhere: str) -> PickRow:
        """Return the `candidate` in the list for a seat; `elsewhere` names their other seat."""
        if isinstance(candidate, Person) and not candidate.profile:
            return PickRow(candidate.name, GUEST_WORDS)
        if isinstance(candidate, Person):
            name, line = candidate.name, "Plays here, too; results are kept for each player."
            hindrance = f"{name} sits in the seat {elsewhere}; choose somebody else there first."
        else:
            profile, name = self.shell.profile, "You"
            line = "" if profile is None else f"{profile.name}, who plays now."
            hindrance = f"You sit in the seat {elsewhere}; choose somebody else there first."
        return PickRow(name, line, hindrance if elsewhere else "")

    def words(self, seating: Seating) -> str:
        """Return the name of the person of a `seating` in a saved match."""
        person = seating.person
        return "You" if person is None or self._plays_now(person) else person.name

    def guest_row(self, seat: int, changed: Callable[[], None]) -> Sequence[PageChoice]:
        """Return the row with the name of the guest in a seat, if one sits there; `changed` hears a
        new one.
        """
        person = self.named.get(seat)
        if person is None or person.profile:
            return ()
        hint = f"{GUEST_WORDS} Choose to change the name."
        label = "Name of the guest"
        return (PageChoice(label, person.name, lambda: self._ask(seat, changed), hint),)

    def _ask(self, seat: int, changed: Callable[[], None]) -> None:
        """Ask for the name of a guest; a player's name is not asked for."""

        def done(text: str, avatar: int) -> None:
            name = clean_name(text)
            others = [person.name for other, person in self.named.items() if other != seat]
            if name.casefold() in {taken.casefold() for taken in (*others, *self.players())}:
                raise BadName(f"{name} is somebody else here; take another name.")
            self.named[seat] = Person(name)
            self.shell.pop()
            changed()

        title, name = "Name of the guest", self.named[seat].name
        self.shell.push(NamePage(self.shell, title, name, None, done))
