import { readFileSync } from "node:fs";
import { arch, platform } from "node:process";
import type { VideoEncoder } from "./encoders";
import type { Encoding } from "./writer";

/** Sample rates and channel layouts that phones play. Others are converted. */
const AAC_FORMAT =
  "aformat=sample_fmts=fltp:sample_rates=48000|44100|32000|24000|22050|16000:channel_layouts=stereo|mono,asetnsamples=n=1024:p=0";

export const AAC: Encoding = { codec: "aac", format: AAC_FORMAT };

export const aac = (bitRate = 192_000): Encoding => ({ ...AAC, bitRate });

/**
 * x264's `veryfast` preset with a simpler motion search and a shorter lookahead: two thirds of the time for a few
 * percent more bytes at the same SSIM. See docs/benchmarks.md.
 */
export const X264: VideoEncoder = {
  codec: "libx264",
  options: {
    preset: "veryfast",
    profile: "high",
    "x264-params": ["me=dia", "subme=1", "rc-lookahead=10", ...(hasAvx512() ? ["asm=AVX2,FMA3,BMI2"] : [])].join(":"),
  },
  quality: { option: "crf", best: 0, worst: 51 },
  pixels: "yuv420p",
};

/** The fastest settings of x264, for files whose size matters less than the time. */
export const FASTEST: VideoEncoder = { ...X264, options: { preset: "ultrafast" } };

/** x264 is not deterministic with AVX-512, which is therefore not used: about one encode in 300 differs. */
function hasAvx512(): boolean {
  if (platform !== "linux" || arch !== "x64") return false;
  try {
    return readFileSync("/proc/cpuinfo", "utf8").includes(" avx512");
  } catch {
    return false;
  }
}

/**
 * H.264 that plays on all platforms, with a key frame every two seconds. `crf` is 0 (best, largest) to 51. It is mapped
 * to the quality scale of `encoder`.
 */
export function h264(crf: number, color: Encoding["color"], encoder: VideoEncoder = X264): Encoding {
  const { codec, options, quality, pixels, device } = encoder;
  const { option, best, worst } = quality;
  return {
    codec,
    options: { ...options, [option]: Math.round(best + ((worst - best) * crf) / 51) },
    keySeconds: 2,
    format: `format=${pixels}`,
    color,
    device,
  };
}

export const BT709 = { primaries: 1, transfer: 1 } as const;

/** An MP4 with its index at the start, so that playback starts before the download ends. */
export const mp4 = (path: string, metadata: Record<string, string> = {}) => ({
  path,
  format: "mp4",
  options: { movflags: "+faststart" },
  metadata,
});
