/** Slot `video`: makes videos. */
import type { Brief } from "#sdk/brief";
import type { CaptionLook, EditLayer } from "#sdk/slots/edit";
import type { SpokenWord } from "#sdk/slots/speak";
import type { Coverage, PromptPart, Scene, Warning } from "#sdk/slots/storyboard";
import type { Cue } from "#sdk/slots/transcribe";
import type { TemplateOrigin } from "#sdk/start-bodies";

/** A voice-over, which determines how long each scene is shown. */
export interface Narration {
  /** Audio file in the run's folder with the `narration` of all scenes. */
  voicePath: string;
  /** Start in the video, in seconds. */
  start: number;
  /** Times of the words, if the speech engine reports them. */
  words?: SpokenWord[];
  /** Volume of the music, 0 to 1. It is lowered while the voice speaks. */
  musicVolume: number;
  /**
   * Look of captions for the narration. Without it there are none. To let people change them later, also return the
   * video without them as the file `original`, and their cues as the fact `captions`.
   */
  captions?: CaptionLook;
}

/** Facts that an engine may report about a video. */
export interface VideoFacts {
  /** Cues of the captions, if the file `original` is the video without them. Times are in seconds. */
  captions?: Cue[];
  /** Length of the file `original` in seconds, if it is not that of the video. */
  originalDuration?: number;
}

/** A video to make. */
export interface VideoRequest {
  model: string;
  /** Template that the request was made from. */
  template?: TemplateOrigin;
  /** As the user wrote it. `addBrief` puts style and brief around it. */
  prompt: string;
  /** For models with `scenes`: what to show, word for word. Default: written from the prompt. */
  scenes?: Scene[];
  /** Warnings about the scenes, stored with the video. */
  warnings?: Warning[];
  /** How the prompt is used. */
  parts?: PromptPart[];
  coverage?: Coverage;
  /** True to have a language model rewrite the scenes before they are rendered. */
  written?: boolean;
  /** Width to height, such as "9:16". */
  aspectRatio: string;
  /** Seconds. */
  duration: number;
  /** One of the model's resolutions, such as "1080p". */
  resolution: string;
  /** URL of the first frame. */
  imageUrl?: string;
  /** Images, and videos for models with `scenes`. */
  referenceImageUrls: string[];
  musicUrl?: string;
  /** Volume of videos in the scenes, 0 to 1. Default 0. */
  mediaVolume?: number;
  negativePrompt?: string;
  seed?: number;
  brief: Brief;
  /** For models with `narrates`. `duration` is then an estimate. */
  narration?: Narration;
  /**
   * For models with `layers`: layers to draw. The file `original` is then the video without them, and the facts may have
   * those of edits.
   */
  layers?: EditLayer[];
  /** Paths of media that is already in the run's folder, by URL. */
  mediaPaths?: Record<string, string>;
}

interface MediaSources {
  imageUrl?: string;
  referenceImageUrls?: readonly string[];
  brief: Brief;
}

/**
 * Lists the URLs of all media that the scenes of a request may show, in the order of use.
 * @example
 * const request = { imageUrl: "https://example.com/a.jpg", referenceImageUrls: ["https://example.com/b.jpg"], brief: {} };
 * listMedia(request); // ["https://example.com/a.jpg", "https://example.com/b.jpg"]
 */
export const listMedia = ({ imageUrl, referenceImageUrls = [], brief }: MediaSources): string[] => [
  ...(imageUrl ? [imageUrl] : []),
  ...(brief.product?.photos ?? []),
  ...referenceImageUrls,
  ...(brief.character?.imageUrls ?? []),
];

declare module "#core/engine" {
  interface Slots {
    video: Engine<VideoRequest>;
  }
}
