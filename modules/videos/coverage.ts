/** Finds where a storyboard shows each part of its prompt, and checks that it shows nothing else. */
import {
  type Coverage,
  listSceneTexts,
  type PromptPart,
  type Scene,
  type Storyboard,
  type Warning,
} from "vireo/slots/storyboard";

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu;

/** Words in lower case; single characters of scripts without spaces. */
const toWords = (text: string): string[] => text.normalize("NFKC").toLowerCase().match(word) ?? [];

const getText = (scene: Scene): string => [...listSceneTexts(scene), scene.narration].join("\n");

/** A scene shows a part if it contains at least this fraction of its words. */
const MOSTLY = 0.6;
/** Ends of clauses. The next clause may be in another scene. */
const clauseEnd = /(?<=[,;:，、；：–—|\n.!?。！？]\s?(?!\p{N}))(?=\S)/u;

const reasons: Readonly<Record<NonNullable<PromptPart["code"]>, string>> = {
  style: "Describes the style, which the design follows.",
  length: "Describes the length of the video.",
  format: "Describes the format or the order of the video.",
  audience: "Describes the audience.",
  negative: "Says what to leave out.",
  request: "Asks for the video or explains the text.",
  duplicate: "Already shown.",
  no_room: "Does not fit into the length of the video.",
  not_filmable: "Describes footage. A motion-graphics engine cannot film it.",
  unclear: "May be an instruction. It is shown because this is not certain.",
};

/** Words of one or two letters, which say little about where a text is shown: "de", "to". */
const small = /^[\p{Script=Latin}\p{Script=Cyrillic}]{1,2}$/u;

/** Longer parts are no subject. A title may show a subject in another grammatical case. */
const LONGEST_TITLE = 8;

/** Finds the scene that shows most of the words. Of equal ones, the next after the scene of the previous words. */
function findScene(words: readonly string[], scenes: readonly Set<string>[], last: number): number | undefined {
  const large = words.filter((one) => !small.test(one));
  const own = large.length > 0 ? large : words;
  let best: number | undefined;
  let most = MOSTLY - 0.001;
  for (let step = 0; step < scenes.length; step++) {
    const at = (last + step) % scenes.length;
    const isTitle = step === 0 && own.length <= LONGEST_TITLE;
    const isIn = (one: string) => scenes[at]!.has(one) || (isTitle && isInflected(one, scenes[at]!));
    const share = own.filter(isIn).length / own.length;
    if (share > most + 0.001) [best, most] = [at, share];
  }
  return best;
}

/**
 * Adds to each part the scene that shows it. Parts that no scene shows become `left_out`, with the reason. A part in
 * several scenes is split; neighbours with the same use, scene and code are joined.
 */
export function locateParts(parts: readonly PromptPart[], scenes: readonly Scene[]): PromptPart[] {
  const shown = scenes.map((scene) => new Set(toWords(getText(scene))));
  const seen = new Set<string>();
  const result: PromptPart[] = [];
  let last = 0;
  const push = (part: PromptPart) => {
    const before = result.at(-1);
    const isMark = toWords(part.text).length === 0;
    if (before && (isMark || (before.use === part.use && before.scene === part.scene && before.code === part.code)))
      before.text += part.text;
    else result.push(part);
  };
  for (const part of parts) {
    const isOpen = part.use === "shown" || part.code === "duplicate" || part.code === "no_room";
    if (!isOpen) {
      push(part.code ? { ...part, reason: reasons[part.code] } : { ...part });
      continue;
    }
    for (const text of part.text.split(clauseEnd)) {
      const words = toWords(text);
      const key = words.join(" ");
      const scene = words.length === 0 ? last : findScene(words, shown, last);
      if (scene !== undefined) {
        last = scene;
        push({
          text,
          use: "shown",
          scene,
          ...(part.code === "unclear" ? { code: part.code, reason: reasons.unclear } : {}),
        });
      } else {
        const code = seen.has(key) ? "duplicate" : "no_room";
        push({ text, use: "left_out", code, reason: reasons[code] });
      }
      seen.add(key);
    }
  }
  return nameRoom(result, scenes);
}

/** Reading speed in characters per second, and the seconds that a scene takes besides. */
const READING = { speed: 20, scene: 0.45 };
/** Length of the longest video, in seconds. */
const LONGEST = 60;

/** Says how long a video would have to be to show the parts that have no room. */
function nameRoom(parts: PromptPart[], scenes: readonly Scene[]): PromptPart[] {
  const lost = parts.filter(({ code }) => code === "no_room");
  const shown = scenes.reduce((sum, { seconds = 0 }) => sum + seconds, 0);
  const missing = lost.reduce((sum, { text }) => sum + READING.scene + text.trim().length / READING.speed, 0);
  const seconds = Math.ceil(shown + missing);
  const remedy = seconds > LONGEST ? "Make several videos of it." : `A length of ${seconds} seconds would do.`;
  for (const part of lost) part.reason = `${reasons.no_room} ${remedy}`;
  return parts;
}

