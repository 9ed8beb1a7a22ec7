import type { Interval } from "vireo/captions/align";
import { createMeter, VOICE } from "vireo/captions/speech";
import { checkMedia, getCpuBudget, probe } from "vireo/media";
import { runMediaJob } from "../codec/media-job";
import { MediaSource, type Pictures } from "../codec/source";
import { fitPart } from "../edit/video-file";
import { type FaceFinder, openFaceFinder } from "../reframe/faces";
import { lookAt, scaleDown } from "../reframe/look";
import { RenderError, type RenderTools } from "../render-tools";
import { describePicture } from "./layout";
import { createPitchMeter, PITCHES_PER_SECOND } from "./pitch";
import { roundReading, type StoredReading } from "./stored-reading";
import type { Look, Wanted } from "./types";

/** Seconds between the pictures in which faces and text are looked for, and the maximum number of these pictures. */
const LOOK_SECONDS = 6;
const MAX_LOOKS = 900;
/** CPU time for one of these pictures, in seconds, on a slow machine. */
const CPU_PER_LOOK = 0.2;
/** Change between two pictures that is a cut, 0 to 100. */
const CUT = 10;
/** Of most files, every second picture is looked at. */
const GLANCE = 0.5;
const USUAL_RATE = 30;

/**
 * Measures the voice, the cuts and the motion of a long video, or of a part of it, and looks for faces and text in some
 * of its pictures, in one pass. What is outside the part is silent and still.
 * @throws RenderError `source_unreadable`, `source_too_large`, `trim_out_of_range`
 */
export async function readVideo(
  path: string,
  { range, content }: Pick<Wanted, "range" | "content">,
  tools: RenderTools,
): Promise<StoredReading> {
  const file = await probe(path);
  if (!file?.hasVideo || !file.duration || !file.width || !file.height) throw unreadable();
  checkMedia(file);
  const { duration, frameRate = USUAL_RATE } = file;
  const part = fitPart(range ?? { start: 0, end: duration }, duration);
  const budget = getCpuBudget({ ...file, frameRate: frameRate * GLANCE }, { seconds: part.end - part.start });
  tools.limitCpu(budget + CPU_PER_LOOK * MAX_LOOKS);
  // Key frames show most cuts. Only what is chosen by motion needs more.
  const pictures = content === "action" ? "referenced" : "keys";
  const size = scaleDown(file.width, file.height);
  // Without the network, only text is found.
  const finder = await openFaceFinder().catch(() => undefined);
  const look = (some: Pictures) => measure({ path, part, size, pictures: some, finder }, tools);
  try {
    // Some files need all pictures for decoding.
    const measured = await look(pictures).catch(() => look("all"));
    return { reading: roundReading({ duration, ...measured }), part, hasMotion: pictures !== "keys" };
  } finally {
    await finder?.close();
  }
}

interface Pass {
  path: string;
  part: Interval;
  /** Size to which pictures are scaled before they are compared. */
  size: { width: number; height: number };
  pictures: Pictures;
  finder: FaceFinder | undefined;
}

async function measure({ path, part: { start, end }, size, pictures, finder }: Pass, tools: RenderTools) {
  const source = await MediaSource.open(path, { from: start, pictures });
  const meter = createMeter();
  const pitchMeter = createPitchMeter();
  const cuts: number[] = [];
  /** Time of the picture that is read. */
  let now = start;
  const seconds: { changes: number; count: number }[] = [];
  const looks: Look[] = [];
  const every = Math.max(LOOK_SECONDS, (end - start) / MAX_LOOKS);
  let nextLook = start;
  const length = (end - start).toFixed(3);
  const scale = `scale=${size.width}:${size.height}:flags=fast_bilinear`;
  const looked = `[0v]trim=start=0:end=${length},${scale},format=yuv420p,scdet=threshold=${CUT}[v]`;
  const heard = `[0a]aresample=${VOICE.rate},highpass=f=${VOICE.from},lowpass=f=${VOICE.to},atrim=end=${length}[a]`;
  await runMediaJob({
    inputs: [source],
    filters: source.audio ? `${looked};${heard}` : looked,
    v: {
      format: "format=rgb24",
      async read(frame) {
        const facts = frame.getMetadata().getAll();
        const isCut = facts["lavfi.scd.time"] !== undefined;
        if (isCut) cuts.push(now);
        const at = Math.floor(now);
        const { changes, count } = seconds[at] ?? { changes: 0, count: 0 };
        const change = isCut ? 0 : Number(facts["lavfi.scd.mafd"] ?? 0) / 100;
        seconds[at] = { changes: changes + change, count: count + 1 };
        if (now >= nextLook) {
          looks.push({ time: now, layout: describePicture(await lookAt(frame.toBuffer(), size, finder)) });
          nextLook = now + every;
        }
        return true;
      },
    },
    ...(source.audio && {
      a: {
        format: "aformat=sample_fmts=s16:channel_layouts=mono",
        read(frame) {
          const bytes = frame.toBuffer();
          for (let at = 0; at + 1 < bytes.length; at += 2) {
            const sample = bytes.readInt16LE(at) / 32_768;
            meter.add(sample);
            pitchMeter.add(sample);
          }
        },
      },
    }),
    onTime(time) {
      now = start + time;
      tools.progress(Math.min(95, (95 * time) / (end - start)));
    },
  });
  const fillBefore = (perSecond: number, value: number) => Array<number>(Math.round(start * perSecond)).fill(value);
  // Between key frames, the motion is that of the last one.
  let last = 0;
  const motion = Array.from(seconds, (second) => {
    last = second ? second.changes / second.count : last;
    return last;
  });
  return {
    levels: source.audio ? [...fillBefore(LEVELS_PER_SECOND, SILENCE), ...meter.levels] : [],
    pitches: source.audio ? [...fillBefore(PITCHES_PER_SECOND, 0), ...pitchMeter.pitches] : [],
    cuts,
    motion,
    looks,
  };
}

const LEVELS_PER_SECOND = 100;
const SILENCE = -90;

const unreadable = () => new RenderError("source_unreadable", "The source is not a video that can be read.");
