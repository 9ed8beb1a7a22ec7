/** Accounts for every word: where a storyboard shows the parts of a prompt, and that it shows nothing else. */
import type { Coverage, PromptPart, Scene, Storyboard, Warning } from "vireo/slots/storyboard";

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu;

/** Words in lower case; single characters of scripts without spaces. */
const toWords = (text: string): string[] => text.normalize("NFKC").toLowerCase().match(word) ?? [];

const textOf = ({ text = "", subtext = "", narration = "" }: Scene): string => `${text}\n${subtext}\n${narration}`;

/** A part is shown where at least this fraction of its words stands. */
const MOSTLY = 0.6;
/** Ends of clauses, at which a part may continue in another scene. */
const clauseEnd = /(?<=[,;:，、；：–—|\n.!?。！？]\s?(?!\p{N}))(?=\S)/u;

const reasons: Readonly<Record<NonNullable<PromptPart["code"]>, string>> = {
  style: "Describes the style, which the design follows.",
  length: "Describes the length of the video.",
  format: "Describes the format or the order of the video.",
  audience: "Describes whom the video is for.",
  negative: "Says what to leave out.",
  request: "Speaks to whoever makes the video.",
  duplicate: "Is shown already.",
  no_room: "Does not fit into the length of the video.",
  not_filmable: "Describes footage, which an engine for motion graphics cannot film.",
  unclear: "May be an instruction. It is shown, because that is not certain.",
};

/** Finds the scene that shows most of the words, at best one that follows the scene of the words before. */
function findScene(words: readonly string[], scenes: readonly Set<string>[], last: number): number | undefined {
  let best: number | undefined;
  let most = MOSTLY - 0.001;
  for (let step = 0; step < scenes.length; step++) {
    const at = (last + step) % scenes.length;
    const share = words.filter((one) => scenes[at]!.has(one)).length / words.length;
    if (share > most + 0.001) [best, most] = [at, share];
  }
  return best;
}

/**
 * Says for each part of the prompt in which scene it stands. Parts that no scene shows are left out, with the reason.
 * `shown` parts are cut where they continue in another scene; neighbours with the same fate are joined.
 */
export function accountFor(parts: readonly PromptPart[], scenes: readonly Scene[]): PromptPart[] {
  const shown = scenes.map((scene) => new Set(toWords(textOf(scene))));
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
  return result;
}

/** Counts the words of a prompt by their use. */
export function countWords(parts: readonly PromptPart[]): Coverage {
  const count = (use?: PromptPart["use"]) =>
    parts.reduce((sum, part) => sum + (use === undefined || part.use === use ? toWords(part.text).length : 0), 0);
  return { words: count(), shown: count("shown"), instruction: count("instruction"), leftOut: count("left_out") };
}

/** Shortest words that must be the prompt's own; shorter ones join them. */
const OWN_LETTERS = 4;
/** Letters at the end of a word that inflection changes. */
const ENDING = 3;

/** True if the material contains the word in another form: "bakes" and "baked". */
function isInflected(one: string, material: ReadonlySet<string>): boolean {
  const stem = one.slice(0, Math.max(OWN_LETTERS, one.length - ENDING));
  for (const own of material) if (own.startsWith(stem) && own.length <= one.length + ENDING) return true;
  return false;
}

/** Words, figures and addresses of a scene that the material does not contain. */
export function findInvented(scene: Scene, material: ReadonlySet<string>): string[] {
  return toWords(`${scene.text ?? ""}\n${scene.subtext ?? ""}`).filter((one) => {
    if (material.has(one)) return false;
    if (/\p{N}/u.test(one)) return true;
    return one.length >= OWN_LETTERS && !isInflected(one, material);
  });
}

const collectWords = (sources: readonly (string | undefined)[]): Set<string> =>
  new Set(sources.flatMap((source) => toWords(source ?? "")));

/** Says of each scene with words where they come from. */
export function nameOrigins(
  scenes: readonly Scene[],
  prompt: readonly string[],
  brand: readonly (string | undefined)[],
): Scene[] {
  const prompted = collectWords(prompt);
  const branded = new Set([...prompted, ...collectWords(brand)]);
  return scenes.map((scene): Scene => {
    if (scene.from || !(scene.text || scene.subtext)) return scene;
    const isFrom = (material: ReadonlySet<string>) => findInvented(scene, material).length === 0;
    return { ...scene, from: isFrom(prompted) ? "prompt" : isFrom(branded) ? "brand" : "request" };
  });
}

/**
 * Replaces scenes that show words from nowhere with scenes in the words of the prompt: those of the draft that no other
 * scene shows.
 */
export function dropInvented(
  { scenes, warnings }: Storyboard,
  draft: Storyboard,
  sources: readonly (string | undefined)[],
): { scenes: Scene[]; warnings: Warning[] } {
  const material = collectWords(sources);
  const isOwn = scenes.map((scene) => findInvented(scene, material).length === 0);
  if (isOwn.every(Boolean)) return { scenes, warnings };
  const kept = scenes.filter((_, at) => isOwn[at]).map((scene) => new Set(toWords(textOf(scene))));
  const missing = draft.scenes.filter((scene) => {
    const words = toWords(textOf(scene));
    return words.length > 0 && findScene(words, kept, 0) === undefined;
  });
  const result = scenes.flatMap((scene, at): Scene[] => {
    if (isOwn[at]) return [scene];
    const own = missing.shift();
    return own ? [{ ...own, seconds: scene.seconds, ...(scene.mediaUrl ? { mediaUrl: scene.mediaUrl } : {}) }] : [];
  });
  const end = result.at(-1)?.kind === "cta" ? result.length - 1 : result.length;
  result.splice(end, 0, ...missing);
  const count = isOwn.filter((own) => !own).length;
  const message = `${count === 1 ? "A scene" : `${count} scenes`} contained words that neither the prompt nor the brand has. The words of the prompt are shown instead.`;
  return { scenes: result, warnings: [...warnings, { code: "invented_text", message }] };
}

/** Most letters of a part that a warning repeats. */
const QUOTED = 60;

const quote = (text: string): string => {
  const plain = text.trim().replace(/\s+/g, " ");
  return `“${plain.length > QUOTED ? `${plain.slice(0, QUOTED).trimEnd()}…` : plain}”`;
};

/** What the user should know about the parts: words that are not shown, and instructions that are. */
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
      ? [{ code: "unclear", message: `These words may be an instruction. They are shown, in doubt: ${list(unclear)}.` }]
      : []),
  ];
}
