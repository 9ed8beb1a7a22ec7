/** Finds places for a picture and its text, so that the text is where the subject is not. */
import { getCoverCrop, type Photo } from "#plugins/local/draw/photo";
import { clamp } from "#plugins/local/numbers";
import { closeIn, type View } from "./pictures";
import { type Box, getBand, getColumn, type Stage } from "./stage";

type Side = "top" | "bottom" | "left" | "right";

/** A part of the stage for text. */
export interface Room {
  side: Side;
  box: Box;
}

/** Text in a room: its bounds, the size of its letters, and whether all of it fits. */
interface Fitted {
  box: Box;
  size: number;
  truncated: boolean;
}

/** A picture and the text on it. */
export interface Place<Text> extends Room {
  text: Text;
  view: View;
  /** Bounds of what the picture is about, on the stage, at the end of the view. */
  subject: Box;
}

/** Rooms for text on a picture, the usual ones first. Narrow ones leave more of the picture free. */
export function listRooms({ shape, safe }: Stage): Room[] {
  const stacked: Room[] = [
    { side: "bottom", box: getBand(safe, 0.5, 1) },
    { side: "bottom", box: getBand(safe, 0.66, 1) },
    { side: "top", box: getBand(safe, 0, 0.44) },
    { side: "top", box: getBand(safe, 0, 0.3) },
  ];
  if (shape !== "wide") return stacked;
  return [
    { side: "left", box: getColumn(safe, 0, 0.48) },
    { side: "right", box: getColumn(safe, 0.52, 1) },
    { side: "left", box: getColumn(safe, 0, 0.36) },
    { side: "right", box: getColumn(safe, 0.64, 1) },
    ...stacked.filter(({ box }) => box.height < safe.height * 0.4),
  ];
}

/** Returns what a room leaves of the stage, beside the text in it. */
export function leaveFree(stage: Stage, { side }: Room, text: Box, gap: number): Box {
  const { width, height } = stage;
  if (side === "bottom") return { x: 0, y: 0, width, height: Math.max(1, text.y - gap) };
  if (side === "top") {
    const y = text.y + text.height + gap;
    return { x: 0, y, width, height: Math.max(1, height - y) };
  }
  if (side === "right") return { x: 0, y: 0, width: Math.max(1, text.x - gap), height };
  const x = text.x + text.width + gap;
  return { x, y: 0, width: Math.max(1, width - x), height };
}

/** Zooms in which a place is looked for. */
const ZOOMS = [1, 1.12, 1.28] as const;
/** Size of text below which it gets a place beside the picture instead. */
const LEAST_SIZE = 60;
/** Size of text above which a product comes first. */
const ENOUGH = 104;
/** Fraction of the height, or beside the subject of the width, that text may cover. */
const LARGEST_TEXT = 0.4;
/** Distance between text and subject. */
const GAP = 36;
/** Minimum pixels of a photo for each pixel of the frame, also if the camera is closer than it has to be. */
const SHARP = { usual: 0.3, close: 0.55 } as const;
/** Minimum fraction of a photo that remains visible. */
const LEAST_KEPT = { tall: 0.28, wide: 0.42, square: 0.4 } as const;

/** How much of a subject text may cover, and the frame may cut, and what it costs. */
const LIMITS = {
  faces: { clash: 0.005, cut: 0.02, cost: 6 },
  product: { clash: 0.02, cut: 0.01, cost: 6 },
  graphic: { clash: 0, cut: 0.06, cost: 6 },
  thing: { clash: 0.06, cut: 0.03, cost: 4 },
  detail: { clash: 0.12, cut: 0.2, cost: 1.5 },
} as const;

/**
 * Finds the crop and the room that show the most of a picture's subject and the largest text. Undefined if the picture
 * cannot fill the frame without hiding or cutting its subject. `set` sets the text; without it, there is none.
 */
export function findPlace<Text extends Fitted>(
  photo: Photo,
  stage: Stage,
  rooms: readonly Room[],
  set: (room: Room) => Text,
): Place<Text> | undefined {
  const texts = rooms.map((room) => ({ ...room, text: set(room) }));
  const largest = Math.max(...texts.map(({ text }) => text.size));
  const frame = { x: 0, y: 0, width: stage.width, height: stage.height };
  let best: { place: Place<Text>; cost: number } | undefined;
  for (const [i, room] of texts.entries()) {
    for (const zoom of photo.moving ? [1] : ZOOMS) {
      const view = closeIn(photo, cropBeside(photo, stage, room, zoom));
      if (!isGood(photo, stage, view.from, zoom > 1)) continue;
      const { clash, cut, subject, isAllowed } = findCut(photo, frame, view, room.text.box);
      const { width, height } = room.text.box;
      if (!isAllowed || room.text.truncated || room.text.size < LEAST_SIZE) continue;
      const covered = room.side === "top" || room.side === "bottom" ? height / stage.height : width / stage.width;
      if (width > 0 && covered > LARGEST_TEXT) continue;
      const cost =
        LIMITS[photo.focus.kind].cost * (clash + cut) +
        0.4 * (zoom - 1) +
        0.8 * (1 - room.text.size / largest) +
        0.03 * Math.min(i, 3);
      if (!best || cost < best.cost) best = { place: { ...room, view, subject }, cost };
    }
  }
  return best?.place;
}

/** Moves over a picture whose subject is wider than the frame, from one of its sides to the other. */
export function findPan(photo: Photo, stage: Stage): View | undefined {
  const { focus, width, height } = photo;
  const crop = getCoverCrop(photo, stage.width, stage.height);
  const [left, right] = [focus.left * width, focus.right * width - crop.width];
  if (focus.kind === "faces" || focus.kind === "graphic" || right <= left || crop.height < height) return undefined;
  return { from: { ...crop, x: clamp(left, 0, width - crop.width) }, to: { ...crop, x: right } };
}

