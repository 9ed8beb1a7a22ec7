import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Align } from "#plugins/local/draw/text";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A measured element that can be drawn anywhere: its ink stays inside `width` × `height`. */
export interface Block {
  kind: string;
  width: number;
  height: number;
  draw(ctx: SKRSContext2D, x: number, y: number): void;
}

/** A block and its position on the canvas. */
export interface Placed extends Box {
  kind: string;
  draw(ctx: SKRSContext2D): void;
}

export interface StackOptions {
  gap: number;
  /** "left" is the side where reading starts. */
  align: Align;
  justify: "start" | "center" | "end" | "between";
  rtl: boolean;
}

/** Places a block at a position. */
export function put(block: Block, x: number, y: number): Placed {
  const { kind, width, height } = block;
  return { kind, x, y, width, height, draw: (ctx) => block.draw(ctx, x, y) };
}

/** Returns the height of stacked blocks. */
export function stackHeight(blocks: readonly Block[], gap: number): number {
  return blocks.reduce((sum, block) => sum + block.height, 0) + gap * Math.max(0, blocks.length - 1);
}

/** Stacks blocks inside a box that is high enough for them. */
export function stack(blocks: readonly Block[], area: Box, options: StackOptions): Placed[] {
  const free = area.height - stackHeight(blocks, options.gap);
  const between = options.justify === "between" && blocks.length > 1 ? Math.max(0, free) / (blocks.length - 1) : 0;
  let y = area.y + (options.justify === "end" ? free : options.justify === "center" ? free / 2 : 0);
  return blocks.map((block) => {
    const placed = put(block, alignedX(block.width, area, options.align, options.rtl), y);
    y += block.height + options.gap + between;
    return placed;
  });
}

/** Returns the left edge of a block of this width in an area. */
export function alignedX(width: number, area: Box, align: Align, rtl: boolean): number {
  if (align === "center") return area.x + (area.width - width) / 2;
  const atLeft = (align === "left") !== rtl;
  return atLeft ? area.x : area.x + area.width - width;
}

/** Returns a box that is smaller on all sides. */
export function inset(box: Box, x: number, y = x): Box {
  return { x: box.x + x, y: box.y + y, width: box.width - 2 * x, height: box.height - 2 * y };
}
