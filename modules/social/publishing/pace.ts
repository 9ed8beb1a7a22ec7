import type { Pace, Platform, SocialProvider } from "vireo/slots/social";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** What an account may post, as the platforms' interfaces allow it. YouTube limits by quota, which only its answers tell. */
const platformPaces: Record<Platform, readonly Pace[]> = {
  tiktok: [
    { count: 6, ms: MINUTE },
    { count: 15, ms: DAY },
  ],
  instagram: [{ count: 50, ms: DAY }],
  youtube: [],
};

/** The first moment from `now` on at which one more post keeps every pace, after all of `times`: posts done and planned. */
export function nextSlot(paces: readonly Pace[], times: readonly number[], now: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(now, ...paces.map(({ count, ms }) => (sorted.at(-count) ?? Number.NEGATIVE_INFINITY) + ms));
}

/** What holds for an account: the provider's word where it has one. */
export const pacesOf = ({ paces }: Pick<SocialProvider, "paces">, platform: Platform): readonly Pace[] =>
  paces ? (paces[platform] ?? []) : platformPaces[platform];

/** How far back posts count. */
export const longestOf = (paces: readonly Pace[]): number => Math.max(0, ...paces.map(({ ms }) => ms));
