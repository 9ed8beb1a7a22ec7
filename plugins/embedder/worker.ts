import { dlopen, FFIType } from "bun:ffi";
import type { FeatureExtractionPipeline } from "@huggingface/transformers";
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

async function open({ from, dtype, cacheDir, offline, threads }: Extract<Order, { type: "open" }>): Promise<void> {
  turnTelemetryOff();
  const { env, pipeline } = await import("@huggingface/transformers");
  env.cacheDir = cacheDir;
  env.allowRemoteModels = !offline;
  let told = -1;
  pipe = await pipeline("feature-extraction", from, {
    dtype: dtype as "q8",
    local_files_only: offline,
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
    progress_callback(info) {
      const percent = info.status === "progress_total" ? Math.floor(info.progress / 5) * 5 : told;
      if (percent <= told) return;
      told = percent;
      answer({ type: "progress", percent });
    },
  });
  const tokens: Map<string, number> | Record<string, number> = pipe.tokenizer.get_vocab();
  vocabulary = new Set(tokens instanceof Map ? tokens.keys() : Object.keys(tokens));
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
    if (order.type === "open") await open(order);
    else await pipe?.dispose();
    answer({ type: order.type === "open" ? "opened" : "closed" });
  } catch (error) {
    answer({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};
