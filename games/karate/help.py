"""What F1 tells in karate: the rules, how each opponent thinks, and how to check the seal.

Format: paragraphs apart by blank lines; "# " a heading, "= " a formula, "| " a row of a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Seal
from games.karate.fighters import NAMES
from games.karate.rules import MOVES, POINTS


def _points_table(table: str) -> str:
    head = "|  | " + " | ".join(NAMES[move].lower() for move in MOVES) + " |"
    rows = [
        f"| {NAMES[move].lower()} | " + " | ".join(str(points) for points in POINTS[table][row])
        for row, move in enumerate(MOVES)
    ]
    return "\n".join([head, *(f"{row} |" for row in rows)])


_RULES: Final = f"""
You and your opponent choose at the same instant: punch, kick, parry punch or parry kick. Nobody \
sees the other's choice before making their own, so everything depends on who reads whom.

A blow that lands is worth 10, a parry that meets its blow 5. A kick is longer than a punch: when \
they meet, only the kick lands.

# Points, classic
Find your move on the left and the other side's at the top.

{_points_table("classic")}

Look closely and you will find that parrying punches never pays: whatever the other side does, \
some other move does at least as well. The best unreadable mix is punch 20%, kick 40%, parry kick \
40%.

# Points, balanced
Here a parry is worth 10 and a punch lands on a kick too. No move is better than another; only \
reading helps.

{_points_table("balanced")}

# Keys
Press 1, 2, 3 or 4, click a tile, or press a button of the gamepad. A press during the exchange \
skips the rest of it and already counts for the next round.
"""

_AGENTS: Final = """
# Coin tosser
Each move with one chance in four. It learns nothing, so nothing you do matters to it, and it \
walks into your kicks.

# Creature of habit
A stand-in for a person: it avoids repeats, has favourite orders, and plays more of what just \
won. Its habits are invented, not measured on anybody.

# First student
It keeps a table with one row for each pair of moves you may just have made, sixteen rows, and \
counts what you did next. All counts begin at 1. Its forecast is the row in use, divided by its \
sum:
= P(next | last two) = count(last two, next) / sum of the row

From the forecast it works out what each of its own moves a would gain on average, its points \
less yours:
= E[gain of a] = sum over your moves b of P(b) · gain(a, b)

Then it plays the best one. Always. Whoever keeps the same table in their head knows its move \
before it does.

# Second student
The same kind of table, another choice. Its rows begin at .5, 2, .5 and 1 (it expects kicks of \
someone it has never met), and its history before the first round is drawn at random.

Instead of always taking the best move it draws one, with \
probabilities that grow with the expected gain:
= P(a) = exp(beta · E[gain of a]) / sum of the same over all four moves

Beta is its sharpness. At 0 all moves are alike to it; when beta is large it becomes the first \
student again, strong against habits and easy to read. You can set it on the page before the \
match.

# The wall
It plays the equilibrium of the points table, which is worked out by a small linear program: the \
mix for which no answer gains anything on average.
= for every move b: sum over a of P(a) · gain(a, b) >= 0

It cannot be beaten in the long run, and it never profits from your habits either.
"""

_SENSEI: Final = """
# What it expects of you
Fifty-eight small experts count your habits: which moves follow which, what you do after \
winning and losing, how you answer its last move. They come with weights learned from people, and \
learn which of them hold for you.

Beside them stand theories of mind. From each model of its own moves a ladder rises: you counter \
what it usually plays; you expect it to answer your habits, and counter that answer; and so on, \
three steps further. Each theory foretells your next move, and gains trust by being right:
= trust <- (trust · P(what you played))^f
with f between .6 (a few rounds) and .998 (a whole match).

# What it does with it
It works out the expected gain of each of its moves and draws one:
= P(a) in proportion to exp(beta · E[gain of a])
Beta is the sharpness on the page before the match. A newcomer meets it at 0.1, where someone with \
habits still wins 3 of 10 matches of 25 rounds; at 2, its own choice, they win about 1 of 80.

