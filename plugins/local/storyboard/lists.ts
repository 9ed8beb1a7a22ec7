/** Numbered and bulleted lists in every notation. */
import { splitSentences } from "./text";

export interface ListItem {
  text: string;
  /** A label with more than a number: "Day 1". */
  label?: string;
}

export interface FoundList {
  before: string;
  items: ListItem[];
  after: string;
  numbered: boolean;
}

const CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳";
/** The digit zero of ASCII, Arabic, Persian, Devanagari and full-width numerals. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10];
const KEYCAP = /^(\p{N})\ufe0f?\u20e3/u;

const filmWords =
  /^(?:scene|shot|frame|clip|szene|scène|escena|scena|cena|plano|plan|сцена|кадр|シーン|场景|场|장면|مشهد|दृश्य)$/iu;
/** Words that only number an item, like the numeral itself. */
const numberWords =
  /^(?:step|tip|no|nr|number|point|reason|mistake|fact|way|item|part|rule|sign|idea|trick|hack|myth|lesson|slide|schritt|tipp|punkt|grund|fehler|fakt|étape|etape|conseil|astuce|raison|erreur|paso|consejo|truco|razón|error|passo|consiglio|motivo|errore|dica|erro|шаг|совет|причина|ошибка|ステップ|手順|步骤|第|단계|चरण|कदम|الخطوة|خطوة|stap|krok|крок|порада|причина|adım|ipucu|steg|tips|pasul|sfat|βήμα|συμβουλή|שלב|טיפ|bước|mẹo|langkah|ขั้นตอนที่|ขั้นที่|ข้อ|#)$/iu;

/**
 * Markers: "1." "1)" "(1)" "#1" "1:" "1 -" "1️⃣" "①" "Step 1:" "Tip #1 –" "第1" "a)". Group 1 is the word before the
 * number, 2 the number.
 */
const mark = new RegExp(
  [
    "(?<=^|[\\s:：،,。;])(?:(\\p{L}{2,14})[ ]?)?(?:#|№|[Nn][or°]\\.\\s?)?(\\p{Nd}{1,2})(?:\\s?[.)\\]:：、/](?=\\s|\\p{L})|\\s[-–—]\\s|[-–—]\\s)\\s*(?=\\S)",
    "(?<=^|[\\s:：،,。;])[(\\[](\\p{Nd}{1,2})[)\\]]\\s*(?=\\S)",
    `([${CIRCLED}])\\s*`,
    "(\\p{Nd}\\ufe0f?\\u20e3)\\s*",
    "(?<=^|\\s)#(\\p{Nd}{1,2})\\s+(?=\\p{L})",
    "(?<=^|\\s)(step|schritt|paso|passo|étape|etape|krok|шаг|adım|langkah|stap|bước|steg|pasul)\\s(\\p{Nd}{1,2})\\s+(?=\\p{L})",
    "(ステップ|手順|第|步骤|シーン|场景|단계|장면)\\s?(\\p{Nd}{1,2})(?:步|歩|に|は|장면|단계)?[:：、.\\s]*(?=\\S)",
  ].join("|"),
  "gimu",
);

const MOST_MARKS = 120;

interface Mark {
  at: number;
  end: number;
  number: number;
  word: string;
}

/** Returns the number of "3", "③" or "3️⃣", in any script. NaN for other marks. */
export const toNumber = (text: string): number => {
  if (CIRCLED.includes(text)) return CIRCLED.indexOf(text) + 1;
  const digits = KEYCAP.exec(text)?.[1] ?? text;
  return Number(
    [...digits]
      .map((digit) => digit.codePointAt(0)! - ZEROS.findLast((zero) => zero <= digit.codePointAt(0)!)!)
      .join(""),
  );
};

function findMarks(text: string): Mark[] {
  return [...text.matchAll(mark)].slice(0, MOST_MARKS).map((match) => {
    const [whole, word = "", plain, bracketed, circled, keycap, hash, bare, bareNumber, east, eastNumber] = match;
    const number = toNumber(plain ?? bracketed ?? circled ?? keycap ?? hash ?? bareNumber ?? eastNumber ?? "0");
    return { at: match.index, end: match.index + whole.length, number, word: word || bare || east || "" };
  });
}

/** Minimum number of marks in a list that counts down. */
const FEWEST_DOWN = 3;

/** Finds the longest run of markers that count up or down by one, with the same word before each. */
function findRun(marks: readonly Mark[]): Mark[] {
  let best: Mark[] = [];
  marks.forEach((first, i) => {
    if (marks.length - i <= best.length) return;
    for (const step of [1, -1]) {
      if (step === 1 && first.number > 1) continue;
      const run = [first];
      for (const next of marks.slice(i + 1)) {
        const last = run.at(-1)!;
        const sameWord = next.word.toLowerCase() === first.word.toLowerCase() || !isLabelWord(first.word);
        if (next.number === last.number + step && sameWord) run.push(next);
      }
      // "2. OG, free from 1. September" counts nothing down.
      const isRun = step === 1 || (run.at(-1)!.number === 1 && run.length >= FEWEST_DOWN);
      if (run.length > best.length && isRun) best = run;
    }
  });
  return best.length >= 2 ? best : [];
}

const isLabelWord = (word: string): boolean => filmWords.test(word) || numberWords.test(word);

/** Finds a numbered list, otherwise a bulleted one. Undefined if there is none. */
export function findList(text: string): FoundList | undefined {
  return findNumbered(text) ?? findLettered(text) ?? findBullets(text);
}

/** Lines that count up from 1 without a mark: "1 Feed the starter". */
const FEWEST_BARE = 3;
const bareNumber = /^[ ]*(\p{Nd}{1,2}) +(?=\p{L})/gmu;

/** Adds the full stops that numbered lines lack, if enough of them count up from 1. */
function addStops(text: string): string {
  const bare = [...text.matchAll(bareNumber)];
  const isList = bare.length >= FEWEST_BARE && bare.every((match, at) => toNumber(match[1]!) === at + 1);
  return isList ? text.replace(bareNumber, "$1. ") : text;
}

function findNumbered(written: string): FoundList | undefined {
  const text = addStops(written);
  const run = findRun(findMarks(text));
  if (run.length === 0) return undefined;
  const word = run[0]!.word;
  const sameWord = run.every((mark) => mark.word.toLowerCase() === word.toLowerCase());
  // A capitalised word before each number, such as "Day", is part of the label; other words end the previous item.
  const labelled = sameWord && word !== "" && !isLabelWord(word) && /^\p{Lu}|^\p{Lo}/u.test(word);
  const getStart = (mark: Mark) =>
    sameWord && word !== "" && (labelled || isLabelWord(word)) ? mark.at : mark.at + mark.word.length;
  const last = run.at(-1)!;
  const { item, after } = splitLast(
    text.slice(last.end),
    run.some((mark) => /\n\s*$/.test(text.slice(0, getStart(mark)))),
  );
  const items = run.map((one, i): ListItem => {
    const next = run[i + 1];
    const raw = next ? text.slice(one.end, getStart(next)) : item;
    return {
      text: raw.trim().replace(/[,;，、]$/u, ""),
      ...(labelled ? { label: `${one.word} ${one.number}` } : {}),
    };
  });
  return { before: text.slice(0, getStart(run[0]!)).trim(), items: nameItems(items, run), after, numbered: true };
}

/** "1. Prize: a bike. 2. Prize: a hamper" has "1. Prize" as the label of its first item. */
function nameItems(items: readonly ListItem[], marks: readonly Mark[]): ListItem[] {
  const found = items.map(({ text, label }) => (label ? null : /^(\p{L}{2,14})\s?[:：]\s*(\S.*)$/su.exec(text)));
  const word = found[0]?.[1];
  if (!word || found.some((match) => match?.[1] !== word)) return [...items];
  return found.map((match, at) => ({ text: match![2]!, label: `${marks[at]!.number}. ${word}` }));
}

/** The last item of a list ends with its line, or with its first sentence if the list is in one line. */
function splitLast(rest: string, onLines: boolean): { item: string; after: string } {
  const line = rest.indexOf("\n");
  const end = line < 0 ? rest.length : line;
  const own = rest.slice(0, end);
  const after = rest.slice(end).trim();
  if (onLines) return { item: own, after };
  const [first = "", ...others] = splitSentences(own);
  return { item: first, after: [others.join(" "), after].filter(Boolean).join("\n") };
}

function findLettered(text: string): FoundList | undefined {
  const marks = [...text.matchAll(/(?<=^|\s)([a-h])\)\s+(?=\S)/gimu)];
  const run: RegExpExecArray[] = [];
  for (const one of marks) {
    if (one[1]!.toLowerCase().charCodeAt(0) === 97 + run.length) run.push(one as RegExpExecArray);
  }
  if (run.length < 2) return undefined;
  const last = run.at(-1)!;
  const { item, after } = splitLast(text.slice(last.index + last[0].length), false);
  const items = run.map((one, i) => {
    const next = run[i + 1];
    return { text: (next ? text.slice(one.index + one[0].length, next.index) : item).trim().replace(/[,;]$/u, "") };
  });
  return { before: text.slice(0, run[0]!.index).trim(), items, after, numbered: false };
}

const bullet = /^\s*(?:[-*•●▪◦‣–—·]|[✅✔☑➡👉🔹🔸▶⭐🌟💡✨❌⚡→>]\ufe0f?)\s*(?=\S)/u;
const emojiStart = /^\s*\p{Extended_Pictographic}/u;

function findBullets(text: string): FoundList | undefined {
  const lines = text.split("\n");
  for (const pattern of [bullet, emojiStart]) {
    const start = lines.findIndex(
      (line, i) => pattern.test(line) && pattern.test(lines.slice(i + 1).find(Boolean) ?? ""),
    );
    if (start < 0) continue;
    let end = start;
    while (
      end < lines.length &&
      (pattern.test(lines[end]!) || (lines[end]!.trim() === "" && pattern.test(lines[end + 1] ?? "")))
    )
      end++;
    const items = lines
      .slice(start, end)
      .filter((line) => line.trim() !== "")
      .map((line) => ({ text: (pattern === bullet ? line.replace(bullet, "") : line).trim() }));
    return {
      before: lines.slice(0, start).join("\n").trim(),
      items,
      after: lines.slice(end).join("\n").trim(),
      numbered: false,
    };
  }
  return undefined;
}
