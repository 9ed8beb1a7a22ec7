import { isRightToLeft } from "vireo/captions/words";
import { chooseInk, getContrast, withContrast } from "#plugins/local/draw/colors";
import { isCutout } from "#plugins/local/draw/cutout";
import { drawCover, getCoverCrop, type Photo } from "#plugins/local/draw/photo";
import { findStress } from "#plugins/local/draw/stress";
import type { ContentBlock, Design, DesignKit, DrawFrame, FrameTime, Shot } from "../design";
import { outBack, outCubic, phase } from "../ease";
import type { LetteringStyle } from "../lettering";
import { closeIn, findGround, framed, meanColor, setProduct, type View } from "../pictures";
import {
  findCut,
  findPan,
  findPlace,
  findProductPlace,
  fitProduct,
  listRooms,
  type Place,
  type Room,
} from "../placing";
import { type Box, getCentre, getColumn, getLeadingArea, type Stage } from "../stage";

import { setContent } from "./content";
import { decorate, dropShadow, shade } from "./depth";
import { createBrandTag, createGround, getStyle, getTone, HEADLINE, styleOnPhoto } from "./parts";

/** A design of a shot with a picture. Where the picture and the text go follows from what the picture shows. */
interface PhotoDesign {
  /**
   * `full`: it fills the frame. `part`: it fills the upper or the outer part. `card`: it is shown whole. `ground`: a
   * product, on its own ground or cut out. A picture that does not suit its design is shown in the next one.
   */
  picture: "full" | "part" | "card" | "ground";
  /** What text on the picture stands on. */
  text?: "shade" | "label";
  /** The part is the lower one, or the one where reading starts. */
  flip?: true;
  /** The part is a close view, if its subject is still whole. */
  close?: true;
  /** A disc and a ring behind the product. */
  disc?: true;
}

/** True if a shot shows only its picture. */
const isMute = ({ text, subtext, price }: Shot): boolean => text + subtext === "" && !price;

const getPhoto = (shot: Shot, kit: DesignKit): Photo => kit.photos[shot.photo ?? 0]!;

/** Text begins before the first frame of an opening. */
const getStart = ({ lead }: Shot, start = 0.1): number => (lead ? -0.2 : start);

const create =
  (design: PhotoDesign): Design =>
  (shot, kit) =>
    players[design.picture](design, shot, kit);

export const photoFull = create({ picture: "full", text: "shade" });
export const photoLabel = create({ picture: "full", text: "label" });
export const photoPart = create({ picture: "part" });
export const photoFlip = create({ picture: "part", flip: true });
export const photoCard = create({ picture: "card" });
export const photoCardFlip = create({ picture: "card", flip: true });
export const photoGround = create({ picture: "ground" });
export const photoDisc = create({ picture: "ground", disc: true });

type Player = (design: PhotoDesign, shot: Shot, kit: DesignKit) => DrawFrame;

