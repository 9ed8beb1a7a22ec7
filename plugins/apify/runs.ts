import { EngineError } from "vireo/engine";
import { ask, type Json } from "vireo/scrape";
import { pause } from "vireo/timing";
import type { Vendor } from "vireo/vendor";

interface Options {
  /** With a tilde: clockworks~tiktok-scraper. */
  actor: string;
  /** Longest that a read waits for a run's end, seconds. */
  waitSeconds?: number | undefined;
}

const RUN_SECONDS = 100;
const STOP_MS = 5_000;
const MAX_BYTES = 32 * 1024 ** 2;
/** Pause between two reads that Apify answers at once, milliseconds. */
const PAUSE_MS = 500;
const RUNNING = new Set(["READY", "RUNNING", "TIMING-OUT", "ABORTING"]);
const FIELDS =
  "id,text,authorMeta,musicMeta,webVideoUrl,mediaUrls,videoMeta,diggCount,shareCount,playCount,collectCount,commentCount,hashtags,isAd,isSlideshow,error,errorCode";

/**
 * Runs of an actor: started once, waited for, read. Never by the call that answers with the items at once: a
 * connection that breaks there leaves a run which costs on and whose results nobody can find.
 */
export function createRuns(vendor: Vendor, { actor, waitSeconds = 20 }: Options) {
  /** Ends a run that nobody waits for any more. */
  async function stop(id: string): Promise<void> {
    const signal = AbortSignal.timeout(STOP_MS);
    await vendor.fetch(`/v2/actor-runs/${id}/abort`, { method: "POST", signal }).catch(() => undefined);
  }

  async function ended(id: string, signal: AbortSignal): Promise<Json> {
    for (;;) {
      const run = (await ask(vendor, `/v2/actor-runs/${id}?waitForFinish=${waitSeconds}`, { signal }))?.data;
      if (!run) throw vendor.error("provider_error", "Apify lost the run.");
      if (!RUNNING.has(run.status)) return run;
      await pause(PAUSE_MS, signal);
    }
  }

  return {
    /** What a run of the actor with this input puts into its data set. Throws EngineError. */
    async items(input: object, limit: number, signal: AbortSignal): Promise<Json[]> {
      const query = new URLSearchParams({ timeout: String(RUN_SECONDS), maxItems: String(limit) });
      const { json } = await vendor.create(`/v2/acts/${actor}/runs?${query}`, { json: input, signal });
      const id = (json as Json)?.data?.id;
      if (typeof id !== "string" || !/^\w+$/.test(id))
        throw vendor.error("provider_error", "Apify started no run, and did not say why.");
      let run: Json;
      try {
        run = await ended(id, signal);
      } catch (error) {
        await stop(id);
        throw error;
      }
      const { status, defaultDatasetId } = run;
      // Of a run that was cut off by its time, what it found until then counts.
      if (status !== "SUCCEEDED" && status !== "TIMED-OUT")
        throw vendor.error(
          "provider_error",
          `Apify's run ended as ${status}: ${run.statusMessage ?? "no reason given"}.`,
        );
      const list = new URLSearchParams({ format: "json", clean: "true", limit: "100", fields: FIELDS });
      const items = await ask(vendor, `/v2/datasets/${defaultDatasetId}/items?${list}`, {
        signal,
        maxBytes: MAX_BYTES,
      });
      if (!Array.isArray(items)) throw vendor.error("provider_error", "Apify has no list of what the run found.");
      if (status === "TIMED-OUT" && items.length === 0)
        throw new EngineError("provider_timeout", `Apify found nothing within ${RUN_SECONDS} s.`);
      return items.filter((item) => typeof item === "object" && item !== null);
    },
  };
}
