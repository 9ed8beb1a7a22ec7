"""Adds other languages to an English model: python3 add_languages.py --english MODEL --out MODEL.pt --words FILE

The English vectors stay as they are. A word of another language has the vector of its English meanings: it becomes an
English token if that is one, and a row of its own, which the languages share, if not.
"""
import argparse, collections, json, os
import numpy as np, torch

import inflect, languages, own
from aside import Aside, language_names, language_set
from languages import HAN, WORD, Language, fold
from model import Encoder, load, save
from near import load_exported
from tokenizer import Tokenizer
from train import encoder_of
from vocabulary import VOCABULARY, word_counts

# A token is a word if English texts have it this often on its own.
FEWEST = 5
# Columns of words-all.txt.
SHARED = ("es", "pt", "de", "fr", "it", "id", "tr", "ja")
HERE = os.path.dirname(os.path.abspath(__file__))


def read_lists(name):
    """(English meaning, foreign words), the most usual first"""
    for kind in ("words", "phrases"):
        path = os.path.join(own.TEXT, "languages", f"{kind}-{name}.txt")
        for line in own.lines_of(path) if os.path.exists(path) else ():
            english, _, foreign = line.partition("=")
            foreign = [word.strip() for word in foreign.split(",")]
            if english.strip() and foreign:
                yield english.strip().removeprefix("to "), [word for word in foreign if word]


def read_shared_list(name):
    """As read_lists, from the file that has a column for each language."""
    at = SHARED.index(name) + 1
    for line in own.lines_of(os.path.join(own.TEXT, "languages", "words-all.txt")):
        english, _, rest = line.partition("=")
        columns = [english, *rest.split("|")]
        if len(columns) != len(SHARED) + 1:
            raise SystemExit(f"words-all.txt: {len(columns) - 1} languages in: {line}")
        yield english.strip(), [word.strip() for word in columns[at].split(",") if word.strip()]


def read_small_words(name):
    """As read_lists, from the file of the words that every text has."""
    for line in own.lines_of(os.path.join(own.TEXT, "languages", "small-words.txt")):
        language, _, rest = line.partition(":")
        for entry in rest.split("|") if language == name else ():
            english, _, foreign = entry.partition("=")
            yield english.strip(), [word.strip() for word in foreign.split(",")]


def is_near_test(pair, aside):
    return aside.resembles_test(pair[0]) or aside.resembles_foreign_test(pair[1])


def read_captions(name, aside):
    path = os.path.join(own.TEXT, "languages", f"captions-{name}.txt")
    pairs = [tuple(part.strip() for part in line.split("|")) for line in own.lines_of(path)]
    return [pair for pair in pairs if len(pair) == 2 and all(pair) and not is_near_test(pair, aside)]


class Rows:
    """The rows of one language: their forms and the meanings that they start from."""

    def __init__(self, name, endings, meaning):
        self.name, self.endings, self.meaning = name, endings, meaning
        self.forms, self.vectors, self.row_of, self.written = [], [], {}, {}
        # Rows of forms that were made by rule. They come last.
        self.made = set()

    def form(self, word):
        return languages.japanese_form(word) if self.name == "ja" else " ".join(WORD.findall(fold(word)))

    def add(self, english, foreign):
        """English words that are separated by commas mean their average."""
        meanings = [self.meaning(one) for one in english.split(",")]
        vector, stems = sum(meanings) / len(meanings), {}
        stem_of = Language({**self.endings, "listed": 0, "rows": [], "ids": []}).stem
        for rank, written in enumerate(foreign):
            word = self.form(written)
            if not word:
                continue
            row = self.row_of.get(word)
            if row is None:
                stem = stem_of(word)
                row = stems.get(stem, len(self.forms))
                stems.setdefault(stem, row)
                if row == len(self.forms):
                    self.forms.append([])
                    self.vectors.append([])
                self.forms[row].append(word)
                self.row_of[word], self.written[word] = row, " ".join(WORD.findall(written.lower()))
            self.vectors[row].append((1 / (1 + rank), vector))

    def add_new(self, word, vector):
        self.row_of[word] = len(self.forms)
        self.forms.append([word])
        self.vectors.append([(1.0, vector)])

    def data(self, ids):
        ids, order = list(ids), sorted(range(len(self.forms)), key=lambda row: row in self.made)
        rows = ["|".join(self.forms[row]) for row in order]
        return {**self.endings, "listed": len(order) - len(self.made), "ids": [ids[row] for row in order], "rows": rows}

    def start(self):
        return [sum(w * v for w, v in some) / sum(w for w, _ in some) for some in self.vectors]


def add_japanese_stems(rows):
    """Verbs and adjectives without their endings, then single characters, as what the words with them mean on average."""
    for word, row in list(rows.row_of.items()):
        stem = languages.japanese_stem(word)
        if stem and stem not in rows.row_of:
            rows.row_of[stem] = row
            rows.forms[row].append(stem)
    of = collections.defaultdict(list)
    starts = rows.start()
    for word, row in rows.row_of.items():
        for character in dict.fromkeys(HAN.findall(word)):
            of[character].append(starts[row])
    for character, vectors in of.items():
        if character not in rows.row_of:
            rows.add_new(character, sum(vectors) / len(vectors) * 0.6)


