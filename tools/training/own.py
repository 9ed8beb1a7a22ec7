"""Our own training text, in text/, less what is, or resembles, a line of a test set."""
import glob, hashlib, os, re

TEXT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "text")


def lines_of(path):
    """What is neither empty nor a comment."""
    with open(path, encoding="utf8") as file:
        yield from (line for line in map(str.strip, file) if line and not line.startswith("//"))


def lines(pattern):
    """(file, line)"""
    for path in sorted(glob.glob(os.path.join(TEXT, pattern))):
        yield from ((os.path.basename(path), line) for line in lines_of(path))


def _split(pattern, is_left_out):
    """`a | b | c` → (file, texts) of two texts or more"""
    split = ((name, [part.strip() for part in line.split("|")]) for name, line in lines(pattern))
    left = ((name, list(dict.fromkeys(text for text in texts if text and not is_left_out(text)))) for name, texts in split)
    return [(name, texts) for name, texts in left if len(texts) > 1]


def groups(pattern, aside):
    """Texts that mean the same."""
    return _split(pattern, aside.resembles_test)


def synonyms(aside):
    """Words and short phrases that mean the same. What a test's line merely contains is no leak: they are but words."""
    return _split("synonyms*.txt", lambda text: aside.is_test(text) or len(text.split()) >= 5 and aside.resembles_test(text))


def words(aside):
    """`name: word, word, …`: what belongs together."""
    found = []
    for _, line in lines("words*.txt"):
        name, _, members = line.partition(":")
        members = [member.strip() for member in members.split(",")]
        found.append((name.strip(), [member for member in members if member and not aside.is_test(member)]))
    return found


def graded(aside):
    """An anchor, then `0–5 text` lines: how much each means the same. Returns lists of (anchor, text, grade)."""
    found = []
    for _, line in lines("graded*.txt"):
        grade, _, text = line.partition(" ")
        if re.fullmatch(r"[0-5](\.\d+)?", grade):
            found[-1].append((anchor, text.strip(), float(grade)))
        else:
            anchor = line
            found.append([])
    allowed = ([pair for pair in pairs if not any(map(aside.resembles_test, pair[:2]))] for pairs in found)
    return [pairs for pairs in allowed if pairs]


def is_kept_aside(texts):
    """One group in twelve of our own is never trained on: it tells recipes apart."""
    return int(hashlib.sha256(texts[0].encode()).hexdigest(), 16) % 12 == 0
