import type { HostedKind } from "#sdk/hosted/model";

const ENDINGS: Readonly<Record<HostedKind, RegExp>> = {
  image: /\.(png|jpe?g|webp|gif|avif)$/i,
  video: /\.(mp4|webm|mov|m4v)$/i,
  music: /\.(mp3|wav|flac|ogg|opus|m4a|aac)$/i,
};
const WORDS: Readonly<Record<HostedKind, RegExp>> = { image: /image/i, video: /video/i, music: /audio|music|song/i };
const MAX_DEPTH = 8;

/** Where the result lies: the address in a model's output that looks most like its kind, of equals the first. */
export function addressIn(output: unknown, kind: HostedKind): string | undefined {
  let best: { url: string; likeness: number } | undefined;
  const seen = (url: string, path: string, type: unknown) => {
    const likeness =
      (typeof type === "string" && type.startsWith(kind === "music" ? "audio/" : `${kind}/`) ? 4 : 0) +
      (ENDINGS[kind].test(new URL(url).pathname) ? 2 : 0) +
      (WORDS[kind].test(path) ? 1 : 0);
    if (!best || likeness > best.likeness) best = { url, likeness };
  };
  const walk = (value: unknown, path: string, type: unknown, depth: number): void => {
    if (typeof value === "string") {
      if (/^https?:\/\/\S+$/.test(value) && URL.canParse(value)) seen(value, path, type);
    } else if (typeof value === "object" && value && depth < MAX_DEPTH) {
      const kept = Array.isArray(value) ? undefined : (value as { content_type?: unknown }).content_type;
      for (const [name, one] of Object.entries(value))
        walk(one, Array.isArray(value) ? path : `${path}.${name}`, kept, depth + 1);
    }
  };
  walk(output, "", undefined, 0);
  return best?.url;
}
