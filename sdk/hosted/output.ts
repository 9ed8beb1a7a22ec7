import type { HostedKind } from "#sdk/hosted/model";

const EXTENSIONS: Readonly<Record<HostedKind, RegExp>> = {
  image: /\.(png|jpe?g|webp|gif|avif)$/i,
  video: /\.(mp4|webm|mov|m4v)$/i,
  music: /\.(mp3|wav|flac|ogg|opus|m4a|aac)$/i,
};
const FIELD_NAMES: Readonly<Record<HostedKind, RegExp>> = {
  image: /image/i,
  video: /video/i,
  music: /audio|music|song/i,
};
const MAX_DEPTH = 8;

interface Candidate {
  url: string;
  score: number;
}

/** Finds the result's URL in a model's output: the one that looks most like `kind`, the first of equals. */
export function findOutputUrl(output: unknown, kind: HostedKind): string | undefined {
  const candidates = collectUrls(output, kind, "", undefined, 0);
  return candidates.reduce<Candidate | undefined>(
    (best, one) => (best && best.score >= one.score ? best : one),
    undefined,
  )?.url;
}

function collectUrls(value: unknown, kind: HostedKind, path: string, type: unknown, depth: number): Candidate[] {
  if (typeof value === "string")
    return /^https?:\/\/\S+$/.test(value) && URL.canParse(value)
      ? [{ url: value, score: scoreUrl(value, kind, path, type) }]
      : [];
  if (typeof value !== "object" || !value || depth >= MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one) => collectUrls(one, kind, path, undefined, depth + 1));
  const { content_type: childType } = value as { content_type?: unknown };
  return Object.entries(value).flatMap(([name, one]) =>
    collectUrls(one, kind, `${path}.${name}`, childType, depth + 1),
  );
}

function scoreUrl(url: string, kind: HostedKind, path: string, type: unknown): number {
  const typePrefix = kind === "music" ? "audio/" : `${kind}/`;
  return (
    (typeof type === "string" && type.startsWith(typePrefix) ? 4 : 0) +
    (EXTENSIONS[kind].test(new URL(url).pathname) ? 2 : 0) +
    (FIELD_NAMES[kind].test(path) ? 1 : 0)
  );
}
