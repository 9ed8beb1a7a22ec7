import type { VideoScene } from "vireo/client";

/** How a video is made: of a prompt, of a script that a voice narrates, or of a topic that a script is written about. */
export type VideoType = "clip" | "script" | "topic";

/** The form of all kinds. Each kind sends the fields it supports. Empty fields are left to the model. */
export interface CreateValues {
  videoType: VideoType;
  prompt: string;
  /** Narrated videos: what the voice says. */
  script: string;
  voice: string;
  speed: number;
  /** Visuals of narrated scenes. Empty: the server's choice. */
  visuals: string;
  imageModel: string;
  captionStyle: string;
  musicVolume: number;
  /** Shown instead of what the model makes of the prompt. */
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
