import { createHash } from "node:crypto";
import type { Figures, MetricsReader } from "vireo/slots/social";

const HOUR = 3_600_000;

/**
 * Simulates metrics that grow like those of a short video: fast on the first day, then hardly at all. They are marked
 * as simulated.
 */
function simulate(id: string, ageMs: number): Figures {
  const hash = createHash("sha256").update(id).digest();
  const chance = (at: number) => hash.readUInt16LE(at) / 65_536;
  // Most videos perform poorly, and a few perform very well.
  const total = Math.round(150 * 10 ** (2.2 * chance(0) ** 2));
  const views = Math.round(total * (1 - Math.exp(-Math.max(0, ageMs) / (30 * HOUR))));
  const share = (at: number, least: number, most: number) => Math.round(views * (least + (most - least) * chance(at)));
  return {
    views,
    likes: share(2, 0.03, 0.12),
    comments: share(4, 0.001, 0.01),
    shares: share(6, 0.002, 0.015),
    saves: share(8, 0.002, 0.02),
    watchSeconds: Math.round(views * (3 + 9 * chance(10))),
  };
}

export const createMetrics = (now: () => number): MetricsReader => ({
  batch: 100,
  pace: { count: 10_000, ms: 60_000 },
  isSimulated: true,
  read: async ({ posts }) =>
    new Map(
      posts.map(({ platformPostId, publishedAt }) => [platformPostId, simulate(platformPostId, now() - publishedAt)]),
    ),
});
