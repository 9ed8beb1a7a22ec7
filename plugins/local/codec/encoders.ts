import { existsSync, readdirSync } from "node:fs";

/** An H.264 encoder. Plain data, because it is sent to child processes. */
export interface VideoEncoder {
  /** FFmpeg's name. */
  codec: string;
  options: Record<string, string | number>;
  /** The option for constant quality, and both ends of its scale. */
  quality: { option: string; best: number; worst: number };
  /** Pixel format of its input. */
  pixels: "yuv420p" | "nv12";
  /** Render node of a graphics card, if frames must be copied there. */
  device?: string;
}

/** NVENC's target quality and VAAPI's quantizer have the same scale as x264's `crf`. The quality was not compared. */
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

/** FFmpeg's scale is 0 to 100, times 118. Constant quality needs Apple silicon. The quality was not compared. */
const VIDEOTOOLBOX: VideoEncoder = {
  codec: "h264_videotoolbox",
  options: { profile: "high", flags: "+qscale" },
  quality: { option: "global_quality", best: 11_800, worst: 0 },
  pixels: "nv12",
};

const list = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** Lists the hardware encoders that a machine with these devices may have, preferred ones first. */
export function listHardwareEncoders(
  platform: string = process.platform,
  devices = [...list("/dev"), ...list("/dev/dri").map((name) => `dri/${name}`)],
): VideoEncoder[] {
  if (platform === "darwin") return [VIDEOTOOLBOX];
  if (platform === "win32") return [NVENC];
  const nodes = devices.filter((name) => name.startsWith("dri/renderD"));
  return [...(devices.includes("nvidiactl") ? [NVENC] : []), ...nodes.map((name) => createVaapi(`/dev/${name}`))];
}
