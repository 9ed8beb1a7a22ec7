import type { Interval } from "vireo/captions/align";
import { createMeter, VOICE } from "vireo/captions/speech";
import { checkMedia, getCpuBudget, probe } from "vireo/media";
import { run } from "../codec/run";
import { Source as MediaSource, type Pictures } from "../codec/source";
import { fitPart } from "../edit/source";
import { RenderError, type RenderTools } from "../render";
import type { Reading, Wanted } from "./types";

/** Width of the pictures that are compared, in pixels. */
const WIDTH = 160;
/** Change between two pictures that is a cut, 0 to 100. */
const CUT = 10;
/** Of most files, every second picture is looked at. */
const GLANCE = 0.5;
const USUAL_RATE = 30;

/**
 * Measures the voice, the cuts and the motion of a long video, or of a part of it, in one pass. What is outside the part
 * is silent and still.
 * @throws RenderError `source_unreadable`, `source_too_large`, `trim_out_of_range`
 */
export async function readVideo(
  path: string,
  { range, content }: Pick<Wanted, "range" | "content">,
  tools: RenderTools,
): Promise<Reading> {
  const file = await probe(path);
  if (!file?.hasVideo || !file.duration) throw unreadable();
  checkMedia(file);
  const { duration, frameRate = USUAL_RATE } = file;
  const part = fitPart(range ?? { start: 0, end: duration }, duration);
  tools.limitCpu(getCpuBudget({ ...file, frameRate: frameRate * GLANCE }, { seconds: part.end - part.start }));
  // Key frames show most cuts. Only what is chosen by motion needs more.
  const pictures = content === "action" ? "referenced" : "keys";
  const look = (some: Pictures) => measure(path, part, some, tools);
  // Some files need all pictures for decoding.
  const { levels, cuts, motion } = await look(pictures).catch(() => look("all"));
  return { duration, levels, cuts, motion };
}

async function measure(path: string, { start, end }: Interval, pictures: Pictures, tools: RenderTools) {
  const source = await MediaSource.open(path, { from: start, pictures });
  const meter = createMeter();
  const cuts: number[] = [];
  /** Time of the picture that is read. */
  let now = start;
  const seconds: { changes: number; count: number }[] = [];
  const length = (end - start).toFixed(3);
  const looked = `[0v]trim=start=0:end=${length},scale=${WIDTH}:-2:flags=fast_bilinear,format=yuv420p,scdet=threshold=${CUT}[v]`;
  const heard = `[0a]aresample=${VOICE.rate},highpass=f=${VOICE.from},lowpass=f=${VOICE.to},atrim=end=${length}[a]`;
  await run({
    inputs: [source],
    filters: source.audio ? `${looked};${heard}` : looked,
    v: {
      format: "null",
      read(frame) {
        const facts = frame.getMetadata().getAll();
        const isCut = facts["lavfi.scd.time"] !== undefined;
        if (isCut) cuts.push(now);
        const at = Math.floor(now);
        const { changes, count } = seconds[at] ?? { changes: 0, count: 0 };
        const change = isCut ? 0 : Number(facts["lavfi.scd.mafd"] ?? 0) / 100;
        seconds[at] = { changes: changes + change, count: count + 1 };
      },
    },
    ...(source.audio && {
      a: {
        format: "aformat=sample_fmts=s16:channel_layouts=mono",
        read(frame) {
          const bytes = frame.toBuffer();
          for (let at = 0; at + 1 < bytes.length; at += 2) meter.add(bytes.readInt16LE(at) / 32_768);
        },
      },
    }),
    onTime(time) {
      now = start + time;
      tools.progress(Math.min(95, (95 * time) / (end - start)));
    },
  });
  const before = Array.from({ length: Math.round(start * LEVELS_PER_SECOND) }, () => SILENCE);
  // Between key frames, the motion is that of the last one.
  let last = 0;
  const motion = Array.from(seconds, (second) => {
    last = second ? second.changes / second.count : last;
    return last;
  });
  return { levels: source.audio ? [...before, ...meter.levels] : [], cuts, motion };
}

const LEVELS_PER_SECOND = 100;
const SILENCE = -90;

const unreadable = () => new RenderError("source_unreadable", "The source is not a video that can be read.");
