import type { Track } from "./source";
import type { Encoding } from "./writer";

/** Sound as AAC, in what a phone can play. Other rates and layouts are converted. */
const AAC_FORMAT =
  "aformat=sample_fmts=fltp:sample_rates=48000|44100|32000|24000|22050|16000:channel_layouts=stereo|mono,asetnsamples=n=1024:p=0";

export const aac = (bitRate = 192_000): Encoding => ({ codec: "aac", bitRate, format: AAC_FORMAT });

/**
 * Settings of x264 by content. Both start from its fastest preset and add what pays for its time: CABAC, B-frames, the
 * deblocking filter, small partitions and 8x8 transforms. Figures are in docs/benchmarks.md.
 */
const BASE = "cabac=1:8x8dct=1:bframes=3:b-adapt=0:deblock=0,0:partitions=p8x8,i8x8,i4x4";
const CONTENT = {
  /** Flat shapes and soft gradients. Half the time of `superfast`; smaller or larger by a third, depending on the clip. */
  drawn: BASE,
  /** Footage: motion between pixels, and a look ahead to spend bits where they last. Close to `veryfast`. */
  filmed: `${BASE}:subme=1:aq-mode=1:mbtree=1:rc-lookahead=10`,
} as const;
type Content = keyof typeof CONTENT;

/** H.264 that plays everywhere, with a key frame every two seconds. A lower `crf` is better and larger. */
export const h264 = (content: Content, crf: number, color: Encoding["color"]): Encoding => ({
  codec: "libx264",
  options: { preset: "ultrafast", profile: "high", crf, "x264-params": CONTENT[content] },
  keySeconds: 2,
  format: "format=yuv420p",
  color,
});

/** The colours that a track says its pictures have. */
export const colorOf = ({ stream: { codecpar } }: Track): Encoding["color"] => ({
  primaries: codecpar.colorPrimaries,
  transfer: codecpar.colorTrc,
});

export const BT709 = { primaries: 1, transfer: 1 } as const;

/** An MP4 that starts to play before it is loaded. */
export const mp4 = (path: string, metadata: Record<string, string> = {}) => ({
  path,
  format: "mp4",
  options: { movflags: "+faststart" },
  metadata,
});

/** Metadata of videos that show nothing but what was drawn. */
export const DRAWN_COMMENT = "Made by Vireo local-motion-1";
