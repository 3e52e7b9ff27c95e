"""A ghost that goes the shortest way to the nearest lantern."""

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def choose(view, legal, rng):
    if legal is None:  # the tracker's answer: cell, percent of belief there, tenths of a bit
        return "0:0:99"
    if not view.get("lanterns"):  # another game of the maze, or another seat
        return rng.choice(legal)
    rows = view["layout"]
    places = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "#"]
    number = {place: cell for cell, place in enumerate(places)}
    first = {view["cell"]: None}  # the first step of the shortest way to each cell
    queue = [view["cell"]]
    for cell in queue:
        if cell in view["lanterns"] and first[cell]:
            return first[cell]
        x, y = places[cell]
        for way, (dx, dy) in WAYS.items():
            there = number.get((x + dx, y + dy))
            if there is not None and there not in first and (first[cell] or way in legal):
                first[there] = first[cell] or way
                queue.append(there)
    return rng.choice(legal)
