import { getPlatformName } from "../../../ui/platform";
import type { Platform } from "../../../ui/posts";
import { CAPTION_MAX } from "./values";

/** Most hashtags that a platform accepts in a caption. */
const hashtagLimits: Readonly<Record<string, number | undefined>> = { instagram: 30 };
/** Characters of a caption that a platform's feed shows before "more". */
export const visibleCharacters = { tiktok: 90, instagram: 125, youtube: 100 } as const;
const OTHER_VISIBLE = 200;

export const countCharacters = (text: string): number => Array.from(text).length;
export const countHashtags = (text: string): number => text.match(/(^|[^\p{L}\p{N}_&])#[\p{L}\p{N}_]+/gu)?.length ?? 0;

/** "120 of 2,200 characters, 5 of 30 hashtags on Instagram" */
export function describeLength(text: string, selected: readonly Platform[]): string {
  const length = `${countCharacters(text).toLocaleString()} of ${CAPTION_MAX.toLocaleString()} characters`;
  const hashtags = countHashtags(text);
  const limits = selected.flatMap((platform) => {
    const limit = hashtagLimits[platform];
    return limit && hashtags > 0 ? [`${hashtags} of ${limit} hashtags on ${getPlatformName(platform)}`] : [];
  });
  return [length, ...limits].join(", ");
}

/** Cuts a caption where the platform's feed cuts it. */
export function toVisibleCaption(text: string, platform: Platform): { text: string; isCut: boolean } {
  const line = text.trim().replace(/\s*\n\s*/g, " ");
  const characters = Array.from(line);
  const limit = (visibleCharacters as Readonly<Record<string, number>>)[platform] ?? OTHER_VISIBLE;
  return { text: characters.slice(0, limit).join(""), isCut: characters.length > limit };
}
