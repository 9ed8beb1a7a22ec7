import type { Brief } from "#plugins/local/draw/brief";
import { iconFor } from "#plugins/local/draw/icons";
import { splitPieces } from "#plugins/local/draw/linebreaks";
import { figureIn } from "./figure";
import type { Look } from "./look";
import { pick, shuffled } from "./look";
import { readingSeconds } from "./reading";
import type { DesignName, Shot } from "./scene";
import { kineticSeconds } from "./scenes/hook";
import type { Pacing } from "./timeline";
import type { ToneName } from "./tone";

export interface PlannedShot extends Shot, Pacing {}

/** Photo properties that the storyboard needs. */
export interface PhotoFacts {
  /** It can fill the picture. */
  fills: boolean;
  cutout: boolean;
}

interface StoryInput {
  brief: Brief;
  photos: readonly PhotoFacts[];
  /** The video begins with the first photo. */
  opensOnPhoto: boolean;
  seconds: number;
  look: Look;
  random(): number;
}

type Idea = Pick<Shot, "design" | "text" | "photo" | "point">;

/** Seconds a shot takes on the whole: short videos are cut faster. */
const PACE = [
  { upTo: 8, seconds: 1.6 },
  { upTo: 15, seconds: 1.8 },
  { upTo: 60, seconds: 2.1 },
] as const;

/** Plans the shots: a hook, the points and photos, and a call to action, as many as the time allows. */
export function storyboard(input: StoryInput): PlannedShot[] {
  const { seconds } = input;
  const pace = PACE.find(({ upTo }) => seconds <= upTo)?.seconds ?? 2.4;
  const first = paced(opener(input), 0.7);
  const last = paced(closer(input), 1.3);
  first.least = Math.min(first.least, seconds * 0.56);
  last.least = Math.min(Math.max(1.5, last.least), seconds * 0.4);
  const room = seconds - first.least - last.least;
  const wanted = Math.max(0, Math.round(seconds / pace) - 2);
  const middle: (Idea & Pacing)[] = [];
  let used = 0;
  for (const idea of ideas(input, wanted)) {
    const before = middle.at(-1) ?? first;
    if (idea.design === before.design && idea.text === before.text) continue;
    const shot = paced(idea, idea.design === "marquee" ? 0.5 : 1);
    if (middle.length === wanted) break;
    if (used + shot.least > room) continue;
    middle.push(shot);
    used += shot.least;
  }
  return dress([first, ...middle, last], input);
}

function paced(idea: Idea, weight: number): Idea & Pacing {
  return { ...idea, least: idea.design === "marquee" ? 0.8 : leastFor(idea), weight };
}

function leastFor({ design, text }: Idea): number {
  if (design === "hookKinetic") return kineticSeconds(splitPieces(text).length) + 1;
  return readingSeconds(text) + (design === "pointFigure" ? 0.2 : 0);
}

function opener({ brief, photos, opensOnPhoto, seconds, random }: StoryInput): Idea {
  const text = brief.hook;
  if (opensOnPhoto) return { design: "opening", text, photo: 0 };
  const words = splitPieces(text).length;
  const choices: DesignName[] = ["hookStack", "hookLead"];
  if (iconFor(`${text} ${brief.subject}`)) choices.push("hookBadge", "hookBadge");
  if (words >= 2 && words <= 6 && seconds >= 7) choices.push("hookKinetic");
  if (photos[0]?.fills) choices.push("photoFull", "photoFull");
  const design = pick(choices, random);
  return design === "photoFull" ? { design: "opening", text, photo: 0 } : { design, text };
}

function closer({ brief, photos }: StoryInput): Idea {
  const text = brief.cta || brief.brand || brief.keyword || brief.hook;
  return photos.length > 0 ? { design: "cta", text, photo: photos.length > 1 ? 1 : 0 } : { design: "cta", text };
}

