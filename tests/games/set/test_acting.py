"""What people do in a race, without a window: marks, Set!, claims, and what stood beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from games.core import Seating
from games.session.session import Session
from games.session.setup import Setup
from games.set import SPEC
from games.set.acting import Acts
from games.set.rules.claims import right_claims
from games.shell.draw.toasts import Toasts
from games.shell.input import Press
from games.shell.shell import Shell


class Ears:
    """Hears what an arcade would say."""

    def __init__(self) -> None:
        self.toasts = Toasts()

    def toast(self, sentence: str) -> None:
        self.toasts.add(sentence)

    def play_sound(self, name: str) -> None:
        """Nothing is heard."""


def sitting(agents: Sequence[str], **options: Any) -> tuple[Acts, Ears]:
    """People at a table whose cards lie."""
    setup = Setup("set", tuple(map(Seating, agents)), SPEC.params(options), 5, practice=True)
    session, ears = Session(setup), Ears()
    while session.seen.waiting:
        session.step()
    session.advance(0.1)
    return Acts(cast("Shell", ears), session, lambda: list(agents)), ears


def test_what_stands_beside_the_cards_is_in_the_match_whoever_ends_the_race() -> None:
    acts, _ = sitting(("human", "solver"))
    acts.hint()
    acts.session.advance(1.0)
    assert dict(acts.session.match.turns[-1])[0] == "wait+hint1"
    assert acts.session.played[-1].events[0].data["hint"] == [1, 0]


def test_a_key_that_is_held_marks_once() -> None:
    acts, _ = sitting(("human", "nobody"))
    assert acts.press("card_4", Press("card_4"))
    assert not acts.press("card_4", Press("card_4", repeat=True))
    assert acts.marking.marked == [4]
    assert acts.press("right", Press("right")), "a key that moves the ring is used up"
    assert not acts.press("card_20", Press("card_20"))


def test_two_wait_together_and_one_may_still_claim() -> None:
    acts, _ = sitting(("human", "human"))
    acts.press("left_none", Press("left_none"))
    assert acts.session.chosen[0].startswith("wait+at")
    table = acts.state.table
    for card in right_claims(acts.state)[0]:
        acts.mark(table.index(card), 0)
    acts.play_claims()
    acts.session.advance(0.0)
    assert acts.state.taken == (1, 0)


def test_nobody_says_set_twice() -> None:
    acts, ears = sitting(("human", "human"), call=3)
    acts.press("left_set", Press("left_set"))
    acts.press("right_set", Press("right_set"))
    assert acts.hands.caller == 0
    assert acts.run_call(2.0)
    assert not acts.run_call(2.0)
    acts.play_claims()
    acts.session.advance(0.0)
    assert acts.state.points == (-1, 0)
    assert ears.toasts.texts == ()
