/** Slot `storyboard`: turns a prompt into the scenes of a video, before anything is rendered or charged. */
import type { Provider } from "#core/engine";
import type { Brief } from "#sdk/brief";
import type { Attribution } from "#sdk/slots/stock";

/** Kinds of scenes. */
export const sceneKinds = [
  "hook",
  "point",
  "step",
  "quote",
  "price",
  "place",
  "contact",
  "rating",
  "menu",
  "chart",
  "comparison",
  "media",
  "cta",
] as const;
export type SceneKind = (typeof sceneKinds)[number];

/** Parts of a price, each as it is shown: figures with their currency, and the words that belong to them. */
export const priceParts = ["was", "now", "from", "to", "per"] as const;
export type Price = Partial<Record<(typeof priceParts)[number], string>>;

/** Origins of a scene's words. */
export const sceneOrigins = ["prompt", "brand", "request"] as const;

/** One scene. Texts are shown word for word. */
export interface Scene {
  kind: SceneKind;
  /** The main text. Its lines are the rows of a list. */
  text?: string;
  /** The detail: an author, an instruction's second half, the rows of a list. */
  subtext?: string;
  /** The price of a `price` scene. Without it, `text` is the price. */
  price?: Price;
  /** URL of an image or video to show. */
  mediaUrl?: string;
  seconds?: number;
  /** What the voice says while it is shown. */
  narration?: string;
  /** Author of the media, if it comes from a library. */
  attribution?: Attribution;
  /** Origin of its words. */
  from?: (typeof sceneOrigins)[number];
}

/**
 * Lists everything a scene shows in letters, in reading order.
 *
 * @example listSceneTexts({ text: "Coats", price: { was: "$189", now: "$129" } }); // ["Coats", "$189", "$129"]
 */
export const listSceneTexts = ({ text, price, subtext }: Pick<Scene, "text" | "price" | "subtext">): string[] =>
  [text, ...priceParts.map((part) => price?.[part]), subtext].filter(
    (one) => one !== undefined && one !== "",
  ) as string[];

/** A scene as any version has stored it. Before 0.2.0, a scene had a design and a start instead of a kind and seconds. */
type StoredScene = Scene | { design: string; text: string; start: number };

/**
 * Converts stored scenes to the current shape. Returns undefined if there are none.
 * @example
 * const scenes = readScenes([{ design: "opening-bold", text: "Cold brew", start: 0 }, { kind: "cta", text: "Order now" }]);
 * scenes?.map(({ kind }) => kind); // ["hook", "cta"]
 */
export function readScenes(stored: unknown): Scene[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  return (stored as StoredScene[]).map((scene, index): Scene => {
    if ("kind" in scene) return scene;
    const { design, text, start } = scene;
    const next = stored[index + 1] as StoredScene | undefined;
    const seconds = next && "start" in next ? Math.round((next.start - start) * 100) / 100 : undefined;
    const kind = /^(?:hook|opening)/.test(design) ? "hook" : design === "cta" ? "cta" : "point";
    return { kind, text, seconds: seconds !== undefined && seconds >= 0.1 ? seconds : undefined };
  });
}

/** Something the user should know before paying. */
export interface Warning {
  /**
   * Machine-readable: `not_filmable`, `too_short`, `too_long`, `little_text`, `left_out`, `unclear`, `invented_text`,
   * `not_written`, `no_stock`, `media_left_out`, `media_not_shown`.
   */
  code: string;
  message: string;
}

/** What becomes of a part of the prompt. */
export const partUses = ["shown", "instruction", "left_out"] as const;
/** Topics of instructions, then reasons why a part is left out. */
export const partCodes = [
  ...["style", "length", "format", "audience", "negative", "request"],
  ...["duplicate", "no_room", "not_filmable", "unclear"],
] as const;

/** A part of the prompt, and its use. */
export interface PromptPart {
  /** Exact text from the prompt. The texts of all parts, joined, are the prompt. */
  text: string;
  use: (typeof partUses)[number];
  /** Index of the scene that shows it. */
  scene?: number;
  /** Topic of an instruction, or the reason why a part is left out. `unclear`: shown although it may be an instruction. */
  code?: (typeof partCodes)[number];
  /** Human-readable explanation of the code. */
  reason?: string;
}

/** Word counts of a prompt by use. */
export interface Coverage {
  words: number;
  shown: number;
  instruction: number;
  leftOut: number;
}

/** The scenes of a video, before anything is rendered. */
export interface Storyboard {
  scenes: Scene[];
  warnings: Warning[];
  /** The whole prompt, in order. Absent where no engine reads prompts, and for scenes that were sent. */
  parts?: PromptPart[];
  coverage?: Coverage;
}

/** A storyboard to write. */
export interface StoryboardRequest {
  /** As the user wrote it. */
  prompt: string;
  /** Length of the video, in seconds. */
  duration: number;
  brief: Brief;
  /** URLs of images to show, in their order. */
  media: string[];
  negativePrompt?: string;
  /** A call to action to end with, or `auto`: one in the prompt's language if it has an offer or a contact. */
  callToAction?: string;
  /** Scenes to keep word for word; only missing seconds and images are added. */
  scenes?: Scene[];
  /** A storyboard in the words of the prompt, for writers to improve. */
  draft?: Storyboard;
}

/** A narration to write: a topic, or sentences to find pictures for. */
export interface NarrationRequest {
  /** What the video is about. */
  prompt?: string;
  /** What is said, part by part; kept word for word. */
  parts?: readonly string[];
  /** A new script has at least as many parts, because as many pictures have been paid for. */
  leastParts?: number;
  /** Length of the speech in seconds. */
  seconds: number;
  brief: Brief;
}

/** A sentence or two, and the picture for it. */
export interface NarrationPart {
  /** What is said. */
  text: string;
  /** A few words that sum it up. */
  headline: string;
  /** English words to search footage by. */
  search: string;
  /** English description of a picture. */
  picture: string;
}

/** An engine that writes storyboards. */
export interface StoryboardWriter extends Provider {
  /** `literal` keeps the words of the prompt; `written` has a language model write. */
  readonly mode: "literal" | "written";
  /** Throws EngineError. */
  write(request: StoryboardRequest, signal: AbortSignal): Promise<Storyboard>;
  /** Writes what a voice says. Throws EngineError. */
  narrate?(request: NarrationRequest, signal: AbortSignal): Promise<NarrationPart[]>;
}

declare module "#core/engine" {
  interface Slots {
    storyboard: StoryboardWriter;
  }
}
