import { dlopen, FFIType } from "bun:ffi";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { FeatureExtractionPipeline } from "@huggingface/transformers";
import { hasSums, verify, writeSums } from "./checksums";
import { spellOut } from "./hashtags";
import type { Order, Report } from "./messages";

/** onnxruntime reads its switch from the C library's environment, where process.env does not reach. */
function turnTelemetryOff(): void {
  process.env.ORT_DISABLE_TELEMETRY = "1";
  for (const libc of { linux: ["libc.so.6", "libc.so"], darwin: ["libSystem.dylib"] }[process.platform as string] ??
    []) {
    try {
      const { symbols } = dlopen(libc, {
        setenv: { args: [FFIType.cstring, FFIType.cstring, FFIType.i32], returns: FFIType.i32 },
      });
      symbols.setenv(Buffer.from("ORT_DISABLE_TELEMETRY\0"), Buffer.from("1\0"), 1);
      return;
    } catch {
      // Another C library's name.
    }
  }
}

let pipe: FeatureExtractionPipeline | undefined;
let vocabulary: ReadonlySet<string> = new Set();
const answer = (report: Report, transfer: Transferable[] = []) => self.postMessage(report, { transfer });

type Open = Extract<Order, { type: "open" }>;

async function load({ from, dtype, directory, download, threads }: Open, isThere: boolean) {
  const { env, pipeline } = await import("@huggingface/transformers");
  env.cacheDir = download?.cacheDir ?? null;
  env.allowRemoteModels = !isThere;
  if (download?.hub) env.remoteHost = download.hub.replace(/\/*$/, "/");
  let told = -1;
  return pipeline("feature-extraction", isThere ? directory : from, {
    dtype: dtype as "q8",
    local_files_only: isThere,
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
    progress_callback(info) {
      const percent = info.status === "progress_total" ? Math.floor(info.progress / 5) * 5 : told;
      if (isThere || percent <= told) return;
      told = percent;
      answer({ type: "progress", percent });
    },
  });
}

/** Downloads the model's files and opens it. What came broken goes again, unless others had put something there. */
async function fetchModel(order: Open) {
  const isNew = !existsSync(order.directory);
  try {
    return await load(order, false);
  } catch (error) {
    if (isNew) await rm(order.directory, { recursive: true, force: true });
    throw error;
  }
}

/** Opens the model, which is downloaded if it is not there. Its files must be those that were downloaded, and those expected. */
async function open(order: Open): Promise<Report> {
  const { directory, sha256, download } = order;
  turnTelemetryOff();
  const isThere = existsSync(join(directory, "config.json")) && (!download || hasSums(directory));
  if (!isThere && !download) throw new Error(`it is not in ${directory}, and nothing may be downloaded.`);
  if (!isThere) await (await fetchModel(order)).dispose();
  const digest = await verify(directory, sha256);
  if (!isThere) await writeSums(directory);
  pipe = await load(order, true);
  const tokens: Map<string, number> | Record<string, number> = pipe.tokenizer.get_vocab();
  vocabulary = new Set(tokens instanceof Map ? tokens.keys() : Object.keys(tokens));
  return { type: "opened", ...(isThere ? {} : { downloaded: { sha256: digest } }) };
}

async function embed(texts: readonly string[]): Promise<void> {
  if (!pipe) throw new Error("The model is not open.");
  const { data, dims } = await pipe(
    texts.map((text) => spellOut(text, vocabulary)),
    { pooling: "mean", normalize: true },
  );
  const vectors = Float32Array.from(data as Float32Array);
  answer({ type: "embedded", data: vectors, dimensions: dims.at(-1) ?? 0 }, [vectors.buffer]);
}

self.onmessage = async ({ data: order }: MessageEvent<Order>) => {
  try {
    if (order.type === "embed") return await embed(order.texts);
    if (order.type === "open") return answer(await open(order));
    await pipe?.dispose();
    answer({ type: "closed" });
  } catch (error) {
    answer({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};
