import type { CaptionsLayer, MusicLayer, OverlayLayer, TrimLayer, VoiceoverLayer } from "vireo/slots/edit";
import type { Cue } from "vireo/slots/transcribe";
import type { SpeechRequest } from "./speech";

/** Captions whose text is found later. */
export type CaptionsEdit = CaptionsLayer & {
  /** Transcribe the video. */
  listen?: { language?: string };
  /** What the video is known to say. */
  spoken?: Cue[];
  /** What the last voice-over says, with its times if the engine reports them. */
  said?: boolean;
};
/** A voice-over whose speech may name its engine. */
export type VoiceoverEdit = Omit<VoiceoverLayer, "speech"> & { speech: SpeechRequest };
/** A checked edit, not yet prepared for the engine. */
export type EditLayer = CaptionsEdit | OverlayLayer | VoiceoverEdit | MusicLayer | TrimLayer;

/** What the layers so far have left of the video. */
export interface EditState {
  accountId: string;
  /** Seconds, if known. */
  duration: number | undefined;
  /** Text of the last voice-over: what later captions show by default. */
  said?: string;
  /** What the video says, if the times are known. */
  spoken?: Cue[];
}

/** An edit, or several that are rendered once. */
export type EditRequest = { model: string; sourceUrl: string; baseVersion: number } & (
  | Exclude<EditLayer, MusicLayer>
  | { operation: "render"; layers: EditLayer[] }
);

/** The edits of a request, in their order. */
export const listLayers = (request: EditRequest): EditLayer[] =>
  request.operation === "render" ? request.layers : [request];
