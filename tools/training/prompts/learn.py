"""
Trains one of the networks that read prompts, for learn.ts, which writes the examples and reads the weights.

    python3 learn.py FOLDER SEED OUT

FOLDER holds sizes.json, the first vectors of letter groups (vectors.f32), what words mean (meanings.f32) and the examples of
each epoch (epoch-N.i32). OUT becomes the matrices of plugins/local/prompt/network.ts, in their order, as 32-bit floats.
"""
import json
import random
import sys

import numpy
import torch
from torch import nn
from torch.nn import functional

folder, seed, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
sizes = json.load(open(f"{folder}/sizes.json"))
VECTOR, FIRST, STATE, WINDOW = sizes["vector"], sizes["first"], sizes["state"], sizes["window"]
LABELS, TRAITS, SCORES = sizes["labels"], sizes["traits"], sizes["scores"]

EPOCHS = sizes["epochs"]
# The result is the mean of the weights after this many last epochs.
AVERAGED = 4
BATCH = 16
RATE = 0.003
# Rate of the vectors of letter groups, beside that of all other weights.
VECTOR_RATE = 12
# Loss of a beginning that is not found, beside that of a label.
BEGIN_WEIGHT = 0.8
# How often a known word is taken for an unknown one, and letter groups and whole words are left out, so that the network
# also learns from the others and from context.
NO_MEANING, NO_LETTERS, NO_GROUP, NO_WORD = 0.15, 0.2, 0.35, 0.5

# The same numbers on every machine with the same library.
torch.set_num_threads(1)
torch.manual_seed(seed)
chance = numpy.random.default_rng(seed)
random.seed(seed)


def read_numbers(name, kind, columns):
    return numpy.fromfile(f"{folder}/{name}", dtype=kind).reshape(-1, columns)


def read_examples(epoch):
    """Reads the prompts of an epoch: for each, the letter groups of each word, and its other numbers by column."""
    numbers = numpy.fromfile(f"{folder}/epoch-{epoch}.i32", dtype=numpy.int32)
    at, examples = 0, []
    while at < len(numbers):
        count = int(numbers[at])
        at += 1
        groups, traits = [], numpy.zeros((count, TRAITS), numpy.float32)
        # Meaning, label and beginning (2 where it is not known).
        facts = numpy.empty((3, count), numpy.int64)
        for word in range(count):
            size = int(numbers[at])
            groups.append(numbers[at + 1 : at + 1 + size])
            at += 1 + size
            size = int(numbers[at])
            traits[word, numbers[at + 1 : at + 1 + size]] = 1
            at += 1 + size
            facts[:, word] = numbers[at : at + 3]
            at += 3
        if count:
            examples.append((groups, traits, facts))
    return examples


def choose_groups(groups):
    """Leaves out letter groups at random. The first is the whole word."""
    if chance.random() < NO_LETTERS:
        return groups[:0]
    chances = chance.random(len(groups))
    return groups[chances > numpy.where(numpy.arange(len(groups)) == 0, NO_WORD, NO_GROUP)]


