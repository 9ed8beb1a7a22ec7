import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type Figures, type MetricsReader, readCount } from "vireo/slots/social";
import { toError } from "./api";
import type { Parts } from "./container";

const Insights = Type.Object({
  data: Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.Object({ value: Type.Unknown() })) })),
});

const fields: Record<string, [name: keyof Figures, divisor: number]> = {
  views: ["views", 1],
  likes: ["likes", 1],
  comments: ["comments", 1],
  shares: ["shares", 1],
  saved: ["saves", 1],
  ig_reels_video_view_total_time: ["watchSeconds", 1000],
};

/** Insights of reels, read with one call each. They may be delayed by two days. */
export const createMetrics = ({ api, calls }: Pick<Parts, "api" | "calls">): MetricsReader => ({
  batch: 1,
  // Meta allows an app 4800 calls a day for each account and impression, including publish calls.
  pace: { count: 150, ms: 3_600_000 },
  isPacedByAccount: true,
  async read({ owner, account, posts }, signal) {
    const figures = new Map<string, Figures>();
    for (const { platformPostId } of posts) {
      const path = `/${encodeURIComponent(platformPostId)}/insights?metric=${Object.keys(fields).join(",")}`;
      const response = await calls.request({ owner, account }, path, { signal });
      // The reel was deleted.
      if (response.status === 400 || response.status === 404) continue;
      if (response.status !== 200 || !Value.Check(Insights, response.json)) throw toError(api, response);
      const known = response.json.data.flatMap(({ name, values }) => {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
        const value = field && readCount(values[0]?.value, field[1]);
        return field && value !== undefined ? [[field[0], value] as const] : [];
      });
      figures.set(platformPostId, Object.fromEntries(known));
    }
    return figures;
  },
});