/** True if a crop is sharp, and not too small a part of the photo. */
function isGood(photo: Photo, stage: Stage, { width, height }: Box, isClose: boolean): boolean {
  const kept = (width * height) / (photo.width * photo.height);
  const isSharp = width >= stage.width * stage.scale * SHARP[isClose ? "close" : "usual"];
  return isSharp && (photo.focus.kind === "faces" || kept >= LEAST_KEPT[stage.shape] * 0.8);
}

/** Crops a photo so that its subject is in the middle of what the text leaves free, as far as the photo reaches. */
function cropBeside(photo: Photo, stage: Stage, room: Room & { text: Fitted }, zoom: number): Box {
  const { width, height, focus } = photo;
  const scale = Math.max(stage.width / width, stage.height / height) * zoom;
  const crop = { width: stage.width / scale, height: stage.height / scale };
  const free = leaveFree(stage, room, room.text.box, GAP);
  const [tall, wide] = [(focus.bottom - focus.top) * height * scale, (focus.right - focus.left) * width * scale];
  // A tall frame's controls are at its foot.
  const end = free.y + Math.min(free.height, stage.safe.y + stage.safe.height - free.y);
  const start = tall < end - stage.safe.y ? Math.max(free.y, stage.safe.y * 0.6) : free.y;
  const target = { x: free.x + free.width / 2, y: Math.max(start + tall / 2, (start + end) / 2) };
  if (wide > free.width) target.x = stage.width / 2;
  return {
    ...crop,
    x: clamp(((focus.left + focus.right) / 2) * width - target.x / scale, 0, width - crop.width),
    y: clamp(((focus.top + focus.bottom) / 2) * height - target.y / scale, 0, height - crop.height),
  };
}

/** Measures how much of a subject is behind a text, or outside the box of its picture, at both ends of a view. */
export function findCut(photo: Photo, box: Box, { from, to }: View, text?: Box) {
  const limits = LIMITS[photo.focus.kind];
  const padded = text && {
    x: text.x - GAP,
    y: text.y - GAP,
    width: text.width + 2 * GAP,
    height: text.height + 2 * GAP,
  };
  const ends = [from, to].map((crop) => {
    const subject = toStage(photo, box, crop);
    const area = Math.max(1, subject.width * subject.height);
    const clash = padded && text.width > 0 ? overlap(subject, padded) / area : 0;
    return { subject, clash, cut: 1 - overlap(subject, box) / area };
  }) as [Cut, Cut];
  const [clash, cut] = [Math.max(ends[0].clash, ends[1].clash), Math.max(ends[0].cut, ends[1].cut)];
  return { subject: ends[1].subject, clash, cut, isAllowed: clash <= limits.clash && cut <= limits.cut };
}

interface Cut {
  subject: Box;
  clash: number;
  cut: number;
}

/** Returns where a photo's subject is in a box of the stage that shows a crop of it. */
function toStage({ focus, width, height }: Photo, box: Box, crop: Box): Box {
  const scale = box.width / crop.width;
  return {
    x: box.x + (focus.left * width - crop.x) * scale,
    y: box.y + (focus.top * height - crop.y) * scale,
    width: (focus.right - focus.left) * width * scale,
    height: (focus.bottom - focus.top) * height * scale,
  };
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Space around a product, as a fraction of the shorter side. */
const MARGIN = 0.1;
/** The camera moves over this much of a part. */
const LEAST_MARGIN = 100;

/** Finds the room that leaves the most for a product and its text, and where the product goes. */
export function findProductPlace<Text extends Fitted>(
  { focus, width, height }: Photo,
  stage: Stage,
  rooms: readonly Room[],
  set: (room: Room) => Text,
): Room & { text: Text; product: Box } {
  const margin = MARGIN * Math.min(stage.width, stage.height);
  const ratio = ((focus.right - focus.left) * width) / ((focus.bottom - focus.top) * height);
  const choices = rooms.map((room, i) => {
    const text = set(room);
    const free = leaveFree(stage, room, text.box, margin * 1.2);
    const top = Math.max(free.y, stage.shape === "tall" ? stage.safe.y * 0.7 : margin);
    const end = Math.min(free.y + free.height, stage.shape === "tall" ? stage.height * 0.86 : stage.height - margin);
    const [left, right] = [Math.max(free.x, margin), Math.min(free.x + free.width, stage.width - margin)];
    const across = Math.max(1, Math.min(right - left, (end - top) * ratio));
    const product = {
      x: (left + right - across) / 2,
      y: (top + end - across / ratio) / 2,
      width: across,
      height: across / ratio,
    };
    const area = (product.width * product.height) / (stage.width * stage.height);
    return {
      ...room,
      text,
      product,
      worth:
        2 * Math.sqrt(area) +
        text.size / 300 +
        0.7 * Math.min(1, text.size / ENOUGH) -
        Math.max(0, LEAST_SIZE - text.size) / 24 -
        0.02 * i -
        (text.truncated ? 9 : 0),
    };
  });
  return choices.reduce((best, choice) => (choice.worth > best.worth ? choice : best));
}

/** Returns the largest place for a product inside a box that is filled with its ground. */
export function fitProduct({ focus, width, height }: Photo, box: Pick<Box, "width" | "height">): Box {
  const margin = Math.max(LEAST_MARGIN, 1.6 * MARGIN * Math.min(box.width, box.height));
  const ratio = ((focus.right - focus.left) * width) / ((focus.bottom - focus.top) * height);
  const across = Math.min(box.width - 2 * margin, (box.height - 2 * margin) * ratio);
  return { x: (box.width - across) / 2, y: (box.height - across / ratio) / 2, width: across, height: across / ratio };
}
