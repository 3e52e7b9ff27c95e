"""The start of a match: fresh seeds and lots, a command's setup, the log of a kept match."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games import bots, catalog, log
from games.core import CHANCE, LOTS, Decision, Draw, Log, Seal, Seating, Turn
from games.fields import BadSave
from games.match import Match
from games.session.setup import HUMAN, Setup
from games.session.sitting import is_person, named_seat
from games.spec import BadOption, GameSpec, Params, Seat
from games.streams import Stream

SEED_BELOW: Final = 1_000_000  # a seed that a person can copy: six digits


def fresh_seed() -> int:
    """Return a random seed."""
    return secrets.randbelow(SEED_BELOW)


def demo_nonce(setup: Setup, turn: int, seat: int) -> str:
    """Return the nonce of the seal of a `seat` at a `turn` in attract mode, the same each time."""
    nonces = Stream.named(setup.seed, f"nonce {seat}")
    nonces.jump(turn)
    return f"{nonces.getrandbits(128):032x}"


def fresh_secret() -> str:
    """Return an unpredictable secret: 32 hexadecimal digits."""
    return secrets.token_hex(16)


class Lots:
    """The fresh draws in a match that a person plays: `seats` has the lots of the agents that
    decide at this turn.

    Every lot and nonce is a hash of the match's `secret`, the turn and the seat. The secret is kept
    with the unfinished match and in no other place: a match that is continued goes on as it would
    have, also after a kill or a power cut, and no agent and no log knows the next draws. Past draws
    stand in the log: an agent's lot with the nonce of its seal, the outcome of chance as a move.
    """

    def __init__(self, undo: bool, secret: str = "") -> None:
        """Begin with a `secret`, or a fresh one; `undo` is True where turns can be taken back."""
        self.seats: dict[int, int] = {}
        self.secret = secret or fresh_secret()
        self._undo = undo
        self._thrown: dict[int, str] = {}

    def _hash(self, what: str, turn: int, seat: int) -> bytes:
        return hashlib.sha256(f"{self.secret}/{what}/{turn}/{seat}".encode()).digest()

    def _lot(self, turn: int, seat: int) -> int:
        return int.from_bytes(self._hash("lot", turn, seat), "big") % (LOTS - 1) + 1

    def of_agent(self, turn: int, seat: int) -> int:
        """Return the lot of the agent of a `seat` at this `turn`."""
        return self.seats.setdefault(seat, self._lot(turn, seat))

    def seal(self, setup: Setup, turn: int, seat: int, decision: Decision) -> Seal:
        """Seal the `decision` of a `seat` at a `turn` with an unpredictable nonce."""
        nonce = self._hash("nonce", turn, seat).hex()[:32]
        return Seal(demo_nonce(setup, turn, seat) if setup.demo else nonce, decision.move)

    def opened(self, seals: Mapping[int, Seal]) -> dict[int, Draw]:
        """Return the draws behind the `seals` of this turn, by seat."""
        known = self.seats.items()
        return {seat: Draw(lot, seals[seat].nonce) for seat, lot in known if seat in seals}

    def thrown(self, match: Match[Any], afresh: bool = True) -> str:
        """Return chance's outcome at this turn of a `match`.

        It is the same again after turns are taken back, so that a player cannot throw again for
        better dice. Without `afresh` it comes from the seed, unless it was thrown before.
        """
        turn = len(match.turns)
        outcome = self._thrown.get(turn)
        if outcome is None or outcome not in dict(match.game.chance(match.state)):
            outcome = match.draw(self._lot(turn, CHANCE) if afresh else None)
        if self._undo and afresh:
            self._thrown[turn] = outcome
        return outcome

    def recall(self, turns: Sequence[Turn], begun: int) -> None:
        """Know what chance drew in `turns` that were played before, the first of them `begun`."""
        if self._undo:
            found = ((n, dict(turn).get(CHANCE)) for n, turn in enumerate(turns, start=begun))
            self._thrown.update((n, move) for n, move in found if move is not None)


def make_setup(
    game_id: str,
    opponent: str | None,
    seed: int | None,
    options: Mapping[str, Any],
    demo: bool,
    seat: str | None = None,
) -> Setup:
    """Return the setup of a match of `game_id` for a person, or a stand-in (`demo`), against
    opponents.

    `opponent` names the players of the other seats in order, with commas between, the last for all
    seats left; `seat` puts another player into the first seat. An agent is named as
    `catalog.resolve` reads it, a person as `games.session.sitting.named_seat` does. `options`
    belong to the game and the agents; without a `seed` a fresh one is drawn, and with one it is
    practice. Either way the seed draws the options left open (`GameSpec.draw`), except in a demo.
    Raises `UnknownAgent` and `BadOption`, also for more names than seats.
    """
    spec = catalog.spec(game_id)
    names = opponents(spec, spec.opponents.shown if demo and opponent is None else opponent)
    programs = [name for name in names if not is_person(name)]
    agents = {name: _resolved(spec, name, options, not demo) for name in programs}
    if seat is not None and not is_person(seat):
        agents[seat] = catalog.resolve(game_id, seat, options)
    own = {option.name for agent in agents.values() for option in agent.spec.options}
    params = spec.params({k: v for k, v in options.items() if k not in own})
    check_players(spec, options, params)
    places = spec.seats_for(params)
    first = seat or (names[0] if len(places) == 1 else "demo" if demo else HUMAN)
    others = _others(spec, places[1:], names, agents, opponent is not None)
    room = max(1, len(places) - 1)
    if opponent is not None and len(names) > room:
        named = "1 opponent" if room == 1 else f"{room} opponents"
        told = f"{spec.title} has room for {named}, and {len(names)} are named"
        raise BadOption(f"{told}; name fewer.")
    lead = (first, *others)
    others = [
        other
        if place.of is None or is_person(lead[place.of]) or lead[place.of] == "demo"
        else lead[place.of]
        for place, other in zip(places[1:], others, strict=True)
    ]
    agents |= {
        name: _resolved(spec, name, options, not demo)
        for name in {first, *others}
        if name not in agents and name != "demo" and not is_person(name)
    }
    seats = tuple(
        _seated(place, name, agents.get(name))
        for place, name in zip(places, (first, *others), strict=True)
    )
    practice, afresh = seed is not None and not demo, seed is None and not demo
    seed = (0 if demo else fresh_seed()) if seed is None else seed
    params = params if demo else spec.draw(params, seed)
    return Setup(game_id, seats, params, seed, demo=demo, practice=practice, afresh=afresh)


def rematch(setup: Setup) -> Setup:
    """Return the setup of another match with the choices of a `setup`: a fresh seed, or in demos
    and where the seed was chosen the next one.

    What was drawn of the options is drawn anew; a bot's file is read anew. A match that became
    practice, as by a hint, has another that counts.
    """
    spec, known = catalog.spec(setup.game), setup.demo or (setup.practice and not setup.afresh)
    seed = log.next_seed(setup.seed) if known else fresh_seed()
    chosen = spec.undraw(setup.params, setup.seed)
    params = chosen if known and chosen == setup.params else spec.draw(chosen, seed)
    seats = tuple(dataclasses.replace(seat, agent=bots.anew(seat.agent)) for seat in setup.seats)
    another = dataclasses.replace(setup, seats=seats).for_another()
    practice = known and setup.practice
    return dataclasses.replace(
        another, params=params, seed=seed, afresh=not known, practice=practice, why_practice=""
    )


def _others(
    spec: GameSpec,
    places: Sequence[Seat],
    names: Sequence[str],
    agents: Mapping[str, catalog.Resolved],
    given: bool,
) -> list[str]:
    """Return the players of the `places` but the first: each the next of the `names` that can sit
    there.

    The last that can takes the places left, and where none can, the usual one. Raises `BadOption`
    for a name that was `given` and can sit in no place.
    """

    def able(name: str, place: Seat) -> bool:
        return is_person(name) or agents[name].spec.fits(place.role)

    left, found = list(names), []
    for place in places:
        fitting = [name for name in left if able(name, place)]
        again = [name for name in names if able(name, place)]
        chosen = fitting[0] if fitting else again[-1] if again else spec.usual_agent(place)
        if fitting:
            left.remove(chosen)
        found.append(chosen)
    nowhere = [name for name in left if not any(able(name, place) for place in places)]
    if given and places and nowhere:
        raise BadOption(f"{nowhere[0][:40]} has no seat here; {spec.title} has others for it.")
    return found


def opponents(spec: GameSpec, written: str | None) -> list[str]:
    """Return the names in `written`, as on a command line; the usual one of `spec` without any."""
    return [name for name in (written or "").split(",") if name] or [spec.opponents.default]


def _resolved(
    spec: GameSpec, name: str, options: Mapping[str, Any], person: bool
) -> catalog.Resolved:
    usual = first_options(spec, catalog.agent(spec.id, name).id, person)
    return catalog.resolve(spec.id, name, {**usual, **options})


def _seated(place: Seat, name: str, agent: catalog.Resolved | None) -> Seating:
    if agent is not None:
        if not agent.spec.fits(place.role):
            raise BadOption(f"{agent.spec.name} cannot sit in the seat {place.name}.")
        return Seating(agent.spec.id, agent.options)
    if not is_person(name):
        return Seating(name)
    if not place.people:
        raise BadOption(f"The seat {place.name} is for an agent; name one.")
    return named_seat(name)


def first_options(spec: GameSpec, agent_id: str, person: bool) -> dict[str, Any]:
    """Return the options of `agent_id` where none are chosen, other than its own defaults.

    They are the options in `spec` for its default agent against a `person`.
    """
    return dict(spec.opponents.options) if person and agent_id == spec.opponents.default else {}


def check_players(spec: GameSpec, given: Mapping[str, Any], params: Params) -> None:
    """Raise `BadOption` where a `given` number of `players` does not fit the other options.

    An example is a position with another number of seats; `params` are all options.
    """
    count = len(spec.seats_for(params))
    if "players" in given and params.get("players", count) != count:
        told = f"players={params['players']} and another option that is for {count} do not agree"
        raise BadOption(f"{told}; leave players out, or give players={count}.")


def check_log(found: Log, game_id: str) -> Log:
    """Return the log `found` with its options as `game_id` reads them; raises `ValueError` if they
    cannot be.
    """
    spec = catalog.spec(game_id)
    if found.game != game_id:
        raise BadSave("it belongs to another game.")
    params = spec.params(found.params)
    seats = check_seats(spec, params, found.seats)
    if all(seating.agent != HUMAN for seating in seats):
        raise BadSave("nobody plays in it.")
    return dataclasses.replace(found, params=params, seats=seats)


def check_seats(spec: GameSpec, params: Params, found: tuple[Seating, ...]) -> tuple[Seating, ...]:
    """Return the seats in `found` as the game `spec` reads them, with the options `params`.

    Raises `ValueError` if they cannot be.
    """
    places = spec.seats_for(params)
    if len(found) != len(places):
        raise BadSave("it has other seats than this game.")
    return tuple(_check_seating(spec.id, *pair) for pair in zip(places, found, strict=True))


def strange_programs(game_id: str, seats: Iterable[Seating]) -> tuple[str, ...]:
    """Return the strangers' programs among the agents in `seats`, as a person knows them.

    That is the file which a seating names, or else the agent's name. An agent that the game
    `game_id` does not know is none.
    """
    sitting = tuple(seats)
    found = [sitting[seat] for seat in strangers(game_id, sitting)]
    return tuple(dict.fromkeys(str(s.options.get("file", s.agent)) for s in found))


def strangers(game_id: str, seats: Sequence[Seating]) -> list[int]:
    """Return the numbers of the `seats` in which strangers' programs sit, as a game knows them."""
    found = list[int]()
    for seat, seating in enumerate(seats):
        with contextlib.suppress(ValueError):
            ours = seating.agent in (HUMAN, "demo") or catalog.seated(game_id, seating).spec.ours
            found += [] if ours else [seat]
    return found


def _check_seating(game_id: str, place: Seat, seating: Seating) -> Seating:
    if not (place.people if seating.agent == HUMAN else place.agents):
        raise BadSave(f"{seating.agent[:40]} cannot sit in the seat {place.name}.")
    if seating.agent == HUMAN:
        return Seating(HUMAN)
    found = catalog.seated(game_id, seating)
    catalog.check_options(found.spec, seating.options)
    if not found.spec.fits(place.role):
        raise BadSave(f"{seating.agent[:40]} cannot sit in the seat {place.name}.")
    return dataclasses.replace(seating, agent=found.spec.id, options=found.options)
