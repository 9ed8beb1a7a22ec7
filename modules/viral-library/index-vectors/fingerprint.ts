/** Fingerprint of a set of ids. Two different sets have the same one with a probability of one in four billion. */
export interface Fingerprint {
  rows: number;
  /** Exclusive or of the last 32 bits of each id. */
  sum: number;
}

/** `Indexes.getFingerprint` computes the same in SQL. */
export async function computeFingerprint(parts: AsyncIterable<Iterable<string>>): Promise<Fingerprint> {
  let rows = 0;
  let sum = 0;
  for await (const ids of parts) {
    for (const id of ids) {
      rows++;
      sum ^= Number.parseInt(id.slice(-8), 16);
    }
  }
  return { rows, sum };
}