/** Counts the words of a prompt by their use. */
export function measureCoverage(parts: readonly PromptPart[]): Coverage {
  const counts: Record<PromptPart["use"], number> = { shown: 0, instruction: 0, left_out: 0 };
  for (const { text, use } of parts) counts[use] += toWords(text).length;
  const { shown, instruction, left_out: leftOut } = counts;
  return { words: shown + instruction + leftOut, shown, instruction, leftOut };
}

/** Minimum length of a word that must come from the material. Shorter ones may join them. */
const OWN_LETTERS = 4;
/** Maximum number of letters that inflection changes at the end of a word. */
const ENDING = 3;

/** True if the material contains the word in another form: "bakes" and "baked". */
function isInflected(one: string, material: ReadonlySet<string>): boolean {
  const stem = one.slice(0, Math.max(OWN_LETTERS, one.length - ENDING));
  for (const own of material) if (own.startsWith(stem) && own.length <= one.length + ENDING) return true;
  return false;
}

/** Returns the words and figures of a scene that the material does not contain. */
function findInvented(scene: Scene, material: ReadonlySet<string>): string[] {
  return toWords(listSceneTexts(scene).join("\n")).filter((one) => {
    if (material.has(one)) return false;
    if (/\p{N}/u.test(one)) return true;
    return one.length >= OWN_LETTERS && !isInflected(one, material);
  });
}

const collectWords = (sources: readonly (string | undefined)[]): Set<string> =>
  new Set(sources.flatMap((source) => toWords(source ?? "")));

/** Adds the origin of its words to each scene that has some. */
export function nameOrigins(scenes: readonly Scene[], prompt: string, brand: readonly (string | undefined)[]): Scene[] {
  const prompted = collectWords([prompt]);
  const branded = new Set([...prompted, ...collectWords(brand)]);
  return scenes.map((scene): Scene => {
    if (scene.from || listSceneTexts(scene).length === 0) return scene;
    const isFrom = (material: ReadonlySet<string>) => findInvented(scene, material).length === 0;
    return { ...scene, from: isFrom(prompted) ? "prompt" : isFrom(branded) ? "brand" : "request" };
  });
}

/**
 * Replaces scenes with invented words by scenes of the draft, which uses the words of the prompt. Draft scenes that are
 * already shown are not repeated.
 */
export function dropInvented(
  { scenes, warnings }: Storyboard,
  draft: Storyboard,
  sources: readonly (string | undefined)[],
): { scenes: Scene[]; warnings: Warning[] } {
  const material = collectWords(sources);
  const isOwn = scenes.map((scene) => findInvented(scene, material).length === 0);
  if (isOwn.every(Boolean)) return { scenes, warnings };
  const kept = scenes.filter((_, at) => isOwn[at]).map((scene) => new Set(toWords(getText(scene))));
  const missing = draft.scenes.filter((scene) => {
    const words = toWords(getText(scene));
    return words.length > 0 && findScene(words, kept, 0) === undefined;
  });
  const result = scenes.flatMap((scene, at): Scene[] => {
    if (isOwn[at]) return [scene];
    const own = missing.shift();
    return own ? [{ ...own, seconds: scene.seconds, mediaUrl: scene.mediaUrl || own.mediaUrl }] : [];
  });
  const end = result.at(-1)?.kind === "cta" ? result.length - 1 : result.length;
  result.splice(end, 0, ...missing);
  const count = isOwn.filter((own) => !own).length;
  const message = `${count === 1 ? "A scene" : `${count} scenes`} contained words that are neither in the prompt nor in the brand. The prompt's own words are shown instead.`;
  return { scenes: result, warnings: [...warnings, { code: "invented_text", message }] };
}

/** Maximum length of a part in a warning. */
const QUOTED = 60;

const quote = (text: string): string => {
  const plain = text.trim().replace(/\s+/g, " ");
  return `“${plain.length > QUOTED ? `${plain.slice(0, QUOTED).trimEnd()}…` : plain}”`;
};

/** Returns warnings about parts that are not shown, and about shown parts that may be instructions. */
export function findPartWarnings(parts: readonly PromptPart[]): Warning[] {
  const lost = parts.filter(({ use, code }) => use === "left_out" && code !== "not_filmable" && code !== "duplicate");
  const unclear = parts.filter(({ use, code }) => use === "shown" && code === "unclear");
  const list = (found: readonly PromptPart[]) =>
    found
      .slice(0, 3)
      .map(({ text }) => quote(text))
      .join(", ");
  return [
    ...(lost.length > 0
      ? [{ code: "left_out", message: `These words of the prompt are not shown: ${list(lost)}.` }]
      : []),
    ...(unclear.length > 0
      ? [
          {
            code: "unclear",
            message: `These words may be instructions. They are shown because this is not certain: ${list(unclear)}.`,
          },
        ]
      : []),
  ];
}