const players: Record<PhotoDesign["picture"], Player> = {
  full: (design, shot, kit) => {
    const place = placeText(design, shot, kit);
    if (place) return playFull(shot, kit, place.view, coverText(design, shot, kit, place));
    const pan = isMute(shot) ? findPan(getPhoto(shot, kit), kit.stage) : undefined;
    if (pan) return playFull(shot, kit, pan, () => {});
    return players.part(design.text === "label" ? { ...design, close: true } : design, shot, kit);
  },

  part(design, shot, kit) {
    const { ctx, stage } = kit;
    const part = isMute(shot) ? undefined : findPart(design, shot, kit);
    if (!part) return players.card(design, shot, kit);
    const { area, content, crop, photo } = part;
    const tone = getTone(shot, kit);
    const ground = createGround(shot, kit);
    const bits = decorate(kit, tone);
    const picture = framed(photo, area, stage, closeIn(photo, crop, photo === getPhoto(shot, kit) ? undefined : 1.04));
    const isBeside = area.height === stage.height;
    const from = isBeside ? (area.x === 0 ? [-1, 0] : [1, 0]) : area.y === 0 ? [0, -1] : [0, 1];
    return (frameTime) => {
      const { time, length, clock, pulse } = frameTime;
      ground(ctx, clock, pulse);
      bits(clock, pulse);
      const away = shot.lead ? 0 : 1 - outCubic(phase(time, 0, 0.4));
      ctx.save();
      ctx.translate(from[0]! * away * area.width, from[1]! * away * area.height);
      picture(ctx, time / length, 1 + 0.008 * pulse);
      ctx.fillStyle = tone.accent;
      const edge = 12 + 5 * pulse;
      if (isBeside) ctx.fillRect(area.x === 0 ? area.width - edge / 2 : area.x - edge / 2, 0, edge, stage.height);
      else ctx.fillRect(0, area.y === 0 ? area.height - edge / 2 : area.y - edge / 2, stage.width, edge);
      ctx.restore();
      content.draw(frameTime, getStart(shot), getStyle(tone, kit));
    };
  },

  card(design, shot, kit) {
    const { ctx, stage, look } = kit;
    const source = getPhoto(shot, kit);
    const tone = getTone(shot, kit);
    const ground = createGround(shot, kit);
    const bits = decorate(kit, tone);
    const tag = stage.shape === "wide" ? () => {} : createBrandTag(kit, tone);
    const { card, content } = setCard(shot, kit, source, design.flip ?? false);
    const radius = 44 * look.shapes.radius;
    const shadow = dropShadow(kit, card.width, card.height, radius);
    const crop = getCoverCrop(source, card.width, card.height);
    // A screenshot moves as a whole, so that none of it is cut off.
    const view = source.focus.kind === "graphic" ? { from: crop, to: crop } : closeIn(source, crop, 1.05);
    const picture = framed(source, card, stage, view);
    const lean = kit.random() < 0.5 ? 1 : -1;
    const { x, y } = getCentre(card);
    return (frameTime) => {
      const { time, length, clock, pulse } = frameTime;
      ground(ctx, clock, pulse);
      bits(clock, pulse);
      tag(time + 1);
      const into = shot.lead ? 1 : outBack(phase(time, 0, 0.45));
      const size = 0.97 + 0.04 * (time / length) + 0.008 * pulse;
      ctx.save();
      ctx.translate(x, y + (1 - into) * stage.height * 0.25 + 6 * Math.sin(clock * 1.6));
      ctx.rotate(lean * (0.006 * Math.sin(clock * 1.3) + (1 - into) * 0.1));
      ctx.scale(size, size);
      ctx.translate(-x, -y);
      shadow(ctx, card.x, card.y);
      ctx.beginPath();
      ctx.roundRect(card.x, card.y, card.width, card.height, radius);
      ctx.clip();
      ctx.fillStyle = "#ffffff";
      ctx.fillRect(card.x, card.y, card.width, card.height);
      picture(ctx, time / length);
      ctx.restore();
      content?.draw(frameTime, getStart(shot), getStyle(tone, kit));
    };
  },

  ground(design, shot, kit) {
    const { ctx, stage } = kit;
    const source = getPhoto(shot, kit);
    const cutout = isCutout(source.canvas);
    if (!cutout && source.focus.kind !== "product") return players.full({ ...design, text: "shade" }, shot, kit);
    const own = isMute(shot) ? stage : getTextStage(shot, kit);
    // A tall product is larger beside its text.
    const beside: Room[] = [
      { side: "left", box: getColumn(own.safe, 0, 0.54) },
      { side: "right", box: getColumn(own.safe, 0.46, 1) },
    ];
    const rooms = [...listRooms(own), ...(own.shape === "square" && !isMute(shot) ? beside : [])];
    const turn = Math.floor(kit.random() * 2);
    const options = (room: Room) => getOptions(shot, kit, room);
    const place = findProductPlace(source, stage, [...rooms.slice(turn), ...rooms.slice(0, turn)], (room) =>
      setContent(kit, shot, room.box, options(room)),
    );
    const product = setProduct(source, place.product, stage, cutout);
    const whole = { x: 0, y: 0, width: product.width, height: product.height };
    const picture = framed(
      product,
      { ...whole, width: stage.width, height: stage.height },
      stage,
      closeIn(product, whole, 1.06),
    );
    const { drawGround, style } = cutout
      ? groundCutout(shot, kit, source, design.disc ? place.product : undefined)
      : { drawGround: () => {}, style: styleOnGround(kit, product, place.text.box) };
    const { x, y } = getCentre(place.product);
    return (frameTime) => {
      const { time, length, clock, pulse } = frameTime;
      drawGround(frameTime);
      ctx.save();
      if (cutout) {
        const into = shot.lead ? 1 : Math.max(0.001, outBack(phase(time, 0, 0.45)));
        ctx.translate(x, y + 8 * Math.sin(clock * 1.7));
        ctx.scale(into, into);
        ctx.translate(-x, -y);
      }
      picture(ctx, time / length, 1 + 0.006 * pulse);
      ctx.restore();
      place.text.draw(frameTime, getStart(shot), style);
    };
  },
};

