"""One model from two: python3 merge.py OUT.pt WIDTH FIRST.pt SECOND.pt

Side by side, two models that were trained apart are right more often than each alone. Of the directions that their token
vectors have together, the `WIDTH` strongest are kept.
"""
import sys
import torch

from model import Encoder, load, save


def main():
    out, width, first, second = sys.argv[1:5]
    tables = [load(path).emb.weight.detach() for path in (first, second)]
    wide = torch.cat([table / table.norm() for table in tables], 1)
    _, directions = torch.linalg.eigh(wide.T @ wide)
    merged = Encoder(len(wide), int(width))
    merged.emb.weight.data = (wide @ directions[:, -int(width) :]).contiguous()
    save(out, merged)


if __name__ == "__main__":
    main()
