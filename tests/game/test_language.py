"""What is said in which language: catalogues, plurals, numbers, and the system's own choice."""

import pickle
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from ai.phrases import N_, plural
from game.words import language
from game.words.numbers import THIN_SPACE, day, decimal, percent, short_count, signed, thousands
from game.words.say import begun, listed, said, say, say_count, sentences

HINT = N_("Hint")
MOVES = plural("{count} move", "{count} moves")
RUSSIAN = {
    "Hint": "Подсказка",
    "{name} is next": "Дальше {name}",
    MOVES: ("{count} ход", "{count} хода", "{count} ходов"),
}
FORMS = {1: "1 ход", 3: "3 хода", 5: "5 ходов", 11: "11 ходов", 21: "21 ход"}


def catalogue(folder, code, phrases):
    made = Catalog(locale=code, fuzzy=False)
    for key, text in phrases.items():
        english, context = key if key not in (MOVES,) and isinstance(key, tuple) else (key, None)
        made.add(english, text, context=context)
    path = folder / code / "LC_MESSAGES" / "playout.po"
    path.parent.mkdir(parents=True)
    target = BytesIO()
    write_po(target, made)
    path.write_bytes(target.getvalue())
    return path


@pytest.fixture(autouse=True)
def _english_again():
    yield
    language.speak(language.ENGLISH)


@pytest.fixture
def in_russian(tmp_path, monkeypatch):
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    catalogue(tmp_path, "ru", RUSSIAN)
    language.speak("ru")


def test_a_phrase_is_said_in_the_language_and_a_name_is_not(in_russian):
    assert said(HINT) == "Подсказка"
    assert said("Hint") == "Hint"
    assert say("{name} is next", name=HINT) == "Дальше Подсказка"
    assert say("{name} is next", name="Hint") == "Дальше Hint"


def test_a_language_is_left_at_once(in_russian):
    language.speak(language.ENGLISH)
    assert said(HINT) == "Hint"


@pytest.mark.parametrize("count", FORMS)
def test_a_count_has_its_form(count, in_russian):
    assert say_count(count, *MOVES) == FORMS[count]


def test_what_is_put_side_by_side_is_said_too(in_russian):
    assert listed((HINT, "a", HINT)) == "Подсказка, a, Подсказка"
    assert sentences(HINT, "", HINT) == "Подсказка Подсказка"
    assert begun(N_("hint")) == "Hint"


def test_two_meanings_of_a_word_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    catalogue(tmp_path, "de", {("Draw", "result"): "Remis", "Draw": "Zeichnen"})
    language.speak("de")
    assert said(N_("Draw", "result")) == "Remis"
    assert said(N_("Draw")) == "Zeichnen"


def test_what_is_not_translated_is_english(in_russian):
    assert say("{count} of all", count=2451) == f"2{THIN_SPACE}451 of all"
    assert say_count(2, "{count} wolf", "{count} wolves") == "2 wolves"


def test_a_plug_in_brings_a_catalogue(tmp_path, in_russian):
    folder = tmp_path / "plug-in"
    catalogue(folder, "ru", {"Connect Four": "Четыре в ряд"})
    language.speak("ru", (folder, tmp_path / "none"))
    assert said(N_("Connect Four")) == "Четыре в ряд"
    assert said(HINT) == "Подсказка"


def test_a_catalogue_is_compiled_once_for_each_version(tmp_path, monkeypatch):
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    path = catalogue(tmp_path, "de", {"Hint": "Tipp"})
    language.speak("de")
    compiled = language.compiled
    monkeypatch.setattr(language, "compiled", lambda *_: pytest.fail("compiled again"))
    language.speak("de")
    assert said(HINT) == "Tipp"
    monkeypatch.setattr(language, "compiled", compiled)
    path.write_text(path.read_text("utf-8").replace("Tipp", "Hinweis"), "utf-8")
    language.speak("de")
    assert said(HINT) == "Hinweis"


def test_a_catalogue_is_read_where_nothing_can_be_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    catalogue(tmp_path, "de", {"Hint": "Tipp"})
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PLAYOUT_HOME", str(tmp_path / "file"))
    language.speak("de")
    assert said(HINT) == "Tipp"


