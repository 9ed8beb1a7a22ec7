import { haveSameStem, splitTerms } from "../keywords";
import general from "./general.txt" with { type: "text" };
import { type Block, getAll, getList, getOne, parseBlocks } from "./sheet";
import subjectsText from "./subjects.txt" with { type: "text" };

/** A topic for a video. */
export interface Topic {
  /** A noun phrase. */
  name: string;
  /** A common myth about it, as a sentence. */
  myth: string;
  /** Key points, one sentence each. */
  points: string[];
}

/** A field of work or life: its topics and its visuals. */
export interface Subject {
  /** A noun phrase that needs no article. */
  field: string;
  /** Plural. */
  audience: string;
  scenes: string[];
  details: string[];
  tags: string[];
  topics: Topic[];
  /** True for manual work that looks good in close-up. */
  isCraft: boolean;
}

interface Known extends Subject {
  id: string;
  keywords: string[];
  isPractice: boolean;
}

export function readTopics({ lines }: Block): Topic[] {
  const topics: Topic[] = [];
  for (const { key, value } of lines) {
    if (key === "*") topics.push({ name: value, myth: "", points: [] });
    const topic = topics.at(-1);
    if (key === "!" && topic) topic.myth = value;
    if (key === "-" && topic) topic.points.push(value);
  }
  return topics;
}

export const readSubject = (block: Block): Subject => ({
  isCraft: getAll(block, "craft").length > 0,
  field: getOne(block, "field"),
  audience: getOne(block, "audience"),
  scenes: getList(block, "scenes", " | "),
  details: getList(block, "details", " | "),
  tags: getList(block, "tags", " "),
  topics: readTopics(block),
});

const known: readonly Known[] = parseBlocks(subjectsText).map((block) => ({
  ...readSubject(block),
  id: block.head.slice(0, block.head.indexOf(":")),
  keywords: block.head
    .slice(block.head.indexOf(":") + 1)
    .split(",")
    .map((word) => word.trim()),
  isPractice: getAll(block, "practice").length > 0,
}));
const [practice = [], work = []] = parseBlocks(general).map(readTopics);

export const fillField = (topics: readonly Topic[], field: string): Topic[] =>
  topics.map((topic) => ({ ...topic, name: topic.name.replaceAll("{field}", field) }));

/**
 * Words that occur with any subject: "dog training" is about dogs, "B2B invoicing" about invoices. They determine a
 * subject only if the text contains nothing else.
 */
const GENERAL = new Set(
  splitTerms(
    "boutique relief aid cause training trainer coach coaching tool platform app software b2b saas startup automation shop store ecommerce small business agency studio guide tour print art artist style family strength exercise weight running workflow api cloud developer small therapist clinic salon tips ideas recipes recipe lessons course beginners online local company service services brand content cheap best new my our the for and with",
  ),
);

interface Heard {
  words: readonly string[];
  /** The words between spaces. */
  text: string;
  /** True if some words are not general. */
  isTelling: boolean;
}

/** Scores how well a text matches a subject. Phrases count more than words, and exact words more than similar ones. */
function nearness({ keywords }: Known, { words, text, isTelling }: Heard): number {
  return keywords.reduce((sum, keyword) => {
    if (/[ -]/.test(keyword)) return sum + (text.includes(` ${keyword}`) ? 6 : 0);
    // General words are no evidence in a text that also has specific ones.
    const heard = GENERAL.has(keyword) && isTelling ? [] : words;
    if (heard.some((word) => word === keyword || word === `${keyword}s`)) return sum + 3;
    return sum + (heard.some((word) => isRelated(word, keyword)) ? 2 : 0);
  }, 0);
}

/** True for words such as "bakeries" and "bakery", but not "pasta" and "pastry". */
const isRelated = (a: string, b: string) => a.slice(0, 5) === b.slice(0, 5) && a.length > 4 && haveSameStem(a, b);

