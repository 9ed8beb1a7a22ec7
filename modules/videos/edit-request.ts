import type { CaptionsLayer, MusicLayer, OverlayLayer, TrimLayer, VoiceoverLayer } from "vireo/slots/edit";
import type { Cue } from "vireo/slots/transcribe";
import type { SpeechRequest } from "./speech";

/** Captions whose text is determined later. */
export type CaptionsEdit = CaptionsLayer & {
  /** Transcribe the video. */
  listen?: { language?: string };
  /** The known transcript of the video. */
  spoken?: Cue[];
  /** Text of the last voice-over, with times if the engine reports them. */
  said?: boolean;
};
/** A voice-over whose `voice` may name its engine. */
export type VoiceoverEdit = Omit<VoiceoverLayer, "speech"> & { speech: SpeechRequest };
/** A checked edit, before preparation for the engine. */
export type EditLayer = CaptionsEdit | OverlayLayer | VoiceoverEdit | MusicLayer | TrimLayer;

/** State of the video after the previous layers. */
export interface EditState {
  accountId: string;
  /** Length in seconds, if known. */
  duration: number | undefined;
  /** Text of the last voice-over, the default text of later captions. */
  said?: string;
  /** Transcript of the video, if its times are known. */
  spoken?: Cue[];
}

/** One edit, or several that are rendered together. */
export type EditRequest = { model: string; sourceUrl: string; baseVersion: number } & (
  | Exclude<EditLayer, MusicLayer>
  | { operation: "render"; layers: EditLayer[] }
);

/** Lists the edits of a request, in their order. */
export const listLayers = (request: EditRequest): EditLayer[] =>
  request.operation === "render" ? request.layers : [request];
