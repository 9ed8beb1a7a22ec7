"""Training text: the public sets in a folder, and our own in text/. Everything comes out as pairs that mean the same."""
import json, os, random, subprocess

import own
from aside import strings as aside_strings

# Files of synonyms that are seldom right inside another sentence.
NOT_IN_SENTENCES = ("synonyms-phrases.txt", "synonyms-slang.txt")
PUBLIC = ("oewn_gloss", "oewn_rel", "coco", "audiocaps", "news", "intents", "emoji", "exercises", "recipes")


def read_set(folder, name):
    raw = subprocess.run(["zstd", "-dcq", os.path.join(folder, name + ".jsonl.zst")], check=True, capture_output=True)
    return [json.loads(line) for line in raw.stdout.decode("utf8").splitlines()]


def without_tests(entries, aside):
    """Entries that hold no text of a test set."""
    return [entry for entry in entries if not any(map(aside.is_test, aside_strings(entry)))]


def inflections(word):
    """Plain English forms of a word; wrong ones are weeded out by what the texts contain."""
    stem = word[:-1] if word.endswith("e") else word
    double = word + word[-1]
    forms = [word + "s", word + "es", stem + "ing", stem + "ed", double + "ing", double + "ed", stem + "er", stem + "ers"]
    if word.endswith("y"):
        forms += [word[:-1] + "ies", word[:-1] + "ied"]
    return forms


