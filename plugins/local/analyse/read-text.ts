/** Recognises text in frames with Tesseract: Latin letters, with its English model, so without accents. */
import modelPath from "@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz" with { type: "file" };
import corePath from "tesseract.js-core/tesseract-core-simd-lstm.wasm" with { type: "file" };
import { separateLetters, toGrey } from "./letters";

export interface TextReader {
  /** Returns the text in a frame of RGB bytes, as one line. Empty if nothing can be read reliably. */
  read(rgb: Uint8Array, width: number, height: number): string;
}

interface Line {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Confidence, 0 to 100. */
  confidence: number;
  text: string;
}

/** Tesseract's level names. */
const LSTM_ONLY = 1;
const SPARSE_TEXT = 11;

const LEAST_WORD = 60;
const LEAST_LINE = 75;
/** Minimum confidence of a line of two letters. */
const CERTAIN = 90;
/** Letters of bold type that are easily confused. */
const MISTAKES = ["GC", "CG", "0O", "1I", "5S"] as const;

/** Loads Tesseract, which takes a fifth of a second and 60 MB. */
export async function openTextReader(): Promise<TextReader> {
  const { default: createCore } = await import("tesseract.js-core/tesseract-core-simd-lstm.js");
  const [wasmBinary, model] = await Promise.all([corePath, modelPath].map((path) => Bun.file(path).bytes()));
  const core = await createCore({ wasmBinary: wasmBinary!, print() {}, printErr() {} });
  core.FS.writeFile("/eng.traineddata", Bun.gunzipSync(new Uint8Array(model!)));
  const tesseract = new core.TessBaseAPI();
  if (tesseract.Init("/", "eng", LSTM_ONLY) !== 0) throw new Error("Tesseract cannot read its model.");

  function recognise(grey: Uint8Array, width: number, height: number): Line[] {
    core.FS.writeFile("/input", Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]));
    tesseract.SetPageSegMode(SPARSE_TEXT);
    tesseract.SetImageFile(1, 0);
    tesseract.Recognize(null);
    return parseLines(tesseract.GetTSVText(0));
  }
  const isWord = (text: string) => tesseract.IsValidWord(text) > 0;
  return {
    read(rgb, width, height) {
      const pictures = [toGrey(rgb, width, height) ?? [], separateLetters(rgb, width, height)].flat();
      const lines = pickLines(pictures.flatMap((picture) => recognise(picture, width, height)));
      return joinLines(lines.map((line) => ({ ...line, text: correct(line.text, isWord) })));
    },
  };
}

/** Returns the lines of Tesseract's table whose words have enough confidence. */
function parseLines(table: string): Line[] {
  const rows = table.split("\n").map((row) => row.split("\t"));
  const words = rows.filter(([level]) => level === "5").map(toWord);
  return Object.values(Object.groupBy(words, ({ line }) => line)).flatMap((all) => {
    const words = all!.filter(({ text, confidence }) => confidence >= LEAST_WORD && countLetters(text) > 0);
    const letters = words.reduce((sum, { text }) => sum + countLetters(text), 0);
    const confidence =
      words.reduce((sum, word) => sum + word.confidence * countLetters(word.text), 0) / Math.max(1, letters);
    if (letters < (confidence >= CERTAIN ? 2 : 4) || confidence < LEAST_LINE) return [];
    return {
      left: Math.min(...words.map(({ left }) => left)),
      top: Math.min(...words.map(({ top }) => top)),
      right: Math.max(...words.map(({ left, wide }) => left + wide)),
      bottom: Math.max(...words.map(({ top, tall }) => top + tall)),
      confidence,
      text: words.map(({ text }) => text).join(" "),
    };
  });
}

function toWord(row: string[]) {
  const [left = 0, top = 0, wide = 0, tall = 0, confidence = 0] = row.slice(6, 11).map(Number);
  const text = (row[11] ?? "").replace(/\|/g, "I").replace(/^[^\p{L}\p{N}“"'¿¡#@$€£]+|[^\p{L}\p{N}!?.,:%”"'€]+$/gu, "");
  return { line: row.slice(1, 5).join("-"), left, top, wide, tall, confidence, text };
}

/** Replaces easily confused letters if that turns a non-word into an English word: "BEGAUSE". */
export const correct = (text: string, isWord: (text: string) => boolean): string =>
  text.replace(/[A-Z015]{4,}/g, (word) => {
    if (isWord(word) || !/[A-Z]{2}/.test(word)) return word;
    return MISTAKES.map(([wrong, right]) => word.replaceAll(wrong!, right!)).find(isWord) ?? word;
  });

const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Keeps the most confident of overlapping lines. More letters raise a line's confidence. */
function pickLines(lines: readonly Line[]): Line[] {
  const rate = ({ confidence, text }: Line) => confidence + 2 * Math.min(10, countLetters(text));
  const picked: Line[] = [];
  for (const line of lines.toSorted((a, b) => rate(b) - rate(a))) {
    if (!picked.some((other) => overlap(line, other))) picked.push(line);
  }
  return picked;
}

function overlap(a: Line, b: Line): boolean {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return (
    down > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top) &&
    across > 0.2 * Math.min(a.right - a.left, b.right - b.left)
  );
}

/** Joins lines in reading order, with " / " between blocks. */
function joinLines(lines: readonly Line[]): string {
  const rows = lines.toSorted((a, b) => a.top + a.bottom - b.top - b.bottom);
  return rows
    .map((line, i) => {
      const before = rows[i - 1];
      if (!before) return line.text;
      const tall = Math.min(line.bottom - line.top, before.bottom - before.top);
      return `${line.top - before.bottom > 1.2 * tall ? " / " : " "}${line.text}`;
    })
    .join("");
}