/** How long an opening shows its photo alone, if there is no room for text on it, and how long it then fades. */
const ALONE = { hold: 0.7, fade: 0.3 } as const;

/** The first frame is exactly the photo, filling the frame; then the camera moves to where the text has its place. */
export const opening: Design = (shot, kit) => {
  const { ctx, stage, look } = kit;
  const photo = getPhoto(shot, kit);
  const from = getCoverCrop(photo, stage.width, stage.height);
  const place = placeText({ picture: "full" }, shot, kit);
  const frame = { x: 0, y: 0, width: stage.width, height: stage.height };
  const picture = framed(photo, frame, stage, place ? { from, to: place.view.to } : closeIn(photo, from));
  const cover = place && coverText({ picture: "full" }, shot, kit, place);
  const after = place || isMute(shot) ? undefined : players.part({ picture: "part" }, { ...shot, lead: false }, kit);
  const drawFirst = () => {
    ctx.save();
    ctx.resetTransform();
    drawCover(ctx, photo, 0, 0, ctx.canvas.width, ctx.canvas.height);
    ctx.restore();
  };
  return (frameTime) => {
    const { time, length, pulse } = frameTime;
    // Fill the background, because the image may have transparent parts.
    ctx.fillStyle = look.tones.main.ground;
    ctx.fillRect(0, 0, stage.width, stage.height);
    if (time <= 0) return drawFirst();
    const through = place ? 0.75 * outCubic(phase(time, 0, 0.7)) + 0.25 * (time / length) : time / length;
    picture(ctx, through, 1 + 0.008 * pulse * phase(time, 0.2, 0.2));
    cover?.({ ...frameTime, time: time - 0.25 }, phase(time, 0.1, 0.4));
    if (!after || time < ALONE.hold) return;
    ctx.save();
    ctx.globalAlpha *= phase(time, ALONE.hold, ALONE.fade);
    after({ ...frameTime, time: time - ALONE.hold, length: Math.max(0.1, length - ALONE.hold) });
    ctx.restore();
  };
};

const LABEL_PAD = 48;

/** The stage with the margins that the text uses: on the side where apps have no buttons, it reaches further. */
function getTextStage(shot: Shot, { stage, look }: DesignKit): Stage {
  const isLeading = look.shapes.radius === 0 && !isRightToLeft(shot.text);
  return isLeading ? { ...stage, safe: getLeadingArea(stage) } : stage;
}

function getOptions(shot: Shot, kit: DesignKit, { side }: Room) {
  const { stage, look } = kit;
  const isBeside = side === "left" || side === "right";
  return {
    font: look.headline,
    maxSize: shot.lead ? HEADLINE[stage.shape] * 0.9 : 190,
    align: isBeside || look.shapes.radius === 0 ? "left" : "center",
    vertical: isBeside ? "middle" : side,
    stress: shot.lead ? findStress(shot.text, kit) : "",
  } as const;
}

/** Finds room for the text on a picture that fills the frame. Undefined if there is none. */
function placeText({ text = "shade" }: PhotoDesign, shot: Shot, kit: DesignKit): Place<ContentBlock> | undefined {
  const { stage } = kit;
  const photo = getPhoto(shot, kit);
  const set = (room: Room) =>
    text === "label" ? setLabel(shot, kit, room) : setContent(kit, shot, room.box, getOptions(shot, kit, room));
  return isMute(shot)
    ? findPlace(photo, stage, [{ side: "bottom", box: { x: 0, y: 2 * stage.height, width: 0, height: 0 } }], noText)
    : findPlace(photo, stage, listRooms(getTextStage(shot, kit)), set);
}

const noText = ({ box }: Room): ContentBlock => ({ box, size: 1000, truncated: false, draw() {} });

