import { EngineError } from "vireo/engine";
import { type Json, readJson } from "vireo/scrape";
import { pause } from "vireo/timing";
import type { Vendor } from "vireo/vendor";

interface ActorOptions {
  /** Actor name with a tilde: clockworks~tiktok-scraper. */
  actor: string;
  /** Maximum cost of one run, in US dollars. */
  maxRunUsd: number;
  /** Seconds that one read waits for the run to end. */
  waitSeconds?: number | undefined;
}

const RUN_SECONDS = 100;
const STOP_MS = 5_000;
const MAX_BYTES = 32 * 1024 ** 2;
/** Interval between reads that return at once, in milliseconds. */
const PAUSE_MS = 500;
const RUNNING = new Set(["READY", "RUNNING", "TIMING-OUT", "ABORTING"]);
const FIELDS =
  "id,text,authorMeta,musicMeta,webVideoUrl,mediaUrls,videoMeta,diggCount,shareCount,playCount,collectCount,commentCount,hashtags,isAd,isSlideshow,error,errorCode";

/**
 * Runs an actor: starts the run once, polls it, then reads the results. Apify's synchronous call is not used, because
 * an interrupted connection would leave a paid run whose results are lost. Returns the items. Throws EngineError.
 */
export async function runActor(
  vendor: Vendor,
  { actor, maxRunUsd, waitSeconds = 20 }: ActorOptions,
  input: object,
  limit: number,
  signal: AbortSignal,
): Promise<Json[]> {
  // `maxItems` limits the cost of actors sold per result, `maxTotalChargeUsd` of those sold per event.
  const query = new URLSearchParams({
    timeout: String(RUN_SECONDS),
    maxItems: String(limit),
    maxTotalChargeUsd: String(maxRunUsd),
  });
  const { json } = await vendor.create(`/v2/acts/${actor}/runs?${query}`, { json: input, signal });
  const id = (json as Json)?.data?.id;
  if (typeof id !== "string" || !/^\w+$/.test(id))
    throw vendor.error("provider_error", "Apify started no run and gave no reason.");
  let run: Json;
  try {
    run = await waitForEnd(vendor, id, waitSeconds, signal);
  } catch (error) {
    await abort(vendor, id);
    throw error;
  }
  const { status, defaultDatasetId } = run;
  // A run that timed out still has partial results.
  if (status !== "SUCCEEDED" && status !== "TIMED-OUT")
    throw vendor.error(
      "provider_error",
      `Apify's run ended with ${status}: ${run.statusMessage ?? "no reason given"}.`,
    );
  const list = new URLSearchParams({ format: "json", clean: "true", limit: "100", fields: FIELDS });
  const items = await readJson(vendor, `/v2/datasets/${defaultDatasetId}/items?${list}`, {
    signal,
    maxBytes: MAX_BYTES,
  });
  if (!Array.isArray(items)) throw vendor.error("provider_error", "Apify returned no list of results.");
  if (status === "TIMED-OUT" && items.length === 0)
    throw new EngineError("provider_timeout", `Apify found no videos within ${RUN_SECONDS} s.`);
  return items.filter((item) => typeof item === "object" && item !== null);
}

/** Aborts a run whose result is no longer needed. */
async function abort(vendor: Vendor, id: string): Promise<void> {
  const signal = AbortSignal.timeout(STOP_MS);
  await vendor.fetch(`/v2/actor-runs/${id}/abort`, { method: "POST", signal }).catch(() => undefined);
}

async function waitForEnd(vendor: Vendor, id: string, waitSeconds: number, signal: AbortSignal): Promise<Json> {
  for (;;) {
    const run = (await readJson(vendor, `/v2/actor-runs/${id}?waitForFinish=${waitSeconds}`, { signal }))?.data;
    if (!run) throw vendor.error("provider_error", "Apify no longer has the run.");
    if (!RUNNING.has(run.status)) return run;
    await pause(PAUSE_MS, signal);
  }
}
