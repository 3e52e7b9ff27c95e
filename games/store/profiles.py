"""The data kept about players: settings, profiles, unfinished matches, agents' learning.

Plain frozen values, and for each the `Format` that reads it from a file and checks it. A file may
lack a part that was added later (it takes its default) but holds none that is unknown.
`games.store.library` keeps them.
"""

from __future__ import annotations

import dataclasses
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeVar

from games.core import Kept, Person
from games.fields import BadSave, Fields, is_id, printable
from games.log import MAX_SEATS
from games.store.bot_minds import KeptMinds, read_minds, written_minds
from games.store.formats import Format

T = TypeVar("T")

# What a file may hold; chosen by hand.
NAME_LENGTH: Final = 24
AVATARS: Final = 64
MOST_USES: Final = 8000  # characters
MATCH_BYTES: Final = 1 << 20
_SECRET: Final = re.compile(r"([0-9a-f]{32})?")
LEARNED_BYTES: Final = 200_000


class BadName(ValueError):
    """Raised for a name that a player cannot have; the message gives the reason."""


def clean_name(text: str) -> str:
    """Return a player's name with single spaces, in Unicode's composed form.

    Raises `BadName` unless it has 1 to 24 printable characters. Every script and emoji are fine;
    control characters and those that turn the direction of text around are not.
    """
    name = unicodedata.normalize("NFC", " ".join(text.split(" "))).strip()
    name = re.sub(" +", " ", name)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise BadName("A name needs at least one letter or sign.")
    if len(name) > NAME_LENGTH:
        raise BadName(f"A name has at most {NAME_LENGTH} characters.")
    if not all(map(printable, name)):
        raise BadName("A name cannot hold control characters.")
    return name


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of this machine; change them with `dataclasses.replace`.

    - `bindings` maps an action to the inputs that replace its usual ones ("key:space", "pad:a").
    - Volumes lie in 0..1.
    - `welcomed` is True after the first start.
    - `coach` is when a coach speaks: "off", after "mistakes" or "always"; with `own_throw` people
      throw dice themselves.
    - `toured` was True after the tour of a laboratory, in an older arcade; `guided` names the games
      whose guide was met, with spaces between.
    - `closed_minds` names the games whose mind view was closed, with spaces between; without
      `mind_open` it is closed in all.
    - With `asked`, some matches end with a question.
    - `cards` are words for the look of the cards of Set (`games.set.looks`), `ra_speed` is the
      speed of Ra as a multiple of the usual one.
    """

    fullscreen: bool = False
    window_width: int = 1280
    window_height: int = 720
    larger_text: bool = False
    high_contrast: bool = False
    reduced_motion: bool = False
    show_frame_rate: bool = False
    effects_volume: float = 0.8
    music_volume: float = 0.5
    mute: bool = False
    bindings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    last_profile: str = ""
    mind_open: bool = True
    closed_minds: str = ""
    local_prior: bool = True
    welcomed: bool = False
    coach: str = "mistakes"
    own_throw: bool = False
    toured: bool = False
    guided: str = ""
    cards: str = ""
    ra_speed: float = 1.0
    asked: bool = True

    def sees_mind(self, game: str) -> bool:
        """Return True if the mind view of a `game` is open."""
        return self.mind_open and game not in self.closed_minds.split()

    def with_mind(self, game: str, shown: bool, games: Iterable[str]) -> dict[str, Any]:
        """Return the changes after which the mind view of a `game` is `shown` or closed.

        It stays as it is in all other `games`.
        """
        closed = [other for other in games if other != game and not self.sees_mind(other)]
        return {
            "mind_open": True,
            "closed_minds": " ".join([*closed, *([] if shown else [game])]),
        }


_LISTS: Final = ("guided", "closed_minds")
"""Settings that are lists of words."""


def changed_settings(kept: Settings, before: Settings, after: Settings) -> Settings:
    """Return the settings `kept` with what changed from `before` to `after`, each by itself.

    Of the controls each action is one of them, of a list of words each word.
    """
    names = [field.name for field in dataclasses.fields(Settings) if field.name != "bindings"]
    changes = {
        name: getattr(after, name)
        for name in names
        if getattr(after, name) != getattr(before, name)
    }
    for name in _LISTS:
        ours, old, new = (getattr(each, name).split() for each in (kept, before, after))
        words = dict.fromkeys([*(w for w in ours if w not in old or w in new), *new])
        if name in changes:
            changes[name] = " ".join(w for w in words if w in ours or w not in old)
    actions = {*before.bindings, *after.bindings}
    others = {a for a in actions if before.bindings.get(a) != after.bindings.get(a)}
    bindings = {action: kept.bindings[action] for action in kept.bindings if action not in others}
    bindings |= {action: after.bindings[action] for action in after.bindings if action in others}
    return dataclasses.replace(kept, bindings=bindings, **changes)


def _parse_settings(fields: Fields) -> Settings:
    usual = Settings()
    fields.take("language", "")  # once there was a choice of languages
    flags = {f.name: f.default for f in dataclasses.fields(Settings) if type(f.default) is bool}
    return Settings(
        window_width=fields.integer("window_width", usual.window_width, 1, 16384),
        window_height=fields.integer("window_height", usual.window_height, 1, 16384),
        effects_volume=fields.number("effects_volume", usual.effects_volume, 0, 1),
        music_volume=fields.number("music_volume", usual.music_volume, 0, 1),
        bindings=_parse_bindings(fields.take("bindings", {})),
        last_profile=fields.identity("last_profile", ""),
        coach=fields.text("coach", usual.coach),
        guided=fields.text("guided", usual.guided),
        closed_minds=fields.text("closed_minds", usual.closed_minds),
        cards=fields.text("cards", usual.cards),
        ra_speed=fields.number("ra_speed", usual.ra_speed, 0, 100),
        **{name: fields.flag(name, default) for name, default in flags.items()},
    )


def _parse_bindings(plain: Any) -> dict[str, tuple[str, ...]]:
    """Return up to 300 actions with up to 8 inputs each."""
    fields = Fields(plain)
    if len(plain) > 300 or not all(is_id(action) for action in plain):
        raise BadSave("Its controls name actions that cannot be.")
    return {action: fields.values(action, _parse_input, 8) for action in plain}


def _parse_input(fields: Fields, name: str) -> str:
    return fields.text(name, length=40)


def _plain_settings(settings: Settings) -> dict[str, Any]:
    """Return the settings as an older arcade has them where later parts are as usual."""
    plain = dataclasses.asdict(settings)
    if not settings.closed_minds:
        del plain["closed_minds"]
    if settings.asked:
        del plain["asked"]
    return plain


SETTINGS: Final = Format(
    "settings",
    "the settings",
    _parse_settings,
    _plain_settings,
    version=4,
    file="The settings file",
    written=lambda plain: 4 if "asked" in plain else 3 if "closed_minds" in plain else 2,
)
"""Version 3 has `closed_minds`, which for a day files of version 2 had, too; version 4 `asked`."""


# ---- profiles


@dataclass(frozen=True, slots=True)
class Profile:
    """A player. The id is a file name; the name never is.

    With `numbers`, open minds show their numbers below the sentence. `uses` names the keys that the
    player has used at tables, once for each use (`games.shell.keys`).
    """

    id: str
    name: str
    created: str
    avatar: int = 0
    numbers: bool = False
    uses: tuple[str, ...] = ()

    def having_used(self, *keys: str) -> Profile:
        """Return the profile with one more use of `keys`; the oldest go where a file is full."""
        uses = (*self.uses, *keys)
        while len(" ".join(uses)) > MOST_USES:
            uses = uses[1:]
        return dataclasses.replace(self, uses=uses)


def profile_format(identity: str) -> Format[Profile]:
    """Return the file of the profile whose id, and folder, is `identity`."""

    def parse(fields: Fields) -> Profile:
        name = _parse_name(fields)
        avatar = fields.integer("avatar", 0, 0, AVATARS - 1)
        numbers = fields.flag("numbers", False)
        uses = tuple(fields.text("uses", "", MOST_USES).split())
        return Profile(identity, name, fields.day("created"), avatar, numbers, uses)

    def plain(profile: Profile) -> dict[str, Any]:
        kept = {"name": profile.name, "created": profile.created, "avatar": profile.avatar}
        numbers = {"numbers": True} if profile.numbers else {}
        return {**kept, **numbers, **({"uses": " ".join(profile.uses)} if profile.uses else {})}

    def written(plain: Mapping[str, Any]) -> int:
        return 3 if "uses" in plain else 2 if "numbers" in plain else 1

    return Format("profile", "a player's profile", parse, plain, 3, 10_000, written=written)


# ---- unfinished matches, and what agents learned


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """An unfinished match: its log as text (see `games.log`), the time of its keeping, and its ids.

    `people` sit in it, in the order of their seats; () where only the player sits with whom it is
    kept. `key` is the key of its file. `secret` is the source of its next chances, 32 hexadecimal
    digits; "" in a match that an older arcade kept. `minds` are what its bots showed.
    """

    game: str
    text: str
    saved: str
    match_id: str = ""
    people: tuple[Person, ...] = ()
    key: str = ""
    secret: str = ""
    minds: KeptMinds = field(default_factory=dict)

    @property
    def which(self) -> str:
        """The id of the match, else, where it was kept without one, what its text makes it."""
        return self.match_id or self.kept.digest

    @property
    def kept(self) -> Kept:
        """The place of the match, with its digest and its secret."""
        return Kept(self.key, digest_of(self.text), self.secret)


def digest_of(text: str) -> str:
    """Return the digest of the `text` of a match: 16 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def match_format(game: str) -> Format[SavedMatch]:
    """Return the file of the unfinished match of one game."""

    def parse(fields: Fields) -> SavedMatch:
        text = fields.long_text("text", MATCH_BYTES)
        saved = datetime.fromisoformat(fields.text("saved", length=40)).isoformat()
        match_id = fields.identity("match_id", "")
        people = fields.objects("people", parse_person, MAX_SEATS)
        secret = fields.text("secret", "", 32)
        if not _SECRET.fullmatch(secret):
            raise BadSave("What its next chances come from is not what it should be.")
        game_id = fields.identity("game")
        minds = read_minds(fields.take("minds", []))
        match = SavedMatch(game_id, text, saved, match_id, people, secret=secret, minds=minds)
        return _of_game(match, match.game, game)

    def plain(match: SavedMatch) -> dict[str, Any]:
        kept = {"game": match.game, "text": match.text, "saved": match.saved}
        newer = {
            "secret": match.secret,
            "people": [person._asdict() for person in match.people],
            "minds": written_minds(match.minds),
        }  # a match of before has none of these parts
        more = {name: value for name, value in newer.items() if value}
        return {**kept, "match_id": match.match_id, **more}

    def written(plain: Mapping[str, Any]) -> int:
        return 3 if "minds" in plain else 2 if "people" in plain or "secret" in plain else 1

    return Format("match", "an unfinished match", parse, plain, 3, 8 * MATCH_BYTES, written=written)


def parse_person(fields: Fields) -> Person:
    """Return the person in a match, out of the `fields` of a file; raises `BadSave`."""
    return Person(_parse_name(fields), fields.identity("profile", ""))


def _parse_name(fields: Fields) -> str:
    name = fields.text("name", length=NAME_LENGTH)
    if clean_name(name) != name:
        raise BadSave("Its name is not one that can be given.")
    return name


def learned_format(game: str) -> Format[str]:
    """Return the file of what the agents of one game learned about a player, as text."""

    def parse(fields: Fields) -> str:
        text = fields.long_text("arrays", LEARNED_BYTES)
        return _of_game(text, fields.identity("game"), game)

    def plain(text: str) -> dict[str, Any]:
        return {"game": game, "arrays": text}

    return Format("learned", "what was learned", parse, plain, max_bytes=7 * LEARNED_BYTES)


def _of_game(value: T, found: str, game: str) -> T:
    if found != game:
        raise BadSave(f"It belongs to {found}, not to {game}.")
    return value
