const BARS = 160;
/** Quietest level drawn, in decibels. */
const FLOOR = -54;

/** Draws loudness over time, from levels in decibels below full scale. */
export function Waveform({ levels }: { levels: readonly number[] }) {
  const bars = Array.from({ length: BARS }, (_, i) => {
    const part = levels.slice(Math.floor((i * levels.length) / BARS), Math.ceil(((i + 1) * levels.length) / BARS));
    return Math.min(1, Math.max(0, 1 - Math.max(FLOOR, ...part) / FLOOR));
  });
  const path = bars.map((loud, i) => `M${i + 0.5} ${50 - 46 * loud}V${50 + 46 * loud}`).join("");
  return (
    <svg className="timeline-wave" viewBox={`0 0 ${BARS} 100`} preserveAspectRatio="none" aria-hidden>
      <path d={path} />
    </svg>
  );
}
