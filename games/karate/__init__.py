"""Virtual Karate: two fighters choose at once, and the one who reads the other scores."""

from __future__ import annotations

from typing import Final

from games.spec import HINT, Course, Daily, Days, GameLevel, GameSpec, Opponents, Option, Seat, Told

RPS: Final = "rps"
"""The table of rock, paper and scissors, for programs: no page has this choice."""


class _TableOption(Option):
    """The table of points; the one for programs can be named on the command line alone."""

    def parse(self, value: object) -> str:
        """Return the table; raises `BadOption`."""
        return RPS if value == RPS else str(Option.parse(self, value))


SPEC = GameSpec(
    id="karate",
    title="Virtual Karate",
    tagline="Punch, kick or parry at the same instant as an opponent who learns your habits.",
    accent="#E8703A",
    seats=(Seat("You"), Seat("Opponent", people=False)),
    options=(
        Option(
            "rounds",
            "Rounds",
            "choice",
            25,
            choices=(10, 25, 50, 0),
            labels=("10 rounds", "25 rounds", "50 rounds", "Endless"),
            help="How long a match is. Endless goes on to 2,000 rounds, or until you stop.",
        ),
        _TableOption(
            "table",
            "Points",
            "choice",
            "classic",
            choices=("classic", "balanced"),
            labels=("Classic", "Balanced: all alike"),
            help="Classic: a parry scores 5, and parrying punches never pays in the long run. "
            "Balanced: a parry scores 10, punch and kick both land, and only reading helps.",
        ),
    ),
    actions=(HINT,),
    undo="none",
    points=True,
    opponents=Opponents(
        default="sensei",
        spare="seed-softmax",
        options=(("beta", -0.15),),
        levels=(
            GameLevel("sensei", (("beta", -0.15),), "white belt"),
            GameLevel("sensei", (("beta", 0.35),), "green belt"),
            GameLevel("sensei", (("beta", 0.8),), "brown belt"),
            GameLevel("sensei", (("beta", 2.0),), "black belt"),
        ),
        newcomer="habits",
        newcomer_words="avoids repeats, has favourite orders, and plays more of what just won",
    ),
    days=Days(
        matches=tuple(map(Daily, ("seed-argmax", "seed-softmax", "sensei:beta=0.5", "sensei")))
    ),
    told=Told(
        remembers=(
            "{opponent} foresees {foreseen_of_forecasts}% of your moves. "
            "Last time {own} : {other}.",
            "Last time against {versus} {own} : {other}.",
        ),
        course=Course(
            "How often your next move was foreseen",
            "share",
            "of your moves were foreseen",
            "hard to read",
            "easy to read",
            ("foreseen", "forecasts"),
            chance=1 / 4,
        ),
        turn="round",
        length="rounds",
    ),
)
