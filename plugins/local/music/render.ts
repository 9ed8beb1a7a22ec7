import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { drawArt } from "#plugins/local/music/art";
import { GENRES } from "#plugins/local/music/genres";
import { type MusicPlan, type MusicRequest, planMusic } from "#plugins/local/music/plan";
import { renderTrack, type TrackSection } from "#plugins/local/music/track";
import { encodeWav } from "#plugins/local/music/wav";
import { RenderError, type RenderTools } from "#plugins/local/render";

export interface MusicInput extends MusicRequest {
  /** `false` asks for singing, which this engine cannot do. Default true. */
  instrumental?: boolean;
}

export interface RenderedMusic {
  /** Path of an MP3 (44.1 kHz stereo, 224 kbit/s, ID3 tags and cover) in the folder of the run. */
  audio: string;
  /** Path of a PNG, 1024 × 1024. */
  art: string;
  /** Seconds. */
  duration: number;
  title: string;
  bpm: number;
  /** "A minor". */
  key: string;
  /** "Lo-fi". */
  genre: string;
  sections: TrackSection[];
}

const ARTIST = "Vireo local engine";

/** Rejects requests for vocals: this engine only makes instrumental music. */
export function refuseVocals(input: { instrumental?: boolean }): void {
  if (input.instrumental !== false) return;
  throw new RenderError(
    "vocals_unsupported",
    "The local music engine makes instrumental music only. Leave `instrumental` at true, or configure a music provider that can sing.",
  );
}

/**
 * Composes and renders a track with its cover.
 * Throws RenderError `vocals_unsupported` if singing is requested, and ffmpeg's errors.
 */
export async function renderMusic(input: MusicInput, tools: RenderTools): Promise<RenderedMusic> {
  refuseVocals(input);
  const plan = planMusic(input);
  tools.progress(2);
  const track = renderTrack(plan, "track", { onProgress: (share) => tools.progress(2 + share * 68) });
  tools.progress(75);
  const path = (name: string) => join(tools.folder, name);
  const canvas = drawArt(plan);
  await Bun.write(path("cover.png"), canvas.toBuffer("image/png"));
  // Embed the cover as JPEG, a tenth of the size.
  await Bun.write(path("cover.jpg"), canvas.toBuffer("image/jpeg", 86));
  await Bun.write(path("track.wav"), encodeWav(track.left, track.right, track.sampleRate));
  tools.progress(82);
  await tools.ffmpeg.run(mp3Arguments(plan, path("track.wav"), path("cover.jpg"), path("track.mp3")), {
    onTime: (seconds) => tools.progress(82 + 17 * Math.min(1, seconds / plan.seconds)),
  });
  await Promise.all([unlink(path("track.wav")), unlink(path("cover.jpg"))]);
  tools.progress(100);
  return {
    audio: path("track.mp3"),
    art: path("cover.png"),
    duration: plan.seconds,
    title: plan.title,
    bpm: plan.bpm,
    key: plan.keyName,
    genre: GENRES[plan.genre].label,
    sections: track.sections,
  };
}

function mp3Arguments(plan: MusicPlan, wav: string, cover: string, out: string): string[] {
  const tags = { title: plan.title, artist: ARTIST, genre: GENRES[plan.genre].label, TBPM: String(plan.bpm) };
  return [
    ...["-i", wav, "-i", cover, "-map", "0:a", "-map", "1:v"],
    // A faster encoder search is inaudible at this bit rate and halves the time.
    ...["-c:a", "libmp3lame", "-b:a", "224k", "-compression_level", "7"],
    ...["-c:v", "copy", "-disposition:v", "attached_pic"],
    ...["-id3v2_version", "3", "-map_metadata", "-1"],
    ...Object.entries(tags).flatMap(([name, value]) => ["-metadata", `${name}=${value}`]),
    ...["-metadata:s:v", "title=Album cover", "-metadata:s:v", "comment=Cover (front)"],
    out,
  ];
}
