import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { AccountCalls } from "vireo/oauth/calls";
import type { Outcome, Sent, SocialTarget } from "vireo/slots/social";
import { toError } from "./errors";
import { parseTask, setThumbnail, type ThumbnailParts, toTask } from "./thumbnail";

const Text = Type.Optional(Type.String());
const Videos = Type.Object({
  items: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        processingDetails: Type.Optional(Type.Object({ processingStatus: Text })),
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
type Video = NonNullable<Static<typeof Videos>["items"]>[number];
type Status = Video["status"];

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

export const toPending = (videoId: string) =>
  ({ state: "pending", task: videoId, readAfterMs: READ_AFTER_MS }) as const;

/** YouTube or the settings of the channel can restrict who sees a video. */
function getNotice({ privacyStatus }: Status, requested: string): string | undefined {
  if (!privacyStatus || privacyStatus === requested || requested === "private") return undefined;
  return `The video is ${privacyStatus} instead of ${requested}. YouTube or the channel's settings have restricted it. Change the visibility in YouTube Studio.`;
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
        notice: notice || undefined,
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

async function findVideo(
  calls: AccountCalls,
  target: SocialTarget,
  videoId: string,
  signal: AbortSignal,
): Promise<Video | undefined> {
  const path = `/youtube/v3/videos?part=status,processingDetails&id=${encodeURIComponent(videoId)}`;
  const response = await calls.request(target, path, { signal });
  if (response.status !== 200 || !Value.Check(Videos, response.json)) throw toError(response);
  return response.json.items?.find(({ id }) => id === videoId);
}

/** Reads the state of a video. One unit of quota. */
export async function readVideo(
  calls: AccountCalls,
  target: SocialTarget,
  videoId: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const video = await findVideo(calls, target, videoId, signal);
  if (!video) return { state: "unknown", message: "YouTube does not list the video. It may have been deleted." };
  return toOutcome(videoId, video.status, target.youtube?.visibility ?? "public");
}

/** Age after which a video that plays gets its thumbnail, whatever YouTube says of its processing. */
const PROCESSING_MS = 20 * 60_000;

/** Reads the state of a published video, and sets its thumbnail once YouTube has processed it. */
export async function finishVideo(
  parts: ThumbnailParts & { now(): number },
  sent: Sent,
  task: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { videoId, tries } = parseTask(task);
  const url = sent.youtube?.thumbnailUrl;
  if (url === undefined) return readVideo(parts.calls, sent, videoId, signal);
  const video = await findVideo(parts.calls, sent, videoId, signal);
  if (!video) return { state: "unknown", message: "YouTube does not list the video. It may have been deleted." };
  const outcome = toOutcome(videoId, video.status, sent.youtube?.visibility ?? "public");
  if (outcome.state !== "published") return outcome;
  const { processingStatus = "succeeded" } = video.processingDetails ?? {};
  if (processingStatus === "processing" && parts.now() - sent.calledAt < PROCESSING_MS)
    return { ...toPending(videoId), task };
  const { notice, again } = await setThumbnail(parts, sent, { videoId, tries }, url, signal);
  if (again) return { ...toPending(videoId), task: toTask(videoId, tries + 1) };
  const notices = [outcome.notice, notice].filter(Boolean).join(" ");
  return { ...outcome, notice: notices || undefined };
}
