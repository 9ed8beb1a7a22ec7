"""Keeps the test sets out of training: no text that is, or much resembles, one of theirs gets in."""
import glob, json, os, re

from evaluate import STOP, stem
from languages import HAN, JAPANESE, KATAKANA, fold

HERE = os.path.dirname(os.path.abspath(__file__))
VIDEOS = os.path.join(HERE, "../../test/tools/encoder/videos.txt")
LANGUAGES = os.path.join(HERE, "../../test/tools/encoder/languages")
MORE_STOP = set(
    "me so all one can get got make just like our his her their them him us out up have has had did does will would "
    "should about into than then too very after before first day days year years best things thing really every".split()
)


def stems(text):
    words = re.findall(r"[a-z0-9]+", text.lower())
    return frozenset(stem(word) for word in words if word not in STOP and word not in MORE_STOP and len(word) > 1)


def plain(text):
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


def video_texts():
    with open(VIDEOS, encoding="utf8") as lines:
        texts = [line.strip().removeprefix("? ") for line in lines]
    return [text for text in texts if text and not text.startswith(("//", "# "))]


def language_names():
    """The languages that have a test set, besides English."""
    names = (os.path.basename(path)[:-4] for path in sorted(glob.glob(os.path.join(LANGUAGES, "*.txt"))))
    return [name for name in names if name != "en"]


def _lines(name):
    with open(os.path.join(LANGUAGES, name + ".txt"), encoding="utf8") as lines:
        return [line for line in map(str.strip, lines) if line and not line.startswith("//")]


def language_set(name):
    """Captions, questions, and questions in English: the nth question, in either language, is for the nth caption."""
    lines = _lines(name)
    return [l for l in lines if not l.startswith("?")], [l[2:] for l in lines if l.startswith("?")], _lines("en")


def features(text):
    """What two texts of any language have in common: starts of longer words, and pairs of Japanese characters."""
    found = {word[:6] for word in re.findall(r"[^\W\d_]+", fold(text)) if len(word) > 3 and not JAPANESE.search(word)}
    for run in JAPANESE.findall(text):
        found.update(a + b for a, b in zip(run, run[1:]) if HAN.match(a) or KATAKANA.match(a))
    return frozenset(found)


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        # `c` is a label of the news.
        for item in (v for k, v in value.items() if k != "c") if isinstance(value, dict) else value:
            yield from strings(item)


class Aside:
    def __init__(self, eval_folder):
        self.exact = set()
        for path in glob.glob(os.path.join(eval_folder, "*.json")):
            with open(path) as file:
                self.exact.update(plain(text) for text in strings(json.load(file)))
        self.exact = {text for text in self.exact if text.count(" ") > 1}
        self.near = {}
        for text in video_texts():
            self.exact.add(plain(text))
            found = stems(text)
            for word in found:
                self.near.setdefault(word, set()).add(found)
        self.foreign, self.foreign_near = set(), {}
        for name in language_names():
            captions, questions, english = language_set(name)
            self.exact.update(map(plain, english))
            for text in [*captions, *questions]:
                self.foreign.add(fold(text))
                found = features(text)
                for feature in found:
                    self.foreign_near.setdefault(feature, set()).add(found)

    def is_test(self, text):
        return plain(text) in self.exact or fold(text) in self.foreign

    def resembles_foreign_test(self, text):
        """Three features or more in common with a line in another language, and these are most of the shorter one's."""
        own = features(text)
        others = set().union(*(self.foreign_near.get(feature, ()) for feature in own)) if own else ()
        return fold(text) in self.foreign or any(
            len(own & other) >= 3 and len(own & other) >= 0.6 * min(len(own), len(other)) for other in others
        )

    def resembles_test(self, text):
        """Two words or more in common, and these are most of the shorter one's. Emoji and filler do not count."""
        own = stems(text)
        others = set().union(*(self.near.get(word, ()) for word in own)) if own else ()
        return self.is_test(text) or any(
            len(own & other) >= 2 and len(own & other) >= 0.6 * min(len(own), len(other)) for other in others
        )
