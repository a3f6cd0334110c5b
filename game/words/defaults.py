"""The default options of a new match. A language may have a default of its own: that of the edition in its language."""

from __future__ import annotations

from game.engine.spec import ChoiceOption, Spec, Value
from game.words.locale import Texts


def default_options(spec: Spec, texts: Texts) -> dict[str, Value]:
    """The default of each option in this language. Saved matches do not ask: they have their own options."""
    options = {name: option.default for name, option in spec.options.items()}
    for name, option in spec.options.items():
        key = f"{spec.title}.options.{name}.default"
        if isinstance(option, ChoiceOption) and texts.has(key) and texts(key) in option.values:
            options[name] = texts(key)
    return options


def edition_options(spec: Spec, texts: Texts) -> dict[str, Value]:
    """The options in which the edition of this language differs from the usual one."""
    options = default_options(spec, texts)
    return {name: value for name, value in options.items() if value != spec.options[name].default}
