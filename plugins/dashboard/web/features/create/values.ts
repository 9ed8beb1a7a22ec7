import type { VideoScene } from "vireo/client";

/** Source of a video: a prompt, a script to narrate, or a topic to write a script about. */
export type VideoType = "clip" | "script" | "topic";

/** Form values of all kinds. Each kind sends the fields that it supports. Empty fields use the model's defaults. */
export interface CreateValues {
  videoType: VideoType;
  prompt: string;
  /** Spoken text of a narrated video. */
  script: string;
  voice: string;
  speed: number;
  /** Visuals of narrated scenes. Empty: the server's default. */
  visuals: string;
  imageModel: string;
  captionStyle: string;
  musicVolume: number;
  /** Replace the scenes that the model would write from the prompt. */
  scenes: VideoScene[];
  /** The prompt or script that the scenes were written from. */
  scenesPrompt: string;
  model: string;
  aspectRatio: string;
  duration: number | string;
  resolution: string;
  imageUrl: string;
  referenceImageUrls: string[];
  personaId: string | null;
  productId: string | null;
  styleId: string | null;
  characterId: string | null;
  messagingId: string | null;
  musicId: string | null;
  negativePrompt: string;
  seed: number | string;
  instrumental: boolean;
  title: string;
  style: string;
}

export const blank: CreateValues = {
  videoType: "clip",
  prompt: "",
  script: "",
  voice: "",
  speed: 1,
  visuals: "",
  imageModel: "",
  captionStyle: "bold",
  musicVolume: 0.5,
  scenes: [],
  scenesPrompt: "",
  model: "",
  aspectRatio: "",
  duration: "",
  resolution: "",
  imageUrl: "",
  referenceImageUrls: [],
  personaId: null,
  productId: null,
  styleId: null,
  characterId: null,
  messagingId: null,
  musicId: null,
  negativePrompt: "",
  seed: "",
  instrumental: true,
  title: "",
  style: "",
};
