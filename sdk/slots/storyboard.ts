/** Slot `storyboard`: turns a prompt into the scenes of a video, before anything is rendered or charged. */
import type { Provider } from "#core/engine";
import type { Brief } from "#sdk/brief";

export const sceneKinds = ["hook", "point", "step", "quote", "price", "media", "cta"] as const;
export type SceneKind = (typeof sceneKinds)[number];

/** One scene. Texts are shown word for word. */
export interface Scene {
  kind: SceneKind;
  /** What is read first. Lines below each other are the rows of a list. */
  text?: string;
  /** The detail: an author, an instruction's second half, the rows of a list. */
  subtext?: string;
  /** URL of an image or video to show. */
  mediaUrl?: string;
  seconds?: number;
}

/** Something the user should know before paying. */
export interface Warning {
  /** Machine-readable: `not_filmable`, `too_short`, `too_long`, `little_text`, `not_written`. */
  code: string;
  message: string;
}

export interface Storyboard {
  scenes: Scene[];
  warnings: Warning[];
}

export interface StoryboardRequest {
  /** As the user wrote it. */
  prompt: string;
  /** Seconds. */
  duration: number;
  brief: Brief;
  /** URLs of images to show, in their order. */
  media: string[];
  negativePrompt?: string;
  /** Scenes to keep word for word; only missing seconds and images are added. */
  scenes?: Scene[];
  /** The storyboard in the prompt's own words, for writers that improve on it. */
  draft?: Storyboard;
}

export interface StoryboardWriter extends Provider {
  /** `literal` keeps the words of the prompt; `written` has a language model write. */
  readonly mode: "literal" | "written";
  /** Throws EngineError. */
  write(request: StoryboardRequest, signal: AbortSignal): Promise<Storyboard>;
}

declare module "#core/engine" {
  interface Slots {
    storyboard: StoryboardWriter;
  }
}
