import type { SocialSnippet } from "vireo/client";
import type { PlatformInfo, TextLimit } from "vireo/platforms";
import { countText } from "vireo/post-rules";
import type { Platform } from "../../../ui/posts";
import { CAPTION_MAX } from "./values";

/** Characters of a caption that a platform's feed shows before "more". */
export const visibleCharacters = { tiktok: 90, instagram: 125, youtube: 100 } as const;
const OTHER_VISIBLE = 200;

const countCharacters = (text: string): number => Array.from(text).length;
/** What is counted, for people. */
const units = {
  characters: "characters",
  utf16: "characters",
  bytes: "bytes",
  hashtags: "hashtags",
  mentions: "mentions",
};
/** A limit is shown from this share of it on. Hashtags and mentions are shown from the first on. */
const SHOWN_FROM = 0.7;

/** "120 of 2,200 characters, 5 of 30 hashtags on Instagram". Of a single platform, its own length counts. */
export function describeLength(text: string, platforms: readonly PlatformInfo[]): string {
  const limits = platforms.flatMap(({ title, text: limits = [] }) =>
    limits.flatMap((limit) => (limit.max < CAPTION_MAX ? [{ ...limit, title, count: countText(limit, text) }] : [])),
  );
  const isLength = ({ unit }: TextLimit) => unit === "characters";
  const isAlone = platforms.length === 1 && limits.some(isLength);
  const shown = limits.filter((limit) => limit.count >= (isLength(limit) ? (isAlone ? 0 : limit.max * SHOWN_FROM) : 1));
  const general = `${countCharacters(text).toLocaleString()} of ${CAPTION_MAX.toLocaleString()} characters`;
  const own = shown.map(
    ({ count, max, unit, title }) => `${count.toLocaleString()} of ${max.toLocaleString()} ${units[unit]} on ${title}`,
  );
  return [...(isAlone ? [] : [general]), ...new Set(own)].join(", ");
}

/** Cuts a caption where the platform's feed cuts it. */
export function toVisibleCaption(text: string, platform: Platform): { text: string; isCut: boolean } {
  const line = text.trim().replace(/\s*\n\s*/g, " ");
  const characters = Array.from(line);
  const limit = (visibleCharacters as Readonly<Record<string, number>>)[platform] ?? OTHER_VISIBLE;
  return { text: characters.slice(0, limit).join(""), isCut: characters.length > limit };
}

/** Adds a snippet to a caption: hashtags that it lacks at its end, a caption below what is there. */
export function insertSnippet(caption: string, { kind, text }: Pick<SocialSnippet, "kind" | "text">): string {
  const before = caption.trimEnd();
  const present = new Set(before.toLowerCase().match(/#[\p{L}\p{M}\p{N}_]+/gu));
  const added =
    kind === "caption"
      ? text
      : text
          .split(/\s+/)
          .filter((tag) => !present.has(tag.toLowerCase()))
          .join(" ");
  if (!added) return caption;
  if (!before) return added;
  // Hashtags join those that the caption ends with.
  return `${before}${kind === "hashtags" && /(^|\s)#\S+$/.test(before) ? " " : "\n\n"}${added}`;
}
