import type { Run } from "vireo/engine";
import { pause } from "vireo/timing";
import type { GeminiClient, Json } from "./client";

export interface Uploaded {
  /** Name files/…, used to read and delete it. */
  name: string;
  uri: string;
  mimeType: string;
}

const MAX_BYTES = 2 * 1024 ** 3;
const UPLOAD_MS = 10 * 60_000;
/** Google must process a video before it can be used. */
const READY_MS = 5 * 60_000;
const DELETE_MS = 10_000;

/**
 * Uploads a file to Gemini's Files API, runs `work` with it, then deletes it. Google keeps files for two days otherwise.
 * Throws EngineError.
 */
export async function withUploadedFile<Result>(
  client: GeminiClient,
  { path, contentType }: { path: string; contentType: string },
  { signal }: Pick<Run, "signal">,
  work: (file: Uploaded) => Promise<Result>,
  everyMs = 2_000,
): Promise<Result> {
  const file = await upload(client, path, contentType, signal);
  try {
    return await work(await waitUntilReady(client, file, everyMs, signal));
  } finally {
    await remove(client, file.name);
  }
}

async function waitUntilReady(
  { vendor, limit }: GeminiClient,
  file: Json,
  everyMs: number,
  signal: AbortSignal,
): Promise<Uploaded> {
  let now = file;
  for (const end = Date.now() + READY_MS; now?.state !== "ACTIVE"; ) {
    if (now?.state === "FAILED")
      throw vendor.error("provider_rejected", `Gemini cannot read the video. ${now.error?.message ?? ""}`.trim());
    if (Date.now() > end) throw vendor.error("provider_timeout", "Gemini did not process the video in time.");
    await pause(everyMs, signal);
    const answer = await vendor.fetch(`/v1beta/${file.name}`, { signal, ...limit });
    if (answer.status >= 300)
      throw vendor.error("provider_error", `Gemini lost the video (${answer.status}). ${vendor.errorMessage(answer)}`);
    now = answer.json;
  }
  return { name: file.name, uri: now.uri ?? file.uri, mimeType: now.mimeType ?? file.mimeType };
}

async function remove({ vendor, limit }: GeminiClient, name: string): Promise<void> {
  const signal = AbortSignal.timeout(DELETE_MS);
  // Google deletes the file after two days anyway.
  await vendor.read(`/v1beta/${name}`, { method: "DELETE", signal, ...limit }).catch(() => {});
}

async function upload(
  { vendor, limit, isGeminiUrl }: GeminiClient,
  path: string,
  contentType: string,
  signal: AbortSignal,
): Promise<Json> {
  const file = Bun.file(path);
  if (file.size > MAX_BYTES) throw vendor.error("provider_rejected", "The video is larger than 2 GB, Gemini's limit.");
  const started = await vendor.fetch("/upload/v1beta/files", {
    json: { file: { displayName: "video" } },
    headers: {
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": String(file.size),
      "x-goog-upload-header-content-type": contentType,
    },
    signal,
    ...limit,
  });
  const url = started.headers.get("x-goog-upload-url") ?? "";
  if (started.status >= 300)
    throw vendor.error(
      "provider_rejected",
      `Gemini rejected the video (${started.status}). ${vendor.errorMessage(started)}`,
    );
  if (!isGeminiUrl(url)) throw vendor.error("provider_unavailable", "Gemini returned an upload URL on another host.");
  const sent = await vendor.fetch(url, {
    method: "POST",
    body: file,
    headers: {
      "content-type": contentType,
      "x-goog-upload-offset": "0",
      "x-goog-upload-command": "upload, finalize",
    },
    signal,
    timeoutMs: limit.timeoutMs ?? UPLOAD_MS,
  });
  const uploaded = (sent.json as Json)?.file;
  // The name becomes part of a path, so check it.
  if (sent.status >= 300 || !/^files\/[\w-]+$/.test(uploaded?.name ?? ""))
    throw vendor.error(
      "provider_error",
      `Gemini did not accept the video (${sent.status}). ${vendor.errorMessage(sent)}`,
    );
  return uploaded;
}
