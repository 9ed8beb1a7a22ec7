/** A language model's opinion on moments, where one is configured. Moments and their boundaries stay as they are. */
import { EngineError, type Run } from "vireo/engine";
import type { Generation } from "vireo/generations";
import type { Judgement, JudgeRequest, MomentJudge } from "vireo/slots/judge";
import type { MomentsFacts } from "vireo/slots/moments";
import { tokenize } from "vireo/text";
import type { ClipMaker } from "./context";
import type { SearchRequest } from "./request";

type Moment = MomentsFacts["moments"][number] & { id: string };
interface Warning {
  code: string;
  message: string;
}

const STEP = "judge";
const LIMIT_MS = 60_000;
/** Maximum lengths, in characters. */
const MAX = { title: 80, hook: 300, reason: 240 };
/** Number of letters that forms of a word have in common, such as "save" and "saved". */
const STEM = 4;
/** Minimum share of a title's words that are said. The others may summarise. */
const MIN_COMMON = 0.3;

const notJudged: Warning = {
  code: "not_judged",
  message: "The language model returned no usable scores, so the moments have those of the engine that found them.",
};

/**
 * Rates, titles and sorts moments with a language model. Keeps them as they are, with a warning, if that fails. The
 * model is called at most once in the life of a search.
 */
export async function judgeMoments<M extends Moment>(
  { engines, log, services }: ClipMaker,
  row: Generation<SearchRequest>,
  moments: readonly M[],
  run: Run,
): Promise<{ moments: M[]; warnings: Warning[] }> {
  const [judge] = engines.of("judge");
  const isSpoken = moments.length > 0 && moments.every(({ transcript }) => transcript);
  if (!judge || !isSpoken) return { moments: [...moments], warnings: [] };
  try {
    const { facts } = await services.videos.runStep(row, STEP, run, {
      repeatable: judge.repeatable ?? false,
      create: async () => ({ facts: { judgements: await ask(judge, toJudgeRequest(row, moments), run) } }),
    });
    const judged = applyJudgements(moments, facts.judgements);
    if (judged) return judged;
    log.warn("moments not judged: invalid response", { id: row.id, engine: judge.name });
  } catch (error) {
    if (run.signal.aborted || !(error instanceof EngineError || (error as Error).name === "TimeoutError")) throw error;
    log.warn("moments not judged", { id: row.id, engine: judge.name, error });
  }
  return { moments: [...moments], warnings: [notJudged] };
}

/** Short ids, which models copy without mistakes. */
const getShortId = (index: number) => `m${index + 1}`;

function toJudgeRequest({ request }: Generation<SearchRequest>, moments: readonly Moment[]): JudgeRequest {
  const { prompt, keywords, language } = request;
  return {
    moments: moments.map(({ start, end, transcript = "" }, i) => ({
      id: getShortId(i),
      seconds: end - start,
      transcript,
    })),
    prompt,
    keywords,
    language,
  };
}

const ask = (judge: MomentJudge, request: JudgeRequest, run: Run): Promise<Judgement[]> =>
  judge.judge(request, AbortSignal.any([run.signal, AbortSignal.timeout(LIMIT_MS)]));

/** Returns undefined if the scores cannot be trusted: moments are missing, unknown or all rated the same. */
function applyJudgements<M extends Moment>(moments: readonly M[], judgements: readonly Judgement[]) {
  const byId = new Map(judgements.map((judgement) => [judgement.id, judgement]));
  const isComplete = moments.every((_, i) => byId.has(getShortId(i)));
  const scores = judgements.map(({ score }) => score);
  const isValid = scores.every((score) => score >= 0 && score <= 100);
  const isFlat = moments.length > 2 && new Set(scores).size === 1;
  if (!isComplete || judgements.length !== moments.length || !isValid || isFlat) return undefined;
  let refused = 0;
  const judged = moments.map((moment, i) => {
    const judgement = byId.get(getShortId(i))!;
    const texts = checkTexts(judgement, moment.transcript ?? "");
    if (!texts) refused++;
    return { ...moment, ...texts, score: Math.round(judgement.score) };
  });
  const warnings = refused > 0 ? [describeRefused(refused)] : [];
  return { moments: judged.sort((a, b) => b.score - a.score), warnings };
}

const describeRefused = (count: number): Warning => ({
  code: "title_refused",
  message: `The language model's words for ${count} ${count === 1 ? "moment" : "moments"} were not used, because they do not match what is said.`,
});

/** Returns undefined for texts that are empty, too long or not about what is said. */
function checkTexts({ title, hook, reason }: Judgement, transcript: string) {
  const texts = { title, hook, reason };
  const isSized = Object.entries(MAX).every(([name, most]) => {
    const { length } = texts[name as keyof typeof MAX];
    return length > 0 && length <= most;
  });
  return isSized && isQuoted(hook, transcript) && isAbout(title, transcript) ? texts : undefined;
}

/** Letters and digits alone: punctuation and spaces differ between a quote and its source. */
const strip = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

const isQuoted = (hook: string, transcript: string): boolean =>
  strip(hook) !== "" && ` ${strip(transcript)} `.includes(` ${strip(hook)} `);

/** True if enough words of the title are said, and all its figures. So it is also in the language of the speech. */
function isAbout(title: string, transcript: string): boolean {
  const said = strip(transcript);
  const isFigureSaid = (title.match(/\p{N}+/gu) ?? []).every((figure) => said.includes(figure));
  const stems = tokenize(title)
    .filter((word) => !/^\p{N}/u.test(word))
    .flatMap(splitStem);
  if (stems.length === 0) return isQuoted(title, transcript);
  return isFigureSaid && stems.filter((stem) => said.includes(stem)).length >= MIN_COMMON * stems.length;
}

/** Returns the start of a word; of a script without spaces, its pairs of characters. */
function splitStem(word: string): string[] {
  const letters = [...word];
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word))
    return letters.slice(1).map((letter, i) => letters[i]! + letter);
  return letters.length >= STEM ? [letters.slice(0, STEM).join("")] : [];
}
