"""What is said of a match whose game says no more: who won it, or leads where it is not over."""

from __future__ import annotations

import pytest

from games.session.session import Session
from games.session.starting import make_setup
from games.shell.ending import usual_report


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        ([], "All are level."),
        ([("punch", "kick")], "The wall leads."),
        ([("kick", "punch")], "You lead."),
    ],
)
def test_who_leads_has_not_won(turns: list[tuple[str, str]], told: str) -> None:
    session = Session(make_setup("karate", "nash", 5, {}, False, "human"))
    for own, other in turns:
        session.match.play({0: own, 1: other})
    assert usual_report(session, ("You", "The wall")).headline == told
    session.close()


def test_at_the_end_the_first_has_won() -> None:
    session = Session(make_setup("karate", "nash", 5, {"rounds": 10}, False, "human"))
    while not session.match.over:
        session.match.play({0: "kick", 1: "punch"})
    assert usual_report(session, ("You", "The wall")).headline == "You won."
    session.close()
