"""Writes a model as transformers.js loads it: python3 export.py MODEL.pt VOCAB.txt LANGUAGES.json OUT ID [REFERENCE.jsonl]"""
import hashlib, json, os, shutil, sys
import numpy as np, onnx, torch
from onnx import TensorProto, helper, numpy_helper

from model import load
from tokenizer import EMOJI, SPECIAL, Tokenizer
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


def graph(table):
    """ids → token vectors, from a table of int8 rows with a scale each; the mean is taken outside."""
    scales = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
    rows = np.clip(np.round(table / scales), -127, 127).astype(np.int8)
    nodes = [
        helper.make_node("Gather", ["rows", "input_ids"], ["picked"]),
        helper.make_node("Cast", ["picked"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("Gather", ["scales", "input_ids"], ["factors"]),
        helper.make_node("Mul", ["numbers", "factors"], ["last_hidden_state"]),
    ]
    sizes = ["batch", "length"]
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, sizes) for n in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*sizes, table.shape[1]])
    weights = [numpy_helper.from_array(rows, "rows"), numpy_helper.from_array(scales.astype(np.float32), "scales")]
    made = helper.make_model(
        helper.make_graph(nodes, "encoder", inputs, [output], weights),
        opset_imports=[helper.make_opsetid("", 17)],
        producer_name="vireo",
    )
    made.ir_version = 8
    onnx.checker.check_model(made)
    return made, rows * scales


def write_json(path, value, indent=2):
    with open(path, "w", encoding="utf8") as file:
        json.dump(value, file, ensure_ascii=False, indent=indent)
        file.write("\n")


def write_tokenizer(out, tokens):
    ids = {token: at for at, token in enumerate(tokens)}
    flags = dict(single_word=False, lstrip=False, rstrip=False, normalized=False, special=True)
    frame = [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
             {"SpecialToken": {"id": "[SEP]", "type_id": 0}}]  # fmt: skip
    write_json(
        f"{out}/tokenizer.json",
        {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [{"id": ids[token], "content": token, **flags} for token in SPECIAL],
            "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                           "strip_accents": None, "lowercase": True},
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
                {"type": "Split", "pattern": {"Regex": EMOJI.pattern}, "behavior": "Isolated", "invert": False},
                {"type": "BertPreTokenizer"},
            ]},
            "post_processor": {
                "type": "TemplateProcessing",
                "single": frame,
                "pair": [*frame, {"Sequence": {"id": "B", "type_id": 1}}, {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
                "special_tokens": {t: {"id": t, "ids": [ids[t]], "tokens": [t]} for t in ("[CLS]", "[SEP]")},
            },
            "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
            "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                      "max_input_chars_per_word": 100, "vocab": ids},
        },
        indent=None,
    )  # fmt: skip
    names = {"unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]", "cls_token": "[CLS]", "mask_token": "[MASK]"}
    write_json(f"{out}/special_tokens_map.json", names)
    settings = {"tokenizer_class": "BertTokenizer", "do_lower_case": True, "strip_accents": None,
                "tokenize_chinese_chars": True, "model_max_length": LONGEST, "clean_up_tokenization_spaces": True}  # fmt: skip
    write_json(f"{out}/tokenizer_config.json", {**settings, **names})


def main():
    model_path, vocabulary, words, out, name = sys.argv[1:6]
    model = load(model_path)
    tokenizer = Tokenizer(vocabulary)
    with open(words, encoding="utf8") as file:
        tokenizer.add_languages(json.load(file))
    width = model.emb.embedding_dim
    shutil.rmtree(f"{out}/onnx", ignore_errors=True)
    os.makedirs(f"{out}/onnx")
    made, table = graph(model.emb.weight.detach().numpy())
    path = f"{out}/onnx/model_quantized.onnx"
    onnx.save(made, path)
    write_tokenizer(out, tokenizer.tokens)
    shutil.copyfile(words, f"{out}/languages.json")
    write_json(
        f"{out}/config.json",
        {"architectures": ["BertModel"], "model_type": "bert", "hidden_size": width, "num_hidden_layers": 0,
         "num_attention_heads": 1, "intermediate_size": width, "hidden_act": "gelu", "vocab_size": len(tokenizer.tokens),
         "max_position_embeddings": LONGEST, "type_vocab_size": 1, "pad_token_id": 0, "layer_norm_eps": 1e-6,
         "transformers.js_config": {"dtype": "q8"}},
    )  # fmt: skip
    sums = {}
    for key, part in (("sha256", path), ("languagesSha256", f"{out}/languages.json")):
        with open(part, "rb") as file:
            sums[key] = hashlib.sha256(file.read()).hexdigest()
    write_json(f"{out}/model.json", {"id": name, "dimensions": width, **sums})
    with torch.no_grad():
        whole = model.emb.weight.numpy()
        same = (whole * table).sum(1) / (np.linalg.norm(whole, axis=1) * np.linalg.norm(table, axis=1))
    if sys.argv[6:]:
        vectors = encoder_of(model, tokenizer, LONGEST)(SAMPLES)
        with open(sys.argv[6], "w", encoding="utf8") as file:
            for text, vector in zip(SAMPLES, vectors.astype(float).round(4).tolist()):
                file.write(json.dumps({"text": text, "vector": vector}) + "\n")
    print(f"{path}: {os.path.getsize(path)} bytes; int8 rows agree with fp32: cosine at least {same.min():.5f}")


if __name__ == "__main__":
    main()
