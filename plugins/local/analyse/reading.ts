/** Maximum number of seconds whose frame is read. Each takes a tenth of a second, or three tenths for a full frame. */
const MOST_READ = 60;
/** At the start and the end of a longer video, every second is read. */
const ENDS = 12;

export function findSecondsToRead(duration: number): Set<number> {
  const all = Array.from({ length: Math.ceil(duration) }, (_, second) => second);
  if (all.length <= MOST_READ) return new Set(all);
  const middle = all.slice(ENDS, -ENDS);
  const count = MOST_READ - 2 * ENDS;
  const spread = Array.from({ length: count }, (_, i) => middle[Math.floor(((i + 0.5) * middle.length) / count)]!);
  return new Set([...all.slice(0, ENDS), ...spread, ...all.slice(-ENDS)]);
}

/** Maximum mean difference of two frames with the same content, 0 to 255. */
const SAME = 0.5;

export function isSamePicture(a: Uint8Array, b: Uint8Array): boolean {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum < SAME * a.length;
}
