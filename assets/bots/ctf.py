"""A team that goes the shortest way to food, and keeps clear of ghosts that it sees."""

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def choose(view, legal, rng):
    rows, seat = view["layout"], view["seat"]
    here, left = tuple(view["own"][seat // 2]), len(rows[0]) // 2
    danger = set()
    for enemy in view["enemy"]:
        x, y = (enemy or {}).get("seen") or (-9, -9)
        if (x < left) == (seat % 2 == 1):  # at home it is a ghost
            danger |= {(x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
    food = sorted(map(tuple, view["food"][1]), key=lambda place: place[1])
    middle = len(food) // 2  # the mates share it: one takes the upper half
    goals = food[: middle + 1] if seat < 2 else food[middle:]
    first, queue = {here: None}, [here]
    for x, y in queue:
        if (x, y) in goals:
            return first[x, y]
        for way, (dx, dy) in WAYS.items():
            place = (x + dx, y + dy)
            if place not in first and place not in danger and rows[y + dy][x + dx] != "#":
                first[place] = first[x, y] or way
                queue.append(place)
    return rng.choice(legal)
