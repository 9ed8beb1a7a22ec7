"""Words of other languages as plugins/embedder/languages.ts reads them: each becomes the token of its row in the table.

English keeps its tokens and their vectors. A text counts as another language if that language knows more of its words than
the English vocabulary does. Its words are then replaced by tokens such as `￨17`, which no other text contains.
"""
import json, re, unicodedata

MARK = "\uffe8"
WORD = re.compile(r"[^\W\d_]+")
JAPANESE = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff]+")
HAN = re.compile(r"[\u3005\u3400-\u9fff]")
KATAKANA = re.compile(r"[\u30a1-\u30ff]")
SHORTEST_STEM, SHORTEST_PART, LONGEST_PHRASE, LONGEST_WORD = 3, 4, 3, 40


def fold(text):
    """Lower case without accents, as people type."""
    text = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn").lower()
    return text.replace("\u0131", "i").replace("\u00df", "ss").replace("\u0153", "oe")


def japanese_form(word):
    """A listed word as runs of text have it."""
    return "".join(JAPANESE.findall(unicodedata.normalize("NFC", word)))


def japanese_stem(word):
    """A verb or an adjective without what changes; None for other words."""
    word = word.removesuffix("\u3059\u308b")
    stem = re.sub(r"(?<=[\u3005\u3400-\u9fff])[\u3040-\u309f]+$", "", word)
    if stem == word and re.fullmatch(r"[\u3040-\u309f]{3,}", word):
        stem = word[:-1]
    return stem or None


class Language:
    def __init__(self, data):
        self.suffixes = sorted(data["suffixes"], key=lambda suffix: -len(suffix))
        self.prefixes, self.rounds = data["prefixes"], data["rounds"]
        self.words, self.stems = {}, {}
        for row, forms in enumerate(data["rows"], data["first"]):
            for form in forms.split("|"):
                self.words.setdefault(form, row)
        for word, row in self.words.items():
            if " " not in word:
                self.stems.setdefault(self.reduce(word)[-1], row)

    def reduce(self, word):
        """The word, then without one ending, without two and so on."""
        found = [word]
        for _ in range(self.rounds):
            end = next((s for s in self.suffixes if word.endswith(s) and len(word) - len(s) >= SHORTEST_STEM), None)
            if end is None:
                break
            word = word[: -len(end)]
            found.append(word)
        return found

    def inflected(self, word):
        forms = self.reduce(word)
        for form in forms:
            if form in self.words:
                return self.words[form]
        for form in forms:
            if form in self.stems:
                return self.stems[form]
        return None

    def row(self, word):
        """The row of a word in any form."""
        row = self.inflected(word)
        if row is not None:
            return row
        for prefix, *initials in self.prefixes:
            rest = word[len(prefix) :]
            if word.startswith(prefix) and len(rest) >= SHORTEST_STEM:
                for initial in initials:
                    row = self.inflected(initial + rest)
                    if row is not None:
                        return row
        return None

    def parts(self, word):
        """Rows of the fewest words that a compound or a hashtag is made of; empty if there are none."""
        best = {0: []}
        for end in range(SHORTEST_PART, min(len(word), LONGEST_WORD) + 1):
            for start in range(end - SHORTEST_PART + 1):
                if start not in best:
                    continue
                part = word[start:end]
                row = self.inflected(part) if end == len(word) else self.words.get(part, self.stems.get(part))
                if row is not None and (end not in best or len(best[start]) + 1 < len(best[end])):
                    best[end] = [*best[start], row]
        return best.get(len(word), [])


class Japanese(Language):
    """No spaces: the cheapest way through a run of characters."""

    def cost(self, character):
        return 1.2 if HAN.match(character) else 0.8 if KATAKANA.match(character) else 0.4

    def parts(self, run):
        run = run[:200]
        best = [(0.0, [])]
        for end in range(1, len(run) + 1):
            cost, rows = best[end - 1]
            found = (cost + self.cost(run[end - 1]), rows)
            for start in range(max(0, end - 10), end):
                row = self.words.get(run[start:end])
                if row is not None and best[start][0] + 0.5 < found[0]:
                    found = (best[start][0] + 0.5, [*best[start][1], row])
            best.append(found)
        return best[-1][1]


class Languages:
    def __init__(self, data, english):
        """english: the tokens of the English vocabulary"""
        self.english = english
        self.known = {name: (Japanese if name == "ja" else Language)(one) for name, one in data.items()}
        self.japanese = self.known.pop("ja", None)

    def detect(self, words):
        """The language that knows most of the words; None for English."""
        words = [word for word in dict.fromkeys(words) if len(word) > 1]
        most, found = sum(word in self.english for word in words), None
        for language in self.known.values():
            count = sum(language.row(word) is not None for word in words)
            if count > most:
                most, found = count, language
        return found

    def prepare(self, text):
        """The text with the words of another language replaced by their tokens."""
        text = text.replace(MARK, " ")
        if self.japanese and JAPANESE.search(text):
            text = unicodedata.normalize("NFC", text)
            return JAPANESE.sub(lambda run: self.tokens(self.japanese.parts(run[0])), text)
        if not self.known:
            return text
        places = list(WORD.finditer(text))
        words = [fold(place[0]) for place in places]
        language = self.detect(words)
        return text if language is None else self.replace(text, places, words, language)

    def tokens(self, rows):
        return " " + "".join(f"{MARK}{row} " for row in rows)

    def replace(self, text, places, words, language):
        written, end, at = [], 0, 0
        while at < len(words):
            length = self.phrase(words, at, language)
            word = " ".join(words[at : at + length])
            row = language.words[word] if length > 1 else language.row(word)
            rows = [row] if row is not None else [] if word in self.english else language.parts(word)
            start, stop = places[at].start(), places[at + length - 1].end()
            between = text[end:start]
            if rows:
                # A hashtag's words need no sign.
                written += [between.removesuffix("#"), self.tokens(rows)]
            else:
                written += [between, text[start:stop]]
            end, at = stop, at + length
        return "".join(written) + text[end:]

    def phrase(self, words, at, language):
        for length in range(min(LONGEST_PHRASE, len(words) - at), 1, -1):
            if " ".join(words[at : at + length]) in language.words:
                return length
        return 1


def load(path, english):
    with open(path, encoding="utf8") as file:
        return Languages(json.load(file), english)
