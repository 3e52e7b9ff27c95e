"""What the help of Numbers says: the rules, the seal, how the model counts, what chance allows."""

from __future__ import annotations

from typing import Final

from games.intervals import chance_band
from games.numbers.rules import CHANCE_OF_HIT

_RULES: Final = """
Press 1, 2, 3 or 4, again and again, as freely as you can. Before each key the machine has \
already written down which one it will be. If it was right, that is a hit for the machine; if \
not, a point for you.

The keys of the number row and of the keypad, the four tiles on the screen and the four buttons \
of a gamepad all do the same. Type as fast as you like: every press counts once, and each meets \
a guess that was sealed before it.

A game has 60, 100 or 300 keys. An endless game ends when you choose so on the pause page.

# Who wins
You win when the machine was not right more often than chance explains. The grey band in the \
plot shows how far that is; it gets narrower the more keys you press.

# Glass box
In a glass box you see the machine's mind, and its guess, before you choose. Nothing is recorded.
"""

_SEAL: Final = """
A machine that looks at your key first can always be right. This one commits itself: before your \
key is read it draws 16 random bytes, the nonce, and shows the start of
= SHA-256(nonce:key)

Nobody can read the key out of that number, and nobody can find another key that gives the same \
number. After your key the seal is broken and nonce and key are shown in full, so that you can \
compute it again, for instance with
= printf '%s' 'NONCE:KEY' | sha256sum

The digits must be those that stood there before. The nonce is needed because four keys alone \
could be tried out.
"""

_MODEL: Final = """
The original model, the Pair counter, is a Markov chain of second order: it keeps one row of four \
counts for each pair of keys, 4 x 4 x 4 counts in all, every one starting at 1. After each key the \
count of that key in the row of the two keys before it grows by one. The probability that key j \
follows the keys a and b is
= P(next = j | a, b) = n(a, b, j) / (n(a, b, 1) + n(a, b, 2) + n(a, b, 3) + n(a, b, 4))

It predicts the most probable key, of several the lowest. It acts as if 2, 4, 3 had been pressed \
before the first key, so that its first prediction is 1.

# Why it works
People who try to be random repeat themselves too rarely, take what has not come for a while, and \
run up and down. Each of these shows in what follows a pair of keys.

# Blind guess
The other model draws any key with the same probability. It shows what pure chance looks like.
"""

_CHANCE: Final = """
With four keys a blind guess is right once in four: 25%. After n keys it will not be exactly a \
quarter. The probability of h hits is
= P(h hits of n) = C(n, h) x 0.25^h x 0.75^(n - h)

The band holds the middle 95% of this distribution: at most 2.5% of all series of pure chance end \
above it and at most 2.5% below. Its ends are computed exactly.

| keys | the band in hits | in per cent |
{table}

Inside the band a game says nothing about you; above it, one game in forty would look like that \
by chance alone. If you watch the curve all the time, it will cross the edge more often than that: \
what counts is where it is at the end.

# What is known
Measured on digits 1 to 10 that people said aloud, where blind guessing gets 10%: the Pair \
counter, with ten keys in place of four, was right in 11.9%, and a mixture of many models with \
weights learned from other people in 22.7%. On digits typed by other people it was 14.9% against \
22.8%.
"""

_MIND: Final = """
Press M to open the machine's mind at the right. It shows what it thought before your last \
key.

# Which key comes next
Four bars, one for each key; length is probability. The brass outline is its guess, the tick is \
what you pressed, the line is 25%.

# What followed each pair of keys
The table of the model as a heat map: a row for each pair of keys, a column for the key after it. \
The outlined row is in use: your last two keys.

# How often it was right
The share of hits so far, with the 25% line and the 95% band.

# What has given you away
The pairs of keys after which it was right most often, beyond what chance would give.
"""


def _table() -> str:
    """The band for a few lengths, as rows of a table."""
    rows = []
    for keys in (20, 60, 100, 300):
        low, high = chance_band(keys, CHANCE_OF_HIT)
        hits = f"{round(low * keys)} to {round(high * keys)}"
        rows.append(f"| {keys} | {hits} | {low:.1%} to {high:.1%} |")
    return "\n".join(rows)


PAGES: Final = (
    ("Rules", _RULES.strip()),
    ("The seal", _SEAL.strip()),
    ("The model", _MODEL.strip()),
    ("Chance", _CHANCE.format(table=_table()).strip()),
    ("Its mind", _MIND.strip()),
)
