"""Trains one encoder: python3 train.py --data DIR --eval DIR --vocab FILE --out FILE [--minutes 15 …]"""
import argparse, json, random, time
import numpy as np, torch, torch.nn.functional as F

import data, evaluate
from aside import Aside
from model import Encoder
from tokenizer import Tokenizer
from vocabulary import word_counts

MIX = dict(gloss=0.28, relations=0.10, forms=0.04, captions=0.14, news=0.08, intents=0.06, various=0.05, self=0.12, words=0.03, own=0.10)
SCALE = 20


def padded(rows):
    ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
    mask = np.zeros(ids.shape, np.float32)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = row
        mask[at, : len(row)] = 1
    return torch.from_numpy(ids), torch.from_numpy(mask)


def embed_rows(model, rows, word_drop=0.0):
    """Unit vectors of texts given as ids. Without layers the order does not matter, which a bag makes fast."""
    if model.layers:
        order = sorted(range(len(rows)), key=lambda at: len(rows[at]))
        step = -(-len(rows) // 6)
        parts = [model.embed(*padded([rows[at] for at in order[i : i + step]])) for i in range(0, len(order), step)]
        back = torch.empty(len(order), dtype=torch.long)
        back[torch.tensor(order)] = torch.arange(len(order))
        return torch.cat(parts).float()[back]
    flat = np.fromiter((i for row in rows for i in row), np.int64)
    kept = torch.rand(len(flat)).numpy() >= word_drop
    before = np.concatenate([[0], np.cumsum(kept)])
    starts = before[np.cumsum([0] + [len(row) for row in rows[:-1]])]
    total = F.embedding_bag(
        torch.from_numpy(flat[kept]), model.emb.weight, torch.from_numpy(starts), mode="sum", sparse=True
    )
    return F.normalize(total + 1e-8, dim=-1)


def encoder_of(model, tokenizer, longest=160):
    def encode(texts):
        model.eval()
        rows = [tokenizer.encode(text, longest) for text in texts]
        order = sorted(range(len(rows)), key=lambda at: len(rows[at]))
        found = np.zeros((len(rows), model.shape["width"]), np.float32)
        with torch.no_grad():
            for i in range(0, len(order), 64):
                found[order[i : i + 64]] = model.embed(*padded([rows[at] for at in order[i : i + 64]])).numpy()
        model.train()
        return found

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
    """Our own groups that are kept aside: does the first text find the second among all? Mean reciprocal rank."""
    scores = encode([g[-1] for g in groups]) @ encode([g[0] for g in groups]).T
    ranks = (scores > np.diag(scores)[:, None]).sum(1) + 1
    return round(float((1 / ranks).mean()), 4)


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


def dense_optimizer(model, rate):
    decayed = [p for name, p in model.named_parameters() if p.dim() > 1 and name != "rel"]
    others = [p for name, p in model.named_parameters() if not (p.dim() > 1 and name != "rel")]
    groups = [{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98))


def save(path, model):
    torch.save({"shape": model.shape, "weights": model.state_dict()}, path)


def load(path, **shape):
    """The model as saved; with other `layers`, those that it lacks are new."""
    saved = torch.load(path)
    model = Encoder(**{**saved["shape"], **shape})
    model.load_state_dict(saved["weights"], strict=False)
    return model


def main():
    to = argparse.ArgumentParser()
    for name in ("data", "eval", "vocab", "out"):
        to.add_argument("--" + name, required=True)
    to.add_argument("--init")
    to.add_argument("--minutes", type=float, default=15)
    to.add_argument("--batch", type=int, default=384)
    to.add_argument("--width", type=int, default=256)
    to.add_argument("--layers", type=int, default=0)
    to.add_argument("--rate", type=float, default=3e-3)
    to.add_argument("--word-drop", type=float, default=0.1)
    to.add_argument("--own-drop", type=float, default=0.3, help="the same for our own text, which is little")
    to.add_argument("--graded", type=float, default=0.0, help="share of batches from graded pairs")
    to.add_argument("--extra-graded", help="JSON [[a, b, grade]] beside our own")
    to.add_argument("--mix", default="{}", help="JSON that changes the data mix")
    to.add_argument("--seed", type=int, default=1)
    to.add_argument("--steps", type=int, default=0, help="instead of minutes, for the same result on any machine")
    to.add_argument("--check", type=float, default=4, help="minutes between checkpoints")
    args = to.parse_args()
    print(vars(args), flush=True)

    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    tokenizer = Tokenizer(args.vocab)
    mix = {**MIX, **json.loads(args.mix)}
    aside = Aside(args.eval)
    pairs = data.Pairs(args.data, aside, {k: v for k, v in mix.items() if v > 0}, args.seed, word_counts(args.data))
    graded = data.own_graded(aside)
    print(len(pairs.own), "own groups,", len(pairs.aside), "kept aside,", sum(map(len, graded)), "graded pairs", flush=True)
    if args.extra_graded:
        with open(args.extra_graded) as file:
            graded += [[tuple(row)] for row in json.load(file)]
    model = load(args.init, layers=args.layers) if args.init else Encoder(len(tokenizer.ids), args.width, args.layers)
    if args.layers:
        optimizer = dense_optimizer(model, args.rate)
    else:
        optimizer = RowRms(model.emb.weight, args.rate)
    encode = encoder_of(model, tokenizer)
    losses, step, clock, checking, next_check = {}, 0, time.process_time(), 0.0, args.check * 60

    def report(final):
        figures = evaluate.evaluate(encode, args.eval, beside_words=final)
        if pairs.aside:
            figures["own"] = own_retrieval(encode, pairs.aside)
        print("FINAL" if final else "CHECK", step, figures, flush=True)
        save(args.out, model)

    while True:
        spent = time.process_time() - clock - checking
        done = step / args.steps if args.steps else spent / 60 / args.minutes
        if done >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = args.rate * min(1, (step + 1) / 200) * max(0.02, 1 - done)
        if rng.random() < args.graded:
            name, rows = "graded", [pair for some in rng.sample(graded, min(len(graded), 96)) for pair in some]
        else:
            name, rows = pairs.batch(args.batch)
        texts = [tokenizer.encode(row[side], 48) for side in (0, 1) for row in rows]
        with torch.autocast("cpu", torch.bfloat16, enabled=args.layers > 0):
            vectors = embed_rows(model, texts, args.own_drop if name in ("own", "words") else args.word_drop)
        a, b = vectors[: len(rows)], vectors[len(rows) :]
        loss = order_loss(a, b, torch.tensor([row[2] for row in rows])) if name == "graded" else contrast(a, b)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        if args.layers:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        losses[name] = 0.95 * losses.get(name, loss.item()) + 0.05 * loss.item()
        if step % 250 == 0:
            print(f"{spent:.0f} s, step {step}", {k: round(v, 2) for k, v in sorted(losses.items())}, flush=True)
        if spent > next_check:
            before = time.process_time()
            report(final=False)
            next_check += args.check * 60
            checking += time.process_time() - before
    report(final=True)


if __name__ == "__main__":
    main()
