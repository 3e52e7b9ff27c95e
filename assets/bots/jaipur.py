"""A merchant who sells what pays more than it is worth in the hand, and else takes dear goods."""

WORTH = {"D": 6, "G": 5.5, "S": 5, "C": 3, "P": 3, "L": 1.5}
BONUS = [0, 0, 0, 2, 5, 9]


def choose(view, legal, rng):
    def worth(move):
        kind, _, rest = move.partition("-")
        if kind == "sell":
            good, count = rest[0], int(rest[1:])
            rupees = sum(view["tokens"][good][:count]) + BONUS[min(count, 5)]
            return rupees - 0.7 * count * WORTH[good]
        if kind == "take":
            return WORTH[rest] * (0.6 + 0.2 * view["hand"].get(rest, 0))
        if kind == "camels":
            return 1.5
        return -1.0  # an exchange: see what it can do for you

    return max(legal, key=worth)
