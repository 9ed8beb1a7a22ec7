import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { AccountCalls } from "vireo/oauth/calls";
import { type Figures, type MetricsReader, readFigures } from "vireo/slots/social";
import { toError } from "./errors";

const Count = Type.Optional(Type.Unknown());
const Videos = Type.Object({
  items: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        statistics: Type.Optional(Type.Object({ viewCount: Count, likeCount: Count, commentCount: Count })),
      }),
    ),
  ),
});

const toFigures = ({ statistics = {} }: NonNullable<Static<typeof Videos>["items"]>[number]): Figures =>
  readFigures({
    views: statistics.viewCount,
    likes: statistics.likeCount,
    comments: statistics.commentCount,
  });

/** Reads public statistics: one unit of quota for 50 videos. */
export const createMetrics = (calls: AccountCalls): MetricsReader => ({
  batch: 50,
  // A tenth of the daily quota of a new app.
  pace: { count: 1000, ms: 86_400_000 },
  async read({ owner, account, posts }, signal) {
    const ids = posts.map(({ platformPostId }) => platformPostId).join(",");
    const query = new URLSearchParams({ part: "statistics", id: ids, maxResults: "50" });
    const response = await calls.request({ owner, account }, `/youtube/v3/videos?${query}`, { signal });
    if (response.status !== 200 || !Value.Check(Videos, response.json)) throw toError(response);
    return new Map((response.json.items ?? []).map((video) => [video.id, toFigures(video)]));
  },
});
