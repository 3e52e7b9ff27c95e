"""The memory of agents about the people of this machine, from match to match.

An agent that `learns` starts a person's match from its earlier learning about that person, or,
where there is none yet, from the common part of all other players (unless the settings forbid it).
The start is part of the setup, so that the log of the match holds it. The learned data are kept
once, at the end of a match that is recorded: never from a glass box or a demo. Where the player's
memory is another by then (it was forgotten, or another player sits there), an agent that starts
from the present memory is taught the match again, so that forgotten data do not come back.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from games import catalog
from games.agents import LostWeights
from games.arrays import BadWeights, arrays_from_text, arrays_to_text, reading_learned
from games.core import FAILURES, Player, Seating
from games.match import Match
from games.session.setup import HUMAN, Setup
from games.store.library import Library
from games.store.profiles import LEARNED_BYTES, Profile, Settings

TRIED: Final = "tried"
"""The name of an array in a brain that is only tried out: what it plays is not kept."""


@dataclass(frozen=True)
class Memory:
    """The memory about one player, and the place to report learned data that cannot be used.

    With `shared` a new player starts from the common part of the others; `notify` gets sentences
    for the player.
    """

    library: Library
    profile: Profile | None
    shared: bool
    notify: Callable[[str], None]

    @classmethod
    def of(cls, library: Library, settings: Settings, notify: Callable[[str], None]) -> Memory:
        """Return the memory of the player who plays now, in a `library`, by the `settings`."""
        return cls(library, library.current, settings.local_prior, notify)

    def of_who_plays(self, setup: Setup) -> Memory:
        """Return the memory of the one person that a `setup` names, where it names one."""
        person = setup.seats[setup.humans[0]].person if len(setup.humans) == 1 else None
        if person is None:
            return self
        return dataclasses.replace(self, profile=self.library.profile(person.profile))

    def add_starts(self, setup: Setup) -> Setup:
        """Return the `setup` with the start of every agent that has one; raises `LostWeights`."""
        found = self.of_who_plays(setup)
        return found._add_learned_starts(found._add_brains(setup))

    def _add_learned_starts(self, setup: Setup) -> Setup:
        """Return the `setup` with the start of every agent that has learned, or could have, from
        the person.

        Where no person plays, or more than one, no agent starts from memory.
        """
        if self.profile is None or setup.demo or len(setup.humans) != 1:
            return setup
        seats = [
            dataclasses.replace(seating, start=self.start(setup.game, seating))
            if learns(setup.game, seating)
            else seating
            for seating in setup.seats
        ]
        return dataclasses.replace(setup, seats=tuple(seats))

    def _add_brains(self, setup: Setup) -> Setup:
        """Return the setup with the player's kept brain for each agent, where none is chosen.

        An agent that is taught has learned since its last match. In attract mode there are no
        brains.
        """
        if setup.demo:
            return setup
        seats = tuple(
            seating
            if seating.agent == HUMAN or (seating.start and not taught(setup.game, seating))
            else dataclasses.replace(seating, start=self._brain(setup.game, seating.agent))
            for seating in setup.seats
        )
        return dataclasses.replace(setup, seats=seats)

    def start(self, game: str, seating: Seating) -> str | None:
        """Return the start of the agent of a `seating` against the present player."""
        return self._own_start(game, seating) or self._local_start(game, seating)

    def _own_start(self, game: str, seating: Seating) -> str | None:
        """Return the learned text about the player, if the agent can use it, else set aside."""
        assert self.profile is not None
        text = self.library.learned(self.profile.id, game)
        problem = None if text is None else _problem(game, seating, text)
        if problem is not None:
            self._refuse(game, problem)
            return None
        return text

    def _refuse(self, game: str, problem: str) -> None:
        assert self.profile is not None
        self.library.refuse_learned(self.profile.id, game)
        self.notify(f"{problem} It starts anew; the file is kept beside its place as .bad.")

    def _brain(self, game: str, agent: str) -> str | None:
        """Return the player's kept brain for an agent, if it can be used; else it is set aside.

        Raises `LostWeights`.
        """
        spec = catalog.agent(game, agent) if agent != "demo" else None
        takes = spec.takes if spec is not None and spec.ours else None
        text = None if self.profile is None else self.library.learned(self.profile.id, game)
        if takes is None or text is None:
            return None
        try:
            with reading_learned():
                if not takes(text):
                    return None
            problem = _problem(game, Seating(agent), text)
        except LostWeights:
            raise
        except BadWeights as error:
            problem = str(error)
        if problem is not None:
            self._refuse(game, problem)
            return None
        return text

    def _local_start(self, game: str, seating: Seating) -> str | None:
        """Return the common part of the other players of this machine, if it is allowed."""
        if not self.shared or self.profile is None:
            return None
        library, own = self.library, self.profile.id
        others = (profile.id for profile in library.profiles() if profile.id != own)
        texts = [text for other in others if (text := library.learned(other, game)) is not None]
        try:
            start = catalog.local_start(game, texts) if texts else None
        except LostWeights:
            raise
        except BadWeights:
            return None
        return start if start is not None and _problem(game, seating, start) is None else None

    def keep(
        self, setup: Setup, match: Match[Any], failed: Callable[[int, BaseException], None]
    ) -> bool:
        """Keep the agents' knowledge of the player from a finished match.

        `setup` is the match's; `failed` gets the seat of an agent that raises, and its exception.
        Returns whether there was any.
        """
        return self.of_who_plays(setup)._keep(setup, match, failed)

    def _keep(
        self, setup: Setup, match: Match[Any], failed: Callable[[int, BaseException], None]
    ) -> bool:
        if self.profile is None or len(setup.humans) != 1:
            return False
        for seat, seating in enumerate(setup.seats):
            agent = match.players.get(seat)
            if agent is None or not (learns(setup.game, seating) or taught(setup.game, seating)):
                continue
            known = learns(setup.game, seating)
            start = self.start(setup.game, seating) if known else seating.start
            try:
                if start != seating.start:
                    agent = _retrained(setup, seat, start, match)
                text = agent.learned() or ""
                if not isinstance(text, str):
                    raise TypeError("What was learned is not text.")
                if text:  # what cannot be read again is not kept
                    catalog.seated(setup.game, seating).make(text)
            except FAILURES as problem:  # whatever it is, the result counts
                failed(seat, problem)
                continue
            if text and not known:
                text = self._beside_others(setup.game, text)
            if 0 < len(text) <= LEARNED_BYTES:
                return self.library.save_learned(self.profile.id, setup.game, text)
        return False

    def _beside_others(self, game: str, brain: str) -> str:
        """Return a `brain` as text, with the brains of other agents that the player has kept."""
        assert self.profile is not None
        kept = self.library.learned(self.profile.id, game)
        if kept is None:
            return brain
        return arrays_to_text({**arrays_from_text(kept), **arrays_from_text(brain)})


def taught(game: str, seating: Seating) -> bool:
    """Return whether a `game` against a person teaches the brain of the agent of a `seating`.

    It then is the player's own brain; one that is only `TRIED` is not taught.
    """
    if seating.agent in (HUMAN, "demo"):
        return False
    spec = catalog.seated(game, seating).spec
    if not (spec.taught and spec.ours):
        return False
    try:
        return seating.start is None or TRIED not in arrays_from_text(seating.start)
    except BadWeights:
        return False


def learns(game: str, seating: Seating) -> bool:
    """Return whether the learning of the agent of a `seating` in a `game` outlasts the match.

    The learned text of a stranger's program is not kept: it would be read here.
    """
    if seating.agent in (HUMAN, "demo"):
        return False
    spec = catalog.seated(game, seating).spec
    return spec.learns and spec.ours


def _problem(game: str, seating: Seating, text: str) -> str | None:
    """Return why the agent cannot start from this text, or None; raises `LostWeights`."""
    try:
        catalog.seated(game, seating).make(text)
    except LostWeights:
        raise
    except BadWeights as problem:
        return str(problem)
    return None


def _retrained(setup: Setup, seat: int, start: str | None, match: Match[Any]) -> Player:
    """Return the seat's agent after the same match, begun from `start`."""
    seating = setup.seats[seat]
    agent = catalog.seated(setup.game, seating).make(start)
    again: Match[Any] = Match(match.game, setup.params, setup.seed, {seat: agent})
    again.replay(match.turns)
    return agent
