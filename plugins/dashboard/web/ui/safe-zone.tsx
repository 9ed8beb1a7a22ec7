import type { Platform } from "./posts";
import "./safe-zone.css";

/** Margins that a platform covers with its own texts and buttons, in percent. */
const covered: Readonly<Record<string, { top: number; right: number; bottom: number; left: number }>> = {
  tiktok: { top: 8, right: 14, bottom: 20, left: 4 },
  instagram: { top: 11, right: 12, bottom: 18, left: 4 },
  youtube: { top: 8, right: 14, bottom: 21, left: 4 },
};

/** Outlines the part of a 9:16 frame that a platform leaves free. The parent must be positioned. */
export function SafeZone({ platform }: { platform: Platform }) {
  const zone = covered[platform];
  if (!zone) return null;
  const { top, right, bottom, left } = zone;
  return (
    <div
      className="safe-zone"
      data-platform={platform}
      style={{ inset: `${top}% ${right}% ${bottom}% ${left}%` }}
      aria-hidden
    />
  );
}
