import type { Platform } from "vireo/slots/social";
import { detectLanguage, rateLanguages } from "../../storyboard/languages/index";
import { type Format, formats, openings, readFormats, readOpenings } from "../formats";
import { findGoal, type Goal, goals, LINK_PLACE, softCtas } from "../goals";
import { PLATFORMS } from "../platforms";
import { type Block, getAll, getList, getOne, parseBlocks } from "../sheet";
import { findSubjectId, readSubject, readTopics, type Subject, type Topic } from "../subjects";
import de from "./de.txt" with { type: "text" };
import es from "./es.txt" with { type: "text" };
import fr from "./fr.txt" with { type: "text" };
import it from "./it.txt" with { type: "text" };
import pt from "./pt.txt" with { type: "text" };

/** Texts of the planner in one language. */
export interface PlanLanguage {
  code: string;
  formats: readonly Format[];
  /** Hooks of each technique for any topic. */
  openings: ReadonlyMap<string, readonly string[]>;
  findGoal(aim: string): Pick<Goal, "mix" | "steps" | "ctas">;
  softCtas: readonly string[];
  linkPlace: Readonly<Record<Platform, string>>;
  notes: Readonly<Record<Platform, readonly string[]>>;
  labels: Labels;
  /** Undefined for English, which has its own rules. */
  sheet?: Sheet;
}

/** Short texts, with `{x}` and other slots that are filled. */
export interface Labels {
  hookSpoken: string;
  hookShown: string;
  ctaSpoken: string;
  ctaShown: string;
  onScreen: string;
  voice: string;
  person: string;
  look: string;
}

/** A language defined by one sheet, in which a niche is never inflected. */
export interface Sheet {
  subjects: readonly { id: string; stems: string[]; subject: Subject }[];
  general: readonly Topic[];
  /** Words before which a niche ends: "Hundetraining für Familien". */
  links: RegExp;
  own: string;
  /** Texts for subjects that the sheet does not contain. */
  scenes: string[];
  details: string[];
  who: string;
  audience: string;
  borrowed: string;
  views: string;
  proven: string;
  /** Nouns for goods and courses, used to detect the language. */
  nouns: RegExp;
  /** Word endings that occur in the language but not in English. */
  endings: RegExp;
  /** Word endings that also occur in English. */
  weakEndings: RegExp;
}

const english: PlanLanguage = {
  code: "en",
  formats,
  openings,
  findGoal,
  softCtas,
  linkPlace: LINK_PLACE,
  notes: { tiktok: PLATFORMS.tiktok.notes, instagram: PLATFORMS.instagram.notes, youtube: PLATFORMS.youtube.notes },
  labels: {
    hookSpoken: "spoken and on screen",
    hookShown: "on screen",
    ctaSpoken: "last line",
    ctaShown: "on screen",
    onScreen: "On screen:",
    voice: "Voice: {x}.",
    person: "On screen: {x}.",
    look: "Look: {x}.",
  },
};

const sheets: Readonly<Record<string, string>> = { de, es, fr, it, pt };
const GOALS = ["donate", "hire", "book", "visit", "lead", "sell", "any"];

/** Builds a pattern for words that begin with one of the stems. */
const startsWith = (stems: string): RegExp => new RegExp(`(?<!\\p{L})(?:${stems})`, "iu");

/** Builds a pattern for words that end with one of the endings. */
const endsWith = (endings: string): RegExp => new RegExp(`\\p{L}{3,}(?:${endings})(?!\\p{L})`, "iu");
/** Nouns that also exist in English, so they are no evidence of another language. */
const ENGLISH =
  /^(?:software|app|saas|b2b|marketing|digital|fitness|gym|yoga|pilates|sport|catering|restaurant|vegan|beauty|make-up|serum|boutique)$/;

function readSheet(code: string, text: string): PlanLanguage {
  const blocks = parseBlocks(text);
  const find = (head: string): Block => blocks.find((block) => block.head === head)!;
  const listed = (prefix: string) =>
    blocks
      .filter(({ head }) => head.startsWith(`${prefix} `))
      .map((block) => ({ block, head: block.head.slice(prefix.length + 1) }));
  const words = find("words");
  const get = (key: string) => getOne(words, key);
  const byPlatform = <T>(read: (platform: Platform) => T) => ({
    tiktok: read("tiktok"),
    instagram: read("instagram"),
    youtube: read("youtube"),
  });
  const aims = listed("goal").map(({ block, head }) => {
    const [id = "", stems = ""] = head.split(/:\s*/);
    const { mix } = goals[GOALS.indexOf(id)]!;
    return { test: stems ? startsWith(stems) : /(?:)/, mix, steps: [], ctas: getAll(block, "cta") };
  });
  const subjects = listed("subject").map(({ block, head }) => {
    const [id = "", stems = ""] = head.split(/:\s*/);
    return { id, stems: stems.split("|"), subject: { ...readSubject(block), audience: get("audience") } };
  });
  return {
    code,
    formats: readFormats(blocks.filter(({ head }) => head.includes(" | "))),
    openings: readOpenings(find("openings").lines),
    findGoal: (aim) => aims.find(({ test }) => test.test(aim))!,
    softCtas: aims.at(-1)!.ctas,
    linkPlace: byPlatform((platform) => get(`there-${platform}`)),
    notes: byPlatform((platform) => [get(`note-${platform}`)]),
    labels: {
      hookSpoken: get("hook-spoken"),
      hookShown: get("hook-shown"),
      ctaSpoken: get("cta-spoken"),
      ctaShown: get("cta-shown"),
      onScreen: get("on-screen"),
      voice: get("voice"),
      person: get("person"),
      look: get("look"),
    },
    sheet: {
      subjects,
      nouns: startsWith(
        [get("nouns"), ...subjects.flatMap(({ stems }) => stems.filter((stem) => !ENGLISH.test(stem)))].join("|"),
      ),
      general: readTopics(find("general")),
      links: new RegExp(`\\s+(?:${get("for")})\\s+`, "iu"),
      scenes: getList(words, "scenes", " | "),
      details: getList(words, "details", " | "),
      own: get("own"),
      who: get("who"),
      audience: get("audience"),
      borrowed: get("borrowed"),
      views: get("views"),
      proven: get("proven"),
      endings: endsWith(get("endings")),
      weakEndings: endsWith(get("weak-endings")),
    },
  };
}

