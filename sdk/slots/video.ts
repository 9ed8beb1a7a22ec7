/** Slot `video`: makes videos. */
import type { Brief } from "#sdk/brief";
import type { CaptionLook } from "#sdk/slots/edit";
import type { SpokenWord } from "#sdk/slots/speak";
import type { Scene, Warning } from "#sdk/slots/storyboard";

/** A voice over the scenes of a video. It decides how long each is shown. */
export interface Narration {
  /** A sound file in the run's folder: the `narration` of all scenes. */
  voicePath: string;
  /** When it begins in the video, in seconds. */
  start: number;
  /** When each word is said, if the speech engine reports it. */
  words?: SpokenWord[];
  /** Level of the music where nobody speaks, 0 to 1. It is lowered under the voice. */
  musicVolume: number;
  /** Captions of what is said. None without it. */
  captions?: CaptionLook;
}

export interface VideoRequest {
  model: string;
  /** As the user wrote it. `addBrief` puts style and brief around it. */
  prompt: string;
  /** What to show, word for word, for models with `scenes`. Written from the prompt by default. */
  scenes?: Scene[];
  /** About the scenes; stored with the video. */
  warnings?: Warning[];
  /** A language model is to rewrite the scenes before they are rendered. */
  written?: boolean;
  aspectRatio: string;
  /** Seconds. */
  duration: number;
  resolution: string;
  /** First frame. */
  imageUrl?: string;
  /** Images, and videos for models with `scenes`. */
  referenceImageUrls: string[];
  musicUrl?: string;
  /** Level of the sound of videos in the scenes, 0 to 1. None by default. */
  mediaVolume?: number;
  negativePrompt?: string;
  seed?: number;
  brief: Brief;
  /** For models with `narrates`. `duration` is then an estimate. */
  narration?: Narration;
  /** Media that lies in the run's folder already, by URL. */
  mediaPaths?: Record<string, string>;
}

interface MediaSources {
  imageUrl?: string;
  referenceImageUrls?: readonly string[];
  brief: Brief;
}

/** URLs of all media that the scenes of a request may show, in the order of use. */
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
