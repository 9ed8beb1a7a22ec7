/** Labels, headlines, bullets and steps: what the start of a line says of the line. */
import { toNumber } from "../storyboard/lists";
import { findDirections, findLabels } from "./headings";
import { averageLabels } from "./label";
import { isShown, type Label } from "./network";
import { type Range, type Reading, setLabel, skipLead } from "./reading";
import { isColon, isNameOrMark, type Word } from "./words";

/** Marks labels such as "Hook:", "Scene 2:" and "[0–3s]" as headings, whatever the network says. */
export function markHeadings({ text, words, found, headings }: Reading): void {
  let at = 0;
  for (const { start, end, ...own } of findLabels(text)) {
    while (at < words.length && words[at]!.start < start) at++;
    for (; at < words.length && words[at]!.start < end; at++) {
      headings[at] = own;
      found[at] = { label: "heading", shown: 0 };
    }
  }
}

/** Labels that the network gives to words after "Hook:" by mistake. "Hook: a question about sleep" is a request. */
const mistakenBehind: ReadonlySet<Label> = new Set(["style", "negative", "shot", "audience", "length"]);
/** Words after "Hook:" are for the maker if they are for the viewer at most this likely. */
const LEAST_SHOWN = 0.1;

/** Words of a name behind "Brand:". */
const LONGEST_BRAND = 5;

/** A label at the start of a line says what follows: words for the viewer, or a goal that only the maker needs. */
export function readValue(reading: Reading, { from, to }: Range): void {
  const { found, headings, gaps } = reading;
  const role = headings[from]?.role;
  let start = from;
  while (start < to && headings[start]) start++;
  if (role === undefined || start === to) return;
  const value = found.slice(start, to);
  const isHidden = value.every(({ label }) => mistakenBehind.has(label));
  if (role === "internal") {
    // A mail may say only in its subject what the video is about.
    const isOnly = found.every(({ label }, at) => !isShown(label) || (at >= start && at < to));
    if (!isOnly) setLabel(reading, { from: start, to }, "request");
  } else if (role === "brand") {
    if (isHidden && value.length <= LONGEST_BRAND) setLabel(reading, { from: start, to }, "viewer");
  } else if (["hook", "call", "points"].includes(role)) {
    if (isHidden && averageLabels(value) > LEAST_SHOWN) setLabel(reading, { from: start, to }, "viewer");
  } else if (headings[from]?.isNoted && headings[to]?.role !== "text") {
    if (isHidden) setLabel(reading, { from: start, to }, "viewer");
  } else if (role === "scene" && gaps.slice(start + 1, to).every((gap) => gap === "space")) {
    const isMixed =
      value.some(({ label }) => label === "viewer") && value.some(({ label }) => mistakenBehind.has(label));
    if (isMixed) setLabel(reading, { from: start, to }, "viewer");
  }
}

/** In a script whose lines say what the camera sees and then the "Text:", what stands before it is a shot. */
export function markShots(reading: Reading): void {
  const { text, words, headings } = reading;
  const shots: Range[] = [];
  let line = 0;
  for (let at = 1; at < words.length; at++) {
    if (words[at]!.breaks > 0) line = at;
    const isText = headings[at]?.role === "text" && headings[at] !== headings[at - 1];
    // Of "[Freeze both sides. Text:]", nothing is shown.
    const isDirected = isText && /\[[^\]]*$/u.test(text.slice(words[line]!.start, words[at]!.start));
    if (isText && !isDirected && line < at && headings[line]?.role !== "text") shots.push({ from: line, to: at });
  }
  const lines = new Set(shots.map(({ from }) => from));
  if (lines.size > 1 && lines.size === shots.length) for (const shot of shots) setLabel(reading, shot, "shot");
}

/** In a script where most scenes have a "Text:", the words between "Scene 1:" and "Text:" describe a shot. */
export function markSceneShots(reading: Reading): void {
  const { words, headings } = reading;
  const opens = words.flatMap((_, at) => (headings[at]?.role && headings[at] !== headings[at - 1] ? [at] : []));
  const roles = opens.map((at) => headings[at]!.role);
  const isScene = (i: number) => roles[i] === "scene";
  const isSeen = (i: number) => isScene(i) && roles[i + 1] === "text";
  const scenes = opens.filter((_, i) => isScene(i)).length;
  const seen = opens.filter((_, i) => isSeen(i)).length;
  if (seen < 2 || seen <= scenes / 2) return;
  for (const [i, open] of opens.entries()) {
    if (!isSeen(i)) continue;
    let from = open;
    while (headings[from]) from++;
    setLabel(reading, { from, to: opens[i + 1]! }, "shot");
  }
}

