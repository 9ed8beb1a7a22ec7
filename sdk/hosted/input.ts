import type { InputMap } from "#sdk/hosted/model";
import type { MusicRequest } from "#sdk/slots/music";

/** What a model is asked, before it is put into the model's own fields. */
export interface Ask {
  prompt: string;
  negativePrompt?: string;
  seed?: number;
  /** "16:9", or "source" for the ratio of the picture that is edited. */
  aspectRatio?: string;
  /** Seconds. */
  duration?: number;
  resolution?: string;
  frame?: string;
  pictures?: readonly string[];
  mask?: string;
  music?: Pick<MusicRequest, "instrumental" | "style">;
}

const LENGTHS = {
  number: (seconds: number) => seconds,
  text: String,
  s: (seconds: number) => `${seconds}s`,
  ms: (seconds: number) => seconds * 1000,
} as const;

/** A model's input: our request under the names of its fields. What it has no field for is left out. */
export function inputOf(map: InputMap, ask: Ask): Record<string, unknown> {
  const { prompt, music, aspectRatio, duration, pictures = [] } = ask;
  const put = (field: string | undefined, value: unknown) =>
    field === undefined || value === undefined ? {} : { [field]: value };
  const addresses = (field: string | undefined, urls: readonly (string | undefined)[]) => {
    const [first] = urls;
    if (field === undefined || first === undefined) return {};
    return field.endsWith("[]") ? { [field.slice(0, -2)]: urls } : { [field]: first };
  };
  const sung = map.lyrics !== undefined && music?.style !== undefined;
  return {
    [map.prompt ?? "prompt"]: sung ? music.style : prompt,
    ...map.fixed,
    ...(sung ? put(map.lyrics, prompt) : {}),
    ...put(map.instrumental, music?.instrumental),
    ...put(map.negativePrompt, ask.negativePrompt),
    ...put(map.seed, ask.seed),
    ...put(map.duration, duration === undefined ? undefined : LENGTHS[map.durationAs ?? "number"](duration)),
    ...put(map.resolution, ask.resolution),
    ...ratioIn(map, aspectRatio),
    ...addresses(map.frame, [ask.frame]),
    ...addresses(map.pictures, pictures),
    ...addresses(map.mask, [ask.mask]),
  };
}

/** An edit keeps the ratio of its picture: by the model's word for that, or where it has none by leaving the field out. */
function ratioIn({ aspectRatio: field, ratios = {} }: InputMap, ratio: string | undefined): object {
  if (ratio === undefined) return {};
  const value = Object.hasOwn(ratios, ratio) ? ratios[ratio] : ratio === "source" ? undefined : ratio;
  if (field) return value === undefined ? {} : { [field]: value };
  return typeof value === "object" && value ? value : {};
}
