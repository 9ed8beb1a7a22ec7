import { listSceneTexts } from "vireo/slots/storyboard";
import { isCutout } from "#plugins/local/draw/cutout";
import { findStyle } from "#plugins/local/draw/moods";
import { findHue } from "#plugins/local/draw/photo";
import { createRandom } from "#plugins/local/draw/random";
import { type BrandFaces, withBrandFaces } from "#plugins/local/draw/typography";
import type { FilmInput } from "./film";
import { chooseLook } from "./look";
import { type PhotoScene, planShots } from "./shots";
import { cutOnBeats, type Pulse } from "./timeline";
import type { Topic } from "./topic";

interface PlanInput extends Pick<FilmInput, "size" | "count" | "photos" | "videos" | "logo" | "seed"> {
  scenes: readonly PhotoScene[];
  topic: Topic;
  /** The brand's fonts. */
  faces?: BrandFaces;
  /** True if the video begins with the first photo. */
  opensOnPhoto: boolean;
  seconds: number;
  sound: Pulse;
  /** Start of each scene in seconds. By default cuts follow the beat. */
  cuts?: readonly number[];
}

/** Plans the shots, look and cuts of a video. The same input always gives the same plan. */
export function planFilm({
  scenes,
  topic,
  faces = {},
  opensOnPhoto,
  seconds,
  sound,
  cuts,
  ...film
}: PlanInput): FilmInput {
  const chance = createRandom(film.seed);
  // Quotations get a calm look.
  const isQuote =
    scenes.some(({ kind }) => kind === "quote") && scenes.every(({ kind }) => kind === "quote" || kind === "cta");
  const mood = isQuote ? (findStyle(topic.look) ?? "calm") : undefined;
  const { brand, subject } = topic;
  const text = [brand, ...scenes.flatMap(listSceneTexts)].join(" ");
  const look = withBrandFaces(chooseLook({ ...topic, text, hue: findHue(film.photos) }, chance, mood), faces);
  const shots = planShots({
    scenes,
    pictures: film.photos.map((photo) => (isCutout(photo.canvas) ? "cutout" : photo.focus.kind)),
    opensOnPhoto,
    subject,
    look,
    random: chance,
  });
  const starts = cuts ? cutAt(cuts, shots, seconds) : cutOnBeats(shots, seconds, sound);
  return { ...film, shots, starts, beats: sound.beats, look, brand, subject };
}

/** Returns start times of shots whose scenes begin at given times. The shots of a scene divide its time evenly. */
function cutAt(cuts: readonly number[], shots: readonly { scene: number }[], seconds: number): number[] {
  return shots.map(({ scene }, i) => {
    const [start = 0, end = seconds] = [cuts[scene], cuts[scene + 1]];
    const own = shots.filter((shot) => shot.scene === scene).length;
    const before = shots.slice(0, i).filter((shot) => shot.scene === scene).length;
    return start + ((end - start) * before) / own;
  });
}
