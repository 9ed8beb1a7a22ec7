import type { FontStack } from "#plugins/local/draw/fonts";
import { chooseMood, findPace, type Mood } from "#plugins/local/draw/moods";
import { choosePalette, type Palette } from "#plugins/local/draw/palette";
import { pickType } from "#plugins/local/draw/typography";
import type { DesignName } from "./design-name";
import type { Entrance } from "./entrances";
import type { Emphasis } from "./lettering";
import type { BackdropName } from "./patterns";
import { deriveTones, type Tone, type ToneName } from "./tone";
import type { Topic } from "./topic";
import type { TransitionName } from "./transitions";

/** Style of cards, plates and badges. */
export interface Shapes {
  /** Roundness of corners: 0 is square, 1 is fully round. */
  radius: number;
  shadow: "soft" | "hard" | "none";
  badge: "burst" | "disc" | "block" | "rule";
  decor: "confetti" | "marks" | "none";
}

/** Look shared by all shots of a video, chosen by its seed. */
export interface Look {
  mood: Mood;
  palette: Palette;
  tones: Record<ToneName, Tone>;
  headline: FontStack;
  /** Font of brands and buttons. */
  label: FontStack;
  body: FontStack;
  /** Formats the text for headlines. */
  caps(text: string): string;
  entrance: Entrance;
  emphasis: Emphasis;
  shapes: Shapes;
  /** True for backgrounds of one colour instead of clouds of several. */
  flat: boolean;
  /** Layouts for openings, points, steps and the end, preferred ones first. */
  hooks: DesignName[];
  points: DesignName[];
  steps: DesignName[];
  closing: DesignName;
  /** Backdrops, in the order in which shots use them. */
  backdrops: BackdropName[];
  transitions: TransitionName[];
  /** Ornament of layouts with one in their corner. */
  corner: number;
  /** Length of entrances, transitions and shots: 1 is usual, more is slower. */
  pace: number;
  /** Tones of the shots after the first, in turn. */
  turns: readonly ToneName[];
  /** True if headlines glow. */
  glow: boolean;
}

/** A design system: shapes, backgrounds, layouts, movement and cuts that belong together. */
interface System {
  moods: readonly Mood[];
  shapes: Shapes;
  flat: boolean;
  glow?: true;
  /** Default: all three tones. */
  turns?: readonly ToneName[];
  entrances: readonly Entrance[];
  emphases: readonly Emphasis[];
  backdrops: readonly BackdropName[];
  hooks: readonly DesignName[];
  points: readonly DesignName[];
  steps: readonly DesignName[];
  closings: readonly DesignName[];
  transitions: readonly TransitionName[];
}

