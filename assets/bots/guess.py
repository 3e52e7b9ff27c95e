"""A guesser who expects people to go on from the last mean as they did before."""


class Bot:
    def begin(self, seats, options, rng):
        self.targets = []

    def saw(self, events):
        for event in events:
            if event["kind"] == "close":
                above, below = event["data"]["target"]
                self.targets.append(above / below)

    def choose(self, view, legal):
        above, below = view["multiplier"]
        if not self.targets:
            return str(round(50 * (above / below) ** 2))
        last = self.targets[-1]
        before = self.targets[-2] if len(self.targets) > 1 else last
        trend = min(1.0, max(0.5, last / before)) if before else 1.0
        self.expected = last * trend
        return str(min(100, max(0, round(self.expected))))
