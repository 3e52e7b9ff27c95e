"""The opponents of a game as a ladder, weakest at the foot: order, strength in a word, results.

Where agents were measured, their figures order them (`AgentSpec.measure`): those without a figure
keep their places in the list of the game, and those with one fill the places between in ascending
order. How strong an agent is stands in a word by one rule (`strength_word`). A rank that is a belt
("green belt") is won from whoever has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games import catalog
from games.agents import NOT_MEASURED, AgentSpec
from games.core import BadOption, GameSpec
from games.store.statistics import Statistics

LEVELS: Final = (0, 0, 1, 2, 2, 3)
"""Which of the four words belongs to each `AgentSpec.level`, 0 to 5, where nothing was measured; by
hand, as the levels are."""


class Standing(NamedTuple):
    """How a player stands against one opponent: matches won, of how many, whether it is a game
    that is won at all, and how many of them were drawn.
    """

    won: int
    matches: int
    decided: bool = True
    drawn: int = 0

    @property
    def words(self) -> str:
        """In a few words, "" where they have not met."""
        if not self.matches:
            return ""
        if not self.decided:
            return "Met once" if self.matches == 1 else f"Met {self.matches} times"
        told = f"You win {self.won} of {self.matches}"
        return f"{told}, {self.drawn} drawn" if self.drawn else told


BELTS: Final = ("white", "yellow", "green", "blue", "brown", "black")
"""The first words of the ranks that are belts."""


class Belt(NamedTuple):
    """A belt by the rank of who gives it, and whether it was won."""

    rank: str
    won: bool


def rungs(game_id: str, agents: Iterable[AgentSpec] | None = None) -> tuple[AgentSpec, ...]:
    """The agents on the ladder of game `game_id`, the weakest first; raises `UnknownGame`.

    `agents` are those of the game as they are told now, else all of them as they ship.
    """
    offer = catalog.offered(game_id)
    told = [agent.told() for agent in offer.agents] if agents is None else list(agents)
    shown = [agent for agent in told if agent.id in offer.ladder or not offer.ladder]
    return by_strength(shown)


def by_strength(agents: Sequence[AgentSpec]) -> tuple[AgentSpec, ...]:
    """The `agents` in the order of what was measured, the weakest first."""
    measures = [agent.with_options({}).measure for agent in agents]
    known = [(measure, number) for number, measure in enumerate(measures) if measure is not None]
    ascending = iter(sorted(known))
    order = (
        number if measure is None else next(ascending)[1] for number, measure in enumerate(measures)
    )
    return tuple(agents[number] for number in order)


def strength_word(spec: GameSpec, chosen: AgentSpec) -> str:
    """How strong an agent is in one of the words of the game `spec`, "" where nobody knows.

    `chosen` has its options as its defaults. Its own word goes before all; then an option that says
    itself what its numbers mean; else the word is that of the band of what was measured; where the
    game measures nothing, that of its level; where it was measured, but not so, there is none.
    """
    if chosen.word:
        return chosen.word
    for option in chosen.options:
        if option.words:
            return option.word(option.default)
    if chosen.measure is not None:
        return spec.strengths[sum(bound <= chosen.measure for bound in spec.bands)]
    if chosen.strength == NOT_MEASURED or chosen.variant is not None:
        return ""
    return spec.strengths[LEVELS[min(max(chosen.level, 0), len(LEVELS) - 1)]]


def standing(statistics: Statistics, game_id: str, agent_id: str) -> Standing:
    """How the player of these `statistics` stands against `agent_id` of a game.

    Whatever options it had; of matches that are won at all only those count that were played to
    their end. Names of before count for the agent that they mean.
    """
    found = [r for r in statistics.of(game_id) if agent_of(game_id, r.agent) == agent_id]
    won, drawn, lost = (sum(getattr(r, name) for r in found) for name in ("won", "drawn", "lost"))
    matches, decided = sum(record.matches for record in found), won + drawn + lost
    return Standing(won, decided or matches, bool(decided) or not matches, drawn)


def is_belt(rank: str) -> bool:
    """Whether a `rank` is called by a belt."""
    colour, _, kind = rank.partition(" ")
    return kind == "belt" and colour in BELTS


def belts(game_id: str, statistics: Statistics) -> list[Belt]:
    """The belts of a game, the weakest first, as the player of these `statistics` has them."""
    ladder = [agent for agent in rungs(game_id) if is_belt(agent.rank)]
    return [Belt(agent.rank, standing(statistics, game_id, agent.id).won > 0) for agent in ladder]


def agent_of(game_id: str, name: str) -> str:
    """The id of the agent that a record calls `name`; the name itself where there is none now."""
    try:
        return catalog.resolve(game_id, name).spec.id
    except (catalog.UnknownAgent, BadOption):
        return name
