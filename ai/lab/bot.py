"""`main.py bot GAME`: what a player's own program meets in a game.

`--explain` prints views, events, how a move is written and what wins, by real matches of agents.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ai.lab.errors import BadArguments
from games import catalog
from games.core import CHANCE, Limit, Player
from games.match import Match
from games.plain import Explanation, Plain, explanation, fields_of, plain_form
from games.spec import Option, Params
from games.streams import Stream

_MOST_MATCHES: Final = 40
_MOST_TURNS: Final = 1500
_LIMIT: Final = Limit(nodes=200)
_WIDE: Final = 100
"""Letters of a printed line."""
_HOW: Final = (
    "The function choose(view, legal, ...) of a bot gets a view, a dict as below, and the legal "
    "moves, a list of text, and returns one of them. A dot leads into a dict, or into each dict of "
    'a list: light.home is view["light"]["home"]; * stands for each name. Values are those '
    "of one real match. What happened comes to saw(events) of a class Bot, as a list of dicts with "
    "kind and data; a bot that is one function needs none of it. The command without --explain "
    "prints an example bot, and --check FILE tries yours."
)


def explain(game: str, given: Mapping[str, Any]) -> int:
    """Print what the plain form of `game` means; the view comes from a match with the options
    `given`.

    Raises `UnknownGame`, `BadOption`, and `BadArguments` where nothing explains the game.
    """
    spec, meaning = catalog.spec(game), explanation(game)
    if meaning is None:
        raise BadArguments(f"Nothing explains the views of {game} yet.")
    shown = BotExamples(meaning)
    for number, match in enumerate(matches(game, {**meaning.options, **given}), start=1):
        shown.watch(match, first=number == 1)
        if set(meaning.events) <= set(shown.events) or number == _MOST_MATCHES:
            break
    print("\n".join(_lines(spec.title, meaning, shown)))
    return 0


def matches(game: str, given: Mapping[str, Any]) -> Iterator[Match[Any]]:
    """Yield matches of `game` between quick agents, about to begin: first one with the options
    `given`, then with each choice of the options, then without end with choices drawn by lot.
    """
    spec = catalog.spec(game)
    for seed, params in enumerate(_options(spec.options, given), start=1):
        drawn = spec.draw(spec.params(params), seed)
        yield Match(catalog.rules(game), drawn, seed, _players(game, drawn, seed))


def _options(options: Sequence[Option], given: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    yield dict(given)
    open_ = {option.name: option.choices for option in options if option.choices}
    for name, choices in open_.items():
        yield from ({**given, name: choice} for choice in choices)
    rng = Stream.named(1, "explained")
    while True:
        yield {name: rng.choice(choices) for name, choices in open_.items()}


def _players(game: str, params: Params, seed: int) -> dict[int, Player]:
    """Return a quick agent for each seat, others for another `seed`."""
    rng, found = Stream.named(seed, "seats"), dict[int, Player]()
    for seat, place in enumerate(catalog.spec(game).seats_for(params)):
        able = [
            agent
            for agent in catalog.agents(game)
            if not agent.heavy and agent.role == place.role and not agent.hindrance(params)
        ]
        sits = place.agents and able
        found[seat] = rng.choice(able).make({}, None) if sits else catalog.demo_player(game)
    return found


class BotExamples:
    """Examples out of matches: a view of a seat that is to move, and an event of each kind.

    Those with the most fields are kept, of several alike the first.
    """

    def __init__(self, meaning: Explanation) -> None:
        self.view: Plain = {}
        self.legal: list[str] | None = None
        self.where = ""
        self.events: dict[str, Plain] = {}
        self._meaning = meaning

    def watch(self, match: Match[Any], first: bool) -> None:
        """Play a `match` and keep its examples; a view of the `first` match alone."""
        form, seats = plain_form(match.game.spec.id, match.params), range(len(match.returns))
        while not match.over and len(match.turns) < _MOST_TURNS:
            if first and match.to_act != (CHANCE,):
                seat = match.to_act[0]
                view = form.view(match.game.view(match.state, seat), seat)
                if _size(view, self._meaning.view) > _size(self.view, self._meaning.view):
                    self.view, self.legal = view, form.legal(match.legal(seat))
                    self.where = f"seat {seat} after {len(match.turns)} turns"
            for event in form.events(match.step(_LIMIT), seats):
                self._keep(event["kind"], event["data"])

    def _keep(self, kind: str, data: Plain) -> None:
        known = self._meaning.events.get(kind, {})
        if kind not in self.events or _size(data, known) > _size(self.events[kind], known):
            self.events[kind] = data


def _size(plain: Plain, known: Mapping[str, str]) -> int:
    """Return how many of the `known` fields hold something."""
    return len({path for path, value in fields_of(plain, known) if value not in (None, [], {})})


def _lines(title: str, meaning: Explanation, shown: BotExamples) -> Iterator[str]:
    yield f"{title}: what a bot sees, and how it moves"
    yield from ("", *_wrapped(_HOW))
    yield from ("", "A MOVE", *_wrapped(meaning.moves), "", "WHAT WINS", *_wrapped(meaning.wins))
    yield from ("", f"A VIEW ({shown.where})", *_explained(shown.view, meaning.view))
    legal = (
        "null (None): they are not listed; write one as A MOVE says"
        if shown.legal is None
        else _cut(json.dumps(shown.legal))
    )
    yield from ("", "ITS LEGAL MOVES", f"  {legal}", "", "EVENTS")
    for kind, words in meaning.events.items():
        yield f'  {{"kind": "{kind}", "data": ...}}: {words[""]}'
        if kind not in shown.events:
            yield "    (rare: no match that was played for this page has it)"
        yield from (f"  {line}" for line in _explained(shown.events.get(kind, {}), words))


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDE, initial_indent="  ", subsequent_indent="  ")


def _explained(plain: Plain, words: Mapping[str, str]) -> Iterator[str]:
    """Yield each field that `words` explain with its meaning, and its value in `plain`."""
    values = dict[str, object]()
    for path, value in fields_of(plain, words):
        values.setdefault(path, value)
    for path, text in words.items():
        if path:
            value = f" = {_cut(json.dumps(values[path]))}" if path in values else ""
            yield from (f"  {path}{value}", f"      {text}")


def _cut(text: str) -> str:
    return text if len(text) <= _WIDE else f"{text[:_WIDE]}..."
