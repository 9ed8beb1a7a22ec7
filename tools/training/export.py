"""Writes a model as plugins/embedder loads it: python3 export.py MODEL.pt VOCAB.txt LANGUAGES.json OUT ID [REFERENCE.jsonl]"""
import hashlib, json, os, shutil, sys
import numpy as np

from model import load
from tokenizer import Tokenizer
from train import encoder_of

LONGEST = 256
# What could be read differently there and here: tags, emoji, accents, other scripts, punctuation, length.
SAMPLES = [
    "how to fall asleep faster",
    "Sunday #MealPrep #meal_prep #mealprep for the week \U0001f957\U0001f4aa #fyp",
    "caf\u00e9 d\u00e9j\u00e0 vu na\u00efve \u65e5\u672c 100% \u201cquotes\u201d it's\u2026 don\u2019t!",
    "\U0001f602\U0001f602 I can't \u2764\ufe0f \U0001f469\u200d\U0001f373",
    "x",
    "you won't believe what happened next... " * 9,
    # Other languages: endings, compounds, hashtags, phrases, small words, no spaces, and English words among them.
    "Cocinando para mis hijos: recetas fáciles y baratas 🍲 #recetasfaciles",
    "Dicas de viagem: as praias mais lindas, 18 m² e um café à toa",
    "L'astuce qui change tout pour les cheveux bouclés d'été !",
    "La ricetta della nonna: gnocchi più buoni di così?",
    "Schlafzimmermöbel für kleine Wohnungen, größer geht's nicht #wohnungsdeko",
    "Cara membersihkan dapur, memasaknya gampang banget video",
    "Evlerimizde çocuklarımla yaptığım kolay tarifler, İstanbul'da ışıl ışıl",
    "簡単レシピ！子どもと一緒に作ったパンケーキ🥞 #おうちカフェ Tokyo",
]


def quantize(table):
    """int8 rows and a factor for each."""
    factors = (np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127).astype("<f4")
    return np.clip(np.round(table / factors), -127, 127).astype(np.int8), factors


def read_rows(folder):
    """The vectors of all tokens of an exported model."""
    with open(f"{folder}/model.json") as file:
        width = json.load(file)["dimensions"]
    numbers = np.fromfile(f"{folder}/vectors.bin", np.int8)
    count = len(numbers) // (width + 4)
    return numbers[: count * width].reshape(count, width) * numbers[count * width :].view("<f4")[:, None]


def write_json(path, value, indent=2):
    with open(path, "w", encoding="utf8") as file:
        json.dump(value, file, ensure_ascii=False, indent=indent)
        file.write("\n")


def main():
    model_path, vocabulary, words, out, name = sys.argv[1:6]
    model = load(model_path)
    tokenizer = Tokenizer(vocabulary)
    with open(words, encoding="utf8") as file:
        tokenizer.add_languages(json.load(file))
    os.makedirs(out, exist_ok=True)
    whole = model.emb.weight.detach().numpy()
    rows, factors = quantize(whole)
    with open(f"{out}/vectors.bin", "wb") as file:
        file.write(rows.tobytes() + factors.tobytes())
    for source, file in ((words, "languages.json"), (vocabulary, "vocabulary.txt")):
        if os.path.abspath(source) != os.path.abspath(f"{out}/{file}"):
            shutil.copyfile(source, f"{out}/{file}")
    sums = {}
    for name_of_file in ("vectors.bin", "vocabulary.txt", "languages.json"):
        with open(f"{out}/{name_of_file}", "rb") as file:
            sums[name_of_file] = hashlib.sha256(file.read()).hexdigest()
    write_json(f"{out}/model.json", {"id": name, "dimensions": model.emb.embedding_dim, "sha256": sums})
    table = rows * factors
    same = (whole * table).sum(1) / (np.linalg.norm(whole, axis=1) * np.linalg.norm(table, axis=1))
    if sys.argv[6:]:
        vectors = encoder_of(model, tokenizer, LONGEST)(SAMPLES)
        with open(sys.argv[6], "w", encoding="utf8") as file:
            for text, vector in zip(SAMPLES, vectors.astype(float).round(4).tolist()):
                file.write(json.dumps({"text": text, "vector": vector}) + "\n")
    size = os.path.getsize(f"{out}/vectors.bin")
    print(f"{out}/vectors.bin: {size} bytes; int8 rows agree with fp32: cosine at least {same.min():.5f}")


if __name__ == "__main__":
    main()
