"""Words of other languages as plugins/embedder/languages.ts reads them: each becomes the token of its row in the table.

English keeps its tokens and their vectors. A text counts as another language if that language knows more of its words than
the English vocabulary does. Its words are then replaced by English tokens, or by tokens such as `￨30017`, which no other
text contains.
"""
import collections, math, re, unicodedata

MARK = "\uffe8"
# Letters; Python counts raised and circled digits among them.
WORD = re.compile(r"[^\W\d_\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u218b\u2460-\u24ff]+")
JAPANESE = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff]+")
HAN = re.compile(r"[\u3005\u3400-\u9fff]")
KATAKANA = re.compile(r"[\u30a1-\u30ff]")
SHORTEST_STEM, SHORTEST_PART, LONGEST_PHRASE, LONGEST_WORD = 3, 3, 3, 40
# Costs of reading a compound: a word in it, and a letter that belongs to none.
PART, LETTER, MOST_LEFT = 1, 0.6, 0.3
# What tells languages apart: a word in another form than the listed one, or a compound; how usual the spelling of all words is;
# a letter that the language does not have; and by how much it must be more than English.
INFLECTED, COMPOUND, SPELLING, STRANGE, MARGIN = 0.8, 0.6, 0.2, 0.5, 0.3


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


class Spelling:
    """How usual a word's letters are, three at a time, in a language's words."""

    def __init__(self, words):
        self.counts = collections.Counter(three for word in words for three in self.threes(word))
        self.total = sum(self.counts.values())

    @staticmethod
    def threes(word):
        whole = f"^{re.sub('[^a-z]', '?', word)}$"
        return [whole[at : at + 3] for at in range(len(whole) - 2)]

    def likeness(self, word):
        """The mean logarithm of how likely they are."""
        threes = self.threes(word)
        return sum(math.log((self.counts[three] + 0.1) / (self.total + 900)) for three in threes) / len(threes)


