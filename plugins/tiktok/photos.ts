/**
 * Photo posts. TikTok fetches the photos itself, and the call that announces them publishes them: it is made once, after it
 * was recorded.
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { AccountCalls } from "vireo/oauth/calls";
import {
  findMissingPrivacy,
  type MediaItem,
  type Outcome,
  PostLaterError,
  type Publication,
  RefusedError,
  type SocialTarget,
  toUnsent,
} from "vireo/slots/social";
import { RetryLater, type Vendor } from "vireo/vendor";
import { getCode, toError } from "./api";
import { toPending } from "./status";

/** Saved once TikTok has accepted the post. */
export const Accepted = Type.Object({ publishId: Type.String({ minLength: 1 }) }, { additionalProperties: false });
export const PhotoOrder = Type.Object({
  media_type: Type.Literal("PHOTO"),
  post_mode: Type.String(),
  post_info: Type.Object({}),
  source_info: Type.Object({ photo_images: Type.Array(Type.String(), { minItems: 1 }) }),
});
export type PhotoOrder = Static<typeof PhotoOrder>;

const Created = Type.Object({ data: Type.Object({ publish_id: Type.String({ minLength: 1 }) }) });
const TITLE_MAX = 90;
const INIT_MS = 60_000;

const truncate = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

/** Builds the body of the call. Throws RefusedError. */
export function composePhotos(target: SocialTarget, items: readonly MediaItem[]): PhotoOrder {
  const missing = findMissingPrivacy(target);
  if (missing) throw new RefusedError("user_content", missing);
  const urls = items.map(({ publicUrl }) => publicUrl);
  const isPublic = (url: string | undefined): url is string => url?.startsWith("https:") === true;
  if (!urls.every(isPublic))
    throw new RefusedError(
      "media_unavailable",
      "TikTok fetches photos itself, and cannot reach this server. Set PUBLIC_URL to its public https address.",
    );
  const { content, title, toInbox, tiktok = {} } = target;
  const texts = { title: title ? truncate(title, TITLE_MAX) : undefined, description: content };
  const type = tiktok.commercialContentType;
  const settings = {
    privacy_level: tiktok.privacyLevel,
    disable_comment: tiktok.allowComment !== true,
    auto_add_music: false,
    brand_content_toggle: type === "brand_content",
    brand_organic_toggle: type === "brand_organic",
  };
  return {
    media_type: "PHOTO",
    post_mode: toInbox ? "MEDIA_UPLOAD" : "DIRECT_POST",
    post_info: toInbox ? texts : { ...texts, ...settings },
    source_info: { source: "PULL_FROM_URL", photo_cover_index: 0, photo_images: urls } as PhotoOrder["source_info"],
  };
}

/** Makes the call that publishes. Anything but a definite refusal leaves the outcome unknown. */
export async function publishPhotos(
  api: Vendor,
  calls: AccountCalls,
  publication: Publication,
  json: PhotoOrder,
  signal: AbortSignal,
): Promise<Outcome> {
  const path = "/v2/post/publish/content/init/";
  const response = await calls.send(publication, path, { json, timeoutMs: INIT_MS, signal }).catch((error) => {
    // Without a token nothing was sent.
    if (error instanceof RefusedError) return error;
    throw error;
  });
  if (response instanceof RefusedError)
    return { state: "failed", category: response.category, message: response.message };
  if (response instanceof RetryLater)
    return response.unsent ? toUnsent(response.reason) : { state: "unknown", message: response.reason };
  const code = getCode(response);
  if (response.status === 200 && code === "ok" && Value.Check(Created, response.json)) {
    const { publish_id: publishId } = response.json.data;
    await publication.progress?.save({ publishId }).catch(() => {});
    const pending = toPending(publishId);
    return publication.aiGenerated ? { ...pending, notice: "TikTok has no AI label for photos." } : pending;
  }
  if (response.status >= 400 && response.status < 500 && code !== "") {
    const error = toError(api, response);
    if (error instanceof PostLaterError) return { state: "later", afterMs: error.afterMs, message: error.message };
    const category = error instanceof RefusedError ? error.category : "platform_error";
    return { state: "failed", category, message: error.message };
  }
  return { state: "unknown", message: `TikTok responded with ${response.status}.` };
}