/** A text in the middle of a label. The bounds are those of the label. */
function setLabel(shot: Shot, kit: DesignKit, room: Room): ContentBlock {
  const pad = LABEL_PAD;
  const { x, y, width, height } = room.box;
  const inner = { x: x + pad, y: y + pad, width: width - 2 * pad, height: height - 2 * pad };
  const options = getOptions(shot, kit, room);
  const content = setContent(kit, shot, inner, { ...options, align: "left", maxSize: options.maxSize * 0.8 });
  const { box } = content;
  return {
    ...content,
    box: { x: box.x - pad, y: box.y - pad, width: box.width + 2 * pad, height: box.height + 2 * pad },
  };
}

function playFull(
  shot: Shot,
  kit: DesignKit,
  view: View,
  cover: (frameTime: FrameTime, shown: number) => void,
): DrawFrame {
  const { ctx, stage, look } = kit;
  const frame = { x: 0, y: 0, width: stage.width, height: stage.height };
  const picture = framed(getPhoto(shot, kit), frame, stage, view);
  return (frameTime) => {
    ctx.fillStyle = look.tones.main.ground;
    ctx.fillRect(0, 0, stage.width, stage.height);
    picture(ctx, frameTime.time / frameTime.length, 1 + 0.008 * frameTime.pulse);
    cover(frameTime, 1);
  };
}

/** Draws the text of a picture that fills the frame, on a shade or a label. */
function coverText({ text: on }: PhotoDesign, shot: Shot, kit: DesignKit, place: Place<ContentBlock>) {
  if (isMute(shot)) return () => {};
  const { ctx, stage } = kit;
  const { text, side, subject } = place;
  if (on !== "label") {
    const shadow = shade(kit, side, text.box, getPhoto(shot, kit).focus.kind === "detail" ? undefined : subject);
    return (frameTime: FrameTime, shown: number) => {
      ctx.save();
      ctx.globalAlpha *= shown;
      shadow();
      ctx.restore();
      text.draw(frameTime, getStart(shot), styleOnPhoto(kit));
    };
  }
  const tone = getTone(shot, kit);
  const { box } = text;
  const radius = 60 * kit.look.shapes.radius;
  const shadow = dropShadow(kit, box.width, box.height, radius);
  return (frameTime: FrameTime) => {
    const into = outBack(phase(frameTime.time + (shot.lead ? 0.4 : 0), 0, 0.4));
    ctx.save();
    ctx.translate(-(1 - into) * stage.width, 6 * Math.sin(frameTime.clock * 1.4));
    shadow(ctx, box.x, box.y);
    ctx.fillStyle = tone.ground;
    ctx.beginPath();
    ctx.roundRect(box.x, box.y, box.width, box.height, radius);
    ctx.fill();
    text.draw({ ...frameTime, pulse: 0 }, getStart(shot), getStyle(tone, kit));
    ctx.restore();
  };
}

/** Fractions of the stage that a picture fills. */
const SHARES = [0.58, 0.52, 0.46, 0.4, 0.34] as const;
/** A smaller picture is better than smaller text. */
const LEAST_SIZE = 66;
/** Least width of a column of text. */
const NARROWEST = 400;
/** Zoom of a close view. */
const CLOSE = 1.35;

interface Part {
  area: Box;
  photo: Photo;
  crop: Box;
  content: ContentBlock;
}

/** Finds the largest part of the stage that a picture fills without losing its subject, with the text beside it. */
function findPart({ flip, close }: PhotoDesign, shot: Shot, kit: DesignKit): Part | undefined {
  const { stage } = kit;
  const photo = getPhoto(shot, kit);
  // The plain ground of a product fills any part.
  const isGround = photo.focus.kind === "product" && !isCutout(photo.canvas);
  const ways = stage.shape === "wide" ? [true] : stage.shape === "tall" ? [false] : [false, true];
  const choices = ways.flatMap((isBeside) =>
    SHARES.flatMap((share, i) => {
      const { area, box, side } = divide(getTextStage(shot, kit), share, isBeside, flip ?? false);
      if (box.width < NARROWEST) return [];
      const options = getOptions(shot, kit, { side, box });
      const largest = HEADLINE[stage.shape] * (shot.lead ? 1 : 0.85);
      const content = setContent(kit, shot, box, { ...options, maxSize: largest, vertical: "middle" });
      const crop = getCoverCrop(photo, area.width, area.height);
      const product = fitProduct(photo, area);
      const reach = isGround ? Math.sqrt((product.width * product.height) / (stage.width * stage.height)) * 2 : 0;
      return (close ? [CLOSE, 1] : [1]).flatMap((zoom, tries) => {
        const part = closeIn(photo, crop, zoom).to;
        const { cut, isAllowed } = isGround ? { cut: 0, isAllowed: true } : findCut(photo, area, closeIn(photo, part));
        const small = Math.max(0, LEAST_SIZE - content.size) / 40;
        const cost = cut + i * 0.1 + tries - content.size / 300 + small - reach;
        return isAllowed && !content.truncated ? [{ area, crop: part, photo, content, cost }] : [];
      });
    }),
  );
  if (choices.length === 0) return undefined;
  const best = choices.reduce((one, choice) => (choice.cost < one.cost ? choice : one));
  if (!isGround) return best;
  const { width, height } = best.area;
  const product = setProduct(photo, fitProduct(photo, best.area), { ...stage, width, height }, false);
  return { ...best, photo: product, crop: { x: 0, y: 0, width: product.width, height: product.height } };
}

