/** What a set of ids amounts to: two sets that differ have different ones, but for one case in billions. */
export interface Fingerprint {
  rows: number;
  /** Exclusive or of the last 32 bits of each id. */
  sum: number;
}

/** Of ids that come in parts; Postgres makes the same in SQL. */
export async function fingerprintOf(parts: AsyncIterable<Iterable<string>>): Promise<Fingerprint> {
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
