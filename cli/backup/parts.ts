import { findKeys } from "#core/storage/referenced-keys";
import type { Throttle } from "./throttle";

/**
 * Joins a table's lines into parts of about `maxChars`, to limit memory use, and adds their storage keys to `keys`.
 * Returns the number of lines.
 */
export async function writeParts(
  batches: AsyncIterable<readonly string[]>,
  maxChars: number,
  keys: Set<string>,
  throttle: Throttle,
  write: (text: string, part: number) => Promise<void>,
): Promise<number> {
  let rows = 0;
  let parts = 0;
  let lines: string[] = [];
  let chars = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    const text = `${lines.join("\n")}\n`;
    for (const key of findKeys(text)) keys.add(key);
    lines = [];
    chars = 0;
    await write(text, ++parts);
  };
  for await (const batch of batches) {
    rows += batch.length;
    for (const line of batch) {
      lines.push(line);
      chars += line.length;
      if (chars >= maxChars) await flush();
    }
    await throttle();
  }
  await flush();
  return rows;
}
