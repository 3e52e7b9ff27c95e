"""The words of the page before a game: the choices, the waiting match, the opponents' strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from games import catalog
from games.agents import AgentSpec
from games.core import Log, Person
from games.session.growing import belt_at, belt_marks, next_step, worth_words
from games.session.ladder import rating_of, rungs, standing, strength_word
from games.session.setup import HUMAN
from games.shell.pages.before.choices import (
    MatchChoices,
    level_number,
    offer_at,
    on_ladder,
    unlike_usual,
    would_count,
    would_have,
)
from games.shell.shell import Shell
from games.shell.widgets.faces import Face, face_of, face_of_person
from games.shell.widgets.ladder import LadderStep
from games.shell.widgets.option_rows import value_words
from games.spec import GameSpec, Option, Params

GUEST_SIGN: Final = 3
"""The avatar of whoever is no player; by hand."""
COUNTS: Final = "This counts."
PRACTICE: Final = "This is practice."
MONTHS: Final = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def inline(name: str) -> str:
    """Return a name as it stands within a sentence: the Sensei is then the sensei."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def listed(names: list[str]) -> str:
    """Return the `names` with commas and an and; one with several once, with the number."""
    counts = Counter(names)
    names = [name if count == 1 else f"{count} x {name}" for name, count in counts.items()]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# -- what is chosen ------------------------------------------------------------------------


def told_option(option: Option, value: object) -> str:
    """Return an option with its `value`, short: "25 rounds", "Blitz", "noise 3"."""
    words = value_words(option, value).partition(":")[0].partition(" (")[0]
    label = option.label[:1].lower() + option.label[1:]
    if option.kind == "bool":
        return label if value else f"no {label}"
    if words == "No":
        return f"{label}: no"
    counted = option.label == "Players"
    if option.kind == "choice" and not counted and not words.replace(".", "").isdigit():
        return words
    plural = label.partition(" ")[0].endswith("s")
    return f"{words} {label}" if plural else f"{label} {words}"


def told_options(choices: MatchChoices) -> str:
    """Return the options of the match in words; see `params_words`."""
    return params_words(choices.spec, choices.params)


def params_words(spec: GameSpec, params: Params) -> str:
    """Return the length of a match and its unusual options; of a usual match without a length the
    first option.
    """
    options = [*spec.options_for(params)]
    mode = next((option for option in spec.options if option.name == spec.modes.option), None)
    told = [option for option in options if option.name == spec.told.length]
    told += [o for o in unlike_usual(options, params) if o not in told]
    told = [*([mode] if mode else []), *told] or options[:1]
    words = ", ".join(told_option(option, params[option.name]) for option in told)
    return words[:1].upper() + words[1:]


def told_opponent(choices: MatchChoices, seat: int) -> str:
    """Return the agent of a seat with its strength: "an easy sensei", "Greedy (normal)"."""
    chosen = choices.chosen(seat)
    word = strength_word(choices.spec, chosen)
    if not word or (
        choices.spec.modes.option and len(choices.seats) > 1
    ):  # several names are enough
        return inline(chosen.name)
    if chosen.name.startswith("The "):
        return f"{'an' if word[0] in 'aeiou' else 'a'} {word} {chosen.name[4:]}"
    return f"{chosen.name} ({word})"


def told_person(choices: MatchChoices, seat: int) -> str:
    """Return the name of the person in a seat: "you", or a name."""
    candidate = choices.company.sitting(seat)
    return candidate.name if isinstance(candidate, Person) else "you"


def sentence(choices: MatchChoices) -> str:
    """Return the whole choice in one sentence: "25 rounds against an easy sensei"."""
    what, who = told_options(choices), _told_seats(choices)
    if what.endswith(" players") and who.startswith("against"):  # you are one of them
        who = f"you {who}"
    joint = "" if not what or who.startswith(("against", "with")) else ":"
    words = f"{what}{joint} {who}".strip()
    if choices.chose_seed:
        words += f", practice with seed {choices.seed}"
    return words + (", its mind open" if choices.glass_box else "")


def _told_seats(choices: MatchChoices) -> str:
    people = [seat for seat, who in enumerate(choices.seats) if who == HUMAN]
    agents = [told_opponent(choices, seat) for seat in choices.opponents]
    if len(choices.seats) == 1:
        return f"with {agents[0]}" if agents else "you"
    if not people:
        return " against ".join(agents) if len(agents) == 2 else listed(agents)
    persons = [told_person(choices, seat) for seat in people]
    teams = choices.spec.teams_for(choices.params)
    if persons == ["you"]:
        own = teams[people[0]]
        partners = [told_opponent(choices, s) for s in choices.opponents if teams[s] == own]
        others = [told_opponent(choices, s) for s in choices.opponents if teams[s] != own]
        if partners:
            return f"with {listed(partners)} against {listed(others)}"
    if persons == ["you"]:
        place = choices.places[people[0]].name
        side = "" if people[0] == 0 else f", you are {place.lower()}"
        return f"against {listed(agents)}{side}"
    if len(persons) == len(choices.seats) == 2:
        return " against ".join(persons)
    return listed(persons) + (f" against {listed(agents)}" if agents else "")


