"""The list of all lessons, for the command line."""

from __future__ import annotations

from game import paths
from game.data import lessons
from game.engine.errors import SpecError
from game.words.locale import languages
from game.words.locale_files import read_lesson_file


def print_lessons() -> None:
    """Print id, number of steps and languages of each lesson, or what is wrong with it."""
    for lesson_id in lessons.lesson_ids():
        try:
            lesson = lessons.load(lesson_id)
            steps, codes = len(lesson.steps), " ".join(lesson_languages(lesson))
            print(f"{lesson_id:40} {steps:2} steps  {codes}")
        except SpecError as error:
            print(f"{lesson_id:40} {error}")


def lesson_languages(lesson: lessons.Lesson) -> list[str]:
    """The languages that have all texts of a lesson."""
    folder = paths.locales_folder() / "lessons"
    found = []
    for code, _ in languages():
        file = folder / f"{lesson.title}.{code}.yaml"
        if file.is_file() and all(lesson.text_key(name) in read_lesson_file(file) for name in lesson.texts):
            found.append(code)
    return found
