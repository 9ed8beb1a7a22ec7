/** The request for a narrated video, checked before anything is charged. */
import { invalid } from "vireo/errors";
import type { CaptionLook } from "vireo/slots/edit";
import type { NarrationPart, Scene } from "vireo/slots/storyboard";
import type { VideoRequest } from "vireo/slots/video";
import type { GenerateBody, visuals } from "../schema";
import type { SpeechRequest } from "../speech";
import { splitLines, splitScript, writeHeadline } from "./script";

export type Visuals = (typeof visuals)[number];

/** Plan of a narrated video, stored with its request. */
export interface NarrationOrder {
  /** Empty until the script is written. */
  speech: SpeechRequest;
  /** Narration and media of the scenes. Empty until the script is written. */
  scenes: Scene[];
  /** Media of the request, in order, for scenes that are written later. */
  uploads: string[];
  visuals: Visuals;
  /** Image model, as "engine:model". */
  imageModel?: string;
  /** Number of images that are paid for. */
  images: number;
  musicVolume: number;
  captions?: CaptionLook;
}

export type NarratedRequest = VideoRequest & { order: NarrationOrder };

/** Source of a scene's media. */
export type Source = "upload" | "image" | "stock" | "design";

/** Fields that only apply to narrated videos. */
const OWN_FIELDS = ["speed", "visuals", "imageModel", "captions", "musicVolume"] as const;

/** True if the request asks for a voice. */
export const asksForSpeech = ({ script, voice, scenes = [] }: GenerateBody): boolean =>
  script !== undefined || voice !== undefined || scenes.some(({ narration }) => narration !== undefined);

/** Refuses fields that would have no effect. */
export function refuseNarration(body: GenerateBody): void {
  const field = OWN_FIELDS.find((name) => body[name] !== undefined);
  if (field) throw invalid(field, "Only for narrated videos. Send script, or voice with a prompt.");
}

/** Refuses contradictory fields. */
export function checkNarration({ script, scenes, duration, imageModel, visuals }: GenerateBody): void {
  const silent = scenes?.findIndex(({ narration }) => narration === undefined) ?? -1;
  if (script !== undefined && scenes)
    throw invalid("scenes", "Send either script or scenes with narration. The script is split into scenes.");
  if (silent >= 0) throw invalid(`scenes.${silent}.narration`, "Required in every scene of a narrated video.");
  if (duration !== undefined && (script !== undefined || scenes))
    throw invalid("duration", "The duration of a narrated video is determined by its script. Omit duration.");
  if (imageModel !== undefined && visuals !== "generated") throw invalid("imageModel", "Only with visuals: generated.");
}

/** Returns the scenes of a request. Empty if the script must be written first. */
export function toScenes({ script, scenes }: GenerateBody, uploads: readonly string[]): Scene[] {
  if (scenes) return placeUploads(scenes as Scene[], uploads);
  return script === undefined ? [] : toPlainScenes(splitScript(script), uploads);
}

export const toPlainScenes = (parts: readonly string[], uploads: readonly string[]): Scene[] =>
  placeUploads(
    parts.map((narration) => ({ kind: "media", narration })),
    uploads,
  );

/** Assigns uploads to the scenes without media, in order. */
function placeUploads(scenes: readonly Scene[], uploads: readonly string[]): Scene[] {
  const left = [...new Set(uploads)];
  return scenes.map((scene) => {
    const mediaUrl = scene.mediaUrl ?? (scene.text ? undefined : left.shift());
    return mediaUrl ? { ...scene, mediaUrl } : scene;
  });
}

/** Chooses the source of each scene's media. Leaves out images beyond those that are paid for. */
export function chooseSources(scenes: readonly Scene[], visuals: Visuals, images: number): Source[] {
  let left = images;
  return scenes.map(({ mediaUrl, text }) => {
    if (mediaUrl) return "upload";
    if (text) return "design";
    if (visuals === "generated") return left-- > 0 ? "image" : "design";
    return visuals === "stock" ? "stock" : "design";
  });
}

/** Maximum length of a closing line that counts as a call to action. */
const MAX_CALL_LENGTH = 60;

/** Creates a scene without media, which shows a few words of its narration. */
export function design(scene: Scene, index: number, count: number, part?: NarrationPart): Scene {
  const { narration = "", text } = scene;
  if (text) return scene;
  const isLast = index > 0 && index === count - 1 && narration.length <= MAX_CALL_LENGTH;
  if (!isLast)
    return { ...scene, kind: index === 0 ? "hook" : "point", text: part?.headline ?? writeHeadline(narration) };
  const [call = narration, ...more] = splitLines(narration);
  return { ...scene, kind: "cta", text: call, subtext: more.length > 0 ? more.join(" ") : scene.subtext };
}

/** Joins the narration of all scenes. */
export const joinNarration = (scenes: readonly Scene[]): string =>
  scenes.map(({ narration = "" }) => narration).join(" ");
