"""The plain form of every game: JSON, explained field by field, with nothing that is hidden."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from ai.lab.bot import matches
from games import catalog
from games.core import CHANCE, Event, Limit
from games.match import Match
from games.plain import PlainForm, as_plain, explanation, fields_of, plain_form
from games.streams import Stream
from tests.support import contract
from tests.support.cases import case

FEW = Limit(nodes=30)
GODS = 2
EACH = 3
"""One turn in so many has its views read, and every turn its events."""


class Looked(NamedTuple):
    """A turn of a match: the form, the states around it, its moves and its events."""

    form: PlainForm
    before: Any
    moves: dict[int, str]
    after: Any
    events: tuple[Event, ...]


def played_by_agents(game: str, count: int, turns: int) -> Iterator[Looked]:
    """Turns of matches that agents play."""
    meaning = explanation(game)
    assert meaning is not None
    for match in itertools.islice(matches(game, meaning.options), count):
        form = plain_form(game, match.params)
        while not match.over and len(match.turns) < turns:
            before, events = match.state, match.step(FEW)
            yield Looked(form, before, dict(match.turns[-1]), match.state, events)


def played_by_lot(game: str, turns: int = 150) -> Iterator[Looked]:
    """Turns of matches by lot, one for each choice of each option, with a person's help."""
    rules, helped = catalog.rules(game), case(game).helped
    variants = list(contract.variants(rules.spec))
    plays = next((option.choices for option in rules.spec.options if option.name == "play"), ())
    variants += [rules.spec.params({"play": play, "steps": 60}) for play in plays]
    for seed, params in enumerate(variants):
        form, rng = plain_form(game, params), Stream.named(seed, "lot")
        match: Match[Any] = Match(rules, params, seed)
        while not match.over and len(match.turns) < turns:
            moves = {
                seat: contract.any_move(rules, match.state, seat, rng, 64)
                for seat in match.to_act
                if seat != CHANCE
            }
            moves = {seat: helped(move) for seat, move in moves.items()}
            before, events = match.state, match.step(FEW, moves)
            yield Looked(form, before, dict(match.turns[-1]), match.state, events)


def seats(game: str, state: Any) -> range:
    return range(len(catalog.rules(game).returns(state)))


@pytest.fixture(params=(*catalog.GAMES, "nullgame"))
def game(request: pytest.FixtureRequest, null_game: str) -> str:
    return str(request.param)


@functools.cache
def looked(game: str) -> tuple[Looked, ...]:
    """Turns of matches of all kinds, played once for all tests here."""
    return (*played_by_agents(game, 4, 1500), *played_by_lot(game))


def test_every_field_is_explained_and_every_explanation_has_its_field(game: str) -> None:
    rules, meaning = catalog.rules(game), explanation(game)
    assert meaning is not None
    known = {"view": meaning.view, **meaning.events}
    left = {(kind, path) for kind, words in known.items() for path in words if path}
    count = 0
    for number, turn in enumerate(looked(game)):
        found = set()
        for seat in seats(game, turn.after) if number % EACH == 0 else ():
            view = turn.form.view(rules.view(turn.after, seat), seat)
            assert view["seat"] == (0 if case(game).turned else seat)
            found |= {("view", path) for path, _ in fields_of(view, meaning.view)}
        for event in turn.form.events(turn.events, seats(game, turn.after)):
            assert set(event) == {"kind", "data"}
            assert event["kind"] in known, f"an event without an explanation: {event}"
            words = known[event["kind"]]
            found |= {(event["kind"], path) for path, _ in fields_of(event["data"], words)}
        unexplained = {(kind, path) for kind, path in found if path not in known[kind]}
        assert unexplained == set()
        left -= found
        count += 1
    assert left == set(), "explained, and in no match"
    assert count > 30


def test_explanations_are_a_few_words(game: str) -> None:
    meaning = explanation(game)
    assert meaning is not None
    assert meaning.moves.endswith(".")
    assert meaning.wins.endswith(".")
    catalog.spec(game).params(meaning.options)
    for words in (meaning.view, *meaning.events.values()):
        for path, text in words.items():
            assert 3 <= len(text) <= 140, path
            assert not text.endswith("."), path
    assert all(words.get("") for words in meaning.events.values())


def test_views_and_events_are_json_and_moves_are_listed(game: str) -> None:
    rules, asked = catalog.rules(game), 0
    for turn in looked(game)[::EACH]:
        for seat in seats(game, turn.before):
            view = turn.form.view(rules.view(turn.before, seat), seat)
            assert json.loads(json.dumps(view, allow_nan=False)) == view
            events = turn.form.events(turn.events, (seat,))
            assert json.loads(json.dumps(events, allow_nan=False)) == events
            legal = rules.legal(turn.before, seat)
            moves = turn.form.legal(legal)
            asked += bool(legal)
            if moves is None:
                continue
            assert bool(moves) == bool(legal)
            assert all(move in legal for move in moves)
            longer = {move for move in legal if move not in moves} if len(legal) < 500 else set()
            assert all(move.startswith("god") and move.count(" ") > GODS for move in longer)
    assert asked > 10


