import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type Figures, type MetricsReader, readCount } from "vireo/slots/social";
import type { PostizApi } from "./api";
import { listBetween } from "./posts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Postiz lists posts by due time, in minutes. */
const AROUND_MS = 2 * HOUR;
const READ_MS = 20_000;

const Series = Type.Array(
  Type.Object({
    label: Type.String(),
    data: Type.Array(Type.Object({ total: Type.Unknown() })),
  }),
);

/** Postiz names metrics like each platform does. */
const NAMES: readonly [keyof Figures, RegExp][] = [
  ["views", /^(?:video )?(?:views|plays)$/i],
  ["likes", /^likes$/i],
  ["comments", /^comments$/i],
  ["shares", /^shares$/i],
  ["saves", /^(?:saves|saved|favorites)$/i],
];

function readSeries(series: Static<typeof Series>): Figures {
  const figures: Figures = {};
  for (const { label, data } of series) {
    const name = NAMES.find(([, test]) => test.test(label.trim()))?.[0];
    const total = readCount(data.at(-1)?.total);
    if (name && total !== undefined) figures[name] = total;
  }
  return figures;
}

/**
 * Reads metrics of one post at a time. Postiz identifies posts by its own ids, which its list contains in addition to
 * those of the platform.
 */
export const createMetrics = (api: PostizApi, now: () => number): MetricsReader => ({
  batch: 1,
  // Two requests each. Postiz documents 30 requests an hour; many servers only count posts.
  pace: { count: 15, ms: HOUR },
  async read({ account, posts }, signal) {
    const figures = new Map<string, Figures>();
    for (const { platformPostId, publishedAt } of posts) {
      const listed = await listBetween(api, account, [publishedAt - AROUND_MS, publishedAt + AROUND_MS], signal);
      const post = listed.find(({ releaseId }) => releaseId === platformPostId);
      if (!post) continue;
      const days = Math.max(1, Math.ceil((now() - publishedAt) / DAY));
      const path = `/analytics/post/${encodeURIComponent(post.id)}?date=${days}`;
      const response = await api.request(path, { signal, timeoutMs: READ_MS });
      if (response.status === 404) continue;
      // Servers return an object if the platform no longer has the post.
      if (response.status !== 200) throw api.unexpected("read a post's figures", response);
      const known = Value.Check(Series, response.json) ? readSeries(response.json) : {};
      if (Object.keys(known).length > 0) figures.set(platformPostId, known);
    }
    return figures;
  },
});
