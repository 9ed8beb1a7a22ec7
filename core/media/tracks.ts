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
import { findFragmentsEnd } from "#core/media/fragments";
import type { Probed } from "#core/media/probe";

const FORMATS = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC, ADTS];
/** Limits for one read and for all reads, because sizes in a file cannot be trusted. */
const MAX_READ_BYTES = 32 * 1024 * 1024;
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/** Reads the tracks of an open file. Undefined if it has none. Throws on damaged files, and may never end on hostile ones. */
export async function probeTracks(fd: number): Promise<Probed | undefined> {
  const input = new Input({ source: createSource(fd), formats: FORMATS });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video && !audio) return undefined;
  const duration = await readDuration(input, fd);
  const videoCodec = await video?.getCodec();
  const audioCodec = await audio?.getCodec();
  const frameRate = video && (await readFrameRate(video));
  return {
    kind: video ? "video" : "audio",
    tracks: (await input.getTracks()).length,
    duration,
    ...(video && (await readPictureSize(video))),
    frameRate: frameRate || undefined,
    hasVideo: video !== null,
    hasAudio: audio !== null,
    videoCodec: videoCodec ?? undefined,
    audioCodec: audioCodec ?? undefined,
  };
}

function createSource(fd: number): CustomSource {
  let left = MAX_TOTAL_BYTES;
  return new CustomSource({
    getSize: () => fstatSync(fd).size,
    read(start, end) {
      left -= end - start;
      if (end - start > MAX_READ_BYTES || left < 0) throw new Error("The file requires too much data to be read.");
      const bytes = new Uint8Array(end - start);
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
    },
  });
}

/** Number of packets read to measure the frame rate: about two seconds. */
const RATE_PACKETS = 64;

/** Returns the frames per second at the start of the track. Undefined if they cannot be counted. */
async function readFrameRate(video: InputVideoTrack): Promise<number | undefined> {
  try {
    const { averagePacketRate } = await video.computePacketStats(RATE_PACKETS);
    return Number.isFinite(averagePacketRate) && averagePacketRate > 0 ? averagePacketRate : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the duration in seconds from the metadata, or computed. Undefined if neither works. */
async function readDuration(input: Input, fd: number): Promise<number | undefined> {
  try {
    const duration = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
    if (!Number.isFinite(duration) || duration < 0) return undefined;
    const isMp4 = [MP4, QTFF].includes(await input.getFormat());
    return isMp4 ? Math.max(duration, findFragmentsEnd(fd, fstatSync(fd).size)) : duration;
  } catch {
    return undefined;
  }
}

async function readPictureSize(video: InputVideoTrack) {
  const rotation = await video.getRotation();
  return {
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    rotation: rotation === 0 ? undefined : rotation,
  };
}
