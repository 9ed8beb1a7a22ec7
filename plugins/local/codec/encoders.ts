import { existsSync, readdirSync } from "node:fs";

/** An H.264 encoder. Serializable, because it is sent to child processes. */
export interface VideoEncoder {
  /** FFmpeg's name of the encoder. */
  codec: string;
  options: Record<string, string | number>;
  /** Name and range of the option for constant quality. */
  quality: { option: string; best: number; worst: number };
  /** Pixel format of the input. */
  pixels: "yuv420p" | "nv12";
  /** Render node of the GPU, if frames must be copied to its memory. */
  device?: string;
}

/** NVENC's target quality and VAAPI's quantizer have the scale of x264's `crf`. Equal values may differ in quality. */
const QUANTIZER = { best: 0, worst: 51 };

const NVENC: VideoEncoder = {
  codec: "h264_nvenc",
  options: { preset: "p5", tune: "hq", profile: "high", rc: "vbr" },
  quality: { option: "cq", ...QUANTIZER },
  pixels: "yuv420p",
};

const createVaapi = (device: string): VideoEncoder => ({
  codec: "h264_vaapi",
  options: { profile: "high", rc_mode: "CQP" },
  quality: { option: "qp", ...QUANTIZER },
  pixels: "nv12",
  device,
});

/**
 * FFmpeg expects 0 to 100 times 118. Constant quality needs Apple silicon. Equal `crf` may differ in quality from x264.
 */
const VIDEOTOOLBOX: VideoEncoder = {
  codec: "h264_videotoolbox",
  options: { profile: "high", flags: "+qscale" },
  quality: { option: "global_quality", best: 11_800, worst: 0 },
  pixels: "nv12",
};

const list = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** Lists the hardware encoders that a machine with these devices may have, in order of preference. */
export function listHardwareEncoders(
  platform: string = process.platform,
  devices = [...list("/dev"), ...list("/dev/dri").map((name) => `dri/${name}`)],
): VideoEncoder[] {
  if (platform === "darwin") return [VIDEOTOOLBOX];
  if (platform === "win32") return [NVENC];
  const nodes = devices.filter((name) => name.startsWith("dri/renderD"));
  return [...(devices.includes("nvidiactl") ? [NVENC] : []), ...nodes.map((name) => createVaapi(`/dev/${name}`))];
}
