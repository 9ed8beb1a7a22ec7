"""WordPiece as plugins/embedder/wordpiece.ts does it, hashtags taken apart as plugins/embedder does it."""
import collections, heapq, re, unicodedata

from languages import MARK, Languages

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
EMOJI = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
ASCII_WORD = re.compile(r"[^\s!-/:-@\[-`{-~]+|[!-/:-@\[-`{-~]")
HASHTAG = re.compile(r"#(\w+)")


def is_punctuation(char):
    code = ord(char)
    ascii_mark = 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126
    return ascii_mark or unicodedata.category(char).startswith("P")


def is_control(char):
    return char not in "\t\n\r" and unicodedata.category(char) in ("Cc", "Cf", "Cn", "Co", "Cs")


def is_cjk(code):
    return 0x4E00 <= code <= 0x9FFF or 0x3400 <= code <= 0x4DBF or 0x20000 <= code <= 0x2CEAF or 0xF900 <= code <= 0xFAFF


def split_words(text):
    """BertNormalizer (lower case, no accents) and BertPreTokenizer; each emoji is a word."""
    if text.isascii():
        return ASCII_WORD.findall(text.lower())
    text = "".join(f" {c} " if is_cjk(ord(c)) else c for c in text if not is_control(c) and c != "\ufffd")
    text = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
    text = EMOJI.sub(r" \g<0> ", text)
    found = []
    for chunk in text.lower().split():
        word = ""
        for char in chunk:
            if not is_punctuation(char):
                word += char
                continue
            if word:
                found.append(word)
            found.append(char)
            word = ""
        if word:
            found.append(word)
    return found


class Tokenizer:
    def __init__(self, path):
        """`path`: a vocabulary, one token a line."""
        with open(path, encoding="utf8") as file:
            self.tokens = file.read().splitlines()
        self.ids = {token: at for at, token in enumerate(self.tokens)}
        self.unknown, self.cls, self.sep = (self.ids[token] for token in ("[UNK]", "[CLS]", "[SEP]"))
        self.known_words, self.known_tags, self.known_texts = {}, {}, {}
        self.languages = None

    def add_languages(self, data):
        """data: the words of other languages (languages.py); their rows follow the English tokens."""
        self.languages = Languages(data, list(self.tokens))
        last = max((at for one in data["languages"].values() for at in one["ids"]), default=0)
        self.tokens += [f"{MARK}{row}" for row in range(len(self.tokens), last + 1)]
        self.ids = {token: at for at, token in enumerate(self.tokens)}
        self.known_texts.clear()

    def word(self, word):
        found = self.known_words.get(word)
        if found is None:
            found = self.known_words[word] = self._pieces(word)
        return found

    def _pieces(self, word):
        pieces, start = [], 0
        if len(word) > 100:
            return [self.unknown]
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = self.ids.get(word[start:end] if start == 0 else "##" + word[start:end])
                if piece is not None:
                    break
            else:
                return [self.unknown]
            pieces.append(piece)
            start = end
        return pieces

    def encode(self, text, longest=64):
        """Ids with [CLS] and [SEP]; remembered, because training meets most texts again."""
        found = self.known_texts.get(text)
        if found is None:
            written = self.languages.prepare(text) if self.languages else text
            words = split_words(HASHTAG.sub(self._spell_out, written) if "#" in written else written)
            found = [piece for word in words for piece in self.word(word)]
            if len(self.known_texts) < 1_500_000:
                self.known_texts[text] = found
        return [self.cls, *found[: longest - 2], self.sep]

    def _spell_out(self, match):
        tag = match[1]
        spaced = re.sub(r"([^\W\d_A-Z]|\d)([A-Z])", r"\1 \2", tag).replace("_", " ")
        if spaced != tag:
            return spaced
        tag = tag.lower()
        if tag not in self.known_tags:
            self.known_tags[tag] = self._split_tag(tag)
        return self.known_tags[tag]

    def _is_word(self, word):
        return word in self.ids or (word.endswith("s") and word[:-1] in self.ids)

    def _split_tag(self, tag, shortest=3, longest=40):
        if len(tag) > longest or self._is_word(tag):
            return tag
        if len(tag) > 3 + shortest and tag.endswith("tok"):
            return self._split_tag(tag[:-3])
        best = {0: ([], longest)}
        for end in range(shortest, len(tag) + 1):
            for start in range(0, end - shortest + 1):
                if start not in best or not self._is_word(tag[start:end]):
                    continue
                words, least = best[start]
                new = ([*words, tag[start:end]], min(least, end - start))
                old = best.get(end)
                if old is None or len(new[0]) < len(old[0]) or (len(new[0]) == len(old[0]) and new[1] > old[1]):
                    best[end] = new
        return " ".join(best[len(tag)][0]) if len(tag) in best else tag


def learn_vocabulary(counts, size, emoji):
    """Byte-pair merges on word counts, then only the pieces that the words still need, the most used first."""
    words = [[word[0], *("##" + char for char in word[1:])] for word in counts]
    often = list(counts.values())
    letters = collections.Counter()
    pairs, where = collections.Counter(), collections.defaultdict(set)
    for at, pieces in enumerate(words):
        for piece in pieces:
            letters[piece.removeprefix("##")] += often[at]
        for pair in zip(pieces, pieces[1:]):
            pairs[pair] += often[at]
            where[pair].add(at)
    alphabet = sorted(letter for letter, count in letters.items() if count >= 15)
    base = [*SPECIAL, *emoji, *alphabet, *("##" + letter for letter in alphabet)]
    base = list(dict.fromkeys(base))
    heap = [(-count, pair) for pair, count in pairs.items()]
    heapq.heapify(heap)
    # Merges eat their parts: half as many again leave about as many pieces in use as are asked for.
    for _ in range(int(1.5 * size)):
        while heap and pairs[heap[0][1]] != -heap[0][0]:
            _, pair = heapq.heappop(heap)
            if pairs[pair] > 0:
                heapq.heappush(heap, (-pairs[pair], pair))
        if not heap or -heap[0][0] < 3:
            break
        _, (left, right) = heapq.heappop(heap)
        merged, touched = left + right[2:], set()
        for at in list(where[left, right]):
            old = words[at]
            new, i = [], 0
            while i < len(old):
                if i + 1 < len(old) and old[i] == left and old[i + 1] == right:
                    new.append(merged)
                    i += 2
                else:
                    new.append(old[i])
                    i += 1
            for pair in zip(old, old[1:]):
                pairs[pair] -= often[at]
            for pair in zip(new, new[1:]):
                pairs[pair] += often[at]
                where[pair].add(at)
                touched.add(pair)
            words[at] = new
        for pair in touched:
            heapq.heappush(heap, (-pairs[pair], pair))
    used = collections.Counter()
    for at, pieces in enumerate(words):
        for piece in pieces:
            used[piece] += often[at]
    known = set(base)
    rest = [piece for piece, _ in used.most_common() if piece not in known]
    return base + rest[: size - len(base)]
