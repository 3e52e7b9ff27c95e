"""Jaipur: two traders, a market of five cards, and hands that only their owners see."""

from typing import Final

from games.spec import (
    HINT,
    Action,
    Course,
    Days,
    GameLevel,
    GameSpec,
    Opponents,
    Option,
    Seat,
    Told,
)

SIDES: Final = ("West", "East")
"""The traders by their seats."""

KINDS_OF_GOODS: Final = (
    *(("D", "diamonds", "d"), ("G", "gold", "g"), ("S", "silver", "s")),
    *(("C", "cloth", "c"), ("P", "spice", "e"), ("L", "leather", "l")),
)
"""The goods: letter in moves, name, and key, a letter of the name that no other kind has."""

SPEC: Final = GameSpec(
    id="jaipur",
    title="Jaipur",
    tagline="Gather goods and sell before prices fall; the merchant across counts your cards.",
    accent="#A077C9",
    seats=tuple(Seat(name) for name in SIDES),
    options=(
        Option(
            *("length", "Length", "choice", "match", ("match", "round")),
            labels=("First to win two rounds", "One round"),
            help="A match goes on until a trader has two seals. One round can end in a draw.",
        ),
        Option(
            *("tie", "After a full tie", "choice", "replay", ("replay", "non-starter")),
            labels=("Nobody wins", "Who went second wins"),
            help="Equal in rupees, bonus tokens and goods tokens: nobody gets a seal and the other "
            "trader starts the next round, or the trader who did not start wins.",
        ),
    ),
    undo="own",
    uncovers=("score",),  # where a round ends, both hands and all bonus tokens lie open
    opponents=Opponents(
        default="sensei",
        options=(("level", 0),),
        levels=tuple(GameLevel("sensei", (("level", level),)) for level in (0, 1, 3, 5)),
        newcomer="seed-utility",
        newcomer_words="takes and sells what scores best now, and never looks ahead",
        spare="seed-utility",
        minds="end",
        bands=(0.7, 0.9, 0.98),  # of its share against the Old merchant, whom a newcomer may beat
        demo_nodes=None,  # they count roll-outs, and think in a replay as they did in the match
    ),
    told=Told(
        turn="step",
        course=Course(
            "How many rounds you win",
            "share",
            "of your rounds were won",
            "none",
            "all",
            ("rounds_won", "rounds"),
        ),
        remembers=(
            "You won {won} of {matches}. Last time against {versus} {own} : {other} rounds.",
        ),
    ),
    days=Days(
        line="{outcome} {own} : {other} against {versus}",
    ),
    actions=(
        Action("give_D", "Diamonds of your hand", "choice", ("key:d",)),
        Action("give_G", "Gold of your hand", "choice", ("key:g",)),
        Action("give_S", "Silver of your hand", "choice", ("key:s",)),
        Action("give_C", "Cloth of your hand", "choice", ("key:c",)),
        Action("give_P", "Spice of your hand", "choice", ("key:e", "key:p")),
        Action("give_L", "Leather of your hand", "choice", ("key:l",)),
        *(
            Action(f"all_{good}", f"All {name} of your hand", "choice", (f"key:shift+{key}",))
            for good, name, key in KINDS_OF_GOODS
        ),
        Action("caravan", "All camels of the market", "choice", ("key:a", "key:k")),
        Action("camel_more", "One camel more in payment", "choice", ("key:=", "key:+", "key:[+]")),
        Action("camel_less", "One camel fewer in payment", "choice", ("key:-", "key:[-]")),
        Action("odds", "Your own odds", "play", ("key:o",)),
        HINT,
        Action("look_back", "Look back", "play", ("key:b",)),
        Action("mark", "Mark what the arrows stand on", "choice", ("key:space",)),
    ),
)
