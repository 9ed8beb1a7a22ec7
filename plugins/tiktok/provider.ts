import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Context } from "vireo/module";
import type { Connections } from "vireo/oauth";
import { createAccountCalls } from "vireo/oauth/calls";
import { type MediaFile, type Outcome, type SocialProvider, toUnsent } from "vireo/slots/social";
import { RetryLater, type Vendor } from "vireo/vendor";
import { isRejectedToken } from "./api";
import { readCreator } from "./creator";
import { createMetrics } from "./metrics";
import { readStatus, toPending } from "./status";
import { parseUpload, sendAhead, sendLast, startUpload, Upload } from "./upload";

export interface ProviderOptions extends Pick<Context, "now"> {
  api: Vendor;
  connections: Connections;
}

/** Result of `prepare` for `publish`: an upload that only lacks its last chunk, or an existing post. */
const Prepared = Type.Union([
  Type.Object({ upload: Upload }),
  Type.Object({ publishId: Type.String({ minLength: 1 }) }),
]);

const PUBLISH_MS = 3 * 60_000;
/** An upload URL works for an hour. After that, TikTok accepts no more bytes. */
const UPLOAD_MS = 70 * 60_000;
/** Statuses of the last chunk after which no post can exist. */
const REFUSED = new Set([400, 403, 404, 416]);

/** Publishes to TikTok, directly or to the creator's inbox. */
export function createProvider({ api, connections, now }: ProviderOptions): SocialProvider {
  const calls = createAccountCalls(api, connections, isRejectedToken);

  async function publishLast(upload: Upload, file: MediaFile, signal: AbortSignal): Promise<Outcome> {
    const response = await sendLast(api, upload, file, signal);
    if (response instanceof RetryLater)
      return response.unsent ? toUnsent(response.reason) : { state: "unknown", message: response.reason };
    const { status } = response;
    if (status === 201 || status === 200) return toPending(upload.publishId);
    if (REFUSED.has(status))
      return {
        state: "failed",
        category: "platform_error",
        message: `TikTok rejected the upload (${status}). Nothing was published.`,
      };
    return { state: "unknown", message: `TikTok responded with ${status}.` };
  }

  return {
    name: "tiktok",
    perAccount: true,
    timeLimitMs: PUBLISH_MS,
    metrics: createMetrics(api, calls),

    async check() {
      return { ok: true, detail: "publishes with your TikTok app" };
    },

    accounts: (owner) => connections.list(owner),
    creatorInfo: (account, signal, owner) => readCreator(api, calls, { owner, account }, signal),

    async prepare(target, media, signal, progress) {
      const saved = parseUpload(await progress.load());
      if (saved) {
        // A call that seemed to fail may have created the post after all.
        const { outcome, uploadedBytes } = await readStatus(api, calls, target, saved.publishId, signal);
        const isPosted = outcome.state === "published" || outcome.state === "in_inbox";
        if (isPosted || uploadedBytes === saved.size) return { publishId: saved.publishId };
      }
      const file = await media.file();
      const upload = await startUpload(api, calls, target, file, signal);
      await progress.save(upload);
      await sendAhead(api, upload, file, signal);
      return { upload };
    },

    async publish({ prepared, media }, signal) {
      if (!Value.Check(Prepared, prepared))
        return { state: "failed", category: "media_unavailable", message: "The video was not uploaded to TikTok." };
      if ("publishId" in prepared) return toPending(prepared.publishId);
      return publishLast(prepared.upload, await media.file(), signal);
    },

    async read(task, sent, signal) {
      return (await readStatus(api, calls, sent, task, signal)).outcome;
    },

    async find(sent, signal) {
      const saved = parseUpload(await sent.progress?.load());
      if (!saved) return undefined;
      const { outcome, uploadedBytes } = await readStatus(api, calls, sent, saved.publishId, signal);
      const isIncomplete = uploadedBytes !== undefined && uploadedBytes < saved.size;
      if (!isIncomplete) return outcome;
      if (now() - sent.calledAt < UPLOAD_MS) return undefined;
      return {
        state: "failed",
        category: "provider_unavailable",
        message: "TikTok did not receive the whole video. Nothing was published. Retry the post.",
      };
    },
  };
}
