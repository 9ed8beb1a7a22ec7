/** Uploads hostile files and checks how the server takes them. */
import type { Client, TestApp } from "#test/app";
import type { HostileFile } from "./corpus";

/** Statuses that a hostile file may get. */
const ACCEPTABLE = new Set([201, 400, 413, 415]);
/** Types that a stored file may be served with. None of them runs in a browser. */
const MEDIA = /^(image\/(png|jpeg|webp|gif)|(video|audio)\/)/;
/** The time limit of a probe, and room for a busy machine. */
const MAX_MS = 15_000;

/** Uploads one file. Returns its status and what is wrong with it, if anything is. */
export async function tryUpload(app: TestApp, api: Client, { bytes }: HostileFile) {
  const form = new FormData();
  form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "text/html" }), "file.html");
  const startedAt = performance.now();
  const { status, body } = await api("POST", "/upload", form);
  const ms = performance.now() - startedAt;
  if (!ACCEPTABLE.has(status)) return { status, ms, fault: `status ${status}: ${JSON.stringify(body)}` };
  if (ms > MAX_MS) return { status, ms, fault: `took ${Math.round(ms)} ms` };
  if (status !== 201) return { status, ms };
  const served = await app.vireo.handle(new Request(body.url));
  const type = served.headers.get("content-type") ?? "";
  await served.body?.cancel();
  await api("DELETE", `/uploads/${body.uploadId}`);
  const isSafe = MEDIA.test(type) && served.headers.get("x-content-type-options") === "nosniff";
  return { status, ms, ...(isSafe ? {} : { fault: `served as ${type}` }) };
}