/** Space between a picture and the text beside it. */
const GAP = 64;

/** Divides the stage into an area for the picture and a box for the text. */
function divide({ width, height, safe }: Stage, share: number, isBeside: boolean, flip: boolean) {
  if (isBeside) {
    const area = { x: flip ? 0 : width * (1 - share), y: 0, width: width * share, height };
    const start = flip ? area.width + GAP : safe.x;
    const end = flip ? safe.x + safe.width : area.x - GAP;
    return { area, box: { ...safe, x: start, width: end - start }, side: flip ? "right" : "left" } as const;
  }
  const area = { x: 0, y: flip ? height * (1 - share) : 0, width, height: height * share };
  const start = flip ? safe.y : area.height + GAP;
  const end = flip ? area.y - GAP : safe.y + safe.height;
  return { area, box: { ...safe, y: start, height: end - start }, side: flip ? "top" : "bottom" } as const;
}

/** Pixels of the stage for each pixel of a picture, at most. */
const LARGEST_PIXEL = 3.2;

/** Fractions of the height for a whole picture, less if its text would not fit. */
const CARD_SHARES = [0.62, 0.5, 0.4, 0.32] as const;
/** Fractions of the width of a wide frame. */
const WIDE_SHARES = [0.56, 0.48, 0.42] as const;
/** Size of text from which on the picture is as large as it can be. */
const EASY_SIZE = 140;

