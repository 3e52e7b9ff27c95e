"""A player who finds a set at once, and takes the time of a quick person to claim it."""

import itertools

MS = 1500


def third(one, two):
    """The card that makes a set with two others: in each feature all alike, or all different."""
    return "".join(str((-int(a) - int(b)) % 3) for a, b in zip(one, two))


def choose(view, legal, rng):
    if view["mode"] == "ultraset":  # two pairs with the same third card: yours to find
        return "wait"
    ms = 1 + max(MS, view["after"], *view["frozen"])
    table = [card for card in view["table"] if card]
    chain = [card for card in view["beside"] if card]
    for one, two in itertools.combinations(table, 2):
        card = third(one, two)
        if card in chain or (not chain and card in table[table.index(two) :]):
            return f"{ms}-{one}.{two}.{card}"
    return "wait"