# -- what waits ----------------------------------------------------------------------------


def day_words(saved: str) -> str:
    """Return the day of a time in ISO format, such as "21 Nov"; "" for none."""
    try:
        day = datetime.fromisoformat(saved)
    except ValueError:
        return ""
    return f"{day.day} {MONTHS[day.month - 1]}"


def place_words(found: Log) -> str:
    """Return how far a match is: "round 11 of 25"."""
    told: str = catalog.scene(found.game).Scene.place_of(found)
    return told


def mode_words(choices: MatchChoices) -> str:
    """Return a sentence on the chosen mode; "" where there is but one."""
    spec = choices.spec
    mode = next((option for option in spec.options if option.name == spec.modes.option), None)
    return "" if mode is None else mode.said(choices.params[mode.name])


def sides(spec: GameSpec, params: Params, names: Sequence[str]) -> str:
    """Return the sides in words, mates of a team together: "you & Belief v Hunter"."""
    found: dict[int, list[str]] = {}
    for name, team in zip(names, spec.teams_for(params), strict=True):
        members = found.setdefault(team, [])
        if name not in members:
            members.append(name)
    return " v ".join(" & ".join(members) for members in found.values())


def saved_words(choices: MatchChoices, found: Log, saved: str) -> str:
    """Return the words for the match that waits: "Saved 21 Nov: you v the sensei, round 11 of 25."

    `saved` is the time of its keeping, in ISO format.
    """
    names = [
        choices.company.words(seat) if seat.agent == HUMAN else choices.agent(seat.agent).name
        for seat in found.seats
    ]
    names = ["you" if name == "You" else inline(name) for name in names]
    spec = choices.spec
    params = spec.undraw(found.params, found.seed)
    other = [o for o in unlike_usual(spec.options, params) if o.name != spec.told.length]
    more = [told_option(option, params[option.name]) for option in other[:1]]
    words = ", ".join([sides(spec, params, names), *more, place_words(found)])
    return f"Saved {day_words(saved)}: {words}.".replace("Saved :", "Saved:")


SHORT_MODE: Final = 4  # letters of a mode's name that have room behind "Continue", also when large


def waiting_mode(choices: MatchChoices, found: Log | None) -> str:
    """Return what goes on with the match that waits; of another mode, by its name where that has
    room: "Continue Seek".
    """
    option = next((o for o in choices.spec.options if o.name == choices.spec.modes.option), None)
    if option is None or found is None or found.params[option.name] == choices.params[option.name]:
        return "Continue"
    mode = option.labels[option.choices.index(found.params[option.name])]
    return f"Continue {mode}" if len(mode) <= SHORT_MODE else "Continue"


# -- how strong an agent is ----------------------------------------------------------------


def strength_words(chosen: AgentSpec, usual: AgentSpec) -> str:
    """Return an agent's measured strength, and its `chosen` options that are not usual."""
    if not chosen.strength or chosen.variant is not None:  # that tells of the options set
        return chosen.strength
    pairs = zip(chosen.options, usual.options, strict=True)
    others = [
        f"{option.default:g}"
        for option, before in pairs
        if option.kind in ("int", "float") and option.default != before.default
    ]
    return " ".join([chosen.strength, *([f"You chose {listed(others)}."] if others else [])])


def rating_words(choices: MatchChoices, chosen: AgentSpec) -> str:
    """Return an agent's rating in the league of its game, with its interval.

    Agents were rated by the usual options of the game: with other ones, and without a rating,
    return "". Where the agent's own are not the usual ones, the words say with which it was rated.
    """
    usual = choices.agent(chosen.id)
    rated = rating_of(choices.spec, usual)
    if rated is None or choices.params != choices.spec.params():
        return ""
    with_usual = "" if chosen.defaults == usual.defaults else " with usual settings"
    return f"Rating {rated.short}{with_usual}"


Said = tuple[tuple[str, str], ...]
"""Texts about an agent, each with its colour."""


def agent_words(choices: MatchChoices, seat: int) -> Said:
    """Return the words about an agent: its play, whether it uses learning on this machine, its
    strength or why it cannot play, whether the match counts, and its belt.
    """
    spec = choices.chosen(seat)
    hindrance = spec.hindrance(choices.params)
    rating = "" if rating_of(choices.spec, spec) is None else rating_words(choices, spec)
    parts = (strength_words(spec, choices.agent(spec.id)), f"{rating}." if rating else "")
    strength = " ".join(part for part in parts if part)
    if on_ladder(choices):
        counts = COUNTS if would_count(choices, seat, choices.seats[seat]) else PRACTICE
        strength = f"{strength} {counts}".strip()
    second = (hindrance.replace("`", ""), "brass") if hindrance else (strength, "quiet")
    own = [(words, "brass") for words in choices.own.words[spec.id]]
    number = level_number(choices, seat, spec.id)
    worth = worth_words(choices.spec, choices.params, number)
    told = (*own, second, (worth, "quiet"), (_belt_words(choices, number), "quiet"))
    return tuple(part for part in ((spec.description, "paper"), *told) if part[0])


