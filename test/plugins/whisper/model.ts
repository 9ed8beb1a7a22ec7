import { join } from "node:path";
import { FLOAT, INT64, model, node, tensor } from "./onnx";

/**
 * A model with the shape of Whisper that says the same to every sound: each token leads to the next one, and its
 * attention lies where the word is. Everything around it is transformers.js's own way with a real one.
 */

/** Words with the second in which each is said. */
export const SAID = [
  [" Der", 0.2],
  [" Kaffee", 0.6],
  [" ist", 1],
  [" gut", 1.2],
  [".", 1.4],
  [" Trink", 2.6],
  [" ihn", 3],
  ["!", 3.2],
] as const;

const SPECIALS = [
  "<|endoftext|>",
  "<|startoftranscript|>",
  "<|en|>",
  "<|de|>",
  "<|translate|>",
  "<|transcribe|>",
  "<|startoflm|>",
  "<|startofprev|>",
  "<|nospeech|>",
  "<|notimestamps|>",
];
const idOf = (special: string) => SAID.length + SPECIALS.indexOf(special);
const STAMP = SAID.length + SPECIALS.length;
const VOCABULARY = STAMP + 1501;
const POSITIONS = 1500;

/** What follows each token. */
function nextTokens(multilingual: boolean): bigint[] {
  const next = Array.from({ length: VOCABULARY }, () => BigInt(idOf("<|endoftext|>")));
  const lead = (from: number, to: number) => {
    next[from] = BigInt(to);
  };
  lead(idOf("<|startoftranscript|>"), multilingual ? idOf("<|de|>") : STAMP);
  // In English it is another text, so that a wrong language is heard.
  lead(idOf("<|en|>"), idOf("<|transcribe|>"));
  lead(idOf("<|transcribe|>"), STAMP);
  lead(STAMP, 0);
  SAID.forEach((_, at) => {
    lead(at, at + 1);
  });
  lead(SAID.length - 1, STAMP + 175);
  return next;
}

function encoder() {
  return model({
    nodes: [
      node("ReduceMean", ["input_features"], ["mean"], { axes: [1], keepdims: 1 }),
      node("AveragePool", ["mean"], ["halved"], { kernel_shape: [2], strides: [2] }),
      node("Transpose", ["halved"], ["last_hidden_state"], { perm: [0, 2, 1] }),
    ],
    constants: [],
    inputs: [{ name: "input_features", type: FLOAT, shape: ["batch_size", 80, 3000] }],
    outputs: [{ name: "last_hidden_state", type: FLOAT, shape: ["batch_size", POSITIONS, 1] }],
  });
}

function decoder({ words, multilingual }: Required<Kind>) {
  const places = Array.from({ length: VOCABULARY }, (_, id) => (SAID[id]?.[1] ?? (id > STAMP ? 3.5 : 0)) / 0.02);
  const attention = [
    node("Gather", ["places", "input_ids"], ["place"]),
    node("Unsqueeze", ["place", "two"], ["column"]),
    node("Sub", ["range", "column"], ["distance"]),
    node("Mul", ["distance", "distance"], ["squared"]),
    node("Add", ["squared", "width"], ["spread"]),
    node("Reciprocal", ["spread"], ["near"]),
    node("Unsqueeze", ["near", "one"], ["cross_attentions.0"]),
  ];
  return model({
    nodes: [
      node("Gather", ["next", "input_ids"], ["following"]),
      node("OneHot", ["following", "depth", "off_on"], ["logits"], { axis: 2 }),
      ...(words ? attention : []),
    ],
    constants: [
      tensor("next", [VOCABULARY], nextTokens(multilingual)),
      tensor("depth", [], [BigInt(VOCABULARY)]),
      tensor("off_on", [2], [0, 50]),
      tensor("places", [VOCABULARY], places),
      tensor(
        "range",
        [POSITIONS],
        Array.from({ length: POSITIONS }, (_, at) => at),
      ),
      tensor("width", [], [25]),
      tensor("one", [1], [1n]),
      tensor("two", [1], [2n]),
    ],
    inputs: [
      { name: "input_ids", type: INT64, shape: ["batch_size", "length"] },
      { name: "encoder_hidden_states", type: FLOAT, shape: ["batch_size", POSITIONS, 1] },
    ],
    outputs: [
      { name: "logits", type: FLOAT, shape: ["batch_size", "length", VOCABULARY] },
      ...(words
        ? [{ name: "cross_attentions.0", type: FLOAT, shape: ["batch_size", 1, "length", POSITIONS] } as const]
        : []),
    ],
  });
}