def test_a_catalogue_that_cannot_be_read_leaves_it_english(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    catalogue(tmp_path, "de", {"Hint": "Tipp"}).with_suffix(".mo").write_bytes(b"no catalogue")
    language.speak("de")
    assert said(HINT) == "Hint"
    assert "playout.po" in caplog.text


NUMBERS = {
    "de": ("2.451", "−1,5", "57,1 %", "12k", "4,8k", "21.11.2026"),
    "fr": (f"2{THIN_SPACE}451", "−1,5", "57,1 %", "12k", "4,8k", "21 nov. 2026"),
    "ru": (f"2{THIN_SPACE}451", "−1,5", "57,1 %", "12k", "4,8k", "21 нояб. 2026 г."),
    "ja": ("2,451", "−1.5", "57.1%", "12k", "4.8k", "2026/11/21"),
    "es": ("2451", "−1,5", "57,1 %", "12k", "4,8k", "21 nov 2026"),
    "en": (f"2{THIN_SPACE}451", "−1.5", "57.1 %", "12k", "4.8k", "21 Nov 2026"),
}


@pytest.mark.parametrize("code", NUMBERS)
def test_numbers_are_written_in_the_language_s_way(code):
    language.speak(code)
    written = (
        *(thousands(2451), signed(-1.5, 1), percent(0.571, 1)),
        *(short_count(12_345), short_count(4_850), day("2026-11-21")),
    )
    assert tuple(each.replace("\N{NO-BREAK SPACE}", " ") for each in written) == NUMBERS[code]


@pytest.mark.parametrize(
    ("number", "decimals", "text"),
    [(9_999, 0, "9999"), (9_999.6, 0, f"10{THIN_SPACE}000"), (9_999.25, 2, "9999,25")],
)
def test_polish_groups_digits_from_five_on(number, decimals, text):
    language.speak("pl")
    assert decimal(number, decimals) == text


SORTED = {
    "en": "Ann Émile Zoë zoo",
    "cs": "car čas dům had chata jaro řeka",
    "de": "Apfel Äpfel Arzt Straße Strasze",
    "es": "nube ñandú oso",
    "pl": "azot ąb dom lot lód łan źle żaba",
    "ru": "елка ёлка ель ижора йод",
    "ja": "がく かな さくら",
}


@pytest.mark.parametrize("code", SORTED)
def test_names_are_sorted_in_the_language_s_way(code):
    language.speak(code)
    names = SORTED[code].split()
    mixed = [*names[1:], names[0]]
    assert sorted(mixed, key=language.sorted_by) == names


def test_a_side_has_a_small_letter_within_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    phrases = {
        "Black": "Černý",
        ("Black", "within a sentence"): "černý",
        "{side} wins": "Vyhrává {side}",
        "**{side}** moves": "**{side}** táhne",
    }
    catalogue(tmp_path, "cs", phrases)
    language.speak("cs")
    black = N_("Black")
    assert said(black) == "Černý"
    assert say("{side} wins", side=black) == "Vyhrává černý"
    assert say("**{side}** moves", side=black) == "**Černý** táhne"
    assert say("{side} wins", side="Black") == "Vyhrává Black"


def test_two_meanings_of_a_count_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    of_both = (*MOVES, "of each player")
    made = Catalog(locale="ja", fuzzy=False)
    made.add(MOVES, ("{count}手",))
    made.add(MOVES, ("{count}ターン",), context="of each player")
    path = tmp_path / "ja" / "LC_MESSAGES" / "playout.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, made)
    language.speak("ja")
    assert say_count(3, *MOVES) == "3手"
    assert say_count(3, *plural(*of_both)) == "3ターン"


ASKED = {
    "de_DE.UTF-8": "de",
    "pt_PT": "pt_BR",
    "zh_TW.UTF-8": "zh_CN",
    "fr_CA@euro": "fr",
    "it_IT.UTF-8": "en",
    "C.UTF-8": "en",
}


@pytest.mark.parametrize("name", ASKED)
def test_the_system_s_language_is_spoken(name):
    assert language.language_of(language.SYSTEM, {"LANG": name}) == ASKED[name]


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "ja_JP.UTF-8", "LC_MESSAGES": "fr_FR"}, "ja"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "it:cs:de"}, "cs"),
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({}, "en"),
    ],
)
def test_what_an_environment_asks_for_first_is_spoken(environment, code):
    assert language.language_of(language.SYSTEM, environment) == code


def test_a_language_that_was_chosen_is_not_the_system_s():
    assert language.language_of("ru", {"LANG": "de_DE.UTF-8"}) == "ru"


def test_a_phrase_goes_to_other_processes_as_one():
    phrase = pickle.loads(pickle.dumps(N_("Draw", "result")))
    assert phrase == "Draw"
    assert phrase.context == "result"
