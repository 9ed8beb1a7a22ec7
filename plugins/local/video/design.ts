import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Price, SceneKind } from "vireo/slots/storyboard";
import type { Photo } from "#plugins/local/draw/photo";
import type { DesignName } from "./design-name";
import type { LetteringOptions, LetteringStyle } from "./lettering";
import type { Look } from "./look";
import type { BackdropName } from "./patterns";
import type { Box, Stage } from "./stage";
import type { ToneName } from "./tone";

/** What is shown between two cuts: a scene, or a part of a long one. */
export interface Shot {
  design: DesignName;
  kind?: SceneKind;
  text: string;
  /** The price of a card for one. Without it, the text is the price. */
  price?: Price;
  /** Smaller text below; the rows of a list are separate lines. */
  subtext: string;
  /** True for the opening, whose text is the largest and starts its entrance before the first frame. */
  lead?: boolean;
  tone: ToneName;
  backdrop: BackdropName;
  /** Index of the photo. */
  photo?: number;
  /** Number of the step, from 1, and the total. */
  number?: number;
  total?: number;
}

export interface DesignKit {
  ctx: SKRSContext2D;
  stage: Stage;
  look: Look;
  /** The brand's name. May be empty. */
  brand: string;
  /** All content, used to choose icons. */
  subject: string;
  photos: readonly Photo[];
  /** Logo, shown instead of the brand's name. */
  logo?: Photo;
  /** Sets the text of pictures. Default: the text of the shot, or its card. */
  set?: Setter;
  random(): number;
}

/** Timing of a frame. All in seconds except `pulse`. */
export interface FrameTime {
  /** Time since the shot began. */
  time: number;
  /** Duration of the shot. */
  length: number;
  /** Time since the video began. */
  clock: number;
  /** 1 on a beat, then decreasing to 0. */
  pulse: number;
}

/** What a shot says, set into a box: a text, a list, a price on its plate, or a step with its number. */
export interface ContentBlock {
  /** Bounds of everything that is drawn. */
  box: Box;
  /** Size of the main text. */
  size: number;
  truncated: boolean;
  draw(frameTime: FrameTime, start: number, style: LetteringStyle): void;
}

/** Sets what a shot says into a box. */
export type Setter = (kit: DesignKit, shot: Shot, box: Box, options: LetteringOptions) => ContentBlock;

/** Draws a frame, or a part of it. */
export type DrawFrame = (frameTime: FrameTime) => void;

/** Prepares a shot: sets text and crops photos once, before its first frame. */
export type Design = (shot: Shot, kit: DesignKit) => DrawFrame;
