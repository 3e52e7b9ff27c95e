"""A match of somebody else's with the largest maze there can be: no frame does all of its work.

What a frame does is counted, not timed: the cells that are looked at one by one on the thread of
the window, and the models that think there.
"""

from __future__ import annotations

import random
import threading
import time
from itertools import islice
from typing import Any, Final

import pytest

from ai.belief import target
from games import catalog, log
from games.core import CHANCE, Log, Seating
from games.match import Match
from games.session.setup import Shown
from games.session.watching import MOST_INLINE, MOST_REPLAYED, is_large
from games.shell.pages.past import exchange, film_progress
from games.shell.pages.past.film_progress import FilmProgressCard
from games.shell.pages.past.replay import ReplayPage
from games.tracker.lens import FEWEST, KEPT, MOST_NUMBERS, Lens
from games.tracker.rules import ground
from tests.support.hands import Rig

pytestmark = pytest.mark.rig(here=True)

SEATS: Final = {
    "watch": ("random",),
    "hide": ("human", "hound"),
    "seek": ("human", "explorer", "hound"),
    "hunt": ("human", "human", "explorer"),
}
SIDE: Final = 101  # an open maze of 9,801 cells: thirty times what is thought over in a frame


def open_maze(width: int, height: int, floor: str = " ") -> str:
    wall, row = "#" * width, f"#{floor * (width - 2)}#"
    return "\n".join([wall, *[row] * (height - 2), wall, ""])


def by_lot(game: str, options: dict[str, object], agents: tuple[str, ...], turns: int) -> str:
    """The text of a match that was played by lot."""
    params = catalog.spec(game).params(options)
    match, rng = Match(catalog.rules(game), params, 1), random.Random(1)
    while len(match.turns) < turns and not match.over:
        seats = match.to_act
        chosen = {s: rng.choice(list(islice(match.legal(s), 50))) for s in seats if s != CHANCE}
        match.play(chosen or {CHANCE: match.draw()})
    return log.encode(Log(game, params, 1, tuple(map(Seating, agents)), match.turns))


def large(play: str) -> str:
    if play == "ctf":
        options = {"rules": "pelita", "layout": open_maze(64, 33, ".")}
        return by_lot("ctf", options, ("human", *["gatherer"] * 3), 20)
    options = {"play": play, "layout": open_maze(SIDE, SIDE)}
    return by_lot("tracker", options, SEATS[play], 20)


def wait_for_page(rig: Rig) -> ReplayPage:
    """Let frames go by until the match is there."""
    until = time.monotonic() + 300
    while isinstance(rig.app.top, FilmProgressCard):
        assert time.monotonic() < until
        rig.frames(1)
        time.sleep(0.01)
    page = rig.app.top
    assert isinstance(page, ReplayPage), rig.app.toasts.texts
    return page


@pytest.mark.parametrize("play", [*SEATS, "ctf"])
def test_no_frame_thinks_over_a_large_maze_or_makes_it_ready(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, play: str
) -> None:
    """The ground is made, and every watcher begins and hears, in another thread than the frames."""
    text, here = large(play), threading.current_thread()
    begun: list[threading.Thread] = []
    made: list[threading.Thread] = []
    think, make = target.approach_table, film_progress.reel_of

    def begin(*asked: Any) -> Any:
        begun.append(threading.current_thread())
        return think(*asked)

    def reel(shown: Shown) -> Any:
        made.append(threading.current_thread())
        return make(shown)

    monkeypatch.setattr(target, "approach_table", begin)
    monkeypatch.setattr(film_progress, "reel_of", reel)
    assert exchange.open_text(rig.app, text.encode())
    page = wait_for_page(rig)
    page.playing = False
    until = time.monotonic() + 300
    while not begun and play in ("watch", "ctf"):
        assert time.monotonic() < until
        rig.frames(1)
    assert here not in begun
    assert here not in made
    assert len(made) == 1


def test_what_a_frame_may_think_of_is_bounded_by_the_maze() -> None:
    """Every maze that the arcade makes itself is thought over in frames, the same everywhere."""
    assert not is_large(MOST_INLINE, replay=False)
    assert is_large(MOST_INLINE + 1, replay=False)
    assert not is_large(MOST_REPLAYED, replay=True)
    assert is_large(MOST_REPLAYED + 1, replay=True)
    for style in ("loops", "chambers"):
        for size in ("small", "large"):
            usual = catalog.spec("tracker").params({"maze": f"{style}-{size}"})
            assert len(ground.make_course(usual).cells) <= MOST_INLINE


@pytest.mark.parametrize("cells", [300, 2_000, 10_000, 120_000])
def test_a_lens_keeps_a_bounded_number_of_numbers(cells: int) -> None:
    spec, rules = catalog.models("tracker")[0], catalog.rules("tracker")
    lens = Lens(spec, rules, catalog.spec("tracker").params({}), 1, cells)
    kept = lens.frames.maxlen
    assert kept is not None
    assert FEWEST <= kept <= KEPT
    assert 3 * cells * kept <= MOST_NUMBERS
