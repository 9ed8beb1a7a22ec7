import { isCutout } from "#plugins/local/draw/cutout";
import type { Photo } from "#plugins/local/draw/photo";
import { random } from "#plugins/local/draw/random";
import { type BrandFaces, withBrandFaces } from "#plugins/local/draw/typography";
import type { Clip } from "./clip";
import type { FilmInput } from "./film";
import { lookFor } from "./look";
import { fillsStage } from "./pictures";
import { type PhotoScene, planShots } from "./shots";
import type { Size } from "./size";
import { stageFor } from "./stage";
import { cutOnBeats, type Pulse } from "./timeline";
import type { Topic } from "./topic";

interface PlanInput {
  scenes: readonly PhotoScene[];
  topic: Topic;
  photos: readonly Photo[];
  clips?: ReadonlyMap<number, Clip>;
  logo?: Photo;
  /** The brand's fonts. */
  faces?: BrandFaces;
  /** The video begins with the first photo. */
  opensOnPhoto: boolean;
  size: Size;
  /** Frames. */
  count: number;
  seconds: number;
  sound: Pulse;
  /** When each scene begins, in seconds. Cuts follow the beat by default. */
  cuts?: readonly number[];
  seed: number;
}

/** Plans the shots, look and cuts of a video. The same input always gives the same plan. */
export function planFilm({
  scenes,
  topic,
  photos,
  clips,
  logo,
  faces = {},
  opensOnPhoto,
  size,
  count,
  seconds,
  sound,
  cuts,
  seed,
}: PlanInput): FilmInput {
  const chance = random(seed);
  // Quotations get a calm look.
  const isQuote =
    scenes.some(({ kind }) => kind === "quote") && scenes.every(({ kind }) => kind === "quote" || kind === "cta");
  const look = withBrandFaces(lookFor(topic, chance, isQuote ? "calm" : undefined), faces);
  const stage = stageFor(size);
  const facts = photos.map((photo) => {
    const cutout = isCutout(photo);
    const fills = !cutout && fillsStage(photo, stage, true);
    const alone = !cutout && fillsStage(photo, stage, false);
    return { fills, alone, cutout, whole: photo.subject !== undefined && !fills };
  });
  const { brand, subject } = topic;
  const shots = planShots({
    scenes,
    photos: facts,
    opensOnPhoto,
    hasLogo: logo !== undefined,
    subject,
    look,
    random: chance,
  });
  const starts = cuts ? cutAt(cuts, shots, seconds) : cutOnBeats(shots, seconds, sound);
  return {
    size,
    count,
    shots,
    starts,
    beats: sound.beats,
    look,
    brand,
    subject,
    photos,
    ...(clips ? { clips } : {}),
    ...(logo ? { logo } : {}),
    seed,
  };
}

/** Start times of shots whose scenes begin at given moments. The shots of a scene share its time evenly. */
function cutAt(cuts: readonly number[], shots: readonly { scene: number }[], seconds: number): number[] {
  return shots.map(({ scene }, i) => {
    const [start = 0, end = seconds] = [cuts[scene], cuts[scene + 1]];
    const own = shots.filter((shot) => shot.scene === scene).length;
    const before = shots.slice(0, i).filter((shot) => shot.scene === scene).length;
    return start + ((end - start) * before) / own;
  });
}