const systems: Readonly<Record<string, System>> = {
  /** Flat colour, square corners, big type: like a poster on a wall. */
  poster: {
    moods: ["loud", "loud", "plain", "tech"],
    shapes: { radius: 0, shadow: "hard", badge: "block", decor: "none" },
    flat: true,
    entrances: ["rise", "slide"],
    emphases: ["plate", "plate", "color"],
    backdrops: ["blocks", "stripes", "squares"],
    hooks: ["hookStack", "layoutBand", "layoutPlates", "hookKinetic"],
    points: ["layoutBand", "layoutSplit", "layoutPlates", "statement", "layoutCorner"],
    steps: ["layoutCount", "pointNumbered"],
    closings: ["endPanel", "endAccent", "endSlant", "endStrip"],
    transitions: ["pushUp", "pushLeft", "wipe", "halves", "blinds", "stairs"],
  },
  /** Round, springy, with confetti. */
  pop: {
    moods: ["playful", "playful", "playful", "loud", "plain"],
    shapes: { radius: 1, shadow: "soft", badge: "burst", decor: "confetti" },
    flat: true,
    entrances: ["pop", "drop"],
    emphases: ["plate", "color", "underline"],
    backdrops: ["blobs", "dots", "rays"],
    hooks: ["layoutSpot", "layoutBubble", "hookStack", "layoutPlates"],
    points: ["layoutBubble", "layoutSpot", "layoutPlates", "card"],
    steps: ["pointNumbered", "layoutCount"],
    closings: ["endDisc", "endCentre", "endRoof", "endAccent"],
    transitions: ["iris", "drop", "diamond", "spin", "clock", "cover"],
  },
  /** Lots of space, thin lines, calm movement: like a page of a magazine. */
  editorial: {
    moods: ["calm", "calm", "calm", "plain"],
    shapes: { radius: 0, shadow: "none", badge: "rule", decor: "none" },
    flat: true,
    entrances: ["rise", "fade"],
    emphases: ["underline", "color"],
    backdrops: ["paper", "waves", "arcs"],
    hooks: ["hookLead", "layoutFrame", "layoutCorner"],
    points: ["layoutFrame", "statement", "layoutSplit", "layoutCorner"],
    steps: ["layoutCount", "pointNumbered"],
    closings: ["endLeft", "endFrame", "endStrip", "endRoof"],
    transitions: ["wipe", "uncover", "split", "doors", "cover"],
  },
  /** Dark or bright grids, fine marks, precise cuts. */
  grid: {
    moods: ["tech", "tech", "tech", "plain"],
    shapes: { radius: 0.3, shadow: "none", badge: "disc", decor: "marks" },
    flat: true,
    entrances: ["slide", "unfold"],
    emphases: ["color", "plate"],
    backdrops: ["grid", "squares", "waves"],
    hooks: ["hookLead", "layoutFrame", "layoutSplit", "hookKinetic"],
    points: ["layoutSplit", "layoutFrame", "card", "layoutBand"],
    steps: ["pointNumbered", "layoutCount"],
    closings: ["endPanel", "endFrame", "endStrip", "endLeft"],
    transitions: ["zoom", "halves", "pushLeft", "doors", "split", "blinds"],
  },
  /** Clouds of colour and light, cards with soft shadows. */
  glow: {
    moods: ["plain", "plain", "calm", "tech", "loud", "playful"],
    shapes: { radius: 0.6, shadow: "soft", badge: "disc", decor: "confetti" },
    flat: false,
    entrances: ["rise", "pop", "unfold"],
    emphases: ["plate", "color", "underline"],
    backdrops: ["mesh", "beams", "arcs"],
    hooks: ["hookStack", "layoutCorner", "layoutSpot"],
    points: ["layoutCorner", "card", "layoutBubble", "statement"],
    steps: ["pointNumbered", "layoutCount"],
    closings: ["endCentre", "endDisc", "endSlant", "endRoof"],
    transitions: ["zoom", "iris", "cover", "uncover", "clock", "wipe"],
  },

  // Systems of moods that only instructions name.

  /** Dark, with slowly moving light and serif type, like a film. */
  cinema: {
    moods: ["moody", "luxury", "moody"],
    shapes: { radius: 0, shadow: "none", badge: "rule", decor: "none" },
    flat: false,
    turns: ["main"],
    entrances: ["fade"],
    emphases: ["color", "underline"],
    backdrops: ["beams", "mesh", "dust"],
    hooks: ["hookStack", "hookLead", "layoutFrame"],
    points: ["statement", "layoutFrame", "hookLead"],
    steps: ["layoutCount", "pointNumbered"],
    closings: ["endCentre", "endFrame", "endLeft"],
    transitions: ["dissolve", "veil", "split", "ripple"],
  },
  /** White space and one color. */
  swiss: {
    moods: ["minimal", "luxury", "minimal"],
    shapes: { radius: 0, shadow: "none", badge: "rule", decor: "none" },
    flat: true,
    turns: ["main", "main", "contrary"],
    entrances: ["rise", "fade"],
    emphases: ["color", "underline"],
    backdrops: ["lines", "paper"],
    hooks: ["hookLead", "layoutFrame"],
    points: ["hookLead", "statement", "layoutFrame"],
    steps: ["layoutCount", "pointNumbered"],
    closings: ["endLeft", "endFrame", "endStrip"],
    transitions: ["dissolve", "pushUp", "uncover", "wipe"],
  },
  /** Bands of color, rays and halftone, like a poster of the 1970s. */
  seventies: {
    moods: ["retro"],
    shapes: { radius: 0.5, shadow: "hard", badge: "burst", decor: "none" },
    flat: true,
    entrances: ["unfold", "drop"],
    emphases: ["color", "underline"],
    backdrops: ["rainbow", "rays", "halftone"],
    hooks: ["hookStack", "layoutSpot", "layoutBand"],
    points: ["layoutSpot", "statement", "layoutBand", "hookLead"],
    steps: ["pointNumbered", "layoutCount"],
    closings: ["endDisc", "endRoof", "endAccent"],
    transitions: ["clock", "ripple", "iris", "stairs", "shutter", "halftone"],
  },
  /** Neon tubes on a dark ground. */
  arcade: {
    moods: ["neon"],
    shapes: { radius: 0.4, shadow: "none", badge: "disc", decor: "marks" },
    flat: true,
    glow: true,
    turns: ["main"],
    entrances: ["slide", "unfold"],
    emphases: ["color"],
    backdrops: ["grid", "tubes", "squares"],
    hooks: ["hookStack", "hookKinetic", "layoutFrame"],
    points: ["layoutFrame", "statement", "hookStack"],
    steps: ["pointNumbered", "layoutCount"],
    closings: ["endFrame", "endCentre", "endPanel"],
    transitions: ["whip", "blinds", "zoom", "corner", "shutter"],
  },
};

export function chooseLook(
  topic: Pick<Topic, "look" | "subject" | "avoid"> &
    Partial<Pick<Topic, "colors">> & { text?: string; hue?: number | undefined },
  random: () => number,
  mood: Mood = chooseMood(topic, random),
): Look {
  const palette = choosePalette({ ...topic, mood }, random);
  const system = pickSystem(mood, random);
  const type = pickType(mood, random, topic.text ?? "", topic.look);
  const first = Math.floor(random() * 2);
  return {
    mood,
    palette,
    tones: deriveTones(palette),
    ...type,
    entrance: pick(system.entrances, random),
    emphasis: pick(system.emphases, random),
    shapes: system.shapes,
    flat: system.flat,
    hooks: shuffle(system.hooks, random),
    points: shuffle(system.points, random),
    steps: [...system.steps.slice(first), ...system.steps.slice(0, first)],
    closing: pick(system.closings, random),
    backdrops: shuffle(system.backdrops, random),
    transitions: shuffle(system.transitions, random),
    corner: Math.floor(random() * 60),
    pace: findPace(topic.look, mood),
    turns: system.turns ?? ["bright", "main", "contrary", "main"],
    glow: system.glow === true,
  };
}

/** Chooses a system of the mood; systems that list it more often are more likely. */
function pickSystem(mood: Mood, random: () => number): System {
  const choices = Object.values(systems).flatMap((system) =>
    system.moods.flatMap((candidate) => (candidate === mood ? system : [])),
  );
  return pick(choices, random);
}

export function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)]!;
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0]!);
}