class Language:
    def __init__(self, data):
        self.suffixes = set(data["suffixes"])
        self.longest = max(map(len, self.suffixes), default=0)
        self.prefixes, self.rounds = data["prefixes"], data["rounds"]
        self.letters, self.has_compounds = data["letters"], data.get("compounds", False)
        self.words, self.stems = {}, {}
        for row, forms in zip(data["ids"], data["rows"]):
            for form in forms.split("|"):
                self.words.setdefault(form, row)
        # Forms made by rule come after those, and are no beginnings of others.
        listed = [form for forms in data["rows"][: data["listed"]] for form in forms.split("|") if " " not in form]
        for word in listed:
            self.stems.setdefault(self.stem(word), self.words[word])
        self.spelling = Spelling(listed)

    def evidence(self, word):
        """How much a word says that a text is in this language, from 0 to 1."""
        if word in self.words:
            return 1
        if self.row(word) is not None:
            return INFLECTED
        return COMPOUND if self.has_compounds and self.parts(word) else 0

    def shorten(self, word):
        """The word without one ending, for each that it may have. The longer the ending, the more letters must be left."""
        lengths = range(1, min(self.longest, len(word) - SHORTEST_STEM) + 1)
        return [word[:-n] for n in lengths if word[-n:] in self.suffixes and len(word) - n >= SHORTEST_STEM + (n > 2)]

    def stem(self, word):
        """The word without its longest ending, again and again."""
        for _ in range(self.rounds):
            shorter = self.shorten(word)
            if not shorter:
                break
            word = shorter[-1]
        return word

    def forms(self, word):
        """The word, and what is left of it without endings, the longest first."""
        found = level = [word]
        for _ in range(self.rounds):
            level = [shorter for one in level for shorter in self.shorten(one)]
            found = found + level
        return sorted(set(found), key=len, reverse=True)

    def inflected(self, word):
        forms = self.forms(word)
        for known in (self.words, self.stems):
            for form in forms:
                if form in known:
                    return known[form]
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
        """Rows of the words that a compound or a hashtag is made of; empty if too much of it is left."""
        length = min(len(word), LONGEST_WORD)
        best = [(0.0, 0, [])]
        for end in range(1, length + 1):
            cost, left, rows = best[end - 1]
            found = (cost + LETTER, left + 1, rows)
            for start in range(end - SHORTEST_PART + 1):
                row = self.part(word[start:end], end == length)
                if row is not None and best[start][0] + PART < found[0]:
                    found = (best[start][0] + PART, best[start][1], [*best[start][2], row])
            best.append(found)
        return best[length][2] if best[length][1] <= MOST_LEFT * length else []

    def part(self, text, is_last):
        row = self.words.get(text)
        if row is None and len(text) > SHORTEST_PART:
            row = self.inflected(text) if is_last else self.stems.get(text)
        return row


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
    def __init__(self, data, tokens):
        """tokens: the English vocabulary; data.pieces: those of its tokens that are no words"""
        self.vocabulary, self.pieces = tokens, set(data["pieces"])
        self.english = {token for token in tokens if token.isalpha()}
        self.known = {name: (Japanese if name == "ja" else Language)(one) for name, one in data["languages"].items()}
        self.japanese = self.known.pop("ja", None)
        self.spelling = Spelling(word for word in tokens if self.is_english(word))

    def is_english(self, word):
        return word in self.english and word not in self.pieces

    def detect(self, written, words):
        """The language that most of the words speak for; None for English. Accents are not English."""
        some = {word: whole for whole, word in zip(written, words) if len(word) > 1}
        english = sum(self.is_english(word) and whole.isascii() for word, whole in some.items())
        if english == len(some):
            return None
        letters = [letter for whole in written for letter in whole.lower() if not letter.isascii()]
        usual = sum(map(self.spelling.likeness, some))
        most, found = english + MARGIN, None
        for language in self.known.values():
            known = sum(map(language.evidence, some)) - STRANGE * sum(one not in language.letters for one in letters)
            score = known + SPELLING * (sum(map(language.spelling.likeness, some)) - usual)
            if score > most:
                most, found = score, language
        return found

    def prepare(self, text):
        """The text with the words of another language replaced by their tokens."""
        text = unicodedata.normalize("NFC", text.replace(MARK, " "))
        if self.japanese and JAPANESE.search(text):
            return JAPANESE.sub(lambda run: self.tokens(self.japanese.parts(run[0])), text)
        if not self.known:
            return text
        places = list(WORD.finditer(text))
        words = [fold(place[0]) for place in places]
        language = self.detect([place[0] for place in places], words)
        return text if language is None else self.replace(text, places, words, language)

    def tokens(self, rows):
        written = (self.vocabulary[row] if row < len(self.vocabulary) else f"{MARK}{row}" for row in rows)
        return " " + "".join(f"{token} " for token in written)

    def replace(self, text, places, words, language):
        written, end, at = [], 0, 0
        while at < len(words):
            length = self.phrase(words, at, language)
            word = " ".join(words[at : at + length])
            is_kept = self.is_english(word) and word not in language.words
            row = None if is_kept else language.words[word] if length > 1 else language.row(word)
            rows = [row] if row is not None else [] if is_kept else language.parts(word)
            start, stop = places[at].start(), places[at + length - 1].end()
            between = text[end:start]
            if rows:
                # A hashtag's words need no sign.
                written += [between.removesuffix("#"), self.tokens(rows)]
            elif is_kept:
                written += [between, text[start:stop]]
            else:
                # Pieces of an unknown word would mean what they mean in English.
                written.append(between.removesuffix("#"))
            end, at = stop, at + length
        return "".join(written) + text[end:]

    def phrase(self, words, at, language):
        for length in range(min(LONGEST_PHRASE, len(words) - at), 1, -1):
            if " ".join(words[at : at + length]) in language.words:
                return length
        return 1

