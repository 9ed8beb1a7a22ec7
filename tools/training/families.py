"""Which tokens are forms of one word, and which have one stem: they share vectors (shared.py)."""
import os

from snowballstemmer import stemmer

import data, own

IRREGULAR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "irregular.txt")
VOWELS = "aeiou"
ENDINGS = {"noun": ("s",), "verb": ("s", "ing", "ed"), "adj": ("er", "est")}
# What only looks like a form of another word.
APART = set("does news number matter being evening during series species pants always sometimes united seed weed feed".split())


def with_ending(word, ending):
    """Spelled as English does: bake → baking, plan → planning, carry → carried. Both ways where that is not known."""
    if ending == "s":
        if word.endswith(("s", "x", "z", "ch", "sh")):
            return [word + "es"]
        if word.endswith("y") and word[-2] not in VOWELS:
            return [word[:-1] + "ies"]
        return [word + "s", word + "es"] if word.endswith("o") else [word + "s"]
    if word.endswith("e"):
        return [word + ending] if word.endswith(("ee", "oe", "ye")) and ending == "ing" else [word[:-1] + ending]
    if word.endswith("y") and word[-2] not in VOWELS and ending != "ing":
        return [word[:-1] + "i" + ending]
    if word[-1] in VOWELS + "wxy" or word[-2] not in VOWELS or word[-3] in VOWELS:
        return [word + ending]
    doubled = word + word[-1] + ending
    return [doubled] if len(word) < 5 else [word + ending, doubled]


def lemmas(tokens, folder):
    """form → word, both in lower case, of forms that are tokens; WordNet says what is a word."""
    known, found = set(tokens), {}
    for lemma, *forms in map(str.split, own.lines_of(IRREGULAR)):
        for form in forms:
            found.setdefault(form, lemma)
    entries = data.read_set(folder, "oewn_gloss")
    senses = {(word, entry["lex"].split(".")[0]) for entry in entries for word, rank in zip(entry["m"], entry["r"]) if rank == 0}
    words = {(word, kind) for word, kind in senses if len(word) > 2 and word.isalpha() and word.islower()}
    nouns = {word for word, kind in words if kind == "noun"}
    # Words that are tokens themselves come before others.
    for word, kind in sorted(words, key=lambda one: (one[0] not in known, one)):
        for form in (form for ending in ENDINGS.get(kind, ()) for form in with_ending(word, ending)):
            is_form = form in known and len(form) > 3 and form not in APART
            # A corner is not what is more corn.
            if is_form and not (kind == "adj" and form in nouns):
                found.setdefault(form, word)
    return found


def families(tokens, folder):
    """For each token, the place of the token that stands for its forms: peel for peels and peeling; most often its own."""
    places, lemma_of, first, found = {token: at for at, token in enumerate(tokens)}, lemmas(tokens, folder), {}, []
    for at, token in enumerate(tokens):
        lemma, seen = token, set()
        while lemma in lemma_of and lemma not in seen:
            seen.add(lemma)
            lemma = lemma_of[lemma]
        found.append(first.setdefault(lemma, places.get(lemma, at)))
    return found


def stems(tokens, family_of):
    """Coarser than families: execute and execution, and a piece of a word with the same as a word."""
    porter, first, found = stemmer("porter"), {}, []
    for family in family_of:
        word = tokens[family].removeprefix("##")
        found.append(first.setdefault(porter.stemWord(word), family) if len(word) > 3 and word.isalpha() else family)
    return found
