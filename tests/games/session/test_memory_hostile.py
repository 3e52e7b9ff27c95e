"""Learned text that is whole outside and wrong inside: one error, and nobody else is stopped."""

from __future__ import annotations

import contextlib
import warnings

import pytest

from games import catalog, log
from games.arrays import BadWeights, arrays_from_text, arrays_to_text
from games.core import CHANCE, Limit, Log, Seating
from games.match import Match
from games.shell.app import App
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from tests.support.hands import choose, open_for_record, push_button
from tests.support.hostile_learned import AGENTS, WATCHED, learned, mutated
from tests.support.sweep import Sweep, Try, row

TURNS = 3

PRIOR = 3  # the place in the header of whether it knew people from the start
OVERFLOWING = '{"header":{"dtype":"<f8","shape":[1e400],"data":""}}'
UNPARSED = '{"header":{"dtype":"f8,(2,","shape":[1],"data":""}}'


def read_everywhere(game: str, agent: str, text: str) -> bool:
    """Whether `agent` starts from `text`; all other readers of it raise `BadWeights` or nothing."""
    with contextlib.suppress(BadWeights):
        catalog.describe_learned(game, text)
    catalog.local_start(game, [text, learned(game, agent)])
    resolved = catalog.resolve(game, agent)
    try:
        player = resolved.make(text)
    except BadWeights:
        return False
    other = catalog.demo_player(game)
    match = Match(catalog.rules(game), catalog.spec(game).params({}), 3, {0: other, 1: player})
    turns = 0
    while turns < TURNS and not match.over:
        turns += match.to_act != (CHANCE,)
        match.step(Limit(mind=True))
    player.findings()
    told = player.learned()
    if told is not None:
        resolved.make(told)
    return True


@pytest.mark.parametrize(("game", "agent"), AGENTS)
@row("learned texts with a fitting checksum", everyday=50, full=25_000)
def test_mutated_texts_are_refused_by_one_error_or_played_with(
    sweep: Sweep, game: str, agent: str
) -> None:
    def check(one: Try) -> str:
        text = mutated(one.rng, learned(game, agent))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return "read" if read_everywhere(game, agent, text) else "refused"

    assert read_everywhere(game, agent, learned(game, agent))
    fates = sweep.run(check)
    assert not sweep.whole or fates["refused"] > 0
    assert not sweep.whole or sweep.tried < 80 or fates["read"] > 0


@pytest.mark.parametrize("text", [OVERFLOWING, UNPARSED])
@pytest.mark.parametrize("game", ["karate", "numbers"])
def test_what_was_learned_of_one_stops_nobody_else(app: App, game: str, text: str) -> None:
    library = app.library
    agent = dict(AGENTS)[game]
    library.save_learned(library.create("Bob").id, game, text)
    library.save_learned(library.create("Cyd").id, game, learned(game, agent))
    alone = catalog.local_start(game, [learned(game, agent)])
    table = open_for_record(app, game, agent, 3, {})
    assert alone is not None
    assert table.setup.seats[1].start == alone


@pytest.mark.parametrize("text", [OVERFLOWING, UNPARSED])
@pytest.mark.parametrize("game", ["karate", "numbers", "jaipur", "set"])
def test_what_was_learned_of_oneself_is_put_aside_and_told(app: App, game: str, text: str) -> None:
    profile = app.profile
    assert profile is not None
    app.library.save_learned(profile.id, game, text)
    table = open_for_record(app, game, dict(AGENTS)[game], 3, WATCHED.get(game, {}))
    assert table.setup.seats[1].start is None
    assert app.toasts.texts[-1].endswith("the file is kept beside its place as .bad.")
    assert app.library.learned(profile.id, game) is None
    root = app.library.store.root
    assert root is not None
    assert len(list(root.rglob(f"learned-{game}.json.bad-1"))) == 1


@pytest.mark.parametrize("text", [OVERFLOWING, UNPARSED])
def test_a_match_whose_start_is_wrong_inside_is_put_aside_and_told(app: App, text: str) -> None:
    profile = app.profile
    assert profile is not None
    params = catalog.spec("karate").params({})
    seats = Seating("human"), Seating("sensei", start=text)
    kept = Log("karate", params, 5, seats, [((0, "punch"), (1, "kick"))])
    app.library.matches.keep(profile.id, "karate", log.encode(kept))
    page = SetupPage(app, "karate")
    app.push(page)
    push_button(page, "Continue")
    assert app.top is page
    assert not isinstance(app.top, Table)
    assert "cannot be continued" in app.toasts.texts[-1]
    assert not app.library.matches.any(profile.id, "karate")
    assert not app.failed


def test_what_cannot_be_read_again_is_not_kept(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = app.profile
    assert profile is not None
    table = open_for_record(app, "karate", "sensei", 3, {"rounds": 10})
    app.push(table)
    monkeypatch.setattr(table.match.players[1], "learned", lambda: UNPARSED)
    for _ in range(10):
        table.update(0.01)
        assert choose(table, "punch")
        table.skip()
    table.skip()
    table.update(2.0)
    assert table.session.keeping.recorded
    assert app.library.learned(profile.id, "karate") is None
    assert [fault.kind for fault in table.session.faults] == ["learned"]


def test_a_state_of_another_kind_is_left_out_of_what_is_shared() -> None:
    good = learned("karate", "sensei")
    arrays = arrays_from_text(good)
    count = 0
    for prior in (0, 2, 7):
        header = arrays["header"].copy()
        header[PRIOR] = prior
        other = arrays_to_text({**arrays, "header": header})
        for texts in ([good, other], [other, good]):
            assert catalog.local_start("karate", texts) == catalog.local_start("karate", [good])
            count += 1
    assert count == 6
