import type { ModelKind } from "#sdk/hosted/model";

type Media = "image" | "video" | "audio";

const MEDIA: Readonly<Record<ModelKind, Media>> = {
  image: "image",
  video: "video",
  talk: "video",
  music: "audio",
  speak: "audio",
};
const EXTENSIONS: Readonly<Record<Media, RegExp>> = {
  image: /\.(png|jpe?g|webp|gif|avif)$/i,
  video: /\.(mp4|webm|mov|m4v)$/i,
  audio: /\.(mp3|wav|flac|ogg|opus|m4a|aac)$/i,
};
const FIELD_NAMES: Readonly<Record<Media, RegExp>> = {
  image: /image/i,
  video: /video/i,
  audio: /audio|music|song/i,
};
const MAX_DEPTH = 8;

interface Candidate {
  url: string;
  score: number;
}

/**
 * Finds the URL of the result in a model's output: the first of those that look most like `kind`.
 *
 * @example findOutputUrl({ video: { url: "https://example.com/a.mp4" } }, "video"); // "https://example.com/a.mp4"
 */
export function findOutputUrl(output: unknown, kind: ModelKind): string | undefined {
  const candidates = collectUrls(output, MEDIA[kind], "", undefined, 0);
  return candidates.reduce<Candidate | undefined>(
    (best, candidate) => (best && best.score >= candidate.score ? best : candidate),
    undefined,
  )?.url;
}

function collectUrls(value: unknown, kind: Media, path: string, type: unknown, depth: number): Candidate[] {
  if (typeof value === "string")
    return /^https?:\/\/\S+$/.test(value) && URL.canParse(value)
      ? [{ url: value, score: scoreUrl(value, kind, path, type) }]
      : [];
  if (typeof value !== "object" || !value || depth >= MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => collectUrls(item, kind, path, undefined, depth + 1));
  const { content_type: childType } = value as { content_type?: unknown };
  return Object.entries(value).flatMap(([name, one]) =>
    collectUrls(one, kind, `${path}.${name}`, childType, depth + 1),
  );
}

function scoreUrl(url: string, kind: Media, path: string, type: unknown): number {
  return (
    (typeof type === "string" && type.startsWith(`${kind}/`) ? 4 : 0) +
    (EXTENSIONS[kind].test(new URL(url).pathname) ? 2 : 0) +
    (FIELD_NAMES[kind].test(path) ? 1 : 0)
  );
}
