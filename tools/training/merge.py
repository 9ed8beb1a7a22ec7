"""One model from two: python3 merge.py OUT.pt WIDTH EVAL_DIR VOCAB.txt FIRST.pt SECOND.pt

Side by side, two models that were trained apart are right more often than each alone. Of the directions that their token
vectors have together, the `WIDTH` strongest are kept, and those that count most in our own texts are then weakened a little.
"""
import sys
import torch

import own
from aside import Aside
from model import Encoder, load, save
from tokenizer import Tokenizer

# Of a direction's variance: 0 leaves all as it is, 0.5 makes all alike.
EVENNESS = 0.1


def strongest(table, width):
    _, directions = torch.linalg.eigh(table.T @ table)
    return (table @ directions[:, -width:]).contiguous()


def evened(model, rows):
    """The table, with the directions that vary most over the texts in `rows` weakened."""
    vectors = model.embed(rows).detach()
    variances, directions = torch.linalg.eigh(vectors.T @ vectors / len(vectors))
    return model.emb.weight.detach() @ (directions * variances**-EVENNESS) @ directions.T


def main():
    out, width, eval_folder, vocabulary, first, second = sys.argv[1:7]
    tables = [load(path).emb.weight.detach() for path in (first, second)]
    wide = torch.cat([table / table.norm() for table in tables], 1)
    merged = Encoder(len(wide), int(width))
    merged.emb.weight.data = strongest(wide, int(width))
    aside, tokenizer = Aside(eval_folder), Tokenizer(vocabulary)
    texts = [text for files in ("videos*.txt", "sentences*.txt") for _, group in own.groups(files, aside) for text in group]
    merged.emb.weight.data = evened(merged, [tokenizer.encode(text, 160) for text in texts])
    save(out, merged)


if __name__ == "__main__":
    main()
