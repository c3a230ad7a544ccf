"""Every text of the pages, by key, from one file a language: `texts/en.toml`. Nothing else holds words for people.

Copy that file to another language's code and translate it; `texts_for` picks it by what the browser asks for. Values in
braces are filled in and escaped.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

FOLDER = Path(__file__).parent / "texts"
FIRST_LANGUAGE = "en"


class NoText(KeyError):
    """A page asked for a text that no file has: a mistake of ours."""


class Texts:
    """The texts of one language. Called with a key and values: `t("head.round", number=2)`."""

    def __init__(self, language: str, plain: Mapping[str, Any]) -> None:
        self.language = language
        self.by_key: dict[str, str] = dict(_flat(plain))

    def __call__(self, key: str, **values: Any) -> Markup:
        text = self.by_key.get(key)
        if text is None:
            raise NoText(key)
        return Markup(text).format(**values) if values else Markup(text)

    def word(self, group: str, name: str) -> Markup | str:
        """The text for a word of a closed set (`word("phase", "calm")`), or the word itself with its first letter."""
        text = self.by_key.get(f"{group}.{name}")
        return Markup(text) if text is not None else name.replace("_", " ")


def _flat(plain: Mapping[str, Any], start: str = "") -> list[tuple[str, str]]:
    found = []
    for key, value in plain.items():
        if isinstance(value, Mapping):
            found += _flat(value, f"{start}{key}.")
        else:
            found.append((f"{start}{key}", str(value)))
    return found


@cache
def languages() -> tuple[str, ...]:
    """The languages there are texts for."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def texts(language: str = FIRST_LANGUAGE) -> Texts:
    """The texts of one language."""
    return Texts(language, tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8")))


def texts_for(accepted: str) -> Texts:
    """The texts in the first language of an Accept-Language header that there are texts for."""
    for part in accepted[:200].split(","):
        code = part.split(";")[0].strip().lower()
        for one in (code, code.partition("-")[0]):
            if one in languages():
                return texts(one)
    return texts()
