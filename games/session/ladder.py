"""The opponents of a game as a ladder, weakest at the foot: order, strength in a word, results.

Where agents were measured, their figures order them (`AgentSpec.measure`): those without a figure
keep their places in the list of the game, and those with one fill the places between in ascending
order. An agent's strength in a word comes from one rule (`strength_word`).

A match counts on the ladder where its opponent is at least as strong as its figure, by the usual
rules and at full length (`counts`); any other is practice. What levels and belts ask for stands in
`games.session.growing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games import catalog, measured
from games.agents import NOT_MEASURED, AgentSpec
from games.measured import Rated
from games.spec import BadOption, GameSpec, Option, Params
from games.store.statistics import Record, Statistics, option_key, option_values

LEVELS: Final = (0, 0, 1, 2, 2, 3)
"""Which of the four words belongs to each `AgentSpec.level`, 0 to 5, where nothing was measured; by
hand, as the levels are."""


class Standing(NamedTuple):
    """A player's results against one opponent: matches won, of how many that count, whether the
    game has winners at all, how many of them were drawn, and how many more had other settings.
    """

    won: int
    matches: int
    decided: bool = True
    drawn: int = 0
    practice: int = 0

    @property
    def words(self) -> str:
        """In a few words, "" where they have not met."""
        if not self.decided:
            return "Met once" if self.matches == 1 else f"Met {self.matches} times"
        told = f"You win {self.won} of {self.matches}" if self.matches else ""
        told = f"{told}, {self.drawn} drawn" if self.drawn else told
        other = f"{self.practice} with other settings" if self.practice else ""
        return ", ".join(part for part in (told, other) if part)


def rungs(game_id: str, agents: Iterable[AgentSpec] | None = None) -> tuple[AgentSpec, ...]:
    """Return the agents on the ladder of game `game_id`, the weakest first; raises `UnknownGame`.

    `agents` are the game's with their present descriptions, else all of them as they ship.
    """
    offer = catalog.offered(game_id)
    told = [agent.told() for agent in offer.agents] if agents is None else list(agents)
    shown = [
        agent for agent in told if agent.id in offer.ladder or not offer.ladder or not agent.ours
    ]
    return by_strength(shown)


def by_strength(agents: Sequence[AgentSpec]) -> tuple[AgentSpec, ...]:
    """Return the `agents` in the order of what was measured, the weakest first."""
    measures = [agent.with_options({}).measure for agent in agents]
    known = [(measure, number) for number, measure in enumerate(measures) if measure is not None]
    ascending = iter(sorted(known))
    order = (
        number if measure is None else next(ascending)[1] for number, measure in enumerate(measures)
    )
    return tuple(agents[number] for number in order)


def strength_word(spec: GameSpec, chosen: AgentSpec) -> str:
    """Return the strength of an agent in one of the words of the game `spec`, "" where it is
    unknown.

    `chosen` has its options as its defaults. Its own word comes first; then an option that has
    words for its numbers; else the word is the band of the measured figure; in a game without
    figures, the level's word; where only other options were measured, there is none.
    """
    if chosen.word:
        return chosen.word
    for number, level in enumerate(spec.opponents.levels):
        same = (str(chosen.defaults.get(name)) == str(value) for name, value in level.options)
        if level.agent == chosen.id and all(same):
            return spec.opponents.strengths[number % len(spec.opponents.strengths)]
    for option in chosen.options:
        if option.words:
            return option.word(option.default)
    if chosen.measure is not None:
        bands = spec.opponents.bands
        return spec.opponents.strengths[sum(bound <= chosen.measure for bound in bands)]
    if chosen.strength == NOT_MEASURED or chosen.variant is not None:
        return ""
    return spec.opponents.strengths[LEVELS[min(max(chosen.level, 0), len(LEVELS) - 1)]]


def rating_of(spec: GameSpec, chosen: AgentSpec) -> Rated | None:
    """Return an agent's rating in the league of the game `spec`, None where it has none.

    `chosen` has its options as its defaults; only with the usual ones it was rated.
    """
    rated = measured.rated(spec.id, chosen.id)
    if rated is None or chosen.strength == NOT_MEASURED:
        return None
    return rated if chosen.defaults == catalog.agent(spec.id, chosen.id).defaults else None


# -- what counts -----------------------------------------------------------------------------


def counts(spec: GameSpec, params: Params, agent: AgentSpec, options: Mapping[str, Any]) -> bool:
    """Return whether a match counts on the ladder of a game, by its `spec`; else it is practice.

    `params` are the options of the match as they were chosen (`GameSpec.undraw`), `options` the
    options of the `agent`, which has its usual ones as its defaults. Values may be text, as records
    have them; what is missing is as usual. The match has the usual length, at which the opponents
    were measured, and the usual rules, in any mode of the game. Each option of the agent is as
    usual, as it was measured, or known to be stronger: by the measured figure of the variant, or by
    `Option.counts`. A match against a stranger's program never counts.
    """
    return agent.ours and fits_usual(spec, params) and _as_strong(agent, options)


def fits_usual(spec: GameSpec, params: Params) -> bool:
    """Return whether a match by `params` has the usual rules and length, in any mode of a game."""
    return all(
        option.name == spec.modes.option or _fits(option, params, option.default_with(params))
        for option in spec.options
    )


def _fits(option: Option, values: Mapping[str, Any], usual: object) -> bool:
    """Return whether an option is as usual, or has one of its values that count too.

    Text is compared and not parsed where no other value counts: it may name a file.
    """
    value = values.get(option.name, usual)
    if str(value) == str(usual):
        return True
    if not option.counts:
        return False
    try:
        parsed = option.parse(value)
    except BadOption:
        return False
    if option.kind in ("int", "float"):
        return bool(min(option.counts) <= parsed <= max(option.counts))
    return parsed in option.counts


def _as_strong(agent: AgentSpec, options: Mapping[str, Any]) -> bool:
    if all(_fits(option, options, option.default) for option in agent.options):
        return True
    if agent.variant is None:
        return False
    known = agent.defaults.keys() & options.keys()
    try:
        measure = agent.with_options({name: options[name] for name in known}).measure
    except BadOption:
        return False
    usual = agent.with_options({}).measure
    return measure is not None and usual is not None and measure >= usual


def record_counts(record: Record) -> bool:
    """Return whether the matches of a record count on the ladder of its game.

    They do not where the record joins several sets of options, nor for an unknown agent.
    """
    try:
        spec, found = catalog.spec(record.game), catalog.resolve(record.game, record.agent)
    except (catalog.UnknownAgent, catalog.UnknownGame, BadOption):
        return False
    values = option_values(record.options)
    agent = catalog.agent(record.game, found.spec.id)
    names = {option.name for option in (*spec.options, *agent.options)}
    if option_key(values) != record.options or not values.keys() <= names:
        return False
    return counts(spec, values, agent, {**found.options, **values})


def _met(statistics: Statistics, game_id: str, agent_id: str) -> list[Record]:
    """Return the records against an agent; names of before count for the agent that they mean."""
    return [r for r in statistics.of(game_id) if agent_of(game_id, r.agent) == agent_id]


def standing(statistics: Statistics, game_id: str, agent_id: str) -> Standing:
    """Return the results of the player of these `statistics` against `agent_id` of a game.

    In a game with winners only matches that were played to their end are counted.
    """
    found = _met(statistics, game_id, agent_id)
    matches, decided = sum(record.matches for record in found), sum(map(_decided, found))
    if not decided:
        return Standing(0, matches, not matches)
    counted = [record for record in found if record_counts(record)]
    played = sum(map(_decided, counted))
    won, drawn = (sum(getattr(r, name) for r in counted) for name in ("won", "drawn"))
    return Standing(won, played, True, drawn, decided - played)


def _decided(record: Record) -> int:
    """Return the number of matches that were played to an end."""
    return record.won + record.drawn + record.lost


def agent_of(game_id: str, name: str) -> str:
    """Return the id of the agent that a record calls `name`; else the name itself."""
    try:
        return catalog.resolve(game_id, name).spec.id
    except (catalog.UnknownAgent, BadOption):
        return name
