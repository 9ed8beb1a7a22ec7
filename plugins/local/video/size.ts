export type AspectRatio = "9:16" | "16:9" | "1:1";
export type Resolution = "540p" | "720p" | "1080p";

/** Frames per second of every film. */
export const FPS = 30 as const;

/** Size in pixels; both even, as yuv420p requires. */
export interface Size {
  width: number;
  height: number;
}

const units: Record<AspectRatio, Size> = {
  "9:16": { width: 1080, height: 1920 },
  "16:9": { width: 1920, height: 1080 },
  "1:1": { width: 1080, height: 1080 },
};

const SCALES: Record<Resolution, number> = { "540p": 1 / 2, "720p": 2 / 3, "1080p": 1 };

/** The resolution names the shorter side. */
export function getFrameSize(aspectRatio: AspectRatio, resolution: Resolution): Size {
  const { width, height } = units[aspectRatio];
  const scale = SCALES[resolution];
  return { width: width * scale, height: height * scale };
}
