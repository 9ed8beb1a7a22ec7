/** Layers of versions, as they are stored and as the API shows them. */
import type { Interval } from "vireo/captions/align";
import { newUuid, toPublicId } from "vireo/ids";
import type { Media } from "vireo/media";
import type { ReframeShot } from "vireo/slots/edit";
import type { SpokenWord } from "vireo/slots/speak";
import type { Cue } from "vireo/slots/transcribe";
import type { TemplateOrigin } from "vireo/templates";
import type {
  CaptionsFields,
  MusicFields,
  OverlayFields,
  ReframeFields,
  TightenFields,
  TrimFields,
  VoiceoverFields,
} from "../schema";
import type { SpeechRequest } from "../speech";

/** A file that a layer needs: where it can be downloaded, or its storage key once it is stored with the video. */
export type Asset = { url: string } | { key: string };

/** An uploaded font. */
export interface LayerFont {
  family: string;
  weight: number;
  file: Asset;
}

/** The sound of a voice-over. */
export interface Voice {
  file: { key: string };
  /** Length in seconds. */
  seconds: number;
  words?: SpokenWord[];
  /** What a recording says, in its own seconds, once captions have asked for it. */
  heard?: Cue[];
}

interface Stored<Type extends string, Fields, Made> {
  /** Unique in the video, and the same in every version. */
  id: string;
  type: Type;
  /** Fields as requested, with defaults. Times are in seconds of the original. */
  fields: Fields;
  /** What the fields stand for, found or made once for all later versions. */
  made: Made;
}

export type CaptionsLayer = Stored<
  "captions",
  CaptionsFields & Required<Pick<CaptionsFields, "style" | "position">>,
  {
    font?: LayerFont | undefined;
    /** Cues of captions without own times, in seconds of the original. */
    transcript?: Cue[] | undefined;
    /** Origin of captions without a text: the video's own speech, or the voice-overs before them. */
    source?: "speech" | "voices" | undefined;
  }
>;
export type OverlayLayer = Stored<
  "overlay",
  OverlayFields & Required<Pick<OverlayFields, "position" | "opacity">>,
  { font?: LayerFont | undefined; image?: Asset | undefined }
>;
export type VoiceoverLayer = Stored<
  "voiceover",
  VoiceoverFields & Required<Pick<VoiceoverFields, "start" | "volume" | "originalVolume">>,
  { speech?: SpeechRequest | undefined; recording?: Asset | undefined; voice?: Voice | undefined }
>;
export type MusicLayer = Stored<
  "music",
  MusicFields & Required<Omit<MusicFields, "musicId" | "audioUrl" | "uploadId">>,
  { track: Asset }
>;
export type TrimLayer = Stored<"trim", Required<TrimFields>, object>;
export type ReframeLayer = Stored<
  "reframe",
  ReframeFields & Required<Pick<ReframeFields, "mode">>,
  {
    /** What the version shows, in seconds of the original, where the fields leave it to the engine. */
    shots?: ReframeShot[] | undefined;
  }
>;

/** What a tightened version leaves out. */
export interface Removal extends Interval {
  kind: "silence" | "filler";
}
export type TightenLayer = Stored<
  "tighten",
  Omit<TightenFields, "removed"> & Required<Pick<TightenFields, "silences" | "fillers">>,
  {
    /** In seconds of the original. Absent before the first render. */
    removed?: Removal[] | undefined;
    /** Part of the original that was listened to. */
    range?: Interval | undefined;
    /** False if no words with times were known, so that hesitation sounds could not be found. */
    hasWords?: boolean | undefined;
  }
>;

/** A layer of a version. Later ones are on top. */
export type VersionLayer =
  | CaptionsLayer
  | OverlayLayer
  | VoiceoverLayer
  | MusicLayer
  | TrimLayer
  | ReframeLayer
  | TightenLayer;
export type LayerType = VersionLayer["type"];

/** An edit of a video: its next version's layers, applied to the file of the version `original`. */
export interface EditRequest {
  model: string;
  operation: "captions" | "overlay" | "voiceover" | "trim" | "render";
  sourceUrl: string;
  isUpload?: boolean;
  baseVersion: number;
  original: number;
  /** Id of the video that the original belongs to. Default: the edited one. */
  ownerId?: string;
  /** Length of the original in seconds, if known. */
  duration?: number | undefined;
  layers: VersionLayer[];
  /** Ids of the layers that are new or changed. */
  added: string[];
  /** Template that the layers were made from. */
  template?: TemplateOrigin;
}

/** Returns where the file of a layer can be downloaded. */
export const getAssetUrl = (media: Media, file: Asset): string => ("key" in file ? media.url(file.key) : file.url);

export const createLayerId = (): string => toPublicId("lay", newUuid());

/** Returns the cues of captions, in seconds of the original. Undefined if a text has not been aligned yet. */
export const getCues = ({ fields, made }: CaptionsLayer): Cue[] | undefined => fields.transcript ?? made.transcript;

/** Returns what a reframed version shows when, in seconds of the original. Undefined before its first render. */
export const getShots = ({ fields, made }: ReframeLayer): ReframeShot[] | undefined => made.shots ?? fields.shots;

/** Lists the stored files of a layer, by the field that they belong to. */
export function listStoredKeys(layer: VersionLayer): { field: string; key: string }[] {
  const { made } = layer;
  const files: Record<string, Asset | undefined> = {
    fontFamily: "font" in made ? made.font?.file : undefined,
    imageUrl: "image" in made ? made.image : undefined,
    text: "voice" in made ? made.voice?.file : undefined,
    audioUrl: "track" in made ? made.track : undefined,
  };
  return Object.entries(files).flatMap(([field, file]) => (file && "key" in file ? [{ field, key: file.key }] : []));
}
