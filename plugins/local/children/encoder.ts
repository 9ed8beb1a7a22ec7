import { join } from "node:path";
import { EngineError } from "vireo/engine";
import type { VideoEncoder } from "../codec/encoders";
import { BT709, h264, mp4 } from "../codec/formats";
import { runMediaJob } from "../codec/media-job";
import { MediaSource } from "../codec/source";
import type { RenderTools } from "../render-tools";

const [WIDTH, HEIGHT, FPS, COUNT] = [640, 360, 5, 15];
const CRF = 18;
/** FFmpeg's numbers. */
const [PROFILE_HIGH, YUV420P] = [100, 0];

/** Draws gray frames that become brighter. */
function* drawFrames(): Generator<Uint8Array> {
  for (let at = 0; at < COUNT; at++) yield new Uint8Array(WIDTH * HEIGHT * 4).fill(60 + at * 8);
}

/**
 * Encodes three seconds and checks that the file meets the requirements of all videos: H.264 High, yuv420p, BT.709, no frame
 * lost, key frames at most two seconds apart. Throws EngineError `encoder_unavailable` if it does not.
 */
export async function encoder({ encoder }: { encoder: VideoEncoder }, { folder }: RenderTools): Promise<void> {
  const path = join(folder, "trial.mp4");
  try {
    await runMediaJob({
      inputs: [{ frames: drawFrames(), size: { width: WIDTH, height: HEIGHT }, fps: FPS, isOpaque: true }],
      filters: "[0v]null[v]",
      v: h264(CRF, BT709, encoder),
      target: mp4(path),
    });
    const fault = await findFault(path);
    if (fault) throw new Error(`wrote a video with ${fault}`);
  } catch (error) {
    throw new EngineError("encoder_unavailable", error instanceof Error ? error.message : String(error));
  }
}

async function findFault(path: string): Promise<string | undefined> {
  const source = await MediaSource.open(path);
  try {
    const { codec, stream } = source.video!;
    const { profile, format, colorPrimaries, colorTrc, colorSpace } = stream.codecpar;
    if (codec !== "h264" || profile !== PROFILE_HIGH) return `profile ${profile} of ${codec}`;
    if (format !== YUV420P) return `pixel format ${format}`;
    if ([colorPrimaries, colorTrc, colorSpace].some((code) => code !== 1)) return "other colors than BT.709";
    source.use(source.video!);
    const keys: number[] = [];
    let count = 0;
    for (let packet = await source.read(); packet; packet = await source.read()) {
      if (packet.isKeyframe) keys.push(count);
      count++;
    }
    if (count !== COUNT) return `${count} frames instead of ${COUNT}`;
    const gap = Math.max(...[...keys, COUNT].map((key, at) => key - (keys[at - 1] ?? 0)));
    return gap > 2 * FPS ? `${gap / FPS} s between key frames` : undefined;
  } finally {
    await source.close();
  }
}