def test_moves_that_cannot_be_listed_are_none() -> None:
    for game, seat, options in (("set", 0, {}), ("tracker", 1, {"play": "hide"})):
        rules = catalog.rules(game)
        params = rules.spec.params(options)
        match: Match[Any] = Match(rules, params, 1)
        rng = Stream(1)
        while seat not in match.to_act:
            others = [s for s in match.to_act if s != CHANCE]
            match.step(FEW, {s: contract.any_move(rules, match.state, s, rng) for s in others})
        assert plain_form(game, params).legal(match.legal(seat)) is None


def test_what_is_dealt_anew_behind_a_seats_back_changes_nothing_that_it_sees(game: str) -> None:
    """The hidden part of a state is drawn anew by lot: view and legal moves of the seat stay, and
    so do the events of its own move, but for kinds that uncover something.
    """
    rules, rng = catalog.rules(game), Stream(7)
    shown = case(game).uncovers.union(rules.spec.uncovers)
    different = hidden = moved = together = 0
    for number, turn in enumerate(looked(game)):
        if number % 7:
            continue
        for seat in seats(game, turn.before):
            view = rules.view(turn.before, seat)
            other = rules.imagine(view, seat, rng)
            if rules.to_act(other) != rules.to_act(turn.before):
                continue
            different += other != turn.before
            hidden += view != turn.before and not case(game).turned
            together += len(turn.moves) > 1
            plain = turn.form.view(view, seat)
            assert turn.form.view(rules.view(other, seat), seat) == plain
            if tuple(turn.moves) != (seat,):
                continue
            assert turn.moves[seat] in rules.legal(other, seat)
            _, events = rules.apply(other, turn.moves)
            both = (turn.form.events(e, (seat,)) for e in (turn.events, events))
            one, two = ([e for e in each if e["kind"] not in shown] for each in both)
            assert one == two
            moved += 1
    assert different > 5 or not hidden
    assert moved + together > 5


def test_an_event_comes_to_its_audience_alone(game: str) -> None:
    seen = 0
    for turn in looked(game):
        for seat in seats(game, turn.after):
            mine = [e for e in turn.events if e.audience is None or seat in e.audience]
            found = turn.form.events(turn.events, (seat,))
            assert [event["kind"] for event in found] == [event.kind for event in mine]
            if not (seat and case(game).turned):
                assert [event["data"] for event in found] == [turn.form.data(e) for e in mine]
            seen += len(mine)
    assert seen > 10


def test_a_card_that_is_dealt_to_the_other_has_no_name() -> None:
    rules = catalog.rules("jaipur")
    form = plain_form("jaipur", rules.spec.params())
    _, events = rules.apply(rules.new(form.params), {CHANCE: "D"})
    assert form.events(events, (0,)) == [{"kind": "deal", "data": {"seat": 0, "card": "D"}}]
    assert form.events(events, (1,)) == [{"kind": "deal", "data": {"seat": 0}}]


def test_a_team_hears_both_its_bots_and_once() -> None:
    rules = catalog.rules("ctf")
    params = rules.spec.params({"maze": "loops-16x8", "map": 3})
    match: Match[Any] = Match(rules, params, 1)
    form, heard = plain_form("ctf", params), []
    for _ in range(20):
        moves = {seat: "stay" for seat in match.to_act if seat != CHANCE}
        heard += form.events(match.step(FEW, moves), (1, 3))
    kinds = [(event["kind"], event["data"]["bot"]) for event in heard]
    assert kinds[:5] == [("heard", 1), ("move", 1), ("heard", 3), ("move", 3), ("heard", 1)]


def test_the_same_match_has_the_same_views_and_events(game: str) -> None:
    rules = catalog.rules(game)

    def texts() -> list[str]:
        return [
            json.dumps(
                [
                    turn.form.view(rules.view(turn.after, seat), seat),
                    turn.form.events(turn.events, (seat,)),
                ]
            )
            for turn in played_by_agents(game, 1, 200)
            for seat in seats(game, turn.after)
        ]

    assert texts() == texts()


def test_a_game_without_a_form_writes_its_view_out(null_game: str) -> None:
    rules = catalog.rules("nullgame")
    form = plain_form("nullgame", rules.spec.params())
    view = form.view(rules.view(rules.new(rules.spec.params()), 0), 0)
    assert view == {"seat": 0, "left": 9, "hidden": "", "right": 0}
    assert type(form) is PlainForm
    assert explanation("nullbids") is None


def test_values_of_the_rules_as_json_has_them() -> None:
    found = as_plain({1: (Event("a", {"b": frozenset((3, 2))}), b"\x01")})
    assert found == {"1": [{"kind": "a", "data": {"b": [2, 3]}, "audience": None}, [1]]}


def test_fields_are_found_at_any_depth() -> None:
    plain = {"a": 1, "b": {"x": [{"y": 2}], "z": {}}, "c": [[{"d": 0}]]}
    found = [path for path, _ in fields_of(plain, ("b.*",))]
    assert found == ["a", "b", "b.*", "b.*.y", "b.*", "c", "c.d"]
