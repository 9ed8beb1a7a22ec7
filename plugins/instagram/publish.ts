import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { getFingerprint } from "vireo/oauth/calls";
import {
  type Outcome,
  PostLaterError,
  type PostMedia,
  type Progress,
  type Publication,
  RefusedError,
  type SocialTarget,
} from "vireo/slots/social";
import { pause } from "vireo/timing";
import { RetryLater } from "vireo/vendor";
import { getCategory } from "./api";
import {
  checkLimit,
  composeReel,
  createContainer,
  fillContainer,
  type Parts,
  parseContainer,
  readContainer,
} from "./container";
import { readReel } from "./reel";

const Published = Type.Object({ id: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]) });

/** Time that Instagram needs for most short videos. Afterwards the post yields its place to others. */
const LOOKS_MS = [0, 1_000, 2_000, 3_000];
const LATER_MS = 15_000;
export const PUBLISH_MS = 60_000;

/** Waits briefly until Instagram has processed the video. Throws PostLaterError if that takes longer. */
export async function awaitFinished(
  parts: Parts,
  target: SocialTarget,
  container: string,
  signal: AbortSignal,
): Promise<"finished" | "published"> {
  for (const ms of LOOKS_MS) {
    await pause(ms, signal);
    const { code, why } = await readContainer(parts, target, container, signal);
    if (code === "FINISHED") return "finished";
    if (code === "PUBLISHED") return "published";
    if (code === "ERROR")
      throw new RefusedError("user_content", `Instagram could not process the video. ${why}`.trim());
    if (code === "EXPIRED") throw new Error("The container expired before it was published.");
  }
  throw new PostLaterError(LATER_MS, "Instagram is processing the video.");
}

/** Finds a container of an earlier attempt. It can only be published once, so a valid one is reused. */
export async function findContainer(
  parts: Parts,
  target: SocialTarget,
  about: string,
  signal: AbortSignal,
  progress: Progress,
) {
  const saved = parseContainer(await progress.load());
  if (!saved?.isFilled) return undefined;
  const { code } = await readContainer(parts, target, saved.id, signal).catch((error) => {
    // Instagram no longer has it.
    if (error instanceof RefusedError && error.category === "user_content") return { code: "EXPIRED" };
    throw error;
  });
  const isUsable = code === "PUBLISHED" || (saved.about === about && /^(FINISHED|IN_PROGRESS)$/.test(code));
  return isUsable ? saved.id : undefined;
}

/** Creates a container with the video. */
export async function fill(
  parts: Parts,
  target: SocialTarget,
  media: PostMedia,
  signal: AbortSignal,
  progress: Progress,
): Promise<string> {
  await checkLimit(parts, target, signal);
  const reel = composeReel(target, media);
  const about = getFingerprint([reel, media.address]);
  const { id, uri } = await createContainer(parts, target, reel, signal);
  await progress.save({ id, isFilled: uri === undefined, about });
  if (uri === undefined) return id;
  await fillContainer(parts, target, uri, media, signal);
  await progress.save({ id, isFilled: true, about });
  return id;
}

export async function publishContainer(
  parts: Parts,
  order: Publication,
  container: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const response = await parts.calls.send(order, `/${order.account.externalId}/media_publish`, {
    json: { creation_id: container },
    timeoutMs: PUBLISH_MS,
    signal,
  });
  if (response instanceof RetryLater)
    return response.unsent
      ? { state: "failed", category: "provider_unavailable", message: response.reason }
      : { state: "unknown", message: response.reason };
  const { status, json } = response;
  if (status === 200 && Value.Check(Published, json)) {
    const id = String(json.id);
    return readReel(parts, order, id, signal).catch(() => ({ state: "published", platformPostId: id, task: id }));
  }
  const category = getCategory(response);
  if (category)
    return { state: "failed", category, message: `Instagram rejected the post: ${parts.api.errorMessage(response)}` };
  return { state: "unknown", message: `Instagram responded with ${status}.` };
}
