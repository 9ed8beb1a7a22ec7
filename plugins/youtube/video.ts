import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { AccountCalls } from "vireo/oauth/calls";
import type { Outcome, SocialTarget } from "vireo/slots/social";
import { toError } from "./errors";

const Text = Type.Optional(Type.String());
const Videos = Type.Object({
  items: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        status: Type.Object({
          uploadStatus: Text,
          failureReason: Text,
          rejectionReason: Text,
          privacyStatus: Text,
        }),
      }),
    ),
  ),
});
type Status = NonNullable<Static<typeof Videos>["items"]>[number]["status"];

const READ_AFTER_MS = 20_000;

const failureReasons: Record<string, string> = {
  codec: "YouTube does not support the codec of the video.",
  conversion: "YouTube could not convert the video.",
  emptyFile: "YouTube received an empty file.",
  invalidFile: "YouTube does not support the file format.",
  tooSmall: "The video is too small for YouTube.",
  uploadAborted: "The upload was aborted.",
};
const rejectionReasons: Record<string, string> = {
  claim: "the content was claimed by another owner",
  copyright: "it infringes a copyright",
  duplicate: "it is a duplicate of another video",
  inappropriate: "it violates the community guidelines",
  legal: "of a legal complaint",
  length: "it is too long for this channel",
  termsOfUse: "it violates the terms of use",
  trademark: "it infringes a trademark",
  uploaderAccountClosed: "the account is closed",
  uploaderAccountSuspended: "the account is suspended",
};

export const toPending = (videoId: string): Outcome => ({
  state: "pending",
  task: videoId,
  readAfterMs: READ_AFTER_MS,
});

/** YouTube keeps videos of unaudited apps private. */
function getNotice({ privacyStatus }: Status, requested: string): string | undefined {
  if (!privacyStatus || privacyStatus === requested || requested === "private") return undefined;
  return `YouTube has set the video to ${privacyStatus} instead of ${requested}. Videos of apps that have not passed Google's audit stay private.`;
}

function toOutcome(videoId: string, status: Status, requested: string): Outcome {
  const { uploadStatus, failureReason = "", rejectionReason = "" } = status;
  switch (uploadStatus) {
    case "processed": {
      const notice = getNotice(status, requested);
      return {
        state: "published",
        platformPostId: videoId,
        platformPostUrl: `https://www.youtube.com/watch?v=${videoId}`,
        ...(notice ? { notice } : {}),
      };
    }
    case "failed":
      return {
        state: "failed",
        category: "user_content",
        message: failureReasons[failureReason] ?? "YouTube could not process the video.",
      };
    case "rejected":
      return {
        state: "failed",
        category: "platform_rejected",
        message: `YouTube rejected the video${rejectionReasons[rejectionReason] ? ` because ${rejectionReasons[rejectionReason]}` : ""}.`,
      };
    case "deleted":
      return { state: "failed", category: "platform_rejected", message: "The video was deleted at YouTube." };
    default:
      return toPending(videoId);
  }
}

/** Reads the state of a video. One unit of quota. */
export async function readVideo(
  calls: AccountCalls,
  target: SocialTarget,
  videoId: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const path = `/youtube/v3/videos?part=status&id=${encodeURIComponent(videoId)}`;
  const response = await calls.request(target, path, { signal });
  if (response.status !== 200 || !Value.Check(Videos, response.json)) throw toError(response);
  const video = response.json.items?.find(({ id }) => id === videoId);
  if (!video) return { state: "unknown", message: "YouTube does not list the video. It may have been deleted." };
  return toOutcome(videoId, video.status, target.youtube?.visibility ?? "public");
}
