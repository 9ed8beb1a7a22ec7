export type AspectRatio = "9:16" | "16:9" | "1:1";
export type Resolution = "720p" | "1080p";

/** Pixels; both even, as yuv420p needs. */
export interface Size {
  width: number;
  height: number;
}

const units: Record<AspectRatio, Size> = {
  "9:16": { width: 1080, height: 1920 },
  "16:9": { width: 1920, height: 1080 },
  "1:1": { width: 1080, height: 1080 },
};

/** The resolution names the short side. */
export function frameSize(aspectRatio: AspectRatio, resolution: Resolution): Size {
  const { width, height } = units[aspectRatio];
  const scale = resolution === "720p" ? 2 / 3 : 1;
  return { width: width * scale, height: height * scale };
}
