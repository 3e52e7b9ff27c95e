"""A fighter who counts what you do, and answers with the move that gains most against it."""

MOVES = {3: ["rock", "paper", "scissors"], 4: ["punch", "kick", "parry-punch", "parry-kick"]}
GAINS = {  # own points less the other's: own move by row, the other's by column
    "classic": [[0, -10, -5, 10], [10, 0, 10, -5], [5, -10, 0, 0], [-10, 5, 0, 0]],
    "balanced": [[0, 0, -10, 10], [0, 0, 10, -10], [10, -10, 0, 0], [-10, 10, 0, 0]],
    "rps": [[0, -1, 1], [1, 0, -1], [-1, 1, 0]],
}


class Bot:
    def begin(self, seats, options, rng):
        self.other, self.rows = 1 - seats[0], GAINS[options["table"]]
        self.moves, self.seen = MOVES[len(self.rows)], [1] * len(self.rows)

    def saw(self, events):
        for event in events:
            if event["kind"] == "round":
                self.seen[self.moves.index(event["data"]["moves"][self.other])] += 1

    def choose(self, view, legal):
        self.gains = [sum(n * gain for n, gain in zip(self.seen, row)) for row in self.rows]
        return self.moves[self.gains.index(max(self.gains))]

    def mind(self):
        rounds = sum(self.seen)
        shares = {move: n / rounds for move, n in zip(self.moves, self.seen)}
        gains = {move: gain / rounds for move, gain in zip(self.moves, self.gains)}
        return [{"title": "You so far", "shares": shares}, {"title": "I gain", "values": gains}]