def collate(examples):
    """Joins prompts to a batch. Shorter ones are filled up."""
    longest = max(len(groups) for groups, _, _ in examples)
    traits = numpy.zeros((len(examples), longest, TRAITS), numpy.float32)
    facts = numpy.zeros((3, len(examples), longest), numpy.int64)
    facts[1], facts[2] = -100, 2
    mask = numpy.zeros((len(examples), longest), numpy.float32)
    words = []
    for row, (groups, own, numbers) in enumerate(examples):
        count = len(groups)
        traits[row, :count], facts[:, row, :count], mask[row, :count] = own, numbers, 1
        facts[0, row, :count][chance.random(count) < NO_MEANING] = 0
        words += [choose_groups(one) for one in groups]
    lengths = numpy.array([len(one) for one in words])
    scales = numpy.repeat(1 / numpy.sqrt(numpy.maximum(lengths, 1)), lengths).astype(numpy.float32)
    starts = numpy.concatenate([[0], numpy.cumsum(lengths)[:-1]])
    tensor = torch.from_numpy
    letters = (tensor(numpy.concatenate(words).astype(numpy.int64)), tensor(starts), tensor(scales))
    return letters, tensor(traits), tensor(facts), tensor(mask)


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        vectors = torch.from_numpy(read_numbers("vectors.f32", numpy.float32, VECTOR))
        self.vectors = nn.EmbeddingBag.from_pretrained(vectors, mode="sum", sparse=True, freeze=False)
        self.meanings = torch.from_numpy(read_numbers("meanings.f32", numpy.float32, sizes["meaning"]))
        self.window = nn.Conv1d(VECTOR + sizes["meaning"] + TRAITS, FIRST, WINDOW, padding=WINDOW // 2)
        self.first = nn.GRU(FIRST, STATE, batch_first=True, bidirectional=True)
        self.second = nn.GRU(2 * STATE, STATE, batch_first=True, bidirectional=True)
        self.scores = nn.Linear(4 * STATE, LABELS + 1)

    def forward(self, letters, traits, facts, mask):
        rows, starts, scales = letters
        vectors = torch.zeros(*mask.shape, VECTOR)
        vectors[mask > 0] = self.vectors(rows, starts, per_sample_weights=scales)
        inputs = torch.cat([vectors, self.meanings[facts[0]], traits], -1)
        first = self.window(inputs.transpose(1, 2)).transpose(1, 2).relu() * mask.unsqueeze(-1)
        lengths = mask.sum(1).long()

        def recur(layer, rows):
            packed = nn.utils.rnn.pack_padded_sequence(rows, lengths, batch_first=True, enforce_sorted=False)
            return nn.utils.rnn.pad_packed_sequence(layer(packed)[0], batch_first=True, total_length=mask.shape[1])[0]

        states = recur(self.first, first)
        return self.scores(torch.cat([states, recur(self.second, states)], -1))


def measure_loss(scores, facts, mask):
    """Returns the loss of a batch. A long prompt counts more than a short one, but not in proportion."""
    labels = functional.cross_entropy(scores[..., :LABELS].transpose(1, 2), facts[1], reduction="none")
    known = (facts[2] != 2).float() * mask
    begins = functional.binary_cross_entropy_with_logits(
        scores[..., LABELS], facts[2].clamp(max=1).float(), reduction="none"
    )
    loss = labels + BEGIN_WEIGHT * begins * known
    return (loss.sum(1) / mask.sum(1).sqrt()).mean()


def make_batches(examples):
    """Makes batches of prompts of like length, in random order."""
    order = chance.permutation(len(examples))
    batches = []
    for start in range(0, len(order), BATCH * 50):
        near = sorted(order[start : start + BATCH * 50], key=lambda at: len(examples[at][0]))
        batches += [near[at : at + BATCH] for at in range(0, len(near), BATCH)]
    random.shuffle(batches)
    return batches


def train():
    network = Network()
    vectors = list(network.vectors.parameters())
    others = [weights for name, weights in network.named_parameters() if not name.startswith("vectors")]
    optimizers = [
        (torch.optim.Adam(others, betas=(0.9, 0.995)), RATE),
        (torch.optim.Adagrad(vectors, eps=0.05), RATE * VECTOR_RATE),
    ]
    means = {}
    for epoch in range(EPOCHS):
        examples = read_examples(epoch)
        batches = make_batches(examples)
        warm_up = min(1, (epoch + 1) / 2)
        cool_down = max(0.05, 2 * (EPOCHS - epoch) / EPOCHS) if epoch > EPOCHS / 2 else 1
        for optimizer, rate in optimizers:
            optimizer.param_groups[0]["lr"] = rate * warm_up * cool_down
        total = 0
        for batch in batches:
            letters, traits, facts, mask = collate([examples[at] for at in batch])
            loss = measure_loss(network(letters, traits, facts, mask), facts, mask)
            network.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(others, 5.0)
            for optimizer, _ in optimizers:
                optimizer.step()
            total += loss.item()
        nth = epoch - (EPOCHS - AVERAGED)
        if nth >= 0:
            for name, value in network.state_dict().items():
                means[name] = value.clone() if nth == 0 else means[name] + (value - means[name]) / (nth + 1)
        print(f"seed {seed}, epoch {epoch + 1} of {EPOCHS}: loss {total / len(batches):.3f}", flush=True)
    return means


def list_matrices(weights):
    """Lists the matrices in the order of network.ts: inputs are rows, and both directions stand side by side."""

    def both(layer, kind):
        return [weights[f"{layer}.{kind}_l0{side}"] for side in ("", "_reverse")]

    def turn(matrices, dimension):
        return torch.cat([matrix.T for matrix in matrices], dimension)

    fill = SCORES - LABELS - 1
    return [
        weights["vectors.weight"],
        weights["window.weight"].permute(2, 1, 0),
        weights["window.bias"],
        turn(both("first", "weight_ih"), 1),
        torch.cat(both("first", "bias_ih")),
        turn(both("first", "weight_hh"), 0),
        torch.cat(both("first", "bias_hh")),
        turn(both("second", "weight_ih"), 1),
        torch.cat(both("second", "bias_ih")),
        turn(both("second", "weight_hh"), 0),
        torch.cat(both("second", "bias_hh")),
        functional.pad(weights["scores.weight"].T, (0, fill)),
        functional.pad(weights["scores.bias"], (0, fill)),
    ]


numpy.concatenate([matrix.reshape(-1).numpy() for matrix in list_matrices(train())]).tofile(out)
