"""Rebuilds the bundled model and prints how good it is: python3 training/build.py --data DIR --eval DIR [--out DIR]

With --english MODEL_DIR, the English vectors are taken from an earlier model, which takes a minute instead of ten and needs
neither --data nor --eval. DIR of --data holds the public sets that sources.json names (their checksums are compared), DIR of --eval the held-out ones.
"""
import argparse, hashlib, json, os, subprocess, sys, tempfile

from vocabulary import VOCABULARY

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = "vireo-encoder-7"
WIDTH = 320
# Two that differ in what they see most of, our own text or the public sets; together they are better than either.
MODELS = {
    "domain": dict(seed=1, steps=5000, batch=512, scale=11, mix={}),
    "general": dict(seed=2, steps=5000, batch=384, scale=13,
                    mix=dict(own=0.12, sentences=0.2, captions=0.2, news=0.12, self=0.14)),
}  # fmt: skip


def compare_checksums(folder):
    with open(os.path.join(HERE, "sources.json")) as file:
        sources = json.load(file)
    for source in sources:
        with open(os.path.join(folder, source["file"]), "rb") as file:
            if hashlib.sha256(file.read()).hexdigest() != source["sha256"]:
                sys.exit(f"{source['file']} is not the file that sources.json means.")


def run(script, *arguments):
    one_thread = {**os.environ, "OMP_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-u", os.path.join(HERE, script), *map(str, arguments)], check=True, env=one_thread)


def main():
    to = argparse.ArgumentParser(description=__doc__)
    to.add_argument("--data")
    to.add_argument("--eval")
    to.add_argument("--out", default=os.path.join(HERE, "../../plugins/embedder/model"))
    to.add_argument("--work", default=tempfile.gettempdir(), help="for checkpoints")
    to.add_argument("--english", help="a model whose English vectors are kept")
    args = to.parse_args()
    if not args.english and not (args.data and args.eval):
        to.error("English is trained with --data and --eval. Take it from an earlier model with --english.")
    if args.data:
        compare_checksums(args.data)
    vocabulary = VOCABULARY
    english = args.english or train_english(args, vocabulary)
    final, words = f"{args.work}/languages.pt", f"{args.work}/languages.json"
    sets = [option for name in ("data", "eval") if getattr(args, name) for option in ("--" + name, getattr(args, name))]
    run("add_languages.py", "--english", english, "--out", final, "--words", words, *sets)
    run("export.py", final, vocabulary, words, args.out, NAME, os.path.join(HERE, "../../test/tools/encoder/reference.jsonl"))
    if args.eval:
        run("evaluate.py", args.eval, final, vocabulary, words)


def train_english(args, vocabulary):
    for name, recipe in MODELS.items():
        run("train.py", "--data", args.data, "--eval", args.eval, "--vocab", vocabulary, "--out", f"{args.work}/{name}.pt",
            "--steps", recipe["steps"], "--batch", recipe["batch"], "--seed", recipe["seed"],
            "--scale", recipe["scale"], "--mix", json.dumps(recipe["mix"]))  # fmt: skip
    merged = f"{args.work}/merged.pt"
    run("merge.py", merged, WIDTH, args.eval, vocabulary, *(f"{args.work}/{name}.pt" for name in MODELS))
    return merged


if __name__ == "__main__":
    main()
