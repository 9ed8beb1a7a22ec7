import { fstatSync, readSync } from "node:fs";
import {
  ADTS,
  CustomSource,
  FLAC,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from "mediabunny";
import type { Probed } from "#core/media/probe";

const FORMATS = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC, ADTS];
/** What a header may make us hold at once, and read in all: a file's own sizes are not to be believed. */
const MAX_READ_BYTES = 32 * 1024 * 1024;
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/** What the tracks of an open file are; undefined where it has none. Throws on damaged files, and may take for ever on hostile ones. */
export async function probeTracks(fd: number): Promise<Probed | undefined> {
  const input = new Input({ source: sourceOf(fd), formats: FORMATS });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video && !audio) return undefined;
  const duration = await durationOf(input);
  const videoCodec = await video?.getCodec();
  const audioCodec = await audio?.getCodec();
  return {
    kind: video ? "video" : "audio",
    ...(duration === undefined ? {} : { duration }),
    ...(video ? await pictureOf(video) : {}),
    hasVideo: video !== null,
    hasAudio: audio !== null,
    ...(videoCodec ? { videoCodec } : {}),
    ...(audioCodec ? { audioCodec } : {}),
  };
}

function sourceOf(fd: number): CustomSource {
  let left = MAX_TOTAL_BYTES;
  return new CustomSource({
    getSize: () => fstatSync(fd).size,
    read(start, end) {
      left -= end - start;
      if (end - start > MAX_READ_BYTES || left < 0) throw new Error("The file asks for too much to be read.");
      const bytes = new Uint8Array(end - start);
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
    },
  });
}

/** Seconds as the file says, else counted; undefined where neither works. */
async function durationOf(input: Input): Promise<number | undefined> {
  try {
    const duration = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
    return Number.isFinite(duration) && duration >= 0 ? duration : undefined;
  } catch {
    return undefined;
  }
}

async function pictureOf(video: InputVideoTrack) {
  const rotation = await video.getRotation();
  return {
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    ...(rotation === 0 ? {} : { rotation }),
  };
}
