"""The set-up of a match in a few questions. Enter takes the usual answer to each."""

from __future__ import annotations

from game.data import catalog
from game.engine.cards import Seat
from game.engine.errors import SpecError
from game.engine.spec import LEVELS, NumberOption, Option, Spec, Value
from game.play.host import Chair, Setup
from game.text_mode.answers import ChoiceLine, find_matches
from game.text_mode.rule_reader import RuleReader
from game.text_mode.talk import Query, Talk
from game.text_mode.terminal import strip_controls
from game.words.defaults import default_options

USUAL_LEVEL = "casual"
NAME_LENGTH = 64


def choose_title(talk: Talk) -> str:
    found = catalog.titles()
    playable = [title for title, spec in found.items() if isinstance(spec, Spec)]
    for spec in found.values():
        if isinstance(spec, SpecError):
            talk.say(talk.texts("menu.unavailable", problem=spec.sentence))
    if not playable:
        raise next(spec for spec in found.values() if isinstance(spec, SpecError))

    def query() -> Query:
        return Query(talk.texts("menu.choose"), [_title_line(talk, title) for title in playable], 0)

    return playable[talk.choose(query)]


def _title_line(talk: Talk, title: str) -> ChoiceLine:
    name, tagline = talk.texts(f"{title}.name"), talk.texts(f"{title}.tagline")
    return ChoiceLine(talk.texts("text.title", name=name, tagline=tagline), short_name=name)


def find_title(talk: Talk, word: str) -> str:
    """The title with this id, or whose name begins with this word; OptionError if there is none."""
    titles = list(catalog.titles())
    choices = [ChoiceLine(talk.texts(f"{title}.name"), (title.replace("_", " "),)) for title in titles]
    found = find_matches(word.replace("_", " ").replace("-", " "), choices)
    return titles[found[0]] if len(found) == 1 else catalog.check_title(word)


