"""Learns a vocabulary from all training text: python3 vocabulary.py DATA OUT.txt [SIZE]. The shipped one is kept."""
import collections, os, sys

import data
from tokenizer import EMOJI, learn_vocabulary, split_words

VOCABULARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../plugins/embedder/model/vocabulary.txt")


def word_counts(folder):
    counts = collections.Counter()
    for text, weight in data.all_texts(folder):
        for word in split_words(text):
            counts[word] += weight
    return counts


def emoji_of(folder):
    found = (split_words(entry["e"]) for entry in data.read_set(folder, "emoji"))
    return sorted({words[0] for words in found if words and len(words[0]) == 1 and EMOJI.match(words[0])})


if __name__ == "__main__":
    folder, out, size = sys.argv[1], sys.argv[2], int((sys.argv[3:] or [28000])[0])
    counts = {word: count for word, count in word_counts(folder).items() if count >= 2 and len(word) < 40}
    tokens = learn_vocabulary(counts, size, emoji_of(folder))
    with open(out, "w", encoding="utf8") as file:
        file.write("\n".join(tokens) + "\n")
    print(len(counts), "words →", len(tokens), "tokens, the rarest:", tokens[-10:])
