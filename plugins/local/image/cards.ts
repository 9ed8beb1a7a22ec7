/** The cards of videos, as blocks of a poster. */
import type { Scene as Card } from "vireo/slots/storyboard";
import { type CardKit, cards } from "#plugins/local/video/scenes/cards";
import type { Scene } from "./scene";
import type { Block, Box } from "./stack";

interface CardStyle {
  ink: string;
  accent: string;
  accentInk: string;
  align: "left" | "center" | "right";
}

/** A moment long after all entrances. */
const SETTLED = { time: 1e6, length: 1e12, clock: 0, pulse: 0 } as const;
/** Fraction of the area for cards, and the weight of a card without its lines. */
const SHARE = 0.58;
const BASE = 2;

const weigh = ({ kind, text = "", subtext = "", price }: Card): number =>
  BASE + `${text}\n${subtext}`.split("\n").filter(Boolean).length + (price || kind === "chart" ? 3 : 0);

/** Sets the facts of a poster, each as large as its share of the area allows. */
export function cardBlocks({ ctx, brief, type }: Scene, area: Box, style: CardStyle): Block[] {
  const shapes = { radius: style.align === "center" ? 0.5 : 0, shadow: "none", badge: "disc", decor: "none" } as const;
  const kit: CardKit = { ctx, look: { ...type, shapes } };
  const total = brief.cards.reduce((sum, card) => sum + weigh(card), 0);
  const share = brief.points.length > 0 ? SHARE * 0.75 : SHARE;
  return brief.cards.map((card): Block => {
    const { kind, text = "", subtext = "", price } = card;
    const box = { x: 0, y: 0, width: area.width, height: (area.height * share * weigh(card)) / total };
    const content = cards[kind]!(kit, { kind, text, subtext, price }, box, {
      font: type.headline,
      maxSize: kind === "place" || kind === "contact" ? 96 : 190,
      align: style.align,
      vertical: "top",
    });
    const { x, y, width, height } = content.box;
    const { ink: color, accent, accentInk } = style;
    return {
      kind: "card",
      width: Math.ceil(width),
      height: Math.ceil(height),
      draw(target, left, top) {
        target.save();
        target.translate(left - x, top - y);
        content.draw(SETTLED, 0, { voice: "fade", emphasis: "color", color, accent, accentInk });
        target.restore();
      },
    };
  });
}