class SetupQuestions:
    """Asks the questions for one title, and holds the answers."""

    def __init__(self, talk: Talk, title: str) -> None:
        self._talk = talk
        self._title = title
        self._spec = catalog.spec(title)
        self._options: dict[str, Value] = default_options(self._spec, talk.texts)
        self._first: Seat | None = None
        self._practice = False
        talk.commands = {"rules": lambda rest: RuleReader(talk, catalog.rules(title, self._options)).read(rest)}

    def ask(self) -> Setup:
        talk = self._talk
        seats, people = self._ask_numbers()
        levels = self._ask_levels(seats, people)
        names = self._ask_names(seats, people)
        while talk.choose(lambda: self._ready_query(seats)):
            self._ask_options(names)
        kinds = list(self._spec.characters)
        bots = [
            f"{level}:{kinds[(seat - 1) % len(kinds)]}" if kinds else level
            for seat, level in enumerate(levels, people)
        ]
        chairs = tuple(Chair(name, bot) for name, bot in zip(names, [""] * people + bots, strict=True))
        return Setup(self._title, chairs, dict(self._options), self._first, self._practice)

    def _ask_numbers(self) -> tuple[int, int]:
        talk, allowed = self._talk, self._spec.seats
        seats = allowed[0]
        if len(allowed) > 1:
            low, high = allowed[0], allowed[-1]
            seats = talk.ask_number(lambda: talk.texts("text.seats", low=low, high=high), low, high, allowed[1])
        if not self._spec.levels:
            return seats, seats
        return seats, talk.ask_number(lambda: talk.texts("text.people", high=seats), 1, seats, 1)

    def _ask_levels(self, seats: int, people: int) -> list[str]:
        """The level of each bot."""
        bots = seats - people
        if not bots:
            return []
        talk = self._talk
        known = [level for level in LEVELS if level in self._spec.levels]
        usual = known.index(USUAL_LEVEL) if USUAL_LEVEL in known else 0

        def query(question: str, *more: str, **values: object) -> Query:
            lines = [ChoiceLine(talk.texts(f"levels.{level}"), (level,)) for level in known]
            lines += [ChoiceLine(talk.texts(key)) for key in more]
            return Query(talk.texts(question, count=bots, **values), lines, usual)

        at = talk.choose(lambda: query("text.level", *["text.each_level"] * (bots > 1)))
        if at < len(known):
            return [known[at]] * bots
        return [
            known[talk.choose(lambda: query("text.level_of", name=talk.texts(f"names.{seat}")))]  # noqa: B023
            for seat in range(people, seats)
        ]

    def _ask_names(self, seats: int, people: int) -> list[str]:
        talk, names = self._talk, list[str]()
        while len(names) < people:
            seat = len(names)
            ask = talk.texts("text.your_name") if people == 1 else talk.texts("text.name_of", number=seat + 1)
            name = strip_controls(talk.ask_text(ask, talk.texts(f"names.{seat}")))[:NAME_LENGTH]
            if name in names:
                talk.say(talk.texts("setup.same_name", name=name))
            else:
                names.append(name)
        for seat in range(people, seats):
            usual = talk.texts(f"names.{seat}")
            names.append(next(name for name in (usual, *(f"{usual} {i}" for i in range(2, 99))) if name not in names))
        return names

    # Options

    def _ready_query(self, seats: int) -> Query:
        texts = self._talk.texts
        self._talk.say(*(self._option_line(option.name) for option in self._relevant_options(seats)))
        return Query(texts("text.ready"), [ChoiceLine(texts("setup.start")), ChoiceLine(texts("text.change"))], 0)

    def _relevant_options(self, seats: int) -> list[Option]:
        return catalog.rules(self._title, self._options).asked(seats)

    def _option_line(self, name: str) -> str:
        texts, value = self._talk.texts, self._options[name]
        said = texts(f"{self._title}.options.{name}.values.{value}.name") if isinstance(value, str) else str(value)
        return texts("text.option", name=texts(f"{self._title}.options.{name}.name"), value=said)

    def _ask_options(self, names: list[str]) -> None:
        for option in self._relevant_options(len(names)):
            self._options[option.name] = self._ask_value(option.name, option)
        self._ask_first_seat(names)
        self._talk.say(self._talk.texts("setup.practice_help"))
        self._practice = self._talk.ask_yes_no(self._talk.texts("text.practice"))

    def _ask_value(self, name: str, option: Option) -> Value:
        talk, key, now = self._talk, f"{self._title}.options.{name}", self._options[name]
        if isinstance(option, NumberOption):
            assert isinstance(now, int)
            low, high = option.low, option.high

            def ask() -> str:
                parts = talk.texts(f"{key}.name"), talk.texts(f"{key}.help")
                return talk.texts("text.number_option", name=parts[0], help=parts[1], low=low, high=high)

            return talk.ask_number(ask, low, high, now)

        def query() -> Query:
            texts = talk.texts
            names = [texts(f"{key}.values.{value}.name") for value in option.values]
            helps = [texts(f"{key}.values.{value}.help") for value in option.values]
            lines = [texts("text.value", name=name, help=aside) for name, aside in zip(names, helps, strict=True)]
            question = texts("text.choice_option", name=texts(f"{key}.name"), help=texts(f"{key}.help"))
            choices = [ChoiceLine(line, short_name=name) for line, name in zip(lines, names, strict=True)]
            return Query(question, choices, option.values.index(str(now)))

        return option.values[talk.choose(query)]

    def _ask_first_seat(self, names: list[str]) -> None:
        talk = self._talk
        if not catalog.rules(self._title, self._options).begun_by(len(names)):
            return
        deals = talk.texts.has(f"{self._title}.events.fact.dealer.you")

        def query() -> Query:
            lines = [ChoiceLine(talk.texts("setup.lots")), *map(ChoiceLine, names)]
            return Query(talk.texts("text.who_deals" if deals else "text.who_begins"), lines, 0)

        at = talk.choose(query)
        self._first = at - 1 if at else None
