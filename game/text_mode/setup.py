"""The set-up of a match in a few questions. Enter takes the usual answer to each."""

from __future__ import annotations

from game.data import catalog
from game.data.lessons import lesson_names
from game.engine.errors import SpecError
from game.engine.spec import NumberOption, Option, Spec, Value
from game.play.draft import HUMAN, USUAL_LEVEL, Draft, bot_levels, clean_name, first_seat_deals
from game.play.host import Setup
from game.text_mode.answers import ChoiceLine, find_matches
from game.text_mode.rule_reader import RuleReader
from game.text_mode.talk import Query, Talk
from game.text_mode.terminal import strip_controls
from game.words.bot_lines import level_sentence
from game.words.locale import Texts


class LearnTitle(Exception):
    """The person wants to learn the title instead of setting up a match."""


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


def _level_line(texts: Texts, level: str) -> ChoiceLine:
    """A level of computer players and what it is like."""
    name = texts(f"levels.{level}")
    return ChoiceLine(texts("text.value", name=name, help=level_sentence(texts, level)), (level,), short_name=name)


def find_title(talk: Talk, word: str) -> str:
    """The title with this id, or whose name begins with this word; OptionError if there is none."""
    titles = list(catalog.titles())
    choices = [ChoiceLine(talk.texts(f"{title}.name"), (title.replace("_", " "),)) for title in titles]
    found = find_matches(word.replace("_", " ").replace("-", " "), choices)
    return titles[found[0]] if len(found) == 1 else catalog.check_title(word)


class SetupQuestions:
    """Asks the questions for one title. The answers go into a draft."""

    def __init__(self, talk: Talk, title: str) -> None:
        self._talk = talk
        self._title = title
        self._draft = Draft.make_usual(catalog.spec(title))
        self._draft.follow_language(talk.texts)
        self._draft.live = False  # there is no clock at the terminal
        talk.commands = {"rules": lambda rest: RuleReader(talk, catalog.rules(title, self._draft.options)).read(rest)}
        if lesson_names(title):
            talk.commands = {**talk.commands, "learn": self._learn}

    def _learn(self, rest: str) -> None:
        raise LearnTitle

    def ask(self) -> Setup:
        """All questions, in order."""
        talk, draft = self._talk, self._draft
        draft.seats, people = self._ask_numbers()
        for seat, level in enumerate([HUMAN] * people + self._ask_levels(people)):
            draft.seat_drafts[seat].who = level
        self._ask_names(people)
        while talk.choose(self._ready_query):
            self._ask_options()
        return draft.make_setup(talk.texts)

    def _ask_numbers(self) -> tuple[int, int]:
        """The number of seats, and of people among them."""
        talk, spec, seats = self._talk, self._draft.spec, self._draft.seats
        if len(spec.seats) > 1:
            low, high = spec.seats[0], spec.seats[-1]
            seats = talk.ask_number(lambda: talk.texts("text.seats", low=low, high=high), low, high, seats)
        if not spec.levels:
            return seats, seats
        return seats, talk.ask_number(lambda: talk.texts("text.people", high=seats), 1, seats, 1)

    def _ask_levels(self, people: int) -> list[str]:
        """The level of each bot."""
        seats = self._draft.seats
        bots = seats - people
        if not bots:
            return []
        talk = self._talk
        known = bot_levels(self._draft.spec)
        usual = known.index(USUAL_LEVEL) if USUAL_LEVEL in known else 0

        def query(question: str, *more: str, **values: object) -> Query:
            lines = [_level_line(talk.texts, level) for level in known]
            lines += [ChoiceLine(talk.texts(key)) for key in more]
            return Query(talk.texts(question, count=bots, **values), lines, usual)

        at = talk.choose(lambda: query("text.level", *["text.each_level"] * (bots > 1)))
        if at < len(known):
            return [known[at]] * bots
        return [
            known[talk.choose(lambda: query("text.level_of", name=talk.texts(f"names.{seat}")))]  # noqa: B023
            for seat in range(people, seats)
        ]

    def _ask_names(self, people: int) -> None:
        """Ask people for different names. Bots get their usual names."""
        talk, names = self._talk, list[str]()
        while len(names) < people:
            seat = len(names)
            ask = talk.texts("text.your_name") if people == 1 else talk.texts("text.name_of", number=seat + 1)
            usual = talk.texts(f"names.{seat}")
            name = clean_name(strip_controls(talk.ask_text(ask, usual))) or usual
            if name in names:
                talk.say(talk.texts("setup.same_name", name=name))
            else:
                names.append(name)
                self._draft.seat_drafts[seat].name = name
        for one, name in zip(self._draft.seat_drafts, self._draft.names(talk.texts), strict=False):
            one.name = name  # from now on another language does not change it

    # Options

    def _ready_query(self) -> Query:
        texts = self._talk.texts
        self._talk.say(*(self._option_line(option.name) for option in self._draft.relevant_options))
        return Query(texts("text.ready"), [ChoiceLine(texts("setup.start")), ChoiceLine(texts("text.change"))], 0)

    def _option_line(self, name: str) -> str:
        texts, value = self._talk.texts, self._draft.options[name]
        said = texts(f"{self._title}.options.{name}.values.{value}.name") if isinstance(value, str) else str(value)
        return texts("text.option", name=texts(f"{self._title}.options.{name}.name"), value=said)

    def _ask_options(self) -> None:
        for option in self._draft.relevant_options:
            self._draft.options[option.name] = self._ask_value(option.name, option)
        self._ask_first_seat()
        self._talk.say(self._talk.texts("setup.practice_help"))
        self._draft.practice = self._talk.ask_yes_no(self._talk.texts("text.practice"))

    def _ask_value(self, name: str, option: Option) -> Value:
        talk, key, now = self._talk, f"{self._title}.options.{name}", self._draft.options[name]
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

    def _ask_first_seat(self) -> None:
        talk, draft = self._talk, self._draft
        if not draft.has_first_seat:
            return

        def query() -> Query:
            deals = first_seat_deals(talk.texts, self._title)
            lines = [ChoiceLine(talk.texts("setup.lots")), *map(ChoiceLine, draft.names(talk.texts))]
            return Query(talk.texts("text.who_deals" if deals else "text.who_begins"), lines, 0)

        at = talk.choose(query)
        draft.first = at - 1 if at else None
