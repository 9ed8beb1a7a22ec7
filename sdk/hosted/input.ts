import type { InputMap } from "#sdk/hosted/model";
import type { MusicRequest } from "#sdk/slots/music";

/** A request before it is mapped to the fields of a model. */
export interface ModelInput {
  prompt: string;
  negativePrompt?: string;
  seed?: number;
  /** "16:9", or "source" to keep the ratio of the edited image. */
  aspectRatio?: string;
  /** In seconds. */
  duration?: number;
  resolution?: string;
  /** URL of the first frame. */
  frame?: string;
  pictures?: readonly string[];
  mask?: string;
  music?: Pick<MusicRequest, "instrumental" | "title" | "style">;
  /** URL of the speech for a talking image or video. */
  audio?: string;
  /** URL of a video of the person who speaks. */
  video?: string;
  voice?: string;
  speed?: number;
}

const DURATIONS = {
  number: (seconds: number) => seconds,
  text: String,
  s: (seconds: number) => `${seconds}s`,
  ms: (seconds: number) => seconds * 1000,
} as const;

/**
 * Maps a request to the fields of a model. Values without a field are left out.
 * @example
 * const map = { frame: "image_url", duration: "seconds", durationAs: "text" } as const;
 * buildInput(map, { prompt: "A lake", duration: 5, seed: 7 }); // { prompt: "A lake", seconds: "5" }
 */
export function buildInput(map: InputMap, input: ModelInput): Record<string, unknown> {
  const { prompt, music, aspectRatio, duration, pictures = [] } = input;
  const hasLyrics = map.lyrics !== undefined && !music?.instrumental && music?.style !== undefined;
  return nest({
    ...(map.prompt === false ? {} : { [map.prompt ?? "prompt"]: hasLyrics ? music.style : prompt }),
    ...map.fixed,
    ...(hasLyrics ? setField(map.lyrics, prompt) : {}),
    ...setField(map.instrumental, music?.instrumental),
    ...setField(map.negativePrompt, input.negativePrompt),
    ...setField(map.seed, input.seed),
    ...setField(map.duration, duration === undefined ? undefined : DURATIONS[map.durationAs ?? "number"](duration)),
    ...setField(map.resolution, findValue(map.resolutions, input.resolution)),
    ...setRatio(map, aspectRatio),
    ...setUrls(map.frame, [input.frame]),
    ...setUrls(map.pictures, pictures),
    ...setUrls(map.mask, [input.mask]),
    ...setUrls(map.audio, [input.audio]),
    ...setUrls(map.video, [input.video]),
    ...setField(map.voice, input.voice),
    ...setField(map.speed, input.speed),
  });
}

/** Expands a field named "a.b" to the field b of the object a. */
function nest(fields: Record<string, unknown>): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [outer = "", inner] = name.split(".");
    nested[outer] = inner === undefined ? value : { ...(nested[outer] as object | undefined), [inner]: value };
  }
  return nested;
}

/** Maps a value to the model's own value, if it has one. */
const findValue = (values: Readonly<Record<string, unknown>> = {}, key: string | undefined): unknown =>
  key !== undefined && Object.hasOwn(values, key) ? values[key] : key;

const setField = (field: string | undefined, value: unknown): object =>
  field === undefined || value === undefined ? {} : { [field]: value };

/** Sets a list if the field's name ends in [], else the first URL. */
function setUrls(field: string | undefined, urls: readonly (string | undefined)[]): object {
  const [first] = urls;
  if (field === undefined || first === undefined) return {};
  return field.endsWith("[]") ? { [field.slice(0, -2)]: urls } : { [field]: first };
}

/** An edit keeps the ratio of its image: by the model's value for that, or by leaving out the field. */
function setRatio({ aspectRatio: field, ratios = {} }: InputMap, ratio: string | undefined): object {
  if (ratio === undefined) return {};
  const value = ratio === "source" && !Object.hasOwn(ratios, ratio) ? undefined : findValue(ratios, ratio);
  if (field) return setField(field, value);
  return typeof value === "object" && value ? value : {};
}