def add_inflections(rows):
    """Forms that endings do not lead back to their word. Rows of their own, so that what is listed comes first."""
    known, starts = Language(rows.data(range(len(rows.forms)))), rows.start()
    for word, row in list(rows.row_of.items()):
        forms = dict.fromkeys(map(rows.form, inflect.forms(rows.name, rows.written[word])))
        new = [form for form in forms if form not in rows.row_of and known.row(form) != row]
        rows.row_of.update((form, len(rows.forms)) for form in new)
        if new:
            rows.made.add(len(rows.forms))
            rows.forms.append(new)
            rows.vectors.append([(1.0, starts[row])])


def add_unlisted(rows, pairs, known, english):
    """Words of the captions that no list has: what is left of the English meaning once the known words are taken off."""
    left = collections.defaultdict(list)
    for meaning, text in pairs:
        if rows.name == "ja":
            continue
        words = [fold(place[0]) for place in WORD.finditer(text)]
        unlisted = [w for w in words if len(w) > 1 and known.row(w) is None and w not in english]
        listed = sum((rows.start_of[known.row(w)] for w in words if known.row(w) is not None), torch.zeros(rows.width))
        for word in unlisted:
            left[word].append((rows.meaning(meaning) - listed) / len(unlisted))
    for word, vectors in left.items():
        rows.add_new(word, sum(vectors) / (len(vectors) + 1))


def build_rows(name, endings, meaning, pairs, english, width):
    rows = Rows(name, endings, meaning)
    for one, foreign in [*read_small_words(name), *read_lists(name), *read_shared_list(name)]:
        rows.add(one, foreign)
    if name == "ja":
        add_japanese_stems(rows)
    else:
        add_inflections(rows)
    rows.start_of, rows.width = rows.start(), width
    add_unlisted(rows, pairs, Language(rows.data(range(len(rows.forms)))), english)
    return rows


def evaluate(encode):
    """hit@5 for each language: questions in it, and in English, for its 300 captions."""
    found = {}
    for name in language_names():
        captions, questions, english = language_set(name)
        documents = encode(captions)
        for kind, asked in (("same", questions), ("english", english)):
            scores = encode(asked) @ documents.T
            ranks = (scores > scores[np.arange(len(asked)), np.arange(len(asked))][:, None]).sum(1)
            found[f"{name} {kind}"] = (round(float((ranks < 5).mean()), 3), round(float((ranks < 1).mean()), 3))
    return found


class Table:
    """The English vectors, then the rows for words whose meaning is no English token's."""

    def __init__(self, vectors, words):
        self.vectors, self.first = list(vectors), len(vectors)
        self.ids = {}
        for at in words:
            self.ids.setdefault(self.key(vectors[at]), at)

    @staticmethod
    def key(vector):
        # Finer than the rounding to int8.
        return tuple((vector * 4000).round().int().tolist())

    def id_of(self, vector):
        key = self.key(vector)
        if key not in self.ids:
            self.ids[key] = len(self.vectors)
            self.vectors.append(vector)
        return self.ids[key]


def find_pieces(letters, args):
    """Tokens of letters that are no words, because English texts hardly have them on their own."""
    if args.data:
        counts = word_counts(args.data)
        return sorted(token for token in letters if counts.get(token, 0) < FEWEST)
    with open(f"{args.english}/languages.json", encoding="utf8") as file:
        return json.load(file)["pieces"]


def main():
    to = argparse.ArgumentParser(description=__doc__)
    for name in ("english", "out", "words"):
        to.add_argument("--" + name, required=True)
    to.add_argument("--data", help="the public sets; without them, --english is an exported model")
    to.add_argument("--eval", default="", help="the held-out sets, whose texts are left out of the captions")
    to.add_argument("--vocab", default=VOCABULARY)
    args = to.parse_args()
    torch.set_num_threads(1)
    base = load_exported(args.english)[0] if os.path.isdir(args.english) else load(args.english)
    table = base.emb.weight.detach()
    tokenizer = Tokenizer(args.vocab)
    letters = {token for token in tokenizer.tokens if token.isalpha()}
    pieces = find_pieces(letters, args)
    english = letters - set(pieces)
    with open(os.path.join(HERE, "endings.json"), encoding="utf8") as file:
        endings = {name: {**one, "suffixes": one["suffixes"].split()} for name, one in json.load(file).items()}
    aside = Aside(args.eval)

    def meaning(text):
        return table[tokenizer.encode(text)[1:-1]].sum(0)

    whole = Table(table, [at for at, token in enumerate(tokenizer.tokens) if token in english])
    data, pairs = {}, {}
    for name in endings:
        pairs[name] = read_captions(name, aside)
        rows = build_rows(name, endings[name], meaning, pairs[name], english, table.shape[1])
        data[name] = rows.data(map(whole.id_of, rows.start()))
        print(name, len(rows.forms), "words,", len(rows.row_of), "forms,", len(pairs[name]), "pairs", flush=True)
    words = {"pieces": pieces, "languages": data}
    tokenizer.add_languages(words)
    model = Encoder(len(whole.vectors), table.shape[1])
    model.emb.weight.data = torch.stack(whole.vectors)
    save(args.out, model)
    print(len(whole.vectors) - whole.first, "rows")
    for name, figures in evaluate(encoder_of(model, tokenizer)).items():
        print(name, figures, flush=True)
    with open(args.words, "w", encoding="utf8") as file:
        json.dump(words, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main()
