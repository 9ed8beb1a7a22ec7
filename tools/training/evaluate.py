"""The held-out sets: STS-B dev, and retrieval beside BM25. Nothing here is trained on."""
import collections, json, math, re, os
import numpy as np

STOP = set(
    "a an the of in on at to for with and or is are was were be been it its this that i my you your we he she they as "
    "by from not no do how what why when who".split()
)


def spearman(a, b):
    from scipy.stats import spearmanr

    return float(spearmanr(a, b)[0])


def sts_dev(folder):
    with open(os.path.join(folder, "stsb_dev.json")) as file:
        return json.load(file)


def retrieval_sets(folder):
    """name → (documents by id, [(query, ids that answer it)])."""

    def read(name):
        with open(os.path.join(folder, name)) as file:
            return json.load(file)

    coco, news, videos = read("coco_heldout.json"), read("news_heldout.json"), read("yt_heldout.json")
    return {
        "coco": (
            {f"{i}_{j}": text for i, group in enumerate(coco) for j, text in enumerate(group[1:5])},
            [(group[0], {f"{i}_{j}" for j in range(len(group[1:5]))}) for i, group in enumerate(coco)],
        ),
        "news": ({str(i): x["b"] for i, x in enumerate(news)}, [(x["a"], {str(i)}) for i, x in enumerate(news)]),
        "yt": (
            {str(i): ", ".join(x["g"][:8]) for i, x in enumerate(videos)},
            [(x["t"], {str(i)}) for i, x in enumerate(videos)],
        ),
    }


def stem(word):
    for ending in ("ing", "edly", "ies", "es", "ed", "ly", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def stems(text):
    return [stem(word) for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in STOP]


def bm25(documents, queries, k1=1.2, b=0.75):
    """[queries, documents]"""
    texts = [stems(text) for text in documents.values()]
    mean = sum(map(len, texts)) / len(texts)
    lists, spread = collections.defaultdict(list), collections.Counter()
    for at, text in enumerate(texts):
        for word, count in collections.Counter(text).items():
            lists[word].append((at, count))
            spread[word] += 1
    scores = np.zeros((len(queries), len(texts)), np.float32)
    for row, (query, _) in enumerate(queries):
        for word in stems(query):
            idf = math.log(1 + (len(texts) - spread[word] + 0.5) / (spread[word] + 0.5))
            for at, count in lists.get(word, ()):
                scores[row, at] += idf * count * (k1 + 1) / (count + k1 * (1 - b + b * len(texts[at]) / mean))
    return scores


def fused(cosines, words):
    """The cosine, raised by up to 0.3 for the best match in words."""
    return cosines + 0.3 * words / np.maximum(words.max(1, keepdims=True), 1e-6)


def quality(scores, documents, queries):
    """nDCG@10, hit@1, hit@5"""
    ids, gains, first, five = list(documents), [], [], []
    for row, (_, right) in enumerate(queries):
        best = [ids[at] in right for at in np.argsort(-scores[row], kind="stable")[:10] if scores[row][at] > 0]
        ideal = sum(1 / math.log2(i + 2) for i in range(min(10, len(right))))
        gains.append(sum(1 / math.log2(i + 2) for i, hit in enumerate(best) if hit) / ideal)
        first.append(any(best[:1]))
        five.append(any(best[:5]))
    return tuple(round(float(np.mean(x)), 4) for x in (gains, first, five))


def evaluate(encode, folder, beside_words=False):
    """encode: texts → unit vectors. Returns a flat table of figures."""
    rows = sts_dev(folder)
    left, right = encode([row[0] for row in rows]), encode([row[1] for row in rows])
    found = {"sts_dev": round(spearman((left * right).sum(1), [row[2] for row in rows]), 4)}
    for name, (documents, queries) in retrieval_sets(folder).items():
        cosines = encode([query for query, _ in queries]) @ encode(list(documents.values())).T
        found[name] = quality(cosines, documents, queries)[0]
        if beside_words:
            words = bm25(documents, queries)
            found[f"{name} bm25"] = quality(words, documents, queries)[0]
            found[f"{name} fused"] = quality(fused(cosines, words), documents, queries)[0]
    return found


def print_table(folder, model_path, vocabulary, words):
    from model import load
    from tokenizer import Tokenizer
    from train import encoder_of

    tokenizer = Tokenizer(vocabulary)
    with open(words, encoding="utf8") as file:
        tokenizer.add_languages(json.load(file))
    found = evaluate(encoder_of(load(model_path), tokenizer), folder, beside_words=True)
    print(f"STS-B dev, Spearman: {found['sts_dev']:.4f}\n\nnDCG@10   model   BM25    both")
    for name in retrieval_sets(folder):
        print(f"{name:8}  {found[name]:.4f}  {found[name + ' bm25']:.4f}  {found[name + ' fused']:.4f}")


if __name__ == "__main__":
    import sys

    print_table(*sys.argv[1:5])