def _belt_words(choices: MatchChoices, number: int | None) -> str:
    """Return how the belt of a level is won, in two sentences; "" where it gives none."""
    belt = belt_at(choices.spec, number) if on_ladder(choices) else None
    return "" if belt is None else f"{belt.rank.capitalize()}: {belt.words}"


def first_clause(words: str) -> str:
    """Return the words before the first semicolon or full stop of a sentence, as a sentence."""
    clause = words.partition("; ")[0].partition(". ")[0].rstrip(".")
    return f"{clause}." if clause else ""


# -- who can be met ------------------------------------------------------------------------


ORIGINAL: Final = "the original"
"""The badge of an agent with which its game began."""


class PortraitWords(NamedTuple):
    """The words beside a portrait."""

    name: str
    rank: str
    line: str
    belt: str = ""
    standing: str = ""
    beaten: bool = False
    hindrance: str = ""
    step: str = ""
    offered: bool = False
    rating: str = ""


class SeatCandidates:
    """The candidates for the seat in hand, and the words about each on the page before a game.

    `members` are the rungs of the ladder from its foot: `HUMAN` where a person can sit there, and
    the ids of agents.
    """

    def __init__(self, shell: Shell, choices: MatchChoices) -> None:
        self.shell, self.choices = shell, choices
        self.members: list[str] = []
        self._faces: dict[str, Face] = {}
        self._told: dict[str, PortraitWords] = {}

    def look_again(self) -> None:
        """Find all anew after a change of seats, options or records."""
        choices = self.choices
        place = choices.places[choices.hand]
        self._told.clear()
        agents = rungs(choices.spec.id, choices.for_seat(choices.hand))
        self.members = [*([HUMAN] if place.people else []), *(agent.id for agent in agents)]

    def rungs(self) -> list[LadderStep]:
        """Return the members as a ladder shows them."""
        found = [(self.face(member), self.told(member)) for member in self.members]
        return [
            LadderStep(face, told.beaten, bool(told.hindrance), told.name) for face, told in found
        ]

    def face(self, member: str) -> Face:
        """Return the face of `HUMAN` or of the agent with this id."""
        if member == HUMAN:
            profile = self.shell.profile
            own = 0 if profile is None else profile.avatar
            return face_of_person(own if self._own_seat else GUEST_SIGN)
        if member not in self._faces:
            name = self.choices.agent(member).name
            self._faces[member] = face_of(self.choices.spec.id, member, name)
        return self._faces[member]

    @property
    def _own_seat(self) -> bool:
        """True if the person in hand would be the player: they have no other seat."""
        return self.choices.company.elsewhere(HUMAN, self.choices.hand) is None

    def told(self, member: str) -> PortraitWords:
        """Return the words about `HUMAN` or the agent with this id."""
        if member not in self._told:
            self._told[member] = self._tell_person() if member == HUMAN else self._tell(member)
        return self._told[member]

    def _tell(self, agent_id: str) -> PortraitWords:
        choices = self.choices
        usual, spec = choices.agent(agent_id), choices.spec
        chosen = usual.with_options(would_have(choices, choices.hand, agent_id))
        counts = ("practice", "counts")[would_count(choices, choices.hand, agent_id)]
        number = level_number(choices, choices.hand, agent_id)
        belt = belt_at(spec, number) if on_ladder(choices) else None
        own = usual.rank if belt is None else belt.rank
        first = ORIGINAL if usual.original else ""
        parts = (own, first, strength_word(spec, chosen), counts if on_ladder(choices) else "")
        rank = " · ".join(part for part in parts if part)
        mode = str(choices.params.get(spec.modes.option, ""))
        offer = offer_at(choices) if choices.seats[choices.hand] == agent_id else None
        step = next_step(spec, number, mode) if offer is None else offer.words
        asked = "" if belt is None or offer is not None else f"Belt: {belt.short}"
        rating = rating_words(choices, chosen)
        line, hindrance = usual.line or usual.description, usual.hindrance(choices.params)
        hindrance = first_clause(hindrance)
        profile = self.shell.profile
        if profile is None:
            known = usual.name, rank, line, asked, "", False, hindrance, step
            return PortraitWords(*known, rating=rating)
        known_matches = self.shell.library.statistics(profile.id)
        if belt is not None and (belt.rank, True) in belt_marks(spec.id, known_matches):
            asked = ""
        found = standing(known_matches, spec.id, agent_id)
        beaten, offered = found.won > 0, offer is not None
        return PortraitWords(
            *(usual.name, rank, line, asked, found.words, beaten, hindrance, step), offered, rating
        )

    def _tell_person(self) -> PortraitWords:
        choices = self.choices
        seat = choices.places[choices.hand].name
        if len(choices.seats) == 1:
            line = "Play it yourself." if seat == "You" else f"Be {as_noun(seat)} yourself."
            return PortraitWords("You", "", line)
        if self._own_seat:
            return PortraitWords("You", "", "Take the seat yourself.")
        return PortraitWords("A friend", "", "Two people, one machine.")


def as_noun(seat: str) -> str:
    """Return a seat's name within a sentence, with its article: "the ghost"."""
    return f"the {seat.removeprefix('The ').lower()}"
