import { join } from "node:path";
import { VOICES } from "#plugins/kokoro/voices";
import { FLOAT, INT64, model, node, tensor } from "#test/plugins/whisper/onnx";

/** Samples of each token. */
export const FRAME = 700;
const RATE = 24_000;
/** The sounds that the model knows; the first one marks beginning and end. */
const ALPHABET = `$;:,.!?—…"()“” abcdefghijklmnopqrstuvwxyzæðøŋœɐɑɒɔɕɖəɚɛɜɟɡɣɥɪɫɹɾʃʊʌʒʔʤʧˈˌːʰʲθᵊᵻ`;

/** A model with the shape of Kokoro: each sound is a tone, louder for later letters, and lasts a frame. */
function voice({ durations = true }: { durations?: boolean }) {
  const tone = Array.from({ length: FRAME }, (_, at) => Math.sin((2 * Math.PI * 600 * at) / RATE));
  const timed = [
    node("Mul", ["numbers", "nothing"], ["none"]),
    node("Add", ["none", "frame"], ["each"]),
    node("Reshape", ["each", "flat"], ["durations"]),
  ];
  return model({
    nodes: [
      node("Cast", ["input_ids"], ["numbers"], { to: FLOAT }),
      node("Mul", ["numbers", "quiet"], ["levels"]),
      node("Unsqueeze", ["levels", "last"], ["columns"]),
      node("Mul", ["columns", "tone"], ["frames"]),
      node("Reshape", ["frames", "row"], ["waveform"]),
      ...(durations ? timed : []),
    ],
    constants: [
      tensor("quiet", [1], [0.005]),
      tensor("last", [1], [2n]),
      tensor("tone", [1, 1, FRAME], tone),
      tensor("row", [2], [1n, -1n]),
      tensor("nothing", [1], [0]),
      tensor("frame", [1], [2]),
      tensor("flat", [1], [-1n]),
    ],
    inputs: [
      { name: "input_ids", type: INT64, shape: [1, "tokens"] },
      { name: "style", type: FLOAT, shape: [1, 256] },
      { name: "speed", type: FLOAT, shape: [1] },
    ],
    outputs: [
      { name: "waveform", type: FLOAT, shape: [1, "samples"] },
      ...(durations ? [{ name: "durations", type: FLOAT, shape: ["tokens"] } as const] : []),
    ],
  });
}

/** The files of such a model, by their names. */
export function createFiles(kind: { durations?: boolean } = {}): Record<string, string | Uint8Array> {
  const config = { model_type: "style_text_to_speech_2", architectures: ["StyleTextToSpeech2Model"] };
  const vocab = Object.fromEntries([...ALPHABET].map((sound, id) => [sound, id]));
  const style = new Uint8Array(new Float32Array(510 * 256).buffer);
  return {
    "config.json": JSON.stringify(config),
    "tokenizer.json": JSON.stringify({ version: "1.0", model: { vocab } }),
    "onnx/model_quantized.onnx": voice(kind),
    ...Object.fromEntries(VOICES.map((name) => [`voices/${name}.bin`, style])),
  };
}

export async function writeModel(folder: string, kind: { durations?: boolean } = {}): Promise<void> {
  for (const [name, content] of Object.entries(createFiles(kind))) await Bun.write(join(folder, name), content);
}
