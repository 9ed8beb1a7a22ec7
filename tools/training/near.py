"""Deletes from text/ what an earlier model finds near a test's text: python3 near.py MODEL_DIR EVAL_DIR [--delete] [FILE …]

Run it on new files with the shipped model before training on it: aside.py sees shared words only. A group of videos or
sentences goes as a whole; of synonyms only long texts count, for words and short phrases that occur in the test are no leak.
"""
import glob, os, sys
import torch

from aside import video_texts
from evaluate import sts_dev
from export import read_rows
from model import Encoder
from own import TEXT
from tokenizer import Tokenizer
from train import encoder_of

# To a caption or question of videos.txt, which are about the same things as our text; to a sentence of STS-B dev.
NEAREST, NEAREST_STS = 0.6, 0.8
LONG = 5


def load_exported(folder):
    """The English vectors of a model, which come before those of other languages, and its tokenizer."""
    tokenizer = Tokenizer(f"{folder}/vocabulary.txt")
    table = torch.tensor(read_rows(folder)[: len(tokenizer.tokens)])
    model = Encoder(*table.shape)
    model.emb.weight.data = table
    return model, tokenizer


def main():
    delete = "--delete" in sys.argv
    folder, eval_folder, *paths = (argument for argument in sys.argv[1:] if argument != "--delete")
    encode = encoder_of(*load_exported(folder))
    videos = encode(video_texts()).T
    sts = encode(list({text for row in sts_dev(eval_folder) for text in row[:2]})).T
    total = 0
    for path in paths or sorted(glob.glob(os.path.join(TEXT, "*.txt"))):
        name = os.path.basename(path)
        if not name.startswith(("videos", "sentences", "synonyms")):
            continue
        with open(path, encoding="utf8") as file:
            lines = file.readlines()
        split = [(at, text.strip()) for at, line in enumerate(lines) if line[:2] != "//" for text in line.split("|")]
        shortest = LONG if name.startswith("synonyms") else 1
        texts = [(at, text) for at, text in split if len(text.split()) >= shortest]
        vectors = encode([text for _, text in texts])
        is_near = ((vectors @ videos).max(1) >= NEAREST) | ((vectors @ sts).max(1) >= NEAREST_STS)
        near = {at for (at, _), found in zip(texts, is_near) if found}
        print(f"{name}: {len(near)} of {len(lines)}")
        total += len(near)
        if delete and near:
            with open(path, "w", encoding="utf8") as file:
                file.writelines(line for at, line in enumerate(lines) if at not in near)
    print(total, "deleted" if delete else "are near")


if __name__ == "__main__":
    main()
