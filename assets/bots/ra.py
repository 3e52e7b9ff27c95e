"""A bidder who adds up what a lot is worth, and pays with the smallest sun that wins it."""

WORTH = {"gold": 3, "god": 2, "pharaoh": 2, "nile": 1, "flood": 2, "unrest": -4, "funeral": -2}
WORTH.update({"drought": -2, "earthquake": -3})


def choose(view, legal, rng):
    held = view["tiles"][view["seat"]]
    worth = 0
    for tile in view["block"]:  # a civilization or a monument: rather one that is new
        worth += WORTH.get(tile, 1.5 if tile not in held else 0.7)
    bids = sorted((int(move[4:]), move) for move in legal if move.startswith("bid "))
    if bids:
        least = 3 if view["ra"] >= 5 else 5  # the epoch may end: what is left is worth less
        return bids[0][1] if worth >= least or "pass" not in legal else "pass"
    if "call" in legal and worth >= 7:
        return "call"
    return "draw" if "draw" in legal else legal[0]
