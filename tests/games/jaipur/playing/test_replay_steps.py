"""A match looked at again: all cards open, or what one seat knew."""

from __future__ import annotations

import pytest

from games.core import CHANCE, Log, Seating, Turn
from games.jaipur.playing.replay_steps import VEILED
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import GOODS, counts_of
from games.jaipur.scene import Scene
from games.mind import Holdings
from games.session.setup import Shown
from games.session.starting import make_setup
from games.shell.pages.past.replay import ReplayPage
from tests.games.jaipur.test_scene import picture, with_hidden_dealt_anew
from tests.support.hands import Rig, push_button
from tests.support.jaipur_matches import PARAMS, chance_turns

pytestmark = pytest.mark.rig(here=True)

TURNS = 60


def test_whose_eyes_one_looks_through_is_chosen_at_the_bar(rig: Rig) -> None:
    seats = (Seating("human"), Seating("human"))
    found = Log("jaipur", PARAMS, 1, seats, chance_turns()[:TURNS])
    page = ReplayPage(rig.app, Shown(found, ["Ada", "Bea"]))
    page.playing = False
    rig.show(page)
    page.go_to(TURNS)
    table = page.table
    assert isinstance(table, Scene)
    for hidden, below, caption in ((1, 0, "What Ada could know"), (0, 1, "What Bea could know")):
        push_button(page, "Eyes")
        sides = table.model.sight.sides
        assert sides[hidden].hand is sides[hidden].bonus is None
        assert sides[1 - hidden].hand
        assert (table.model.below, table.mind_view.caption) == (below, caption)
        page.go_to(TURNS - 1)
        assert table.mind_view.caption == caption
        page.go_to(TURNS)
    push_button(page, "Eyes")
    assert all(side.hand is not None for side in table.model.sight.sides)
    assert table.mind_view.caption == ""


@pytest.fixture
def looked_back(rig: Rig) -> ReplayPage:
    """A match of a person and an agent, in its second round, from the last choice back."""
    rig.app.change_settings(mind_open=True)
    setup = make_setup("jaipur", "random", 5, {}, False)
    table = Scene(rig.app, setup, with_two_choices(chance_turns()))
    rig.show(table)
    rig.frames(60, 0.2)
    rig.key("b")
    page = rig.app.top
    assert isinstance(page, ReplayPage)
    assert page.table is not table
    return page


def with_two_choices(turns: tuple[Turn, ...]) -> list[Turn]:
    """The first round of a match, and the next one until either seat has chosen in it."""
    state, over, chosen = GAME.new(PARAMS), False, 0
    for number, turn in enumerate(turns):
        if chosen > 1:
            return list(turns[:number])
        state, events = GAME.apply(state, dict(turn))
        chosen += over and turn[0][0] != CHANCE
        over = over or any(event.kind == "score" for event in events)
    raise AssertionError("the match has one round alone")


def ended(page: ReplayPage) -> int:
    """The moment at which the first round of a match is over."""
    reveals = page.table.session.reel.reveals
    found = (n for n, each in enumerate(reveals, 1) if any(e.kind == "score" for e in each.events))
    return next(found)


def test_of_the_round_that_is_played_the_viewer_alone_sees_its_hand(
    rig: Rig, looked_back: ReplayPage
) -> None:
    page, end = looked_back, ended(looked_back)
    turns = page.shown.log.turns
    last = max(n for n, turn in enumerate(turns) if turn[0][0] != CHANCE)
    assert page.moment == last, "before the last choice"
    look = page.table.said()
    assert (
        look.marks.legal_move(page.table.model.before).notation
        == dict(turns[last])[look.sight.turn]
    )
    assert look.line.title.startswith("Random ")
    for moment in (*range(end, page.again.moments + 1, 7), page.again.moments):
        page.go_to(moment)
        other = page.table.model.sight.sides[1]
        assert other.hand is other.bonus is None
        assert (page.table.model.below, page.table.mind_view.caption) == (0, "What you could know")
        push_button(page, "Eyes")
        assert page.table.model.eyes == 0, "nothing opens what is still hidden"
        assert VEILED in rig.app.toasts.texts
    for moment in (0, end // 2, end - 1):
        page.go_to(moment)
        while page.table.model.eyes is not None:
            push_button(page, "Eyes")
        assert all(side.hand is not None for side in page.table.model.sight.sides)


def test_no_pixel_of_it_depends_on_a_card_that_is_hidden(rig: Rig, looked_back: ReplayPage) -> None:
    page, compared = looked_back, 0
    page.rethinking = None  # a thought that comes would set the state right
    for moment in range(ended(page) + 1, page.again.moments + 1):
        page.go_to(moment)
        state = page.table.match.state
        if state.acting == (CHANCE,) or page.moment % 2:
            continue
        rig.frames(30, 0.2)
        shown = picture(rig)
        page.table.match.state = with_hidden_dealt_anew(state)
        page.table.changed()
        rig.frames(30, 0.2)
        assert picture(rig) == shown
        own = state.traders[0]
        mine = own._replace(herd=own.herd + 1)
        page.table.match.state = state._replace(traders=(mine, state.traders[1]))
        page.table.changed()
        assert picture(rig) != shown, "an own card is seen"
        page.table.match.state = state
        compared += 1
    assert compared


def test_a_mind_has_what_the_other_held_then_marked(rig: Rig) -> None:
    found = Log("jaipur", PARAMS, 1, (Seating("human"), Seating("human")), chance_turns()[:TURNS])
    again = ReplayPage(rig.app, Shown(found, ["Ada", "Bea"])).again
    belief = Holdings("What Ada may hold", tuple(GOODS), ((0.5, 0.5),) * 6)
    hands = set()
    for turn in range(20, TURNS):
        marked, _ = again.said(1, (belief,), turn)
        assert isinstance(marked, Holdings)
        state = again.session.reel.film.moments[turn - 1].state
        assert marked.truth == counts_of(state.traders[0].hand)[:6]
        hands.add(marked.truth)
    assert len(hands) > 2
