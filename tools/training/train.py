"""Trains one encoder: python3 train.py --data DIR --eval DIR --vocab FILE --out FILE [--steps 5000 …]"""
import argparse, itertools, json, random
import numpy as np, torch, torch.nn.functional as F

import data, evaluate, own
from aside import Aside
from families import families, stems
from model import Encoder, load, save, sums
from shared import SharedTable
from tokenizer import Tokenizer
from twins import Twins
from vocabulary import word_counts

MIX = dict(gloss=0.20, relations=0.06, forms=0.03, captions=0.12, news=0.07, intents=0.05, various=0.04, self=0.12,
           words=0.04, own=0.28, sentences=0.15, synonyms=0.13)  # fmt: skip
# Sets of whole sentences.
TWINNED = ("captions", "news", "self", "own", "sentences")


def without_some(texts, drop):
    """Lists of ids → (the tokens used, which of them each place holds, where each text starts), a share left out."""
    lengths = torch.tensor([len(text) for text in texts])
    flat = torch.tensor(list(itertools.chain.from_iterable(texts)))
    kept = torch.rand(len(flat)) >= drop
    text_of = torch.arange(len(texts)).repeat_interleave(lengths)
    lengths = torch.zeros_like(lengths).index_add_(0, text_of, kept.long())
    return *torch.unique(flat[kept], return_inverse=True), lengths.cumsum(0) - lengths


def encoder_of(model, tokenizer, longest=160):
    def encode(texts):
        with torch.no_grad():
            return model.embed([tokenizer.encode(text, longest) for text in texts]).numpy()

    return encode


def contrast(a, b, scale):
    """Each text must find its partner among all of the batch, both ways (InfoNCE)."""
    scores, right = a @ b.T * scale, torch.arange(len(a))
    return (F.cross_entropy(scores, right) + F.cross_entropy(scores.T, right)) / 2


def order_loss(a, b, grades, scale):
    """Pairs of a higher grade must have the higher cosine (CoSENT)."""
    cosines = (a * b).sum(1) * scale
    wrong = (cosines[:, None] - cosines[None, :])[grades[:, None] < grades[None, :]]
    # Over the pairs, as `contrast` is: a few large gradients would make the optimizer's steps small for all others.
    return torch.logsumexp(torch.cat([torch.zeros(1), wrong]), 0) / len(grades)


def own_retrieval(encode, groups):
    """Our own groups that are kept aside: does the last text find the first among all? Mean reciprocal rank."""
    scores = encode([group[-1] for group in groups]) @ encode([group[0] for group in groups]).T
    ranks = (scores > np.diag(scores)[:, None]).sum(1) + 1
    return round(float((1 / ranks).mean()), 4)


def main():
    to = argparse.ArgumentParser()
    for name in ("data", "eval", "vocab", "out"):
        to.add_argument("--" + name, required=True)
    to.add_argument("--init", help="a model to go on from")
    to.add_argument("--steps", type=int, default=5000)
    to.add_argument("--batch", type=int, default=512)
    to.add_argument("--width", type=int, default=256)
    to.add_argument("--rate", type=float, default=3e-3)
    to.add_argument("--scale", type=float, default=13, help="of cosines: the higher, the more the nearest wrong ones count")
    to.add_argument("--word-drop", type=float, default=0.1)
    to.add_argument("--twins", type=float, default=1.0, help="share of the pairs of sentences that get a twin, where they can")
    to.add_argument("--graded", type=float, default=0.0, help="share of batches from graded pairs")
    to.add_argument("--mix", default="{}", help="JSON that changes the data mix")
    to.add_argument("--seed", type=int, default=1)
    to.add_argument("--check", type=int, default=1000, help="steps between checkpoints")
    args = to.parse_args()
    print(vars(args), flush=True)

    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    tokenizer = Tokenizer(args.vocab)
    aside = Aside(args.eval)
    mix = {name: share for name, share in {**MIX, **json.loads(args.mix)}.items() if share > 0}
    pairs = data.Pairs(args.data, aside, mix, args.seed, word_counts(args.data))
    graded = own.graded(aside)
    counts = {"own": pairs.own, "sentences": pairs.said, "synonyms": pairs.thesaurus, "words": pairs.words}
    print({name: len(lines) for name, lines in counts.items()}, flush=True)
    print("kept aside:", {name: len(groups) for name, groups in pairs.aside.items()}, flush=True)
    model = load(args.init) if args.init else Encoder(len(tokenizer.ids), args.width)
    family_of = families(tokenizer.tokens, args.data)
    shared = SharedTable(model.emb.weight.detach(), [stems(tokenizer.tokens, family_of), family_of, range(len(tokenizer.tokens))])
    twins = Twins(rng)
    encode = encoder_of(model, tokenizer)

    for step in range(args.steps):
        rate = args.rate * min(1, (step + 1) / 200) * max(0.02, 1 - step / args.steps)
        if rng.random() < args.graded:
            name, rows = "graded", [pair for some in rng.sample(graded, min(len(graded), 96)) for pair in some]
        else:
            name, rows = pairs.batch(args.batch)
            if name in TWINNED:
                made = [twins.of(row) for row in rows if rng.random() < args.twins]
                rows = rows + [twin for twin in made if twin]
        texts = [tokenizer.encode(row[side], 48) for side in (0, 1) for row in rows]
        tokens, places, starts = without_some(texts, args.word_drop)
        vectors = sums(places, shared.pick(tokens), starts)
        a, b = vectors[: len(rows)], vectors[len(rows) :]
        if name == "graded":
            loss = order_loss(a, b, torch.tensor([row[2] for row in rows]), args.scale)
        else:
            loss = contrast(a, b, args.scale)
        loss.backward()
        shared.step(rate)
        if (step + 1) % args.check == 0 or step + 1 == args.steps:
            model.emb.weight.data = shared.whole()
            figures = evaluate.evaluate(encode, args.eval) | {k: own_retrieval(encode, v) for k, v in pairs.aside.items()}
            print(f"step {step + 1}, {name} {loss.item():.2f}", figures, flush=True)
            save(args.out, model)


if __name__ == "__main__":
    main()
