import type { Format } from "./formats";
import type { Labels } from "./languages/index";
import type { Slots, Writer } from "./writer";

const HOOK_SECONDS = 3;
const CTA_SECONDS = 2;

/**
 * Writes a script with times: the hook, the format's beats by weight, the request at the end. Directions are in square
 * brackets, so that a storyboard shows only the spoken text.
 */
export function buildScript(
  format: Format,
  { hook, cta }: { hook: string; cta: string },
  seconds: number,
  slots: Slots,
  { writer, labels }: { writer: Writer; labels: Labels },
): string {
  const nested = quoteSingly(slots);
  const beats = format.beats.flatMap(({ weight, variants }) => {
    const text = writer.write(variants, nested);
    return text ? [{ weight, text }] : [];
  });
  addWords(beats, nested, labels);
  const weights = beats.reduce((sum, { weight }) => sum + weight, 0);
  const middle = seconds - HOOK_SECONDS - CTA_SECONDS;
  const lines = [`0–${HOOK_SECONDS} s: Hook (${format.isMute ? labels.hookShown : labels.hookSpoken}): ${hook}`];
  let passed = 0;
  for (const { weight, text } of beats) {
    const from = HOOK_SECONDS + Math.round((middle * passed) / weights);
    passed += weight;
    lines.push(`${from}–${HOOK_SECONDS + Math.round((middle * passed) / weights)} s: ${bracketDirections(text)}`);
  }
  lines.push(
    `${seconds - CTA_SECONDS}–${seconds} s: CTA (${format.isMute ? labels.ctaShown : labels.ctaSpoken}): ${cta}`,
  );
  return lines.join("\n");
}

/** Changes quotation marks within a quotation to single ones, because double ones would end it. */
const quoteSingly = (slots: Slots): Slots =>
  Object.fromEntries(
    Object.entries(slots).map(([name, text = ""]) => {
      const [, open = "", inner = "", close = ""] = /^(“?)(.*?)(”?)$/su.exec(text) ?? [];
      const single = inner.replace(/“([^“”]*)”/g, "‘$1’");
      return [name, text && `${open}${single}${close}`];
    }),
  );

/** Shows a point of the topic on screen if a format only contains directions, so that the script has content. */
function addWords(beats: { weight: number; text: string }[], { p1 }: Slots, { onScreen }: Labels): void {
  const longest = beats.toSorted((a, b) => b.weight - a.weight)[0];
  if (p1 && longest && !beats.some(({ text }) => text.includes("“"))) longest.text += ` ${onScreen} ${p1}`;
}

/**
 * Converts "Cross it out. “It is hard.”" to "[Cross it out.] It is hard.": quoted text is spoken, the rest is a
 * direction.
 */
function bracketDirections(beat: string): string {
  return beat
    .split(/(“[^”]*”)/)
    .map((part) => part.trim())
    .filter((part) => part.replace(/[.,;:!?…]/g, "").trim() !== "")
    .map((part) => (part.startsWith("“") ? part.slice(1, -1) : `[${/[.!?…:]$/.test(part) ? part : `${part}.`}]`))
    .join(" ");
}
