"""Rebuilds the bundled model and prints how good it is: python3 training/build.py --data DIR --eval DIR [--out DIR]

DIR of --data holds the public sets that sources.json names (their checksums are compared), DIR of --eval the held-out ones.
"""
import argparse, hashlib, json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = "vireo-encoder-2"
# Steps, not minutes: the same model on any machine. About 45 ms each on one core of 2023.
STAGES = (
    dict(steps=5800, rate=3e-3, graded=0.05, mix={"own": 0.12, "words": 0.05}),
    dict(steps=9000, rate=2.5e-3, graded=0.08,
         mix={"own": 0.22, "words": 0.07, "gloss": 0.22, "relations": 0.07, "forms": 0.03, "news": 0.08}),
)  # fmt: skip


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
    to.add_argument("--data", required=True)
    to.add_argument("--eval", required=True)
    to.add_argument("--out", default=os.path.join(HERE, "../plugins/bundled-encoder"))
    to.add_argument("--work", default=tempfile.gettempdir(), help="for checkpoints")
    args = to.parse_args()
    compare_checksums(args.data)
    vocabulary = os.path.join(HERE, "vocabulary.txt")
    before = None
    for at, stage in enumerate(STAGES, 1):
        after = os.path.join(args.work, f"stage{at}.pt")
        run("train.py", "--data", args.data, "--eval", args.eval, "--vocab", vocabulary, "--out", after,
            "--batch", 512, "--steps", stage["steps"], "--rate", stage["rate"], "--graded", stage["graded"],
            "--mix", json.dumps(stage["mix"]), *(["--init", before] if before else []))  # fmt: skip
        before = after
    run("export.py", before, vocabulary, args.out, NAME, os.path.join(HERE, "../test/encoder/reference.json"))
    run("evaluate.py", args.eval, before, vocabulary)


if __name__ == "__main__":
    main()
