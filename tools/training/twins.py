"""Twins of pairs: the same but for one word that changes what is said ("two dogs", "three dogs"). They are wrong answers."""
import os, re

import own

ALTERNATIVES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "alternatives.txt")
WORD = re.compile(r"[A-Za-z]+|\d+")


class Twins:
    def __init__(self, random):
        self.random, self.others = random, {}
        for words in map(str.split, own.lines_of(ALTERNATIVES)):
            for word in words:
                self.others.setdefault(word, []).extend(other for other in words if other != word)

    def of(self, pair):
        """The pair with another word for one that both have; None where they share none that we know others for."""
        a, b = (set(WORD.findall(text.lower())) for text in pair)
        shared = sorted(word for word in a & b if word.isdigit() or word in self.others)
        if not shared:
            return None
        word = self.random.choice(shared)
        others = self.others.get(word) or [str(self.random.randint(1, max(10, 3 * int(word[:6]))))]
        other = self.random.choice(others)
        if other in a | b:
            return None
        return tuple(WORD.sub(lambda found: other if found[0].lower() == word else found[0], text) for text in pair)
