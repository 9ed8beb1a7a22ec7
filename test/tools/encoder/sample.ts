import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Question {
  q: string;
  /** Indexes of the videos that answer it. */
  right: Set<number>;
  /** No word of it, whatever its ending, is in those videos' captions. */
  isReworded: boolean;
}

const EMPTY = new Set(
  (
    "a an the of in on at to for with and or but is are was were be been am it its this that these those i im my me mine you your we " +
    "our us he she they them his hers her their as by from not no do does did dont how what why when where who which can " +
    "cant could will would should have has had if into out up down off over get got getting gets go going make makes made " +
    "one two so than then too very just about all any some more most much many every"
  ).split(" "),
);

function stem(word: string): string {
  for (const ending of [
    "ations",
    "ation",
    "ings",
    "ing",
    "edly",
    "ies",
    "ers",
    "er",
    "es",
    "ed",
    "ly",
    "s",
    "e",
    "y",
  ]) {
    if (word.endsWith(ending) && word.length - ending.length >= 3) return word.slice(0, -ending.length);
  }
  return word;
}

/** Stems of the words that mean something. */
export const stems = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[a-z0-9]+/g) ?? []
  )
    .filter((word) => word.length > 1 && !EMPTY.has(word))
    .map(stem);

/** The captions and questions of videos.txt. */
export function readSample(): { videos: string[]; questions: Question[] } {
  const videos: string[] = [];
  const answers = new Map<string, Set<number>>();
  for (const line of readFileSync(join(import.meta.dir, "videos.txt"), "utf8").split("\n")) {
    if (line.startsWith("? ")) {
      const right = answers.get(line.slice(2)) ?? new Set();
      answers.set(line.slice(2), right.add(videos.length - 1));
    } else if (line && !line.startsWith("//") && !line.startsWith("# ")) videos.push(line);
  }
  const questions = [...answers].map(([q, right]) => {
    // Also within hashtags, where words are run together.
    const captions = [...right].map((at) => videos[at]!.toLowerCase()).join(" ");
    const own = new Set(stems(captions));
    const isReworded = !stems(q).some((word) => own.has(word) || (word.length > 3 && captions.includes(word)));
    return { q, right, isReworded };
  });
  return { videos, questions };
}

/** Languages of the captions and questions in languages/, besides English. */
export const LANGUAGES = ["es", "pt", "de", "fr", "it", "id", "tr", "ja"] as const;

const readLines = (name: string) =>
  readFileSync(join(import.meta.dir, "languages", `${name}.txt`), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("//"));

/** Captions in a language. The nth question, in that language or in English, asks for the nth caption. */
export function readLanguage(name: string): { captions: string[]; questions: string[]; english: string[] } {
  const lines = readLines(name);
  return {
    captions: lines.filter((line) => !line.startsWith("? ")),
    questions: lines.filter((line) => line.startsWith("? ")).map((line) => line.slice(2)),
    english: readLines("en"),
  };
}

/** BM25 of every text for a query, and the share of the query's words that the text has. */
export function createBm25(texts: readonly string[], k1 = 1.2, b = 0.75) {
  const documents = texts.map(stems);
  const mean = documents.reduce((sum, words) => sum + words.length, 0) / documents.length;
  const counts = new Map<string, number>();
  for (const word of documents.flatMap((words) => [...new Set(words)])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (query: string): { score: number; share: number }[] => {
    const asked = [...new Set(stems(query))];
    return documents.map((words) => {
      const score = asked.reduce((sum, word) => {
        const times = words.filter((other) => other === word).length;
        const spread = counts.get(word) ?? 0;
        const idf = Math.log(1 + (documents.length - spread + 0.5) / (spread + 0.5));
        return sum + (idf * times * (k1 + 1)) / (times + k1 * (1 - b + (b * words.length) / mean));
      }, 0);
      return { score, share: asked.filter((word) => words.includes(word)).length / Math.max(1, asked.length) };
    });
  };
}
