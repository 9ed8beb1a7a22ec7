/**
 * Lowers other sound by about 14 dB while a voice speaks, and restores it within half a second. Options of FFmpeg's
 * `sidechaincompress`: times are in milliseconds, and the threshold is a level, where 1 is full scale.
 */
export const DUCKING = { threshold: 0.02, ratio: 6, attack: 15, release: 380, knee: 3 } as const;

/** Values that `createFollower` returns per second. */
export const POWERS_PER_SECOND = 100;

/**
 * Tracks the power of a voice like the compressor. Call `add` with the level (0 to 1) of each sample; `powers` gets
 * `POWERS_PER_SECOND` values a second.
 * @param rate sample rate, in Hz
 * @example
 * const follower = createFollower(48_000);
 * for (let i = 0; i < 48_000; i++) follower.add(0.5);
 * follower.powers.length; // 100
 */
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

/**
 * Returns the gain of other sound, 0 to 1, for a power of the voice. 1 if the voice is silent.
 * @example getDucking(0.25) < 0.1; // true
 */
export function getDucking(power: number): number {
  const { threshold, ratio, knee } = DUCKING;
  const [limit, width] = [Math.log(threshold), Math.log(knee)];
  const level = 0.5 * Math.log(power);
  const over = level - limit;
  if (over <= -width / 2) return 1;
  if (over >= width / 2) return Math.exp(over / ratio - over);
  // Within the knee, a cubic joins the two slopes.
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
