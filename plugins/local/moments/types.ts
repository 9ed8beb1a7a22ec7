import type { Moment, MomentLayout, MomentsRequest } from "vireo/slots/moments";

export type { Moment } from "vireo/slots/moments";

/** What is measured from the picture and sound of a video. */
export interface Reading {
  duration: number;
  /** Level of the voice band in dBFS, one per hundredth of a second. Empty without sound. */
  levels: readonly number[];
  /** Pitch of the voice in octaves above 1 Hz, one per tenth of a second; 0 where there is none. Empty without sound. */
  pitches: readonly number[];
  /** Hard cuts, in seconds. */
  cuts: readonly number[];
  /** Mean change of the picture, 0 to 1, one per second. */
  motion: readonly number[];
  /** What some of the pictures show, every few seconds. */
  looks: readonly Look[];
}

/** What a picture shows. */
export interface Look {
  /** Seconds. */
  time: number;
  layout: MomentLayout;
}

/** What to look for. */
export type Wanted = Omit<MomentsRequest, "model" | "sourceUrl" | "isUpload" | "transcript" | "reading">;

export type ContentKind = Wanted["content"];
export type Factors = Moment["factors"];

/** Checked limits of a search. Times are in seconds. */
export interface Limits {
  least: number;
  most: number;
  start: number;
  end: number;
}