/** A closing bracket is for whom the opening one is: "falling beans (text: ROASTED ON MONDAY)". */
export function pairBrackets({ words, found, headings }: Reading): void {
  const open: number[] = [];
  for (const [at, { text, breaks }] of words.entries()) {
    if (breaks > 0) open.length = 0;
    if (/^[([（【]$/u.test(text)) open.push(at);
    if (!/^[)\]）】]$/u.test(text)) continue;
    const from = open.pop();
    const isPair = from !== undefined && headings[at] === undefined;
    if (isPair && !isShown(found[from]!.label) && isShown(found[at]!.label))
      found[at] = { label: found[from]!.label, shown: 0 };
  }
}

/** Words of a direction in brackets. */
const LONGEST_DIRECTION = 25;

/** "(fast montage of receipts)" behind "Scene 3:" says what is seen. */
export function markScenes(reading: Reading): void {
  const { words, headings } = reading;
  for (let at = 1; at < words.length; at++) {
    const role = headings[at - 1]?.role;
    if (headings[at] !== undefined || (role !== "scene" && role !== "shot") || !/^[(（]$/u.test(words[at]!.text))
      continue;
    const length = words.slice(at, at + LONGEST_DIRECTION).findIndex(({ text }) => /^[)）]$/u.test(text));
    const isWhole = length > 0 && words.slice(at + 1, at + length).every(({ breaks }) => breaks === 0);
    if (isWhole) setLabel(reading, { from: at, to: at + length + 1 }, "shot");
  }
}

/** A script has more times than this. */
const SCRIPT_TIMES = 3;

/**
 * Sentences in square brackets are for the maker. In a script with times, everything else is for the viewer, even
 * "Begin with one thing".
 */
export function markDirections({ text, words, found, headings }: Reading): void {
  const directions = findDirections(text);
  const isScript = directions.length > 0 && new Set(headings.map((one) => one?.span?.from)).size > SCRIPT_TIMES;
  let next = 0;
  for (const [at, { start, end }] of words.entries()) {
    while (directions[next] && directions[next]!.end <= start) next++;
    const isDirected =
      directions[next] !== undefined && start >= directions[next]!.start && end <= directions[next]!.end;
    if (isDirected && headings[at] === undefined) found[at] = { label: "format", shown: 0 };
    else if (isScript && headings[at] === undefined) found[at] = { label: "viewer", shown: 1 };
  }
}

/** Words of a paragraph that is mostly shown are for the viewer from this probability on. */
const MAYBE_SHOWN = 0.15;

/** A paragraph below "It should say:" is for the viewer as a whole, if most of it is. */
export function showBlock(reading: Reading): void {
  const { words, found, headings } = reading;
  for (let from = 1; from < words.length; from++) {
    const isOpen = words[from]!.breaks > 0 && isColon(words[from - 1]) && found[from - 1]!.label === "request";
    if (!isOpen) continue;
    let to = from + 1;
    while (to < words.length && words[to]!.breaks < 2 && headings[to] === undefined) to++;
    const own = found.slice(from, to);
    const shown = own.filter(({ label }) => isShown(label)).length;
    if (shown <= own.length / 2) continue;
    for (let at = from; at < to; at++)
      if (found[at]!.label === "request" && found[at]!.shown > MAYBE_SHOWN)
        setLabel(reading, { from: at, to: at + 1 }, "viewer");
    from = to;
  }
}

/** Words of a headline. */
const LONGEST_HEADLINE = 8;

/** A line of capitals of which a part is for the viewer is a headline: "ST. BRIGID'S SUMMER FAIR". */
export function showHeadline(reading: Reading, { from, to }: Range): void {
  const { words, found } = reading;
  const isLine = words[from]!.breaks > 0 && (to === words.length || words[to]!.breaks > 0);
  const isUpper = words.slice(from, to).every(isNameOrMark);
  // "Plan 3 : Entrée 8 €"
  const isLabelled = found[from]!.label === "heading";
  if (
    isLine &&
    isUpper &&
    !isLabelled &&
    to - from <= LONGEST_HEADLINE &&
    found.slice(from, to).some(({ label }) => isShown(label))
  )
    setLabel(reading, { from, to }, "viewer");
}

const bullet = /^(?:[-*•●▪◦‣–—·✓✔→①-⑳]|\p{Nd}{1,2}[.)]?)$/u;
const astray: ReadonlySet<Label> = new Set(["style", "request", "shot", "audience"]);
/** Below a heading for the viewer: "What you get: – no contract". */
const astrayBelow: ReadonlySet<Label> = new Set([...astray, "negative", "format", "length"]);

