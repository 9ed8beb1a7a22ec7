import type { Brief } from "#plugins/local/draw/brief";
import type { Photo } from "#plugins/local/draw/photo";
import { random } from "#plugins/local/draw/random";
import type { FilmInput } from "./film";
import { lookFor } from "./look";
import { fillsStage, isCutout } from "./pictures";
import type { Size } from "./size";
import { stageFor } from "./stage";
import { storyboard } from "./storyboard";
import { cutOnBeats, type Pulse } from "./timeline";

interface PlanInput {
  brief: Brief;
  photos: readonly Photo[];
  /** The video begins with the first photo. */
  opensOnPhoto: boolean;
  size: Size;
  /** Frames. */
  count: number;
  seconds: number;
  sound: Pulse;
  seed: number;
}

/** Plans the content, look and cuts of a video. The same input always gives the same plan. */
export function planFilm({ brief, photos, opensOnPhoto, size, count, seconds, sound, seed }: PlanInput): FilmInput {
  const chance = random(seed);
  const look = lookFor([brief.subject, ...brief.mood].join(" "), chance);
  const stage = stageFor(size);
  const facts = photos.map((photo) => {
    const cutout = isCutout(photo);
    return { fills: !cutout && fillsStage(photo, stage), cutout };
  });
  const shots = storyboard({ brief, photos: facts, opensOnPhoto, seconds, look, random: chance });
  return {
    size,
    count,
    shots,
    starts: cutOnBeats(shots, seconds, sound),
    beats: sound.beats,
    look,
    brief,
    photos,
    seed,
  };
}
