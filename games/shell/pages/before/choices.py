"""The choices before a match, without their look: seats, options, seed, and the last time's."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games import bots, catalog, log
from games.agents import AgentSpec
from games.core import Log, Person, Seating
from games.session import growing, ladder
from games.session.setup import HUMAN, Setup
from games.session.sitting import free_guest, kept_people, seated, with_people
from games.session.starting import check_seats, first_options, fresh_seed
from games.shell.pages.before.company import Candidate, Company
from games.shell.pages.before.own_weights import OwnWeights
from games.shell.shell import Shell
from games.spec import GameLevel, Option, Params, Seat
from games.store.chosen import Chosen, load_chosen, save_chosen


def _present(agent: AgentSpec, own: Sequence[AgentSpec]) -> str | None:
    """Return the id of an agent of an earlier match; of a bot as its file is now, None for none."""
    if not agent.id.startswith(bots.PREFIX):
        return agent.id
    return bots.present(agent.id, [bot.id for bot in own])


class MatchChoices:
    """The choices for a match of one game, which begin as they were last time, or as usual.

    `seats` has for each seat `HUMAN` or the id of an agent, `agent_values` the options chosen for
    the agent of a seat, `params` the game's options; `chose_seed` means that the `seed` was chosen,
    so that the match is practice. `hand` is the seat that the ladder sets.
    """

    def __init__(self, shell: Shell, game_id: str, before: Setup | None = None) -> None:
        """Begin from `before`, the setup of a match, else from the setup of the last time."""
        self.shell, self.spec = shell, catalog.spec(game_id)
        self.own = OwnWeights(shell, game_id)
        self.look_for_bots()
        self.seed, self.chose_seed = fresh_seed(), False
        self.glass_box = False
        self.tuned: dict[tuple[int, str], dict[str, Any]] = {}
        self._mates: dict[int, str] = {}  # who was with the player, while nobody plays
        self._begin()
        if before is not None:
            self._begin_from(before, self.spec.undraw(before.params, before.seed))
        elif (recalled := self._recalled()) is not None:
            self._begin_from(recalled, recalled.params)
        self.hand = self.first_hand()

    def look_for_bots(self) -> None:
        """Find the player's own bots, which may be others by now."""
        self.bots = [catalog.agent(self.spec.id, kept) for kept in bots.own()]

    def _begin(self) -> None:
        self.seats: list[str] = []
        self.agent_values: dict[int, dict[str, Any]] = {}
        self.company = Company(self.shell, self.seats)
        self._begin_mode(
            {self.spec.modes.option: self.spec.modes.first} if self.spec.modes.first else {}
        )

    def _begin_mode(self, given: Mapping[str, Any]) -> None:
        """Set all to the usual values with these options."""
        self.params = self.spec.params(given)
        own = self._own_seat
        self.seats[:] = [HUMAN if seat == own else self.usual(seat) for seat in self._numbers]
        self.agent_values.clear()
        self.company.named.clear()
        self.tuned.clear()
        self._mates.clear()

    def _begin_from(self, before: Setup, chosen: Params) -> None:
        """Begin from an earlier match for which these options were `chosen`, all but its seed."""
        found = {
            seat: catalog.seated(before.game, seating)
            for seat, seating in enumerate(before.seats)
            if seating.agent != HUMAN
        }
        self.params |= {name: chosen[name] for name in self.params if name in chosen}
        self.glass_box = before.glass_box
        self.seats[:] = [
            (_present(found[seat].spec, self.bots) or self.usual(seat)) if seat in found else HUMAN
            for seat in range(len(before.seats))
        ]
        for seat, place in enumerate(self.places[: len(self.seats)]):
            if self.seats[seat] in place.unoffered:
                self.seats[seat] = self.usual(seat)
        self.agent_values = {
            seat: dict(agent.options)
            for seat, agent in found.items()
            if self.seats[seat] == agent.spec.id or not agent.spec.ours
        }
        self.company.take(before)

    def is_like(self, other: MatchChoices) -> bool:
        """Return whether the same sit here as in `other` choices, in the same mode."""
        mode = self.spec.modes.option
        same = not mode or self.params[mode] == other.params[mode]
        return same and self.seats == other.seats

    # -- seats -------------------------------------------------------------------------

    @property
    def places(self) -> tuple[Seat, ...]:
        """The seats that the options as they are give."""
        return self.spec.seats_for(self.params)

    @property
    def _numbers(self) -> range:
        return range(len(self.places))

    def usual(self, seat: int) -> str:
        """Return the id of the agent that a newcomer meets in a seat."""
        return self.spec.usual_agent(self.places[seat])

    def choose_mode(self, mode: str) -> None:
        """Play another of the game's modes, with what is usual there and the maze as it was."""
        kept = {
            option.name: self.params[option.name]
            for option in self.spec.options
            if not option.follows and option.name != self.spec.modes.option
        }
        self._begin_mode({**kept, self.spec.modes.option: mode})
        self.hand = self.first_hand()

    @property
    def _own_seat(self) -> int | None:
        """The seat of the player before any choice: none in a game for one, just watched."""
        if len(self.places) == 1:
            return None
        return next((number for number, place in enumerate(self.places) if place.people), None)

    @property
    def opponents(self) -> list[int]:
        """The seats that agents have, without those that go with another."""
        return [n for n, who in enumerate(self.seats) if who != HUMAN and led(self, n) is None]

    def first_hand(self) -> int:
        """Return the foremost opponent's seat, else the last for an agent, else the last."""
        places = self.places
        able = [number for number, place in enumerate(places) if place.agents]
        opponents = sorted(self.opponents, key=lambda seat: not places[seat].foremost)
        return next(iter(opponents), able[-1] if able else len(self.seats) - 1)

    def fit(self) -> None:
        """Fit the seats to options that changed, and perhaps their number."""
        count = len(self.places)
        del self.seats[count:]
        for number in range(len(self.seats), count):
            self.seats.append(self.usual(number) if self.places[number].agents else HUMAN)
        for seat, place in enumerate(self.places):
            if not self._can_sit(place, self.seats[seat]):
                self.sit(seat, HUMAN if place.people else self.usual(seat))
        for values in (self.agent_values, self.company.named):
            for seat in [seat for seat in values if seat >= count]:
                del values[seat]
        if self.hand >= count:
            self.hand = self.first_hand()

    def _can_sit(self, place: Seat, who: str) -> bool:
        """Return whether `who`, a person or the agent with this id, can have a `place`."""
        if who == HUMAN:
            return place.people
        return place.agents and self.agent(who).fits(place.role)

    def for_seat(self, seat: int) -> list[AgentSpec]:
        """Return the agents that can take a seat, weakest first, then the player's own bots; a
        guest only if it sits there.
        """
        place, own = self.places[seat], [*self.own.agents, *self.bots]
        agents = [*ladder.by_strength(self.own.agents), *self.bots] if place.agents else ()
        fitting = [a for a in agents if a.fits(place.role) and a.id not in place.unoffered]
        sits = self.seats[seat]
        if sits != HUMAN and all(agent.id != sits for agent in own):
            fitting.append(self.agent(sits))
        if not self.spec.modes.option:
            return fitting
        return [agent for agent in fitting if not agent.hindrance(self.params)]

    def candidates(self, seat: int) -> list[Candidate]:
        """Return the candidates for a seat: people, then the agents, weakest first."""
        people: list[Candidate] = [HUMAN] if self.places[seat].people else []
        if people and sum(place.people for place in self.places) > 1:
            people = self.company.candidates(seat)
        return [*people, *(agent.id for agent in self.for_seat(seat))]

    def sit(self, seat: int, candidate: Candidate) -> None:
        """Let a candidate take a seat; an agent has the options that it had there before."""
        self.tuned[seat, self.seats[seat]] = self.agent_values.pop(seat, {})
        self.company.sit(seat, candidate)
        values = self.tuned.get((seat, self.seats[seat]))
        if self.seats[seat] != HUMAN and values:
            self.agent_values[seat] = values
        for other in self._numbers:
            if led(self, other) == seat:
                self.company.sit(other, self.seats[seat])

    def sit_person(self, seat: int) -> None:
        """Let a person take a seat: the player, if they have no other, else a guest."""
        if self.company.elsewhere(HUMAN, seat) is None:
            self.sit(seat, HUMAN)
            return
        taken = [person.name for person in self.company.named.values()]
        self.sit(seat, Person(free_guest([*taken, *self.company.players()])))

    @property
    def can_watch(self) -> bool:
        """True if agents can have all seats, of several."""
        return len(self.seats) > 1 and all(place.agents for place in self.places)

    @property
    def watching(self) -> bool:
        """True if only agents play."""
        return HUMAN not in self.seats

    def watch(self, watching: bool) -> None:
        """Let agents have the seats of people, or give the player a seat again."""
        if not watching:
            self.sit_person(self._own_seat or 0)
            for seat in self._numbers:
                if is_mate(self, seat):
                    self.sit(seat, self._mates.get(seat, self.usual(seat)))
            self.hand = self.first_hand()
            return
        self._mates = {n: who for n, who in enumerate(self.seats) if is_mate(self, n)}
        for seat, who in enumerate(self.seats):
            if who == HUMAN:
                self.sit(seat, self.spec.opponents.watched or self.usual(seat))
                self.hand = seat

    # -- agents ------------------------------------------------------------------------

    def agent(self, agent_id: str) -> AgentSpec:
        """Return an agent with its present description and usual options; a guest of the
        game, too.
        """
        shown = next((agent for agent in self.own.agents if agent.id == agent_id), None)
        return catalog.agent(self.spec.id, agent_id) if shown is None else shown

    def values(self, seat: int) -> dict[str, Any]:
        """Return the options of the agent of a seat, which can be changed there."""
        agent_id = self.seats[seat]
        first = first_options(self.spec, agent_id, HUMAN in self.seats)
        return self.agent_values.setdefault(seat, first)

    def chosen(self, seat: int) -> AgentSpec:
        """Return the agent of a seat with the options that are chosen for it."""
        return self.agent(self.seats[seat]).with_options(self.values(seat))

    def agent_options(self, seat: int) -> tuple[Option, ...]:
        """Return the options of the agent of a seat; () for a person."""
        if self.seats[seat] == HUMAN:
            return ()
        return tuple(o for o in self.agent(self.seats[seat]).options if not o.hidden)

    @property
    def hindrance(self) -> str:
        """The reason why an agent cannot play with these options, or ""."""
        return next((words for _, words in self._hindrances() if words), "")

    @property
    def hindered(self) -> str:
        """The name of the first agent that cannot play with these options, or ""."""
        return next((name for name, words in self._hindrances() if words), "")

    def _hindrances(self) -> Iterator[tuple[str, str]]:
        agents = (self.agent(self.seats[seat]) for seat in self.opponents)
        return ((agent.name, agent.hindrance(self.params)) for agent in agents)

    # -- the match ---------------------------------------------------------------------

    def choose_seed(self, seed: int) -> None:
        """Take a seed, which makes the match practice."""
        self.seed, self.chose_seed = seed, True

    def seating(self, seat: int) -> Seating:
        """Return the seating of a seat for a match."""
        if self.seats[seat] == HUMAN:
            return Seating(HUMAN, person=self.company.named.get(seat))
        leader = led(self, seat)
        chosen = self.chosen(seat if leader is None else leader)
        return Seating(chosen.id, chosen.defaults)

    def setup(self) -> Setup:
        """Return the setup of the match that is chosen, with what its options leave open drawn."""
        seats = tuple(self.seating(seat) for seat in range(len(self.seats)))
        params = self.spec.draw(self.params, self.seed)
        made = Setup(self.spec.id, seats, params, self.seed, self.glass_box)
        return dataclasses.replace(made, practice=self.chose_seed, afresh=not self.chose_seed)

    # -- last time ---------------------------------------------------------------------

    def remember(self) -> None:
        """Keep who plays and the options for the next time of this player."""
        profile, library = self.shell.profile, self.shell.library
        if profile is None:
            return
        setup = seated(self.setup(), library)
        text = log.encode(Log(setup.game, dict(self.params), 0, setup.seats))
        chosen = Chosen(text, kept_people(setup, profile.id))
        save_chosen(library.store, profile.id, setup.game, chosen)

    def _recalled(self) -> Setup | None:
        """Return the remembered choices, or None; impossible ones are ignored."""
        profile = self.shell.profile
        if profile is None:
            return None
        kept = load_chosen(self.shell.library.store, profile.id, self.spec.id)
        if kept is None:
            return None
        try:
            found = log.decode(kept.text)
            if found.game != self.spec.id:
                return None
            params = self.spec.params(found.params)
            seats = with_people(check_seats(self.spec, params, found.seats), kept.people)
        except ValueError:
            return None
        offered = {HUMAN, *(agent.id for agent in self.own.agents)}
        if any(seating.agent not in offered for seating in seats):  # a program of somebody's, say
            return None
        return Setup(self.spec.id, seats, params, 0)


