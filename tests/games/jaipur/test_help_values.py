"""The numbers of a match in the help of Jaipur."""

from __future__ import annotations

from typing import Final

from games.core import CHANCE
from games.exhibition import Exhibition
from games.jaipur.help_values import workings
from games.jaipur.rules.game import GAME, imagine
from games.jaipur.rules.goods import GOODS, NAMES, to_mapping
from games.jaipur.rules.state import View
from games.streams import Stream
from tests.support.hands import Rig, at_table

WORLDS: Final = 2000
LETTER: Final = {name: kind for kind, name in NAMES.items()}


def middle() -> View:
    """What the first trader sees after the first moves, drawn by lot."""
    show = Exhibition("jaipur", ("random", "random"), {"length": "round"}, 7)
    moves = 0
    while moves < 4 or show.match.to_act == (CHANCE,):
        moves += show.match.to_act != (CHANCE,)
        show.turn()
    view = GAME.view(show.match.state, 0)
    assert isinstance(view, View)
    return view


def test_counting_agrees_with_rounds_that_could_be_the_real_one() -> None:
    view = middle()
    told = workings(view)
    head, share = told["now_hidden"].rsplit(" = ", 1)
    kind = LETTER[head.removeprefix("now, ").partition(":")[0]]
    rng, hits = Stream.named(1, "worlds"), 0
    for _ in range(WORLDS):
        other = imagine(view, rng).traders[1]
        hits += to_mapping(other.hand - view.rival.known).get(kind, 0) == 1
    assert abs(hits / WORLDS - float(share)) < 0.05
    assert kind in GOODS
    assert f"/ {view.left} = " in told["now_card"]


def test_the_page_of_a_match_has_the_numbers_of_who_looks(rig: Rig) -> None:
    scene = at_table(rig.app, "jaipur", ["human", "greedy"], {}, practice=True)
    for _ in range(300):
        if "now_card" in scene.help_text()[0]:
            break
        rig.frames(1, 0.2)
    assert "now_card" in scene.help_text()[0]
