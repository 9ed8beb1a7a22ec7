import type { VideoScene } from "vireo/client";

/** The form of all kinds. Each kind sends the fields it supports. Empty fields are left to the model. */
export interface CreateValues {
  prompt: string;
  /** Shown instead of what the model makes of the prompt. */
  scenes: VideoScene[];
  /** The prompt that the scenes were written from. */
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
  prompt: "",
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
