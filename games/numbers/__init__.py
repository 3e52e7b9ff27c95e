"""Numbers: press four keys as freely as you like, and see how often the machine knew before."""

from __future__ import annotations

from games.spec import (
    LEVELS,
    Course,
    Daily,
    Days,
    GameLevel,
    GameSpec,
    Opponents,
    Option,
    Seat,
    Told,
)

SPEC = GameSpec(
    id="numbers",
    title="Numbers",
    tagline="Press 1, 2, 3 or 4. The machine has already sealed which one it will be.",
    accent="#56B4E9",
    seats=(Seat("You", agents=False), Seat("Machine", people=False)),
    options=(
        Option(
            "keys",
            "Keys",
            "choice",
            100,
            choices=(60, 100, 300, 0),
            labels=("60 keys", "100 keys", "300 keys", "Endless"),
            help="How many keys a game has. Endless goes on to 2,000 keys, or until you stop.",
        ),
    ),
    undo="none",
    points=True,
    opponents=Opponents(
        default="mind",
        spare="seed",
        options=(("level", "easy"),),
        levels=tuple(GameLevel("mind", (("level", word),)) for word in LEVELS),
        newcomer_words="tries to be random and has habits, as people do",
        # Bounds of its accuracy on people's digits as a multiple of chance; by hand
        bands=(1.1, 1.5, 2.0),
        strengths=("hardly reads", "mostly guesses", "reads well", "reads very well"),
    ),
    arena=False,
    days=Days(
        matches=(Daily("seed"), Daily("mind")),
        line="{opponent} guessed {hits} of my {keys} keys",
    ),
    told=Told(
        remembers=(
            "{opponent} guesses {hits_of_keys}% of your keys; chance would guess 25%. "
            "Your best: {best}% guessed (lower is better).",
            "{opponent} guesses {hits_of_keys}% of your keys; chance would guess 25%.",
        ),
        course=Course(
            "How often your next key was known",
            "share",
            "of your keys were known",
            "hard to read",
            "easy to read",
            ("hits", "keys"),
            chance=1 / 4,
        ),
        turn="key",
        length="keys",
    ),
)
