import type { Model } from "vireo/engine";

/** Where pictures go in a request's body. */
interface PictureField {
  field: string;
  /** A list in that field rather than one address. */
  list?: true;
  max: number;
}

/** A model, and how it is asked: data, so that a new one is a new entry. */
export interface KieModel extends Model {
  transport: "jobs" | "veo" | "runway" | "gpt4o" | "flux" | "suno";
  /** Its id at kie.ai, where it differs. */
  vendorId?: string;
  /** The lengths it makes, where they are not a range. Seconds. */
  durations?: readonly number[];
  /** Characters. */
  maxPrompt: number;
  /** Characters of a style, music only. */
  maxStyle?: number;
  /** A picture that the video starts with. */
  frame?: PictureField;
  /** Pictures to draw on, or to change. */
  pictures?: PictureField;
  mask?: true;
  /** Fields of the market's `input`, by what goes there. */
  input?: {
    aspectRatio?: string;
    /** "10" where it is text, 10 where it is a number. */
    duration?: { field: string; text?: true };
    resolution?: string;
    negativePrompt?: string;
    fixed?: Readonly<Record<string, unknown>>;
  };
  /** The ratio that keeps a picture's own; where there is none, the nearest of `editRatios` is asked for. */
  keepsRatio?: string;
  editRatios?: readonly string[];
  /** What is different where there are pictures: often another model serves them. */
  withPictures?: Partial<KieModel>;
}