const nearest = (text: string): Known | undefined => {
  const words = [...new Set(splitTerms(text))];
  const heard = { words, text: ` ${splitTerms(text).join(" ")} `, isTelling: words.some((word) => !GENERAL.has(word)) };
  const rated = known.map((subject) => ({ subject, score: nearness(subject, heard) }));
  const best = rated.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.subject : undefined;
};

/** Returns the id of the subject that an English text names. */
export const findSubjectId = (text: string): string | undefined => nearest(text)?.id;

/** Nouns for a place or a person, which need an article or a plural: "local gym" becomes "local gyms". */
const COUNTED =
  /(?:shop|store|studio|agency|salon|clinic|restaurant|bar|gym|school|company|startup|brand|app|platform|service|coach|teacher|tutor|photographer|consultant|artist|designer|business|practice|hotel|museum|club|farm|winery|brewery|room|centre|center|garage|market|label|band|podcast|blog|channel|newsletter|magazine|magician|lawyer|dentist|doctor|course|workshop|house|product|festival|event|theatre|cinema|library|office|firm|hostel|boutique|café|cafe|bakery|nursery|tool|game|book)$/i;

function plural(noun: string): string {
  if (/[^aeiou]y$/i.test(noun)) return noun.replace(/y$/i, "ies");
  return /(?:s|x|ch|sh)$/i.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Maximum length of a niche in characters. A longer one makes sentences stiff. */
const LONGEST_NICHE = 30;
/** Words before which a long niche is cut: "leather goods made from car seats". */
const DETAILS =
  /^(\S+(?:\s\S+)+?)[,;]?\s(?:made|built|based|designed|run|that|which|who|where|with|without|from|using|over|in|near|around|and|or|but|on|at|by|of (?:all|any))\s/iu;

/** Shortens a niche to its subject: a few words at most. */
function shortenNiche(niche: string): string {
  if (niche.length <= LONGEST_NICHE) return niche;
  const head = DETAILS.exec(niche)?.[1] ?? niche;
  return head.length <= LONGEST_NICHE ? head : head.split(/\s+/).slice(-2).join(" ");
}

/** Converts a niche for the middle of a sentence: "Local gym" becomes "local gyms"; "B2B SaaS" is unchanged. */
function findField(niche: string): string {
  const text = shortenNiche(
    niche
      .trim()
      .replace(/[.!?]+$/, "")
      .replace(/^(?:an?|the|my|our)\s+/i, ""),
  );
  const lower = /^\p{Lu}\p{Ll}/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;
  return COUNTED.test(lower) ? plural(lower) : lower;
}

/** Words for groups of people. "for sensitive skin" contains none. */
const CROWD =
  /\b(?:people|women|men|children|kids|adults|teens|families|couples|students|beginners|parents|mums|moms|dads|seniors|companies|businesses|teams|\p{L}+(?:ers|ors|ists|ees|ians))\b/iu;

interface Told {
  niche: string;
  /** Fallback for the speaker's work. */
  own: string;
  /** All other known texts. */
  about: string;
}

/**
 * Collects the topics of a plan. A known niche brings its own topics, any other uses those that fit any work. Without a
 * niche, the text about the product decides.
 */
export function chooseSubject({ niche, own, about }: Told): Subject {
  const [, head = niche, crowd] = /^(.+?)\s+for\s+(.+)$/i.exec(niche) ?? [];
  const match = niche ? (nearest(head) ?? nearest(niche)) : nearest(about);
  const audience = crowd && CROWD.test(crowd) ? crowd.trim() : undefined;
  if (match) {
    const topics = [...match.topics, ...(match.isPractice ? fillField(practice, match.field) : [])];
    return { ...match, topics, ...(audience ? { audience } : {}) };
  }
  const field = niche ? findField(head) : own;
  return {
    field,
    audience: audience ?? "people who are curious and have little time",
    scenes: [
      "the place where the work happens",
      "the table by the window",
      "the door, right before opening",
      "the quiet corner nobody shows",
    ],
    details: ["hands at work", "the tool that is used most", "light falling on the surface"],
    isCraft: false,
    tags: niche ? [splitTerms(head).join("")] : [],
    topics: fillField(work, field),
  };
}
