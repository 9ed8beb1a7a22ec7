import type { Platform } from "vireo/slots/social";

interface Rules {
  /** Usual length of such videos, in seconds. */
  seconds: readonly [number, number];
  hashtags: number;
  /** Maximum number of characters. */
  title: number;
  caption: number;
  /** Notes for the platform, added to the concept. */
  notes: readonly string[];
}

export const PLATFORMS: Record<Platform, Rules> = {
  tiktok: {
    seconds: [18, 32],
    hashtags: 5,
    title: 100,
    caption: 2200,
    notes: [
      "Made for TikTok: filmed on the phone, text inside the app, the first cut within two seconds.",
      "Made for TikTok: speak faster than feels natural, and leave no pause at the start.",
      "Made for TikTok: answer the first comments with a video of their own.",
    ],
  },
  instagram: {
    seconds: [15, 28],
    hashtags: 8,
    title: 100,
    caption: 2200,
    notes: [
      "Made for Reels: a clean first frame, since it becomes the cover in the grid.",
      "Made for Reels: works without sound; everything important is on screen.",
      "Made for Reels: share it to the story with a question sticker on the same day.",
    ],
  },
  youtube: {
    seconds: [28, 50],
    hashtags: 3,
    title: 100,
    caption: 2200,
    notes: [
      "Made for Shorts: the title carries the search words, and the end leads back to the beginning.",
      "Made for Shorts: a little more explanation, since people come here to learn.",
      "Made for Shorts: say the subject aloud in the first sentence; it is found by that.",
    ],
  },
};