# What it never does
It never bets the house. Let B be its budget, 100 points at the start. Before each round its mix s \
is blended with the wall's mix e, just so far that no move of yours could cost more than the \
budget:
= w · gain(s, b) + (1 - w) · gain(e, b) >= -B   for each of your moves b
After the round B grows or shrinks by what the mix was worth against your move. So B never falls \
below 0, and the sum of its expected gains never below -100, even against someone who sees its \
mix before choosing. It stakes at most 15% of B at a time, and banks what B has beyond 300.

# Levels
Mean gain a round over 18 sparring partners in matches of 1,000 rounds (First student: 2.9):
| it uses | points a round |
| counts of pairs, as the originals | 3.9 |
| all it knows about habits | 5.5 |
| habits and theories of mind | 6.7 |
"""

_MIND: Final = """
The panel on the right is the opponent's open mind. It shows what was thought before your move \
was known; press M to hide it.

# What it expected
How probable it thought each of your moves. When the round is played your move gets a tick; a \
hollow ring stands where it expected something else.

# What each of its moves is worth
The average gain of each of its moves, if the forecast is right. To the right of the middle line \
it gains, to the left it loses.

# The mix it draws its move from
The probabilities of its own choice. The brass outline is the move that was drawn.

# What followed each pair of moves
Its whole memory of you: sixteen pairs of moves, and behind each how often what came next. The \
larger and brighter a square, the more probable. The outlined row is the one in use.

# How often its forecast was right
The line is the share of rounds whose most probable move was the one you played. The grey band \
is where pure guessing, 25%, would stay 95 times out of 100. A line above the band means that it \
has found something in you.

# How far it takes you to think
A ladder: habits; the answer to its habits; the answer to its answer; and further. The outlined \
rung explains best what you did: it thinks that you think that it thinks ...

# Why it expects what it expects
A ribbon over time: the thicker a band, the more that idea about you carried the forecast. \
The numbers at its right end are those of the names below, in the same order.

# Surprise in bits
A move that it gave probability P costs it -log2 P bits: none where it was sure, 2 where it knew \
nothing. Beneath is the running total that it saved against blind guessing.

# What it may still lose
Its safety budget. The mark is where it began.

# What followed your last moves
A tree of contexts. Each branch looks one move further back, and the thick path is in use.

# Glass box
In a glass box you see the mind before you choose. Such matches are not recorded.
"""

_SEAL: Final = """
A sceptic may think that the machine waits for your key and answers it. It does not, and you can \
check that.

Before your key is read, its move is drawn, and a long random number, the nonce, with it. Both \
together go through SHA-256, and the first digits of the result are shown under the seal:
= seal = SHA-256(nonce:move)

Four moves could be tried out by anyone, but not four moves with sixteen random bytes in front: \
the seal tells nothing until it is opened. After the round nonce and move are shown. If you put \
them into SHA-256 yourself and the same digits come out, the move was fixed before yours:
= printf 'nonce:move' | sha256sum

A match that you leave and continue later seals the round in hand anew, with another nonce; the \
move in it is the same, because it follows from the seed and the rounds before.

The last rounds of this match stand on this page when you open it during the match.
"""

PAGES: Final[tuple[tuple[str, str], ...]] = (
    ("Rules", _RULES.strip()),
    ("Opponents", _AGENTS.strip()),
    ("The sensei", _SENSEI.strip()),
    ("The mind view", _MIND.strip()),
    ("The seal", _SEAL.strip()),
)


def with_seals(seals: Sequence[tuple[int, Seal]]) -> tuple[tuple[str, str], ...]:
    """The pages, the last of them with the opened seals of this match: round number and seal."""
    if not seals:
        return PAGES
    title, text = PAGES[-1]
    parts = [text, "# Seals of this match"]
    for number, seal in reversed(seals):
        parts.append(f"Round {number}, sealed as\n= {seal.commitment}")
        parts.append(f"opens to\n= {seal.nonce}:{seal.move}")
    return (*PAGES[:-1], (title, "\n\n".join(parts)))