/** Yields shots for the middle, most important first, and repeats them in other designs. */
function* ideas(input: StoryInput, wanted: number): Generator<Idea> {
  const { brief, photos, opensOnPhoto, random } = input;
  const short = brief.keyword || brief.brand || brief.hook;
  const texts = brief.points.length > 0 ? brief.points : [...new Set([brief.keyword || brief.hook, brief.hook])];
  let nextPhoto = opensOnPhoto && photos.length > 1 ? 1 : 0;
  let photosLeft = photos.length - nextPhoto;
  const usedPhotoDesigns: DesignName[] = [];
  const usedPointDesigns: DesignName[] = [];
  // Use numerals only if all points have one.
  const enumerated = photos.length === 0 && !texts.some((text) => figureIn(text)) && random() < 0.35;

  const withPhoto = (text: string, point?: number): Idea => {
    const photo = nextPhoto % photos.length;
    nextPhoto++;
    photosLeft--;
    const design = freshest(photoDesigns(photos[photo]!), usedPhotoDesigns, random);
    return { design, text, photo, ...(point !== undefined && { point }) };
  };
  const withoutPhoto = (text: string, point: number): Idea => {
    const design = freshest(textDesigns(text, brief, point, enumerated), usedPointDesigns, random);
    return { design, text, point };
  };

  for (let round = 0; round < 12; round++) {
    for (const [i, text] of texts.entries()) {
      const turn = (i + round) % 2 === 0 && !figureIn(text);
      const showPhoto = photos.length > 0 && (turn || photosLeft > texts.length - i);
      yield showPhoto ? withPhoto(text, i) : withoutPhoto(text, i);
      if (i === 0 && round === 0 && brief.offer !== "" && !texts.some((line) => line.includes(brief.offer))) {
        yield { design: "offer", text: brief.hook.includes(brief.offer) ? brief.brand || brief.hook : brief.hook };
      }
      if (i === Math.min(1, texts.length - 1) && wanted >= 3) yield { design: "marquee", text: short };
    }
    while (round === 0 && photosLeft > 0) yield withPhoto(short);
    if (brief.points.length >= 3) yield { design: "checklist", text: brief.points.join(" · ") };
    if (photos.filter(({ cutout }) => !cutout).length >= 3) yield { design: "collage", text: short };
    yield { design: "statement", text: brief.hook };
    if (brief.brand !== "") yield { design: "marquee", text: brief.brand };
  }
}

function photoDesigns({ fills, cutout }: PhotoFacts): DesignName[] {
  if (cutout) return ["productClose"];
  return fills ? ["photoCard", "photoFull", "productClose", "photoSplit"] : ["photoCard", "photoWhole", "photoSplit"];
}

function textDesigns(text: string, { points }: Brief, point: number, enumerated: boolean): DesignName[] {
  if (figureIn(text)) return ["pointFigure", "pointCard"];
  const designs: DesignName[] = ["pointCard"];
  if (points.length > 1 && enumerated) return ["pointNumbered"];
  if (iconFor(text)) return ["pointIcon", ...designs];
  return point === 0 ? ["statement", ...designs] : designs;
}

/** The first design that was not used lately, from a point in the list that the seed chooses. */
function freshest(designs: readonly DesignName[], used: DesignName[], random: () => number): DesignName {
  const telling = designs.length > 0 && (designs[0] === "pointFigure" || designs[0] === "pointIcon");
  const order = telling ? designs : shuffled(designs, random);
  const age = (design: DesignName) => used.length - used.lastIndexOf(design) + (used.includes(design) ? 0 : 99);
  const chosen = order.reduce((best, design) => (age(design) > age(best) ? design : best));
  used.push(chosen);
  return chosen;
}

/** Gives each shot a tone and a backdrop that the one before it does not have. */
function dress(shots: readonly (Idea & Pacing)[], { look, random }: StoryInput): PlannedShot[] {
  const offset = Math.floor(random() * 2);
  const turns: readonly ToneName[] = ["bright", "main", "contrary", "main"];
  return shots.map((shot, i) => {
    const last = i === shots.length - 1;
    const tone = i === 0 ? "main" : last ? (i % 2 ? "bright" : "main") : turns[(i - 1 + offset * 2) % turns.length]!;
    return { ...shot, tone, backdrop: look.backdrops[i % look.backdrops.length]! };
  });
}
