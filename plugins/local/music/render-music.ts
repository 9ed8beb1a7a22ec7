import { join } from "node:path";
import { runMediaJob } from "#plugins/local/codec/media-job";
import type { Encoding } from "#plugins/local/codec/writer";
import { ART_SIZE, drawCover } from "#plugins/local/music/cover";
import { GENRES } from "#plugins/local/music/genres";
import { planMusic, type TrackRequest } from "#plugins/local/music/plan";
import { renderTrack, type TrackSection } from "#plugins/local/music/track";
import { RenderError, type RenderTools } from "#plugins/local/render-tools";

export interface MusicInput extends TrackRequest {
  /** False requests vocals, which this engine rejects. Defaults to true. */
  instrumental?: boolean;
}

export interface RenderedMusic {
  /** Path of an MP3 in `tools.folder`: 44.1 kHz stereo, 224 kbit/s, with ID3 tags and cover. */
  audio: string;
  /** Path of a JPEG, 1024 × 1024. */
  art: string;
  /** Path of a smaller copy of the cover. */
  thumbnail: string;
  /** In seconds. */
  duration: number;
  title: string;
  bpm: number;
  /** Such as "A minor". */
  key: string;
  /** Such as "Lo-fi". */
  genre: string;
  sections: TrackSection[];
}

/** At this bit rate, the faster encoder setting halves the time without an audible difference. */
const MP3: Encoding = {
  codec: "libmp3lame",
  options: { compression_level: 7 },
  bitRate: 224_000,
  format: "aformat=sample_fmts=s16p,asetnsamples=n=1152:p=0",
};
const ARTIST = "Vireo local engine";

/** Throws RenderError `vocals_unsupported` if vocals are requested. */
export function refuseVocals(input: { instrumental?: boolean }): void {
  if (input.instrumental !== false) return;
  throw new RenderError(
    "vocals_unsupported",
    "The local music engine makes instrumental music only. Leave `instrumental` at true, or configure a music provider that can sing.",
  );
}

/**
 * Composes and renders a track with its cover. Throws RenderError (`vocals_unsupported`, `storage_full`) and
 * CodecError.
 */
export async function renderMusic(input: MusicInput, tools: RenderTools): Promise<RenderedMusic> {
  refuseVocals(input);
  const plan = planMusic(input);
  tools.progress(2);
  const path = (name: string) => join(tools.folder, name);
  const track = renderTrack(plan, "track", { onProgress: (share) => tools.progress(2 + share * 80) });
  tools.progress(82);
  // The cover is drawn on another thread while the file is encoded. Started earlier, it would slow down the synthesis.
  const cover = drawCover(plan, tools.folder);
  const bytes = cover.then(({ jpeg }) => jpeg);
  bytes.catch(() => {}); // The error is reported when the bytes are awaited.
  await runMediaJob({
    inputs: [track],
    filters: "[0a]anull[a]",
    a: MP3,
    target: {
      path: path("track.mp3"),
      format: "mp3",
      options: { id3v2_version: "3" },
      metadata: { title: plan.title, artist: ARTIST, genre: GENRES[plan.genre].label, TBPM: String(plan.bpm) },
      picture: {
        bytes,
        width: ART_SIZE,
        height: ART_SIZE,
        metadata: { title: "Album cover", comment: "Cover (front)" },
      },
    },
    onTime: (seconds) => tools.progress(82 + 17 * Math.min(1, seconds / plan.seconds)),
  });
  await Bun.write(path("cover.jpg"), await bytes);
  tools.progress(100);
  return {
    audio: path("track.mp3"),
    art: path("cover.jpg"),
    thumbnail: (await cover).thumbnail,
    duration: plan.seconds,
    title: plan.title,
    bpm: plan.bpm,
    key: plan.keyName,
    genre: GENRES[plan.genre].label,
    sections: track.sections,
  };
}
