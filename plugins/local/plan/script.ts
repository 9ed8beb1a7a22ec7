import type { Format } from "./formats";
import type { Slots, Writer } from "./writer";

const HOOK_SECONDS = 3;
const CTA_SECONDS = 2;

/** A script with times: the hook, the format's beats by their weight, the request at the end. */
export function buildScript(
  format: Format,
  { hook, cta }: { hook: string; cta: string },
  seconds: number,
  slots: Slots,
  writer: Writer,
): string {
  const beats = format.beats.flatMap(({ weight, variants }) => {
    const text = writer.write(variants, slots);
    return text ? [{ weight, text }] : [];
  });
  const weights = beats.reduce((sum, { weight }) => sum + weight, 0);
  const middle = seconds - HOOK_SECONDS - CTA_SECONDS;
  const how = format.isMute ? "On screen" : "Spoken and on screen";
  const lines = [`0–${HOOK_SECONDS} s: ${how}: ${hook}`];
  let passed = 0;
  for (const { weight, text } of beats) {
    const from = HOOK_SECONDS + Math.round((middle * passed) / weights);
    passed += weight;
    lines.push(`${from}–${HOOK_SECONDS + Math.round((middle * passed) / weights)} s: ${text}`);
  }
  lines.push(`${seconds - CTA_SECONDS}–${seconds} s: ${format.isMute ? "On screen" : "Last line"}: ${cta}`);
  return lines.join("\n");
}
