"""The language that the window speaks: its phrases by gettext, its numbers and dates by Babel.

English phrases stand in the code, marked by `ai.phrases.N_`; a catalogue a language is in
``assets/locale``. What is no phrase, such as a name or a comment, is shown as it is. The command
line, files and logs are always English.
"""

import gettext
import hashlib
import logging
import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ai.files import cache_folder, replace

if TYPE_CHECKING:
    from babel import Locale

log = logging.getLogger(__name__)

FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "locale"
DOMAIN: Final = "playout"
SYSTEM: Final = "system"
ENGLISH: Final = "en"
LANGUAGES: Final = {
    ENGLISH: "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pt_BR": "Português (Brasil)",
    "pl": "Polski",
    "cs": "Čeština",
    "ru": "Русский",
    "ja": "日本語",
    "ko": "한국어",
    "zh_CN": "简体中文",
}
"""Each language by its own name."""
_AFTER: Final = "\uffff"
_OWN_LETTERS: Final = {
    "cs": {"ch": "h", "č": "c", "ř": "r", "š": "s", "ž": "z"},
    "es": {"ñ": "n"},
    "pl": {"ą": "a", "ć": "c", "ę": "e", "ł": "l", "ń": "n", "ó": "o", "ś": "s"}
    | {"ż": "ź", "ź": "z"},
    "ru": {"й": "и"},
}
"""Letters that are sorted after another one, rather than as that with an accent."""
_GROUPED_FROM_FIVE: Final = ("es", "pl")
"""Languages that write 2451, but 24 510 in groups, which Babel does not know."""
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@dataclass(frozen=True, slots=True)
class Language:
    """What phrases, numbers and dates are written with; an English one has none of it.

    Attributes:
        catalogues: The program's, then those of games of somebody else's.
    """

    code: str = ENGLISH
    catalogues: tuple[gettext.NullTranslations, ...] = field(default=(), repr=False)
    locale: "Locale | None" = None


_spoken = Language()


def speak(code: str, more: tuple[Path, ...] = ()) -> None:
    """Say everything in a language from now on.

    Args:
        code: One of `LANGUAGES`, or another one that has a catalogue.
        more: Folders of catalogues besides the program's own.
    """
    global _spoken  # one window, one language
    if code == ENGLISH:
        _spoken = Language()
        return
    from babel import Locale, UnknownLocaleError

    try:
        locale = Locale.parse(code)
    except (ValueError, UnknownLocaleError):
        locale = Locale.parse(ENGLISH)
    sources = (folder / code / "LC_MESSAGES" / f"{DOMAIN}.po" for folder in (FOLDER, *more))
    catalogues = (_catalogue(source, code) for source in sources if source.exists())
    _spoken = Language(code, tuple(each for each in catalogues if each), locale)


def spoken() -> Language:
    """Return the language that is spoken."""
    return _spoken


def in_language(english: str, context: str = "") -> str:
    """Return what English words are in the language that is spoken."""
    if not english:  # a catalogue has its head there
        return ""
    for each in _spoken.catalogues:
        found = each.pgettext(context, english) if context else each.gettext(english)
        if found != english:
            return found
    return str(english)


def counted_in_language(one: str, many: str, number: int) -> str:
    """Return the form of a phrase that goes with a number in the language that is spoken."""
    english, context = one if number == 1 else many, getattr(one, "context", "")
    for each in _spoken.catalogues:
        forms = one, many, number
        found = each.npgettext(context, *forms) if context else each.ngettext(*forms)
        if found != english:
            return found
    return in_language(english, context)


def language_of(wanted: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that a setting stands for; "system" is the system's, else English."""
    if wanted != SYSTEM:
        return wanted
    if sys.platform == "win32":
        import ctypes
        import locale

        shown = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        names = iter((locale.windows_locale.get(shown, ""),))
    else:
        names = _names(environment)
    known = {code.partition("_")[0]: code for code in LANGUAGES}
    for name in names:
        code = known.get(re.split(r"[-_.@]", name)[0].lower())
        if code:
            return code
    return ENGLISH


def _names(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the languages an environment asks for, the most wanted first; C asks for none."""
    locale = next((environment[name] for name in _VARIABLES[1:] if environment.get(name)), "C")
    if locale.partition(".")[0] not in ("C", "POSIX"):
        yield from filter(None, environment.get("LANGUAGE", "").split(":"))
        yield locale


def _catalogue(source: Path, code: str) -> gettext.NullTranslations | None:
    """Return a language's catalogue, compiled once for each of its versions."""
    try:
        ready = source.with_suffix(".mo")  # beside it in a program that was built
        content = ready.read_bytes() if ready.exists() else _compiled_once(source, code)
        return gettext.GNUTranslations(BytesIO(content))
    except (OSError, ValueError) as error:
        log.warning("Reading the catalogue %s failed: %s", source, error)
        return None


def _compiled_once(source: Path, code: str) -> bytes:
    text = source.read_bytes()
    name = f"{code}-{hashlib.sha256(text).hexdigest()[:16]}.mo"
    with suppress(OSError):
        return (cache_folder() / "locale" / name).read_bytes()
    content = compiled(text, code)
    with suppress(OSError):  # then the next start compiles it again
        _keep(cache_folder() / "locale" / name, content)
    return content


def compiled(text: bytes, code: str) -> bytes:
    """Return a catalogue as `gettext` reads it."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    target = BytesIO()
    write_mo(target, read_po(BytesIO(text), locale=code))
    return target.getvalue()


def _keep(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(content)
    replace(part, path)


def sorted_by(text: str) -> tuple[str, str]:
    """Return what texts are sorted by in the language: letters first, then their accents."""
    whole = unicodedata.normalize("NFC", text.casefold())
    for letter, before in _OWN_LETTERS.get(_spoken.code, {}).items():
        whole = whole.replace(letter, before + _AFTER)
    parts = unicodedata.normalize("NFD", whole)
    return "".join(each for each in parts if not unicodedata.combining(each)), whole


# Numbers and dates, where the language is not English.


@lru_cache(4_000)
def decimal(number: float, decimals: int, locale: "Locale") -> str:
    """Return a number with its decimals in the way of a language."""
    from babel.numbers import format_decimal

    is_whole = locale.language in _GROUPED_FROM_FIVE and round(number, decimals) < 10_000
    pattern = f"{'0' if is_whole else '#,##0'}.{'0' * decimals}".rstrip(".")
    return format_decimal(number, pattern, locale)


@lru_cache(1_000)
def share(number: float, decimals: int, locale: "Locale") -> str:
    """Return a share of 1 as a percentage in the way of a language."""
    from babel.numbers import format_percent

    pattern = locale.percent_formats[None].pattern
    return format_percent(number, pattern.replace("0", f"0.{'0' * decimals}".rstrip(".")), locale)


@lru_cache(400)
def written_day(day: date, locale: "Locale") -> str:
    """Return a day in the way of a language."""
    from babel.dates import format_date

    return format_date(day, "medium", locale)


@lru_cache(400)
def written_day_of_year(day: date, locale: "Locale") -> str:
    """Return a day without its year in the way of a language."""
    from babel.dates import format_skeleton

    return format_skeleton("MMMd", day, locale=locale)
