import { LANGUAGES, type LanguageData } from "./languages";
import type { TalkWord } from "./timed-words";

/** The lists of a language, ready to be searched. */
export interface Language {
  code: string;
  /** Words are not separated by spaces. */
  isUnspaced: boolean;
  data: LanguageData | undefined;
  common: ReadonlySet<string>;
}

/** Words from the whole talk that are enough to identify its language. */
const SAMPLE = 1500;
/** Share of function words below which the language is unknown. */
const MIN_SHARE = 0.15;

export const splitList = (list: string | undefined): string[] => (list ? list.split("|") : []);

/** Uses the given language, or finds the one whose function words are the most frequent. */
export function chooseLanguage(words: readonly TalkWord[], tag: string | undefined): Language {
  const given = tag?.trim().toLowerCase().split(/[-_]/)[0];
  const code = given && LANGUAGES[given] ? given : detectLanguage(words);
  const data = LANGUAGES[code];
  return { code, isUnspaced: isUnspacedText(words), data, common: new Set(splitList(data?.common)) };
}

function isUnspacedText(words: readonly TalkWord[]): boolean {
  return words.reduce((sum, { joined }) => sum + (joined ? 1 : 0), 0) > words.length / 2;
}

function detectLanguage(words: readonly TalkWord[]): string {
  const step = Math.max(1, Math.floor(words.length / SAMPLE));
  const sample = words.filter((_, i) => i % step === 0).map(({ key }) => key);
  const text = sample.join("");
  const count = (pattern: RegExp) => (text.match(pattern) ?? []).length / Math.max(1, text.length);
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.2) return "ja";
  if (count(/\p{Script=Han}/gu) > 0.4) return "zh";
  if (count(/\p{Script=Hangul}/gu) > 0.4) return "ko";
  let best = { code: "", share: MIN_SHARE };
  for (const [code, { common }] of Object.entries(LANGUAGES)) {
    const set = new Set(splitList(common));
    const share = sample.filter((key) => set.has(key)).length / Math.max(1, sample.length);
    if (share > best.share) best = { code, share };
  }
  return best.code;
}
