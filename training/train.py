"""Trains one encoder: python3 train.py --data DIR --eval DIR --vocab FILE --out FILE [--steps 8500 …]"""
import argparse, json, random
import numpy as np, torch, torch.nn.functional as F

import data, evaluate
from aside import Aside
from model import Encoder, load, save
from tokenizer import Tokenizer
from vocabulary import word_counts

MIX = dict(gloss=0.28, relations=0.10, forms=0.04, captions=0.14, news=0.08, intents=0.06, various=0.05, self=0.12,
           words=0.06, own=0.18)  # fmt: skip
SCALE = 20


class RowRms(torch.optim.Optimizer):
    """RMSprop that touches only the batch's own tokens, and so takes half the time of Adam over the whole table.

    The mean square of a row fades with every step, its own or not: a rare token makes large steps, as with Adam.
    """

    def __init__(self, table, lr, fade=0.98):
        super().__init__([table], dict(lr=lr))
        self.table, self.fade, self.step_count = table, fade, 0
        self.squares, self.last = torch.zeros_like(table), torch.zeros(len(table), dtype=torch.long)

    @torch.no_grad()
    def step(self):
        self.step_count += 1
        gradient = self.table.grad.coalesce()
        rows, values = gradient.indices()[0], gradient.values()
        faded = self.fade ** (self.step_count - self.last[rows]).float()[:, None]
        squares = self.squares[rows] * faded + (1 - self.fade) * values**2
        self.squares[rows], self.last[rows] = squares, self.step_count
        self.table[rows] -= self.param_groups[0]["lr"] * values / (squares.sqrt() + 1e-9)


def encoder_of(model, tokenizer, longest=160):
    def encode(texts):
        with torch.no_grad():
            return model.embed([tokenizer.encode(text, longest) for text in texts]).numpy()

    return encode


def contrast(a, b):
    """Each text must find its partner among all of the batch, both ways (InfoNCE)."""
    scores, right = a @ b.T * SCALE, torch.arange(len(a))
    return (F.cross_entropy(scores, right) + F.cross_entropy(scores.T, right)) / 2


def order_loss(a, b, grades):
    """Pairs of a higher grade must have the higher cosine (CoSENT)."""
    cosines = (a * b).sum(1) * SCALE
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
    to.add_argument("--steps", type=int, default=8500)
    to.add_argument("--batch", type=int, default=512)
    to.add_argument("--width", type=int, default=256)
    to.add_argument("--rate", type=float, default=3e-3)
    to.add_argument("--word-drop", type=float, default=0.1)
    to.add_argument("--graded", type=float, default=0.0, help="share of batches from graded pairs")
    to.add_argument("--mix", default="{}", help="JSON that changes the data mix")
    to.add_argument("--seed", type=int, default=1)
    to.add_argument("--check", type=int, default=2000, help="steps between checkpoints")
    args = to.parse_args()
    print(vars(args), flush=True)

    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    tokenizer = Tokenizer(args.vocab)
    aside = Aside(args.eval)
    mix = {name: share for name, share in {**MIX, **json.loads(args.mix)}.items() if share > 0}
    pairs = data.Pairs(args.data, aside, mix, args.seed, word_counts(args.data))
    graded = data.own_graded(aside)
    print(f"{len(pairs.own)} own groups, {len(pairs.aside)} kept aside", flush=True)
    model = load(args.init) if args.init else Encoder(len(tokenizer.ids), args.width)
    optimizer = RowRms(model.emb.weight, args.rate)
    encode = encoder_of(model, tokenizer)

    for step in range(args.steps):
        for group in optimizer.param_groups:
            group["lr"] = args.rate * min(1, (step + 1) / 200) * max(0.02, 1 - step / args.steps)
        if rng.random() < args.graded:
            name, rows = "graded", [pair for some in rng.sample(graded, min(len(graded), 96)) for pair in some]
        else:
            name, rows = pairs.batch(args.batch)
        texts = [tokenizer.encode(row[side], 48) for side in (0, 1) for row in rows]
        vectors = model.embed([[at for at in text if rng.random() >= args.word_drop] for text in texts])
        a, b = vectors[: len(rows)], vectors[len(rows) :]
        loss = order_loss(a, b, torch.tensor([row[2] for row in rows])) if name == "graded" else contrast(a, b)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        if (step + 1) % args.check == 0 or step + 1 == args.steps:
            figures = {**evaluate.evaluate(encode, args.eval), "own": own_retrieval(encode, pairs.aside)}
            print(f"step {step + 1}, {name} {loss.item():.2f}", figures, flush=True)
            save(args.out, model)


if __name__ == "__main__":
    main()
