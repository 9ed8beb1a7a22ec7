import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Photo } from "#plugins/local/draw/photo";
import type { DesignName } from "./design-name";
import type { Look } from "./look";
import type { BackdropName } from "./patterns";
import type { Stage } from "./stage";
import type { ToneName } from "./tone";

/** Content of one scene. */
export interface Shot {
  design: DesignName;
  text: string;
  /** Shown smaller below the text; the rows of a list are lines. */
  subtext: string;
  /** True for the opening, whose text is the largest and begins to come in before the first frame. */
  lead?: boolean;
  tone: ToneName;
  backdrop: BackdropName;
  /** Index into the photos. */
  photo?: number;
  /** Number of the step, from 1, and the number of steps. */
  number?: number;
  total?: number;
}

export interface SceneKit {
  ctx: SKRSContext2D;
  stage: Stage;
  look: Look;
  /** The brand's name. May be empty. */
  brand: string;
  /** All content together, for icons. */
  subject: string;
  photos: readonly Photo[];
  /** Shown in place of the brand's name. */
  logo?: Photo;
  random(): number;
}

/** Timing of a frame. All in seconds except `pulse`. */
export interface Moment {
  /** Since the scene began. */
  time: number;
  /** Duration of the scene. */
  length: number;
  /** Since the video began. */
  clock: number;
  /** 1 on a beat, then falling to 0. */
  pulse: number;
}

/** Draws the whole stage. */
export type Scene = (moment: Moment) => void;

/** Prepares a scene: text is set and photos are cut once, before its first frame. */
export type Design = (shot: Shot, kit: SceneKit) => Scene;