class Pairs:
    """Batches of pairs, each from one source; `mix` weighs the sources."""

    def __init__(self, folder, aside, mix, seed, word_counts):
        self.random = random.Random(seed)
        self.mix = mix
        self.sets = {name: without_tests(read_set(folder, name), aside) for name in PUBLIC}
        self.aside = {}
        self.own = self._not_aside("own", own.groups("videos*.txt", aside))
        self.said = self._not_aside("sentences", own.groups("sentences*.txt", aside))
        self.words = own.words(aside)
        self.thesaurus = own.synonyms(aside)
        self.synonyms = {}
        for entry in self.sets["oewn_gloss"]:
            self._add_synonyms([word for word, rank in zip(entry["m"], entry["r"]) if rank == 0])
        for name, texts in self.thesaurus:
            if name not in NOT_IN_SENTENCES:
                self._add_synonyms(texts)
        self.forms = {}
        for entry in self.sets["oewn_gloss"]:
            for word in entry["m"]:
                if word.isalpha() and len(word) > 2 and word not in self.forms:
                    self.forms[word] = [form for form in inflections(word) if word_counts.get(form, 0) >= 3]
        self.inflected = [(word, forms) for word, forms in self.forms.items() if forms]
        self.sentences = (
            [text for group in self.sets["coco"] + self.sets["audiocaps"] for text in group]
            + [entry["b"] for entry in self.sets["news"]]
            + [text for entry in self.sets["oewn_gloss"] for text in entry["e"]]
            + [text for _, texts in self.own + self.said for text in texts]
        )

    def _not_aside(self, name, groups):
        self.aside[name] = [texts for _, texts in groups if own.is_kept_aside(texts)]
        return [(theme, texts) for theme, texts in groups if not own.is_kept_aside(texts)]

    def _add_synonyms(self, words):
        plain = [word for word in words if word.isalpha() and word.islower()]
        for word in plain if len(plain) > 1 else ():
            self.synonyms.setdefault(word, []).extend(other for other in plain if other != word)

    def batch(self, size):
        name = self.random.choices(list(self.mix), list(self.mix.values()))[0]
        return name, getattr(self, "from_" + name)(size)

    def _draw(self, draw, size):
        seen, pairs = set(), []
        while len(pairs) < size:
            a, b = draw()
            if a.lower() in seen or b.lower() in seen or a.lower() == b.lower():
                continue
            seen.update((a.lower(), b.lower()))
            pairs.append((a, b) if self.random.random() < 0.5 else (b, a))
        return pairs

    def _two(self, texts):
        return self.random.sample(texts, 2)

    def _member(self, entry):
        """A word of a synset, the ones it is the first sense of most; now and then in another form."""
        word = self.random.choices(entry["m"], [1 / (1 + rank) for rank in entry["r"]])[0]
        forms = self.forms.get(word)
        return self.random.choice(forms) if forms and self.random.random() < 0.3 else word

    def tags(self, words):
        words = self.random.sample(words, len(words))
        way = self.random.random()
        if way < 0.4:
            return " ".join("#" + word.replace(" ", "") for word in words)
        return (", " if way < 0.7 else " ").join(words)

    def corrupt(self, text):
        """The same with words left out, swapped for synonyms, or moved."""
        words, kept = text.split(), []
        for word in words:
            bare = word.lower().strip(".,!?")
            if self.random.random() < 0.12 and len(words) > 4:
                continue
            if bare in self.synonyms and self.random.random() < 0.5:
                word = self.random.choice(self.synonyms[bare])
            kept.append(word)
        if self.random.random() < 0.3 and len(kept) > 5:
            at = self.random.randrange(1, len(kept) - 1)
            kept = kept[at:] + kept[:at]
        return " ".join(kept) or text

    def from_gloss(self, size):
        entries = self.sets["oewn_gloss"]

        def draw():
            entry, way = self.random.choice(entries), self.random.random()
            word = self._member(entry)
            if way < 0.45:
                return word, entry["d"]
            if way < 0.65 and entry["h"]:
                return f"{word}, {entry['h'][0]}", entry["d"]
            if way < 0.85 and len(entry["m"]) > 1:
                return self._two(entry["m"])
            if entry["e"]:
                meaning = f"{word}: {entry['d']}" if self.random.random() < 0.5 else entry["d"]
                return self.random.choice(entry["e"]), meaning
            return word, entry["d"]

        return self._draw(draw, size)

    def from_relations(self, size):
        entries = self.sets["oewn_rel"]

        def draw():
            entry = self.random.choice(entries)
            a, b = self.random.choice(entry["a"]), self.random.choice(entry["b"])
            if self.random.random() < 0.4:
                a += ": " + entry["ad"]
            if self.random.random() < 0.4:
                b += ": " + entry["bd"]
            return a, b

        return self._draw(draw, size)

    def from_forms(self, size):
        def draw():
            word, forms = self.random.choice(self.inflected)
            return self._two([word, *forms])

        return self._draw(draw, size)

    def from_captions(self, size):
        def draw():
            a, b = self._two(self.random.choice(self.sets["coco" if self.random.random() < 0.8 else "audiocaps"]))
            return (self.corrupt(a) if self.random.random() < 0.3 else a), b

        return self._draw(draw, size)

    def from_news(self, size):
        def draw():
            entry = self.random.choice(self.sets["news"])
            label = entry["c"].lower() + ": " if self.random.random() < 0.15 else ""
            return label + entry["a"], entry["b"]

        return self._draw(draw, size)

    def from_intents(self, size):
        entries = self.random.sample(self.sets["intents"], min(size, len(self.sets["intents"])))
        pairs = []
        for entry in entries:
            a, b = self._two(entry["u"])
            pairs.append((a, entry["i"] if self.random.random() < 0.15 else b))
        return pairs

    def from_various(self, size):
        def draw():
            way = self.random.random()
            if way < 0.3:
                entry = self.random.choice(self.sets["exercises"])
                name = entry["n"] + (", " + entry["m"] if self.random.random() < 0.4 else "")
                return name, " ".join(self.random.sample(entry["s"], min(2, len(entry["s"]))))
            if way < 0.65:
                entry = self.random.choice(self.sets["recipes"])
                title = entry["t"] + (" " + self.tags(entry["g"]) if entry["g"] and self.random.random() < 0.5 else "")
                if self.random.random() < 0.5:
                    return title, ", ".join(self.random.sample(entry["i"], min(len(entry["i"]), 6)))
                return title, self.random.choice(entry["s"])
            entry = self.random.choice(self.sets["emoji"])
            words = self.random.sample(entry["k"], min(len(entry["k"]), self.random.randint(1, 5)))
            return entry["e"], ", ".join(words)

        return self._draw(draw, size)

    def from_self(self, size):
        def draw():
            text = self.random.choice(self.sentences)
            return self.corrupt(text), (text if self.random.random() < 0.6 else self.corrupt(text))

        return self._draw(draw, size)

    def from_words(self, size):
        pairs = []
        for name, words in self.random.sample(self.words, min(size, len(self.words))):
            words = self.random.sample(words, len(words))
            cut = self.random.randint(1, min(3, len(words)))
            a, b = words[:cut], words[cut : cut + self.random.randint(1, 5)] or [name]
            if self.random.random() < 0.3:
                b = [name, *b[:2]]
            pairs.append(((" " if self.random.random() < 0.6 else ", ").join(a), self.tags(b)))
        return pairs

    def from_synonyms(self, size):
        """One line's word and another of it, or a few others as tags; now and then of two lines or three at once."""

        def draw():
            lines = self.random.sample(self.thesaurus, 1 if self.random.random() < 0.75 else self.random.randint(2, 3))
            a, b = zip(*(self._two(texts) for _, texts in lines))
            if len(lines) > 1:
                return self.tags(list(a)), self.tags(list(b))
            others = [text for text in lines[0][1] if text != a[0]]
            if len(others) > 1 and self.random.random() < 0.25:
                return a[0], self.tags(self.random.sample(others, min(len(others), self.random.randint(2, 3))))
            return a[0], b[0]

        return self._draw(draw, size)

    def _of_groups(self, groups, size):
        pairs = []
        for _, texts in self.random.sample(groups, min(size, len(groups))):
            a, b = self._two(texts)
            pairs.append((self.corrupt(a) if self.random.random() < 0.15 else a, b))
        return pairs

    def from_own(self, size):
        """Half of the batches from few themes, so that the wrong answers are near ones."""
        groups = self.own
        if self.random.random() < 0.5:
            names = sorted({name for name, _ in groups})
            some = set(self.random.sample(names, max(1, len(names) // 4)))
            groups = [group for group in groups if group[0] in some]
        return self._of_groups(groups, size)

    def from_sentences(self, size):
        return self._of_groups(self.said, size)


def all_texts(folder):
    """Every text with its weight in the vocabulary."""
    weights = {"oewn_gloss": 1, "coco": 3, "audiocaps": 2, "news": 4, "intents": 2, "exercises": 2, "recipes": 4, "emoji": 2}

    def texts_in(value):
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            for item in value:
                yield from texts_in(item)
        elif isinstance(value, dict):
            for key, item in value.items():
                if key not in ("r", "lex"):
                    yield from texts_in(item)

    for name, weight in weights.items():
        for entry in read_set(folder, name):
            for text in texts_in(entry):
                yield text, weight
    for _, line in own.lines("*.txt"):
        yield line, 8
