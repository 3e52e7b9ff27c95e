"""A match being played, without a window: whose turn it is, seals, agents, undo, saving, the end.

`Session` stands between the rules and the screen. A table calls `advance` in every frame, shows the
`Reveal` of a turn that was played, and hands the person's choice to `choose`.

The order of a simultaneous turn is fixed here: the agents decide first and their moves are sealed;
only then is the person's choice taken; then the seals are opened.

The session does not wait for an agent for ever. An agent that answers late, against the rules or
not at all has committed a `Fault`: the idle move is played in its place. Where there are no ticks
the third fault of a seat ends the match with a sentence; with a clock lateness is only counted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games import catalog, log
from games.agents import LostWeights
from games.core import CHANCE, Decision, Limit, Log, Moves, Seal, Turn
from games.match import Match
from games.mind import Bars, Mind
from games.session.archiving import minds_of, past_log, signs_of
from games.session.clock import Clock, decided_race
from games.session.faults import DEAF, AgentFault, Fault, Faults
from games.session.host import Host, Proxy, build_players
from games.session.line import ELSEWHERE, SEEN, TOOK_BACK, Line
from games.session.memory import Memory
from games.session.reveal import Forecasts, Reveal
from games.session.saving import Archive, MatchSaving
from games.session.setup import HUMAN, Setup
from games.session.sitting import seated
from games.session.starting import Lots, fresh_secret, strangers
from games.session.today import played_spec, score_day
from games.store.days import DayMatch
from games.store.library import Library
from games.store.past import PastLog, PastMatch
from games.store.profiles import Profile
from games.store.statistics import MatchResult

SAVE_EVERY: Final = 5.0
"""Seconds after a turn within which the match is kept, whatever moves on the screen."""
_AHEAD: Final = 0.6
"""So many seconds before that it is saved: a window that sleeps looks up each half second."""


class Session:
    """One match, from its setup to its end.

    - `setup` names the person in every person's seat; `keeping` keeps the match and its result.
    - `day_match` is the scored try at today's match, `left_at` how far a match ended early was.
    - `turn_pause` is the shortest time in seconds between two turns in which no person chooses,
      `patience` the longest time that an agent may think over a move.
    - `just_sealed` holds the seats whose agents have sealed a move in the last `advance`.
    - `raced` are the seconds that a race has lasted; they stand still while the last turn is shown.
      `unsaid` has the waiting moves of silent people in a race, where they are no idle moves.
    - `played` has the reveal of every turn. For turns before a resumed match was opened it holds
      events and forecasts alone.
    """

    def __init__(
        self,
        setup: Setup,
        library: Library | None = None,
        notify: Callable[[str], None] = lambda sentence: None,
        log_fault: Callable[[BaseException], object] = lambda fault: None,
        turns: Sequence[Turn] = (),
    ) -> None:
        """Begin a match, or take one up after its `turns`; raises `IllegalMove` for wrong ones.

        `library` keeps the match and its result; `notify` gets sentences for the player,
        `log_fault` exceptions of agents.
        """
        self.setup = setup = seated(setup, library)
        self.spec = played_spec(setup)
        self.game = catalog.rules(setup.game)
        self.seats = self.spec.seats_for(setup.params)
        self.library = library
        self.notify = notify
        self.turn_pause, self.patience = 0.35, 1.0
        self.clock = Clock(self.spec.tick) if self.spec.tick else None
        self.faults = Faults(self.clock is not None, log_fault)
        self.match = self.make_match()
        self._signs = {} if setup.demo else signs_of(setup.game, setup.seats)
        self.host = Host(setup, self.match)
        self.decisions: dict[int, Decision] = {}
        self.seals: dict[int, Seal] = {}
        self.chosen: dict[int, str] = {}
        self.looking: int | None = None  # who was let look last, not always who is due
        self.unsaid: dict[int, str] = {}
        self.just_sealed: tuple[int, ...] = ()
        self.stand_in: Callable[[int], Decision | None] = lambda seat: None
        kept = setup.kept
        self._lots = Lots(self.spec.undo != "none", kept.secret if kept else "")
        bots = strangers(setup.game, setup.seats)
        line = self._line = Line(self.match, setup.humans, self.spec.uncovers, bots)
        self.keeping = MatchSaving(setup, library, notify, self._lots.secret, line.minds)
        self.day_match: DayMatch | None = None
        self.left_at = ""
        self._told_known = self._closed = False
        self._wait = self._unsaved = 0.0
        self._writer = log.LogWriter()
        self.raced = 0.0
        self.follow(turns)

    def make_match(self) -> Match[Any]:
        """Return the match, with all who fill its seats but people."""
        players, setup, back = build_players(self.setup), self.setup, self.spec.undo != "none"
        return Match(self.game, setup.params, setup.seed, players, (), back, self._failed_to_follow)

    def follow(self, turns: Sequence[Turn]) -> None:
        """Take up the match after its `turns`, or after more of them; raises `IllegalMove`."""
        self._lots.recall(turns, len(self.match.turns))
        self._line.extend(self.resume(turns))
        self.raced = self.game.raced(self.match.state) if self.spec.race else 0.0

    def resume(self, turns: Sequence[Turn]) -> list[Reveal]:
        """Play kept turns again, so that every agent observes them; returns what they revealed."""
        told, play = self._forecasts_now, self.match.play  # in this order
        return [Reveal(forecasts=told(), moves=dict(t), events=play(dict(t))) for t in turns]

    def restore(self, found: Log) -> None:
        """Take up what was drawn afresh and what bots showed in the turns before, as in a log."""
        self._line.restore(found)

    def _forecasts_now(self) -> Forecasts:
        """Return each agent's present forecasts of the others, for agents in this process."""
        players = self.match.players
        return {
            seat: told
            for seat in self.match.to_act
            if seat in players and (told := players[seat].forecasts())
        }

    # -- who plays ---------------------------------------------------------------------

    @property
    def owner(self) -> str:
        """The id of the player of this match; "" where it has none."""
        return self.keeping.owner

    @property
    def profile(self) -> Profile | None:
        """The player of this match, or None without an owner or after the owner was deleted."""
        return self.keeping.profile

    def person_name(self, seat: int) -> str:
        """Return the present name of the person in a seat; "" where none is named there."""
        person = self.setup.seats[seat].person
        if person is None or self.library is None:
            return ""
        profile = self.library.profile(person.profile)
        return person.name if profile is None else profile.name

    def seat_names(self) -> list[str]:
        """Return the names of all players, by seat."""
        setup = self.setup
        return [
            (self.person_name(seat) or place.name)
            if setup.seats[seat].agent in (HUMAN, "demo")
            else catalog.seated(setup.game, setup.seats[seat]).spec.name
            for seat, place in enumerate(self.seats)
        ]

    @property
    def counts(self) -> bool:
        """True if this match is kept: a person plays it, and not in a glass box."""
        return bool(self.setup.humans) and not self.setup.glass_box and not self.setup.demo

    @property
    def for_record(self) -> bool:
        """True if the result goes into the records: not of practice nor of today's match."""
        return self.counts and not self.setup.practice and not self.setup.day

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people fill."""
        return self.setup.humans

    @property
    def human(self) -> int | None:
        """The seat of the person at the machine, the first where there are several."""
        return self.setup.humans[0] if self.setup.humans else None

    @property
    def thinking(self) -> list[int]:
        """The seats whose agents have still to decide."""
        return [s for s in self.match.to_act if s in self.match.players and s not in self.decisions]

    def due(self) -> int | None:
        """Return the seat of a person whose choice can be made now; None while agents think."""
        if self.clock is None and self.thinking:
            return None
        for seat in self.match.to_act:
            if seat in self.people and (self.clock is not None or seat not in self.chosen):
                return seat
        return None

    @property
    def forfeited(self) -> int | None:
        """The seat whose agent ended the match by its faults, if one did."""
        return self.faults.forfeited

    @property
    def ended_early(self) -> bool:
        """True if a match that has an end would be left before it, were it ended now."""
        return self.setup.params.get(self.spec.told.length) != 0 and not self.over

    @property
    def over(self) -> bool:
        """True if the match has ended, by its rules or because an agent forfeited it."""
        return self.match.over or self.forfeited is not None

    # -- who looks ---------------------------------------------------------------------

    @property
    def viewer(self) -> int | None:
        """The seat whose view of the table is shown; None where no person plays: all is open."""
        if not self.people:
            return None
        seat = self.due() if self.looking is None else self.looking
        if seat is not None:
            return seat
        last = next((s for r in reversed(self.played) for s in r.moves if s in self.people), None)
        return self.people[0] if last is None else last

    @property
    def seen(self) -> Any:
        """The match as the viewer may see it, the only state that a scene draws."""
        return self.seen_by(self.viewer)

    def seen_by(self, viewer: int | None) -> Any:
        """Return the match as the seat `viewer` may see it, or all of it for None."""
        state = self.match.state
        return state if viewer is None else self.game.view(state, viewer)

    @property
    def secret(self) -> bool:
        """True if two people here may not see the same, so that one has to look away."""
        views = [self.seen_by(seat) for seat in self.people]
        return any(view != views[0] for view in views[1:])

    def minds_visible(self, ended: bool = False) -> bool:
        """Return whether the viewer may see opponents' minds; `ended` is True after the match."""
        if not self.people or self.setup.glass_box or self.setup.demo:
            return True
        return self.spec.opponents.minds != "end" or ended or self.over

    # -- the turn ----------------------------------------------------------------------

    def choose(self, seat: int, move: str) -> bool:
        """Take a person's move for `seat`; return False where it cannot be made now.

        Where a clock ticks, the last choice before the tick counts; a race is open to all at once.
        """
        if seat not in self.people or move not in self.match.legal(seat):
            return False
        free = self.clock is not None or (self.spec.race and not self.thinking)
        if not free and self.due() != seat:
            return False
        self.chosen[seat] = move
        return True

    def advance(
        self, dt: float, hold: bool = False, tempo: float = 1.0, ahead: bool = False
    ) -> Reveal | None:
        """Do what the match waits for: chance, agents, the turn itself; returns what was played.

        `hold`: the last turn is shown yet; `ahead`: agents decide then; `tempo`: shorter pauses."""
        self.just_sealed = ()
        if self.over:
            return None
        if self.clock is not None:
            return self._tick(dt)
        if hold and ahead:
            self._ask()
        moves = None if hold else self._due_moves(dt * tempo)
        return None if moves is None else self._play(moves)

    def _due_moves(self, dt: float) -> dict[int, str] | None:
        """Return the moves of a turn that can be played now; None while a seat decides."""
        if self.match.to_act == (CHANCE,):
            return {CHANCE: self._draw()}
        self._ask()
        moves, self._wait = self._moves(), max(0.0, self._wait - dt)
        if self.spec.race:
            self.raced += 0.0 if self.thinking else dt
            return decided_race(self.match, moves, self.raced, self.unsaid)
        ready = set(moves) == set(self.match.to_act) and (self._wait <= 0 or self.chosen)
        return moves if ready else None

    def _tick(self, dt: float) -> Reveal | None:
        """Play the turns that the clock owes; who has not answered stays idle."""
        assert self.clock is not None
        reveal = None
        for tick in range(self.clock.advance(dt) + 1):
            if tick and not self.match.over:
                reveal = self._play({**self._idle(), **self._moves()})
            while self.match.to_act == (CHANCE,):  # which takes no time
                self._play({CHANCE: self._draw()})
            self._ask()
        return reveal

    def step(self, given: Moves | None = None) -> Reveal:
        """Play one turn at once, without seals: chance draws, agents decide, `given` is the rest.

        An agent at fault plays the idle move. Raises `IllegalMove` where `given` cannot be played.
        """
        moves = dict(given or {})
        limit = Limit(nodes=self.game.spec.opponents.demo_nodes)
        for seat in self.match.to_act:
            if seat == CHANCE:
                moves[seat] = self._draw()
            elif seat not in moves:
                moves[seat] = self._move_now(seat, limit)
        return self._play(moves)

    def take_up(self, moves: Moves, minds: Mapping[int, Mind]) -> Reveal:
        """Play a turn that was decided elsewhere, with what was thought; raises `IllegalMove`."""
        self.decisions = {seat: Decision(moves[seat], mind) for seat, mind in minds.items()}
        return self._play(dict(moves))

    def _move_now(self, seat: int, limit: Limit) -> str:
        try:
            decision = self.host.decide(seat, limit, wait=True)
            assert decision is not None
            return decision.move
        except AgentFault as problem:
            self._blame(problem.fault, problem.cause)
            return self.game.idle(self.match.state, seat)

    def _moves(self) -> dict[int, str]:
        decided = {seat: decision.move for seat, decision in self.decisions.items()}
        chosen = {seat: move for seat, move in self.chosen.items() if seat in self.match.to_act}
        return {**chosen, **decided}

    def _idle(self) -> dict[int, str]:
        """Return the idle moves of all silent seats; an agent among them is late."""
        state = self.match.state
        for seat in self.thinking:
            self._blame(Fault(seat, "late", len(self.match.turns), f"Seat {seat} answered late."))
            self.host.give_up(seat)
        return {seat: self.game.idle(state, seat) for seat in self.match.to_act}

    def _draw(self) -> str:
        """Return the outcome of chance; afresh in a match for the record with an unchosen seed."""
        return self._lots.thrown(self.match, self.setup.afresh and self.for_record)

    def _limit(self) -> Limit:
        nodes = self.game.spec.opponents.demo_nodes if self.setup.demo else None
        seconds = self.patience if self.clock is None else 0.5 / self.clock.rate
        return Limit(nodes=nodes, seconds=seconds, mind=True)

    def _ask(self) -> None:
        """Ask the agents that have still to decide; those that have are sealed."""
        turn, afresh = len(self.match.turns), self.counts and not self.setup.practice
        for seat in self.thinking:
            if self.forfeited is not None:
                return
            try:
                wait, lot = self.setup.demo, self._lots.of_agent(turn, seat) if afresh else None
                decision = self.stand_in(seat) or self.host.decide(seat, self._limit(), wait, lot)
            except AgentFault as problem:
                self._answer_for(seat, problem)
                continue
            if decision is not None:
                self._seal(seat, decision)

    def _seal(self, seat: int, decision: Decision) -> None:
        self.decisions[seat] = decision
        if self.people or self.setup.demo:
            self.seals[seat] = self._lots.seal(self.setup, len(self.match.turns), seat, decision)
            self.just_sealed = (*self.just_sealed, seat)

    def _answer_for(self, seat: int, problem: AgentFault) -> None:
        """An agent gave no move: a lost worker is asked again, else the idle move stands in."""
        self._blame(problem.fault, problem.cause)
        if problem.fault.kind == "lost" and self.forfeited is None:
            self.notify(problem.fault.sentence)
        elif self.forfeited is None:
            self._seal(seat, Decision(self.game.idle(self.match.state, seat)))

    def _blame(self, fault: Fault, cause: BaseException | None = None) -> None:
        """Count a fault; an agent that ends the match by it is not asked for its learning."""
        self.faults.add(fault, cause)
        if self.forfeited is not None:
            self.match.players[self.forfeited] = Proxy(self.forfeited)

    def _failed_to_follow(self, seat: int, turn: int, problem: BaseException) -> None:
        """Count a fault of an agent that raised as it began or took in a turn, once a turn.

        Weights lost on this machine are no fault: that is raised, and another may play.
        """
        if turn == 0 and isinstance(problem, LostWeights):
            raise problem
        if self.faults.has(seat, DEAF, turn):
            return  # turns that were taken back are told again
        if turn and self.match.over:
            self.faults.add_late(seat, "finish", turn, problem)
            return
        told = f"The agent in seat {seat} failed ({type(problem).__name__})."
        self._blame(Fault(seat, "error", turn, told), problem)

    def _play(self, moves: dict[int, str]) -> Reveal:
        legal = {s: tuple(self.match.legal(s)) for s in self._foreseen() if s in moves}
        again = self.counts and self._line.repeats(moves)
        if not again and self._line.known:
            self.practise(TOOK_BACK)
        events = self.match.redo() if again else self.match.play(moves)
        thought = {seat: decision.mind or () for seat, decision in self.decisions.items()}
        forecasts = {s: d.forecasts for s, d in self.decisions.items() if d.forecasts}
        faults = self.faults.take_new() if self.faults.untold else ()
        draws = self._lots.opened(self.seals)
        reveal = Reveal(moves, events, dict(self.seals), thought, forecasts, faults, draws, legal)
        self._line.put(reveal, again)
        self._forget_choices()
        if self.host.heavy:
            self.host.played()
        self.raced = self.game.raced(self.match.state) if self.spec.race else 0.0
        self._wait = self.turn_pause
        self.mark_unsaved()
        if self.unsaved and self.forfeited is None:
            turns = self.match.turns
            saved = self.keeping.note(turns, draws, self._kept_text, self._line.kept)
            self._unsaved = 0.0 if saved else self._unsaved
        return reveal

    def _foreseen(self) -> set[Any]:
        """Return the seats whose moves a decision of this turn forecasts in its mind."""
        minds = (decision.mind or () for decision in self.decisions.values())
        return {item.forecast_of for mind in minds for item in mind if isinstance(item, Bars)}

    def _forget_choices(self) -> None:
        for kept in (self.decisions, self.seals, self.chosen, self.unsaid, self._lots.seats):
            kept.clear()

    @property
    def played(self) -> Sequence[Reveal]:
        """The reveals of each turn up to now, without the minds."""
        return self._line.played

    @property
    def last(self) -> Reveal | None:
        """The turn that was played last."""
        return self._line.last

    def findings(self, seat: int) -> Mind:
        """Return the agent's findings in this match; () where it failed to give them."""
        return self.faults.ask(self.match, seat, "findings", lambda player: player.findings())

    def last_mind(self, seat: int) -> Mind:
        """Return the agent's thoughts at the end; () where it failed to give them."""
        return self.faults.ask(self.match, seat, "mind", lambda player: player.mind())

    # -- back and forth ----------------------------------------------------------------

    def undo(self) -> bool:
        """Take back as far as the game allows: the last own choice, or one turn."""
        if (goal := self._line.way_back(self.spec.undo)) is not None:
            self.take_back(goal)
        return goal is not None

    def take_back(self, turn: int) -> None:
        """Go back to the moment after `turn` turns, to choose again (see `games.session.line`).

        The first time, the player is told that another choice makes it practice.
        """
        self.go_to(turn)
        if self.for_record and not self._told_known and self._line.known:
            self._told_known = True
            self.notify(SEEN)

    def practise(self, why: str) -> None:
        """Let the match count for no record from now on, nor once continued; `why` begins why."""
        if self.for_record:
            self.setup = dataclasses.replace(self.setup, practice=True, why_practice=why)
            self._lots.secret = self.keeping.secret = fresh_secret()  # no nonce serves twice
            self.keeping.practise(self.setup)
            self.mark_unsaved()
            self.save()

    def redo(self) -> bool:
        """Play again what was taken back."""
        if not self.match.can_redo:
            return False
        self.match.redo()
        self._forget_choices()
        self.host.played()
        self.mark_unsaved()
        return True

    def go_to(self, turn: int) -> None:
        """Go to the moment after `turn` turns, along what was played or taken back."""
        self.match.go_to(turn)
        self._forget_choices()
        self.host.restart()
        self.mark_unsaved()

    # -- the end, and keeping ----------------------------------------------------------

    def log(self) -> Log:
        """Return the match up to now as plain data."""
        return self._line.log(self.setup)

    def as_text(self) -> str:
        """Return the match up to now as text (see `games.log`)."""
        return self._writer.encode(self.log())

    def _kept_text(self) -> str:
        """Return the match as it is kept, with the turns that a player has seen (`Line.whole`)."""
        return self._writer.encode(self._line.log(self.setup, self._line.whole()))

    def mark_unsaved(self) -> None:
        """Note a change that the last save does not hold, if this match is kept at all."""
        if self.counts and not self.keeping.recorded:
            self._unsaved = max(self._unsaved, 1e-9)

    @property
    def unsaved(self) -> bool:
        """True if a change waits to be kept."""
        return self._unsaved > 0

    def save_in_time(self, seconds: float) -> None:
        """Let `seconds` pass; what was played is saved within `SAVE_EVERY`."""
        if self._unsaved:
            self._unsaved += seconds
            if self._unsaved > SAVE_EVERY - _AHEAD:
                self.save()

    def save(self) -> None:
        """Keep the match until its result is, so that it can be continued, its end shown too."""
        if self.for_record and self.keeping.is_practised_elsewhere():
            self.practise(ELSEWHERE)
        new, self._unsaved = self.unsaved or self.keeping.kept is None, 0.0
        if new and self.counts and self.match.turns and self.forfeited is None:
            self.keeping.save(self._kept_text, self._line.kept())

    def record(self, results: Mapping[int, MatchResult | None], place: str = "") -> bool:
        """Keep the result of each person's seat, once; the unfinished match is deleted.

        A match that an agent forfeited is a match played, without a winner and without learning.
        `place` is the progress of a match that is ended early, such as "round 3 of 25". Returns
        whether it counts for a player (see `MatchSaving.record`).
        """
        if not self.match.turns:
            return False
        self.left_at = place if self.ended_early else ""
        if self._line.known:
            self.practise(TOOK_BACK)
        if self.for_record and self.keeping.is_practised_elsewhere():
            self.practise(ELSEWHERE)
        if not self.counts:
            if not self.setup.demo:
                self.keeping.keep_uncounted(self.archived(results))
            return False
        if self.forfeited is not None:
            results = {
                seat: result
                and dataclasses.replace(result, outcome="played", best=None, best_text="")
                for seat, result in results.items()
            }
        if self.library is not None and not self.keeping.recorded:
            self._score_day(self.library, results)
        practice, kept = not self.for_record, self.archived(results)
        return self.keeping.record(results, self._learn, practice, kept)

    def archived(self, results: Mapping[int, MatchResult | None]) -> Archive:
        """Make the match as it is kept for who sits in a seat."""

        def make(seat: int, row: PastMatch) -> PastLog:
            told = results.get(seat), self.seat_names(), self.match.returns, seat
            left = dataclasses.replace(row, left_at=self.left_at, agents=self._signs)
            return past_log(self.log(), *told, left, minds_of(self.setup, self.played))

        return make

    def _score_day(self, library: Library, results: Mapping[int, MatchResult | None]) -> None:
        """Score the one try at today's match; one that was forfeited can be tried again."""
        result, profile, match_id = results.get(self.people[0]), self.profile, self.keeping.match_id
        if self.setup.day and profile is not None and self.forfeited is None:
            told = (match_id, result, self.left_at, self.played)
            scored = self.day_match = score_day(self.setup, library, profile.id, *told)
            if scored.match_id != match_id:
                self.notify("Today's match was scored before, in another window.")

    def _learn(self) -> None:
        """Keep the agents' learning about a lone person, unless an agent forfeited."""
        if self.forfeited is None and self.library is not None:
            memory = Memory.of(self.library, self.library.settings, self.notify)
            turn, late = len(self.match.turns), self.faults.add_late
            memory.keep(self.setup, self.match, lambda s, why: late(s, "learned", turn, why))
            if self._closed:  # where it could not be kept before
                self.host.close()

    def close(self) -> None:
        """Let the worker go."""
        self._closed = True
        self.host.close()