/** Sets a whole picture, with its text below or beside it, in the middle of the stage. */
function setCard(
  shot: Shot,
  kit: DesignKit,
  photo: Photo,
  flip: boolean,
): { card: Box; content: ContentBlock | undefined } {
  const { stage, brand, logo } = kit;
  const { safe } = stage;
  const alone = isMute(shot);
  const ratio = Math.min(2.6, Math.max(0.5, photo.width / photo.height));
  const most = (photo.width * LARGEST_PIXEL) / stage.scale;
  const fit = (area: Box): Box => {
    const width = Math.min(area.width, area.height * ratio, most);
    const height = width / ratio;
    return { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
  };
  if (stage.shape === "wide") {
    if (alone) return { card: fit(safe), content: undefined };
    const choices = WIDE_SHARES.map((share) => {
      const card = fit(getColumn(safe, flip ? 0 : 1 - share, flip ? share : 1));
      const width = safe.width * (1 - share) - 70;
      const box = { ...safe, x: flip ? safe.x + safe.width - width : safe.x, width };
      return { card, content: setContent(kit, shot, box, getOptions(shot, kit, { side: "left", box })) };
    });
    const judge = ({ content: { size, truncated } }: (typeof choices)[number], share: number) =>
      share + Math.min(size, EASY_SIZE) / 200 - (truncated ? 9 : 0);
    const worth = choices.map((choice, i) => judge(choice, WIDE_SHARES[i]!));
    return choices[worth.indexOf(Math.max(...worth))]!;
  }
  const sides = stage.shape === "tall" ? stage.width * 0.06 : safe.x;
  const head = brand === "" && !logo ? 0 : 110;
  const top = safe.y + head;
  const place = (share: number): Box =>
    fit({ x: sides, width: stage.width - 2 * sides, y: top, height: (safe.height - head) * share });
  if (alone) return { card: place(1), content: undefined };
  const set = (y: number, height: number) => {
    const box = { ...safe, y, height };
    return setContent(kit, shot, box, {
      ...getOptions(shot, kit, { side: "bottom", box }),
      align: "center",
      vertical: "top",
    });
  };
  const choices = CARD_SHARES.map((share) => {
    const card = { ...place(share), y: top };
    const below = card.y + card.height + 64;
    const height = safe.y + safe.height - below;
    return { card, below, height, first: set(below, height) };
  });
  const whole = choices.filter((choice) => !choice.first.truncated);
  const { card, below, height, first } =
    whole.find((choice) => choice.first.size >= LEAST_SIZE) ?? whole.at(-1) ?? choices.at(-1)!;
  const spare = Math.max(0, safe.y + safe.height - first.box.y - first.box.height) / 2;
  if (!flip) return { card: { ...card, y: card.y + spare }, content: set(below + spare, height) };
  return { card: { ...card, y: top + spare + first.box.height + 64 }, content: set(top + spare, height) };
}

/** The ground of a cutout: the look's own, if all of the cutout can be seen on it. */
function groundCutout(shot: Shot, kit: DesignKit, photo: Photo, disc: Box | undefined) {
  const { ctx, stage, look } = kit;
  const tones = [getTone(shot, kit), ...Object.values(look.tones)];
  // All of it must be seen on every color of the ground.
  const tone = tones.find(({ ground, stops }) =>
    [ground, ...(look.flat ? [] : stops)].every((one) => findGround(photo, [one])),
  );
  const color = tone?.ground ?? chooseInk(meanColor(photo));
  const own =
    tone &&
    createGround(
      { ...shot, tone: look.tones.main === tone ? "main" : look.tones.bright === tone ? "bright" : "contrary" },
      kit,
    );
  const style = getStyle(tone ?? tones[0]!, kit);
  if (!tone) {
    style.color = chooseInk(color);
    style.accent = withContrast(style.accent, color, 4);
    style.accentInk = chooseInk(style.accent);
  }
  const around = disc && tone ? drawDisc(kit, photo, disc, tone.ground) : () => {};
  const drawGround: DrawFrame = (frameTime) => {
    if (own) own(ctx, frameTime.clock, frameTime.pulse);
    else {
      ctx.fillStyle = color;
      ctx.fillRect(0, 0, stage.width, stage.height);
    }
    around(frameTime);
  };
  return { drawGround, style };
}

/** A wider cutout, such as most logos, has no disc behind it. */
const WIDEST_ON_DISC = 1.25;

/** A disc behind a cutout, with a rotating ring, in a colour on which it can be seen. */
function drawDisc(kit: DesignKit, photo: Photo, place: Box, ground: string): DrawFrame {
  const { ctx, look } = kit;
  const { accent, stops, vivid } = look.tones.main;
  const color = findGround(
    photo,
    [accent, ...vivid, ...stops, "#ffffff"].filter((one) => getContrast(one, ground) > 1.3),
    { seen: 3 },
  );
  if (color === undefined || place.width > place.height * WIDEST_ON_DISC) return () => {};
  const radius = Math.max(place.width, place.height) * 0.44;
  const { x, y } = getCentre(place);
  return ({ time, clock, pulse }) => {
    const size = Math.max(0.001, outBack(phase(time, 0, 0.45)));
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(size, size);
    ctx.fillStyle = ctx.strokeStyle = color;
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, Math.PI * 2);
    ctx.fill();
    ctx.rotate(clock * 0.6);
    ctx.lineWidth = 12;
    ctx.lineCap = "round";
    ctx.setLineDash([radius * 1.1, radius * 0.35]);
    ctx.beginPath();
    ctx.arc(0, 0, radius * (1.09 + 0.03 * pulse), 0, Math.PI * 2);
    ctx.stroke();
    ctx.restore();
  };
}

/** Text on the ground of a photo, in a colour of the look that can be read there. */
function styleOnGround(kit: DesignKit, { canvas }: Photo, box: Box): LetteringStyle {
  const { look, stage } = kit;
  const { scale } = stage;
  const part = { x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale };
  const ground = meanColor({ canvas }, part);
  const { main } = look.tones;
  const color = [look.palette.ink, look.palette.base, chooseInk(ground)].find((ink) => getContrast(ink, ground) >= 5);
  const isSeen = getContrast(main.accent, ground) >= 3;
  const style = getStyle(main, kit);
  return { ...style, color: color ?? chooseInk(ground), emphasis: isSeen ? style.emphasis : "plate" };
}
