import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { AccountCalls } from "vireo/oauth/calls";
import type { Failed, Outcome, SocialTarget } from "vireo/slots/social";
import type { Vendor } from "vireo/vendor";
import { getCode, toError } from "./api";

const Status = Type.Object({
  data: Type.Object({
    status: Type.String(),
    fail_reason: Type.Optional(Type.String()),
    uploaded_bytes: Type.Optional(Type.Number()),
  }),
});

const READ_AFTER_MS = 10_000;

/** Messages for failures, by TikTok's reason names. */
const reasons: Record<string, [category: Failed["category"], message: string]> = {
  file_format_check_failed: ["user_content", "TikTok does not support the format of the video."],
  duration_check_failed: ["user_content", "The video is too long or too short for this TikTok account."],
  frame_rate_check_failed: ["user_content", "TikTok does not support the frame rate of the video."],
  picture_size_check_failed: ["user_content", "TikTok does not support the frame size of the video."],
  internal: ["platform_error", "TikTok had an internal error."],
  auth_removed: ["auth_expired", "The access to this TikTok account was removed. Reconnect it, then retry the post."],
  publish_cancelled: ["platform_rejected", "The post was cancelled in TikTok."],
  spam_risk_too_many_posts: ["quota_exhausted", "TikTok accepts no more posts from this account today."],
  spam_risk_user_banned_from_posting: ["account_issue", "TikTok does not allow this account to post."],
  spam_risk_text: ["user_content", "TikTok treats the text as spam."],
  spam_risk: ["platform_rejected", "TikTok treats the post as spam."],
};

export const toPending = (publishId: string) =>
  ({ state: "pending", task: publishId, readAfterMs: READ_AFTER_MS }) satisfies Outcome;

export interface PostStatus {
  outcome: Outcome;
  /** Number of bytes that TikTok has received, while it receives them. */
  uploadedBytes: number | undefined;
}

/** Ids have 19 digits, more than a number can hold, so they are parsed from the text. */
const findPostId = (text: string): string | undefined =>
  /"publi(?:caly|cly)_available_post_id"\s*:\s*\[\s*"?(\d+)/.exec(text)?.[1];

function toOutcome(
  publishId: string,
  status: string,
  reason: string,
  postId: string | undefined,
  username: string,
): Outcome {
  switch (status) {
    case "PUBLISH_COMPLETE":
      // The id of a public post follows after moderation; a private post never has one.
      return postId
        ? {
            state: "published",
            platformPostId: postId,
            platformPostUrl: `https://www.tiktok.com/@${encodeURIComponent(username)}/${publishId.startsWith("p_") ? "photo" : "video"}/${postId}`,
          }
        : { state: "published", task: publishId };
    case "SEND_TO_USER_INBOX":
      return { state: "in_inbox" };
    case "FAILED": {
      const [category, message] = (Object.hasOwn(reasons, reason) ? reasons[reason] : undefined) ?? [
        "platform_rejected",
        `TikTok did not publish the video${reason ? ` (${reason})` : ""}.`,
      ];
      return { state: "failed", category, message };
    }
    default:
      return toPending(publishId);
  }
}

/** Reads the state of a post. TikTok allows 30 reads per minute and account. */
export async function readStatus(
  api: Vendor,
  calls: AccountCalls,
  target: SocialTarget,
  publishId: string,
  signal: AbortSignal,
): Promise<PostStatus> {
  const response = await calls.request(target, "/v2/post/publish/status/fetch/", {
    json: { publish_id: publishId },
    signal,
  });
  if (getCode(response) === "invalid_publish_id")
    return { outcome: { state: "unknown", message: "TikTok no longer has the post." }, uploadedBytes: undefined };
  if (response.status !== 200 || getCode(response) !== "ok" || !Value.Check(Status, response.json))
    throw toError(api, response);
  const { status, fail_reason = "", uploaded_bytes } = response.json.data;
  return {
    outcome: toOutcome(publishId, status, fail_reason, findPostId(response.text), target.account.username),
    uploadedBytes: status === "PROCESSING_UPLOAD" ? uploaded_bytes : undefined,
  };
}