/**
 * A bullet, or a line that ends with a semicolon, is for the viewer if others before and after it are, and no more are
 * not. A heading with a colon counts as one before it.
 */
export function showBullets(reading: Reading, sentences: readonly Range[]): void {
  const { words, found, headings } = reading;
  const isBullet = (at: number) => {
    const { from, to } = sentences[at]!;
    if (from > 0 && words[from]!.breaks === 0) return false;
    const isSemicolon = (word: Word | undefined) => /^[;；]$/u.test(word?.text ?? "");
    return bullet.test(words[from]!.text) || isSemicolon(words[to - 1]) || isSemicolon(words[from - 1]);
  };
  const every = ({ from, to }: Range, test: (label: Label) => boolean) =>
    found.slice(from, to).every(({ label }, i) => test(label) && headings[from + i] === undefined);
  for (let from = 0; from < sentences.length; from++) {
    let to = from;
    while (to < sentences.length && isBullet(to)) to++;
    const run = sentences.slice(from, to);
    const shown = run.filter((one) => every(one, isShown));
    const above = sentences[from - 1];
    const isHeaded = above !== undefined && every(above, isShown) && isColon(words[above.to - 1]);
    const first = isHeaded ? -1 : (shown[0]?.from ?? words.length);
    const last = shown.at(-1)?.from ?? -1;
    const isAstray = (label: Label) => (isHeaded ? astrayBelow : astray).has(label);
    // A line with "③" behind "①" and "②" belongs to the list, even if it reads like an instruction.
    const numbers = run.map((one) => toNumber(words[one.from]!.text));
    const isCounted = shown.length > 1 && numbers.every((number, at) => number === numbers[0]! + at);
    const hidden = run.filter(
      (one) =>
        one.from > first &&
        (isCounted ? every(one, (label) => astrayBelow.has(label)) : one.from < last && every(one, isAstray)),
    );
    if (hidden.length <= shown.length) for (const one of hidden) setLabel(reading, one, "viewer");
    // "– fixed: the cursor jumped" between others
    const labelled = run.filter(
      (one) => !shown.includes(one) && every(one, (label) => label === "heading" || label === "shot" || isShown(label)),
    );
    if (labelled.length <= shown.length) for (const one of labelled) setLabel(reading, one, "viewer");
    from = to;
  }
}

/** The number of a step is shown with it, if a step with the next number follows: "1) Scan 2) Pay". */
export function showNumbers(reading: Reading): void {
  const { words, found, headings } = reading;
  const isNumber = (at: number, number: string) =>
    words[at]!.text === number &&
    /^[.)]$/u.test(words[at + 1]?.text ?? "") &&
    isShown(found[at + 2]?.label ?? "request");
  for (const [at, { text, kind }] of words.entries()) {
    const isHeading = kind === "number" && found[at]!.label === "heading" && headings[at] === undefined;
    if (!isHeading || !isNumber(at, text)) continue;
    const next = String(Number(text) + 1);
    if (words.some((_, later) => later > at && isNumber(later, next)))
      setLabel(reading, { from: at, to: at + 2 }, "viewer");
  }
}

/** "Schritt 2:", "2nd prize:" and "第二步" before a step. */
const step =
  /^(?:\p{L}{2,12}\s\p{Nd}{1,2}\s?[:.)]|\p{Nd}{1,2}(?:[.ºª]|\p{L}{1,3})?\s\p{L}{2,14}\s?:|第[一二三四五六七八九十\p{Nd}]{1,3}[步名等位条個个招点])/u;

/** A list shows the labels of all its steps or of none, and it shows each step. */
export function showSteps(reading: Reading, sentences: readonly Range[]): void {
  const { found, headings } = reading;
  const steps = sentences.flatMap(({ from, to }) => {
    const end = skipLead(reading, { from, to }, step);
    const isOpen = headings.slice(from, end).every((one) => one === undefined);
    return end > from && end < to && isOpen ? [{ from, to, end }] : [];
  });
  const shown = steps.filter(({ to }) => isShown(found[to - 1]!.label));
  // In a script, "Plan 1:" only names a shot.
  const isScript = shown.every(({ from }) => found[from]!.label === "heading");
  const isRun = steps.every(({ from }, at) => at === 0 || from === steps[at - 1]!.to);
  if (shown.length < 2) return;
  for (const one of steps) {
    const { from, to, end } = one;
    if (!shown.includes(one)) {
      if (isRun && shown.length > steps.length / 2) setLabel(reading, { from, to }, "viewer");
    } else if (!isScript && ["viewer", "heading"].includes(found[from]!.label))
      setLabel(reading, { from, to: end }, "viewer");
  }
}
