"""A captain who takes the planet that pays back soonest, with just enough ships, and guards."""

import math


def choose(view, legal, rng):
    planets, orders = view["planets"], []
    taken = {fleet[3] for fleet in view["fleets"] if fleet[0] == 1}
    for source, (x, y, owner, ships, _) in enumerate(planets):
        if owner != 1:
            continue
        spare = ships - sum(f[1] for f in view["fleets"] if f[0] == 2 and f[3] == source)
        offers = []
        for target, (tx, ty, holder, guards, growth) in enumerate(planets):
            if holder == 1 or target in taken or not growth:
                continue
            trip = math.ceil(math.dist((x, y), (tx, ty)))
            need = guards + 1 + (holder == 2) * trip * growth
            offers.append((trip + need / growth, need, target))
        for _, need, target in sorted(offers):
            if need <= spare:
                orders.append(f"{source} {target} {need}")
                taken.add(target)
                spare -= need
    return "; ".join(orders) or "-"