def would_have(choices: MatchChoices, seat: int, agent_id: str) -> dict[str, Any]:
    """Return the options of an agent that has a seat, or that it would have if it took it."""
    if choices.seats[seat] == agent_id:
        return choices.values(seat)
    first = first_options(choices.spec, agent_id, HUMAN in choices.seats)
    return choices.tuned.get((seat, agent_id)) or first


def would_count(choices: MatchChoices, seat: int, agent_id: str) -> bool:
    """Return whether a match counts on the ladder if this agent has the seat."""
    if choices.chose_seed or choices.glass_box:
        return False
    options = would_have(choices, seat, agent_id)
    number = level_number(choices, seat, agent_id)
    if growing.belt_at(choices.spec, number) is not None:
        return ladder.fits_usual(choices.spec, choices.params)
    return ladder.counts(choices.spec, choices.params, choices.agent(agent_id), options)


# -- levels ----------------------------------------------------------------------------------


def levels_at(choices: MatchChoices) -> tuple[GameLevel, ...]:
    """Return the levels at which the opponents of the one person can play, () for none."""
    return growing.levels_of(choices.spec, choices.params) if _opposed(choices) else ()


def _opposed(choices: MatchChoices) -> tuple[int, ...]:
    seats = tuple(Seating(who) for who in choices.seats)
    return growing.opposed(choices.spec, choices.params, seats)


