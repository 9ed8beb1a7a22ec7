import type { Pace, Platform, SocialProvider } from "vireo/slots/social";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Posting limits of the platforms' APIs. YouTube's limit is a quota, which only its responses show. */
const platformPaces: Record<Platform, readonly Pace[]> = {
  tiktok: [
    { count: 6, ms: MINUTE },
    { count: 15, ms: DAY },
  ],
  instagram: [{ count: 50, ms: DAY }],
  youtube: [],
};

/**
 * Returns the first time, `now` or later, at which one more post keeps every limit. `times`: published and planned
 * posts, without the `skipped` newest ones, which no limit covers.
 */
export function nextSlot(paces: readonly Pace[], times: readonly number[], now: number, skipped = 0): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(now, ...paces.map(({ count, ms }) => (sorted.at(skipped - count) ?? Number.NEGATIVE_INFINITY) + ms));
}

/** Returns the limits of an account. The provider's values take precedence. */
export const getPaces = ({ paces }: Pick<SocialProvider, "paces">, platform: Platform): readonly Pace[] =>
  paces ? (paces[platform] ?? []) : platformPaces[platform];

/** Longest period of a limit, in milliseconds. */
export const getLongestPace = (paces: readonly Pace[]): number => Math.max(0, ...paces.map(({ ms }) => ms));
