import { join } from "node:path";
import type { Outcome, Run } from "#core/engine";
import { probe, sniff } from "#core/media/probe";
import type { Vendor } from "#sdk/vendor/client";

/**
 * Returns the outcome for a vendor that returned an image in its response.
 * @throws EngineError `provider_error` if the image is damaged
 * @example
 * const { json } = await vendor.create("/v1/images", { json: { prompt: "Dusk" }, signal: run.signal });
 * const outcome = await toImageOutcome(vendor, (json as { base64: string }).base64, run);
 */
export async function toImageOutcome(vendor: Vendor, base64: string, run: Run): Promise<Outcome> {
  const bytes = Buffer.from(base64, "base64");
  const path = join(run.folder, `result.${sniff(bytes)?.extension ?? "png"}`);
  await Bun.write(path, bytes);
  const probed = await probe(path);
  if (probed?.kind !== "image") throw vendor.error("provider_error", `${vendor.title} returned a damaged image.`);
  const { width, height } = probed;
  return { state: "completed", files: { main: { path } }, facts: width && height ? { width, height } : {} };
}