const read = new Map<string, PlanLanguage>([["en", english]]);

/** Codes of the languages that the planner supports. */
export const planLanguages: readonly string[] = ["en", ...Object.keys(sheets)];

/**
 * @throws if the planner does not support the language.
 */
export function getPlanLanguage(code: string): PlanLanguage {
  let language = read.get(code);
  if (!language) {
    language = readSheet(code, sheets[code]!);
    read.set(code, language);
  }
  return language;
}

/** Finds the subject of a sheet that a text names. */
export const findInSheet = ({ subjects }: Sheet, text: string) =>
  subjects.find(({ stems }) => startsWith(stems.join("|")).test(text));

/** Minimum score of a text that is not English. A single small word may be part of a name. */
const CERTAIN = 0.9;
/** Scores of a known noun and of a typical ending. A small word scores 1. */
const NOUN = 1;
const ENDING = 0.7;
const WEAK = 0.3;
/** Names that look foreign: "La Marzocco repair" and "Los Angeles food" are English. */
const ARTICLES_OF_NAMES = /\b(?:La|Le|Las|Los|Les|El|Il|Der|Die|Das|San)(?= \p{Lu})/gu;

/** Number of characters that tell the language. */
const ENOUGH = 1000;
/** The patterns of endings take quadratic time for long words. */
const NO_WORD = /\p{L}{50,}/gu;

const countMatches = (text: string, pattern: RegExp): number =>
  text.match(new RegExp(pattern.source, "giu"))?.length ?? 0;

/** Dutch nouns and endings that exist in neither English nor German, because a niche is often a single word. */
const DUTCH =
  /(?<!\p{L})(?:honden|katten|paarden|huisdier|kapper|kapsalon|schoonmaak|tuin(?!is)|fiets|bloemen|kaarsen|sieraden|keuken|meubel|kinderopvang|verzeker|makelaar|rijschool|rijles|voeding|gezond|breien|schilder(?:en|werk)|verhuiz|zwanger|opvoed|loodgiet|zelfgemaakt|boekhoud|belasting|hypothee|woning|koffie|kaas|wijn|duurza|lekker|ambacht|tandarts|huisarts|huid(?!a)|reizen(?!d)|hardlopen|afvallen|vrijwillig|winkel(?!\p{L}*(?:ung|er)(?!\p{L}))(?!\s))\p{L}*|\p{L}{3,}(?:erij|(?<!apart)heid|lijk|lijke|schappen|winkel|bedrijf|zaak|opvang|verzorging|begeleiding|tjes)(?!\p{L})/iu;

/**
 * Detects the language of a niche or goal by its small words, its nouns and their endings: "Hundetraining" is German.
 */
export function findLanguage(nicheOrGoal: string): string {
  const text = nicheOrGoal.slice(0, ENOUGH).replace(NO_WORD, " ").replace(ARTICLES_OF_NAMES, "");
  const bySmallWords = detectLanguage(text);
  // "Bakker sourdough bread" is English, with a name.
  const isDutch = DUTCH.test(text) && !findSubjectId(text.replace(new RegExp(DUTCH.source, "giu"), ""));
  if (isDutch && (bySmallWords.score < CERTAIN || bySmallWords.code === "en")) return "nl";
  // Texts in other scripts, and in languages without a sheet.
  if (bySmallWords.score >= CERTAIN && !(bySmallWords.code in sheets)) return bySmallWords.code;
  if (bySmallWords.score < CERTAIN && findSubjectId(text)) return "en";
  const scores = new Map(rateLanguages(text).map(({ code, score }) => [code, score]));
  const rated = Object.keys(sheets).map((code) => {
    const { nouns, endings, weakEndings } = getPlanLanguage(code).sheet!;
    const strong = NOUN * countMatches(text, nouns) + ENDING * countMatches(text, endings);
    if (strong === 0 && bySmallWords.score < CERTAIN) return { code, score: 0 };
    return { code, score: strong + WEAK * countMatches(text, weakEndings) + (scores.get(code) ?? 0) };
  });
  const best = rated.reduce((a, b) => (b.score > a.score + 0.01 ? b : a));
  return best.score >= ENDING && best.score > (scores.get("en") ?? 0) ? best.code : "en";
}
