/** The form of all kinds. Each kind sends the fields it supports. Empty fields are left to the model. */
export interface CreateValues {
  prompt: string;
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
