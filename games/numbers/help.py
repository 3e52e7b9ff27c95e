"""What the help of Numbers says: rules, seal, models with formulas, measurements, chance.

The table of measurements is read from the card beside the fitted weights, so that it says what
was measured of the weights in use.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from games.intervals import chance_band
from games.numbers.rules import CHANCE_OF_HIT
from games.paths import WEIGHTS

CARD: Final = WEIGHTS / "numbers" / "mind.json"
_SETS: Final = (
    ("rng10_towse", "digits 1 to 10, said aloud"),
    ("rng10_webform", "digits, typed"),
    ("bin_taps", "two keys, tapped"),
    ("rps_adaptbots", "rock-paper-scissors v adaptive programs"),
    ("rps_fixedbots", "rock-paper-scissors v fixed programs"),
)
"""The sets of the card whose people saw no opponent, or are forecast as if they did not."""

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

The large figure is the machine's success: how often it read you. Its hits are orange with a tick, \
your escapes blue with a ring. Against the Pair counter the figure turns green from 25% on, as in \
the original.

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

A game that you leave and continue later seals the next guess anew, with another nonce; the key in \
it is the same, because it follows from the keys before.
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
"""

_READER: Final = """
The Mind reader does not have one model of you but some sixty small experts. Some count what \
followed: the last key, the last two (the Pair counter is among them), up to the last five, the \
steps between keys, how long each key has rested. Old counts fade, so that it follows you when you \
change. Others hold one idea about people each, which means the same for any number of keys: you \
avoid repeats, you climb, you turn back, you go back to old keys.

# How they are mixed
Expert i gives evidence e(i, j) for key j, a count-keeping one the logarithm of its counts with \
a learned prior c added: log(n(j) + c). A mixer weighs the evidence and makes probabilities of it:
= score(j) = w(1) e(1, j) + w(2) e(2, j) + ...
= p(j) = exp(score(j)) / (exp(score(1)) + ... + exp(score(4)))

After your key x every weight takes a step down the gradient of the surprise, -log p(x):
= w(i) grows by rate(i) x (e(i, x) - sum over j of p(j) e(i, j))

A rate shrinks the more your keys have told about its weight.

The first weights and the rates were fitted to people. Several mixers run side by side: fitted to \
people, to invented players, and one that trusts all alike.

Beside them it asks what kind of person you are. The weights of people form a cloud: its middle is \
how people play, its directions are the habits that go together. With every key it moves from the \
middle towards your own weights, in the directions in which people differ (a Kalman filter). The \
mixers and this acquaintance err in different ways, so it multiplies what they say:
= p(j) is in proportion to (mixers p(j) x acquaintance p(j)) to the power of 0.475

Mixers, kinds of people, and last of all this product, its two factors, the Pair counter and pure \
chance are each blended by belief, which follows success (s is 0.004):
= belief(m) becomes (1 - s) x belief(m) p(m, x) / sum + s x first trust(m)

So whoever is like nobody before costs it a few bits once, no more. It predicts the most probable \
key, of several the lowest.

# What was measured
Bits a choice (less is better) and how often the most probable choice came, on people who were \
not among those it had been fitted to; the Pair counter beside it, with as many keys as they had. \
The last column leaves out all people with that number of keys: nobody has data on four.

{measured}

{blind}

# What it keeps
After a game that counts, what it has learned goes into your profile on this machine: counts of \
what followed what, how much each expert is worth for you and how sure that is, the belief in each \
mixer, and your last keys (at most 4,096). It starts your next game from that. A glass box, a demo \
and a game of fewer than 20 keys leave nothing behind.

On the page of players you can look at it in words and as numbers, export it to a file, and forget \
it. A player of whom nothing is known starts from what the others of this machine have in common: \
means of their weights, at most two observations for each context, none of their keys in order. \
The settings have a switch for that, under Privacy.
"""

_MIND: Final = """
Press M to open the machine's mind at the right. It shows what it thought before your last \
key.

# Which key it expected
Four bars, one for each key; length is probability. The brass outline is its guess, the tick is \
what you pressed, the line is 25%.

# What it goes by
A ribbon with a band for each kind of habit, from the first key at the left to now at the right. \
A band is thick while that kind of habit speaks for what is expected. The numbers at its right end \
are those of the names below, in the same order.

# Surprise in bits, key by key
A key that had the probability p costs
= surprise = -log2(p)

bits: 0 where it was sure, 2 where it knew nothing. The second plot adds up what it saved: 2 bits \
for each key less what they cost. The mean over a game is shown at its end as your entropy rate, \
beside other people's.

# What follows what
A tree of contexts: each branch looks one key further back, and the path that is thick is the one \
in use now.

# What followed each pair of keys
A table: a row for each pair of keys, a column for the key after it. The outlined row is in use: \
your last two keys. The Pair counter knows nothing else.

# How often it was right
The share of hits so far, with the 25% line and the 95% band.

# What has given you away
Against the Pair counter: the pairs of keys after which it was right most often, beyond what \
chance would give.
"""


def read_card(path: Path = CARD) -> dict[str, Any]:
    """The card of the fitted weights, or nothing where it cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def measured(card: dict[str, Any]) -> str:
    """The card's figures as rows of a table."""
    head = "| people | Pair counter | Mind reader | right | other keys only |"
    rows = []
    for name, words in _SETS:
        try:
            left, other = card["people_left_out"][name], card["alphabet_left_out"][name]
            rows.append(
                f"| {words} | {left['seed_bits']:.3f} | {left['bits']:.3f} "
                f"| {left['accuracy']:.0f}% v {left['seed_accuracy']:.0f}% | {other['bits']:.3f} |"
            )
        except (KeyError, TypeError):
            continue
    return "\n".join([head, *rows]) if rows else "The card with the figures is missing."


def blind_sentence(card: dict[str, Any]) -> str:
    """What pure chance costs both models."""
    try:
        blind = card["uniform_4"]
        return (
            f"Keys of pure chance cost it {blind['bits']:.2f} bits each and the Pair counter "
            f"{blind['seed_bits']:.2f}, where 2 is perfect ({blind['symbols']:,} keys of four)."
        )
    except (KeyError, TypeError):
        return ""


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
    ("Counter", _MODEL.strip()),
    (
        "Reader",
        _READER.format(measured=measured(read_card()), blind=blind_sentence(read_card())).strip(),
    ),
    ("Chance", _CHANCE.format(table=_table()).strip()),
    ("Its mind", _MIND.strip()),
)