def level_at(choices: MatchChoices) -> int | None:
    """Return the number of the level at which the opponents play, None where they play at none."""
    seats = tuple(choices.seating(seat) for seat in range(len(choices.seats)))
    return growing.level_of(choices.spec, choices.params, seats)


def offer_at(choices: MatchChoices) -> growing.LevelOffer | None:
    """Return the next level where the last matches at the present one earned it, else None."""
    profile = choices.shell.profile
    if profile is None:
        return None
    rows = choices.shell.library.archive.finished(profile.id, choices.spec.id)
    seats = tuple(choices.seating(seat) for seat in range(len(choices.seats)))
    return growing.offer_to(choices.spec, rows, choices.params, seats)


def take_level(choices: MatchChoices, number: int) -> None:
    """Let all opponents play at the level of this `number`."""
    level = levels_at(choices)[number]
    for seat in _opposed(choices):
        choices.sit(seat, level.agent)
        choices.agent_values[seat] = {**choices.agent(level.agent).defaults, **level.values}


def level_number(choices: MatchChoices, seat: int, agent_id: str) -> int | None:
    """Return the number of the level that an agent plays at in a seat, or would play at there."""
    options = would_have(choices, seat, agent_id)
    found = enumerate(levels_at(choices))
    spec = choices.spec
    return next((n for n, lv in found if growing.is_level(spec, lv, agent_id, options)), None)


