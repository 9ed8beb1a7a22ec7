import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { AccountCalls } from "vireo/oauth/calls";
import { type Figures, type MetricsReader, readFigures } from "vireo/slots/social";
import type { Vendor } from "vireo/vendor";
import { getCode, toError } from "./api";

const Count = Type.Optional(Type.Unknown());
const Video = Type.Object({
  id: Type.String(),
  view_count: Count,
  like_count: Count,
  comment_count: Count,
  share_count: Count,
});
const Videos = Type.Object({ data: Type.Object({ videos: Type.Optional(Type.Array(Video)) }) });

const toFigures = ({ view_count, like_count, comment_count, share_count }: Static<typeof Video>): Figures =>
  readFigures({ views: view_count, likes: like_count, comments: comment_count, shares: share_count });

/** Reads metrics of public videos, 20 at a time. */
export const createMetrics = (api: Vendor, calls: AccountCalls): MetricsReader => ({
  batch: 20,
  pace: { count: 300, ms: 60_000 },
  async read({ owner, account, posts }, signal) {
    const path = "/v2/video/query/?fields=id,view_count,like_count,comment_count,share_count";
    const json = { filters: { video_ids: posts.map(({ platformPostId }) => platformPostId) } };
    const response = await calls.request({ owner, account }, path, { json, signal });
    if (response.status !== 200 || getCode(response) !== "ok" || !Value.Check(Videos, response.json))
      throw toError(api, response);
    return new Map((response.json.data.videos ?? []).map((video) => [video.id, toFigures(video)]));
  },
});
