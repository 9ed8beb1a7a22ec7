import { join } from "node:path";
import type { Outcome, Run } from "#core/engine";
import { probe, sniff } from "#core/media/probe";
import type { Vendor } from "#sdk/vendor/client";

/** The outcome for a vendor that returned an image in its response. Throws EngineError if it is damaged. */
export async function toImageOutcome(vendor: Vendor, base64: string, run: Run): Promise<Outcome> {
  const bytes = Buffer.from(base64, "base64");
  const path = join(run.folder, `result.${sniff(bytes)?.extension ?? "png"}`);
  await Bun.write(path, bytes);
  const probed = await probe(path);
  if (probed?.kind !== "image") throw vendor.error("provider_error", `${vendor.title} returned a damaged image.`);
  const { width, height } = probed;
  return { state: "completed", files: { main: { path } }, facts: width && height ? { width, height } : {} };
}