def on_ladder(choices: MatchChoices) -> bool:
    """Return whether such matches can count on a ladder: a person plays, and one side wins."""
    return choices.spec.decided and HUMAN in choices.seats and len(choices.seats) > 1


def led(choices: MatchChoices, seat: int) -> int | None:
    """Return the seat whose agent has this one too (`games.spec.Seat.of`), or None."""
    of = choices.places[seat].of
    return None if of is None or choices.seats[of] == HUMAN else of


def is_mate(choices: MatchChoices, seat: int) -> bool:
    """Return whether a seat goes with one that a person has, and is filled by itself as long."""
    of = choices.places[seat].of
    return of is not None and choices.seats[of] == HUMAN


def choices_of(shell: Shell, found: Log | None) -> MatchChoices | None:
    """Return the choices of a match that waits, or None, as of an arcade with other agents."""
    if found is None:
        return None
    try:
        params = catalog.spec(found.game).params(found.params)
        return MatchChoices(shell, found.game, Setup(found.game, found.seats, params, found.seed))
    except ValueError:
        return None


def follow(option: Option, options: Sequence[Option], values: dict[str, Any]) -> bool:
    """Give the options that follow this one their usual `values`; True where there are any."""
    followers = [other for other in options if other.follows == option.name]
    for other in followers:
        values[other.name] = other.default_with(values)
    return bool(followers)


def unlike_usual(options: Sequence[Option], values: Mapping[str, Any]) -> list[Option]:
    """Return the options whose `values` are not the usual ones."""
    return [
        option
        for option in options
        if not option.hidden and values[option.name] != option.default_with(values)
    ]