export interface Kind {
  /** False for a model without attentions, which knows the times of segments alone. */
  words?: boolean;
  /** False for one of English alone. */
  multilingual?: boolean;
}

/** Writes the files of such a model. */
export async function writeModel(folder: string, { words = true, multilingual = true }: Kind = {}): Promise<void> {
  const special = (id: number, content: string) => ({
    ...{ id, content, special: true },
    ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
  });
  const ends = {
    decoder_start_token_id: idOf("<|startoftranscript|>"),
    eos_token_id: idOf("<|endoftext|>"),
    bos_token_id: idOf("<|endoftext|>"),
    pad_token_id: idOf("<|endoftext|>"),
  };
  const files: Record<string, object> = {
    "config.json": {
      model_type: "whisper",
      architectures: ["WhisperForConditionalGeneration"],
      is_encoder_decoder: true,
      vocab_size: VOCABULARY,
      num_mel_bins: 80,
      max_source_positions: POSITIONS,
      max_target_positions: 448,
      median_filter_width: 7,
      ...{ d_model: 1, encoder_layers: 1, encoder_attention_heads: 1, decoder_layers: 1, decoder_attention_heads: 1 },
      ...ends,
    },
    "generation_config.json": {
      ...ends,
      ...(words ? { alignment_heads: [[0, 0]] } : {}),
      is_multilingual: multilingual,
      ...(multilingual
        ? {
            lang_to_id: { "<|en|>": idOf("<|en|>"), "<|de|>": idOf("<|de|>") },
            task_to_id: { translate: idOf("<|translate|>"), transcribe: idOf("<|transcribe|>") },
          }
        : {}),
      no_timestamps_token_id: idOf("<|notimestamps|>"),
      max_initial_timestamp_index: 50,
      max_length: 448,
      return_timestamps: false,
    },
    "preprocessor_config.json": {
      feature_extractor_type: "WhisperFeatureExtractor",
      processor_class: "WhisperProcessor",
      ...{ feature_size: 80, sampling_rate: 16_000, hop_length: 160, n_fft: 400, chunk_length: 30 },
      ...{ n_samples: 480_000, nb_max_frames: 3000, padding_value: 0, return_attention_mask: false },
    },
    "tokenizer_config.json": {
      tokenizer_class: "WhisperTokenizer",
      processor_class: "WhisperProcessor",
      clean_up_tokenization_spaces: true,
      eos_token: "<|endoftext|>",
      model_max_length: 1024,
    },
    "tokenizer.json": {
      version: "1.0",
      added_tokens: SPECIALS.map((content) => special(idOf(content), content)),
      normalizer: null,
      pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
      post_processor: null,
      decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
      model: {
        type: "BPE",
        vocab: Object.fromEntries(SAID.map(([word], id) => [word.replace(" ", "Ġ"), id])),
        merges: [],
      },
    },
  };
  for (const [name, content] of Object.entries(files)) await Bun.write(join(folder, name), JSON.stringify(content));
  await Bun.write(join(folder, "onnx/encoder_model_quantized.onnx"), encoder());
  await Bun.write(join(folder, "onnx/decoder_model_merged_quantized.onnx"), decoder({ words, multilingual }));
}
