import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { AccountCalls, Caller } from "vireo/oauth/calls";
import type { CreatorInfo } from "vireo/slots/social";
import type { Vendor } from "vireo/vendor";
import { getCode, toError } from "./api";

const Flag = Type.Optional(Type.Boolean());
const Text = Type.Optional(Type.String());
const Creator = Type.Object({
  data: Type.Object({
    creator_nickname: Text,
    creator_avatar_url: Text,
    privacy_level_options: Type.Array(Type.String()),
    comment_disabled: Flag,
    duet_disabled: Flag,
    stitch_disabled: Flag,
    max_video_post_duration_sec: Type.Optional(Type.Number()),
  }),
});

const NO_MORE = new Set(["spam_risk_too_many_posts", "reached_active_user_cap"]);

/** Reads what the creator may currently post. TikTok requires reading it before each direct post. */
export async function readCreator(
  api: Vendor,
  calls: AccountCalls,
  caller: Caller,
  signal: AbortSignal,
): Promise<CreatorInfo> {
  const response = await calls.request(caller, "/v2/post/publish/creator_info/query/", { json: {}, signal });
  if (NO_MORE.has(getCode(response)))
    return {
      privacyLevels: ["SELF_ONLY"],
      interactions: { comment: false, duet: false, stitch: false },
      canPostMore: false,
    };
  if (response.status !== 200 || !Value.Check(Creator, response.json)) throw toError(api, response);
  const { data } = response.json;
  return {
    nickname: data.creator_nickname ?? undefined,
    avatarUrl: data.creator_avatar_url?.startsWith("https:") ? data.creator_avatar_url : undefined,
    maxVideoSeconds: data.max_video_post_duration_sec ?? undefined,
    privacyLevels: data.privacy_level_options,
    interactions: {
      comment: data.comment_disabled !== true,
      duet: data.duet_disabled !== true,
      stitch: data.stitch_disabled !== true,
    },
    canPostMore: true,
  };
}
