/**
 * How other sound is turned down while a voice speaks: by some 14 dB, and up again within half a second. These are the
 * options of FFmpeg's `sidechaincompress`. Times in milliseconds; the threshold is a level, 1 is full scale.
 */
export const DUCKING = { threshold: 0.02, ratio: 6, attack: 15, release: 380, knee: 3 } as const;

/** Values of `createFollower` in a second. */
export const POWERS_PER_SECOND = 100;

/** Follows the power of a voice, as the compressor does. Takes its level, 0 to 1, for each sample. */
export function createFollower(rate: number) {
  const powers: number[] = [];
  const every = Math.round(rate / POWERS_PER_SECOND);
  const toShare = (ms: number) => Math.min(1, 4000 / (ms * rate));
  const [attack, release] = [toShare(DUCKING.attack), toShare(DUCKING.release)];
  let [power, count] = [0, 0];
  return {
    powers,
    add(level: number): void {
      const now = level ** 2;
      power += (now - power) * (now > power ? attack : release);
      if (++count % every === 0) powers.push(power);
    },
  };
}

/** The factor by which other sound is turned down while a voice has this power: 1 for silence. */
export function getDucking(power: number): number {
  const { threshold, ratio, knee } = DUCKING;
  const [limit, width] = [Math.log(threshold), Math.log(knee)];
  const level = 0.5 * Math.log(power);
  const over = level - limit;
  if (over <= -width / 2) return 1;
  if (over >= width / 2) return Math.exp(over / ratio - over);
  // Within the knee, a cubic leads from one slope to the other.
  const [from, to] = [limit - width / 2, limit + width / (2 * ratio)];
  const at = (over + width / 2) / width;
  const [start, end] = [width, width / ratio];
  const square = at * at;
  const smooth =
    from * (2 * at - 3) * square +
    from +
    to * (3 - 2 * at) * square +
    start * (at - 2 * square + square * at) +
    end * (square * at - square);
  return Math.exp(smooth - level);
}
