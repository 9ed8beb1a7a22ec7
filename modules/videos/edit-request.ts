import type { CaptionsLayer, OverlayLayer, TrimLayer, VoiceoverLayer } from "vireo/slots/edit";

/** Captions that are to be transcribed from the video first. */
export type CaptionsEdit = CaptionsLayer & { listen?: { language?: string } };
/** A checked edit, not yet prepared for the engine. */
export type EditLayer = CaptionsEdit | OverlayLayer | VoiceoverLayer | TrimLayer;

/** What the layers so far have left of the video. */
export interface EditState {
  accountId: string;
  /** Seconds, if known. */
  duration: number | undefined;
  /** Text of the last voice-over: what later captions show by default. */
  said?: string;
}

/** An edit, or several that are rendered once. */
export type EditRequest = { model: string; sourceUrl: string } & (
  | EditLayer
  | { operation: "render"; layers: EditLayer[] }
);

/** The edits of a request, in their order. */
export const listLayers = (request: EditRequest): EditLayer[] =>
  request.operation === "render" ? request.layers : [request];
