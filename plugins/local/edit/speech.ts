import type { Interval } from "vireo/captions/align";
import { createMeter, findSpeech, findStretches, VOICE } from "vireo/captions/speech";
import { runMediaJob } from "../codec/media-job";
import { MediaSource } from "../codec/source";
import type { VideoFile } from "./video-file";

/** Frequency band of voices, in which neither rumble nor hiss hides a pause. */
const FILTERS = `aresample=${VOICE.rate},highpass=f=${VOICE.from},lowpass=f=${VOICE.to}`;

/** The sound of a file, or of a part that begins at `from`, in seconds. */
type Sound = Pick<VideoFile, "path" | "duration" | "hasAudio"> & { from?: number };

/** Returns the stretches of likely speech between pauses, or the whole length if there is none. */
export async function findSpeechIntervals(source: Sound): Promise<Interval[]> {
  return findSpeech(source.hasAudio ? await measureLevels(source) : [], source.duration);
}

/** Returns the stretches of likely speech between pauses. None if nobody speaks. */
export const findVoiceStretches = async (source: Sound): Promise<Interval[]> =>
  source.hasAudio ? findStretches(await measureLevels(source)) : [];

/** Returns the level of the voice band in each hundredth of a second, in decibels below full scale. */
async function measureLevels({ path, duration, from = 0 }: Sound): Promise<number[]> {
  const meter = createMeter();
  await runMediaJob({
    inputs: [await MediaSource.open(path, { sound: true, from })],
    filters: `[0a]${FILTERS},atrim=end=${duration.toFixed(3)}[a]`,
    a: {
      format: "aformat=sample_fmts=s16:channel_layouts=mono",
      read(frame) {
        const bytes = frame.toBuffer();
        for (let at = 0; at + 1 < bytes.length; at += 2) meter.add(bytes.readInt16LE(at) / 32_768);
        return undefined;
      },
    },
  });
  return meter.levels;
}
