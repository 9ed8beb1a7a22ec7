import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { Photo } from "#plugins/local/draw/photo";
import { createRandom } from "#plugins/local/draw/random";
import { clamp } from "#plugins/local/numbers";
import type { DesignKit, DrawFrame, FrameTime } from "./design";
import type { DesignName } from "./design-name";
import { designs } from "./designs/index";
import type { Look } from "./look";
import type { SceneVideo } from "./scene-media";
import type { PlannedShot } from "./shots";
import { FPS, type Size } from "./size";
import { createStage, type Stage } from "./stage";
import { TRANSITION_FRAMES, type TransitionName, transitions } from "./transitions";

/** How far the camera moves: per second and at least and at most per shot, as fractions of the frame. */
const CAMERA = { perSecond: 0.028, least: 0.038, most: 0.06 } as const;

/** Designs whose camera moves over their picture. */
const moving: ReadonlySet<DesignName> = new Set(["opening", "photoFull", "photoLabel"]);

/** How far it moves to the sides, so that the text keeps its margins. */
const ACROSS = { tall: 1, square: 0.7, wide: 0.7 } as const;

export interface FilmInput {
  size: Size;
  /** Number of frames. */
  count: number;
  shots: readonly PlannedShot[];
  /** Start of each shot, in seconds. */
  starts: readonly number[];
  beats: readonly number[];
  look: Look;
  brand: string;
  subject: string;
  photos: readonly Photo[];
  /** The brand's logo. */
  logo?: Photo;
  /** Videos among the photos, by their index. */
  videos?: ReadonlyMap<number, SceneVideo>;
  seed: number;
}

/** Renders a planned video. One canvas is reused, so no frame is valid after the next is drawn. */
export class Film {
  readonly canvas: Canvas;
  readonly #input: FilmInput;
  readonly #kit: Omit<DesignKit, "random">;
  readonly #cuts: number[];
  /** By index, the shots that are visible or were so before. */
  readonly #prepared = new Map<number, DrawFrame>();
  readonly #transitions: TransitionName[];
  /** Length of a transition. */
  readonly #change: number;

  constructor(input: FilmInput) {
    const { size, look, brand, subject, photos, starts, logo } = input;
    this.#input = input;
    this.canvas = createCanvas(size.width, size.height);
    const stage = createStage(size);
    this.#kit = { ctx: this.canvas.getContext("2d"), stage, look, brand, subject, photos, logo: logo || undefined };
    this.#change = Math.round(TRANSITION_FRAMES * look.pace);
    // The transition is in progress at its beat.
    this.#cuts = starts.map((start, i) => (i === 0 ? 0 : Math.round(start * FPS) - Math.floor(this.#change / 2)));
    this.#transitions = starts.map((_, i) => look.transitions[i % look.transitions.length]!);
  }

  /** Returns the same film in another size. Its videos show the frame that is visible now. */
  resize(size: Size): Film {
    return new Film({ ...this.#input, size });
  }

  get size(): Size {
    return this.#input.size;
  }

  /** Number of frames. */
  get count(): number {
    return this.#input.count;
  }

  /** Length in seconds. */
  get seconds(): number {
    return this.#input.count / FPS;
  }

  /** Advances the videos visible in the frame. Frames with videos must be drawn in order. */
  async advance(frame: number): Promise<void> {
    const { videos, shots } = this.#input;
    if (!videos || videos.size === 0) return;
    const current = this.#cuts.findLastIndex((cut) => cut <= frame);
    const changes = current > 0 && frame - this.#cuts[current]! < this.#change;
    const shown = new Set([...(changes ? [current - 1] : []), current].map((at) => shots[at]!.photo));
    for (const photo of shown) if (photo !== undefined) await videos.get(photo)?.advance();
  }

  /** Returns when each shot first becomes visible, in seconds. */
  get entrances(): number[] {
    return this.#cuts.map((cut) => cut / FPS);
  }

  get hasVideos(): boolean {
    return (this.#input.videos?.size ?? 0) > 0;
  }

  async close(): Promise<void> {
    for (const video of this.#input.videos?.values() ?? []) await video.close();
  }

  /** Draws one frame onto the canvas. */
  draw(frame: number): void {
    const { ctx, stage } = this.#kit;
    const current = this.#cuts.findLastIndex((cut) => cut <= frame);
    const since = frame - this.#cuts[current]!;
    ctx.setTransform(stage.scale, 0, 0, stage.scale, 0, 0);
    if (current > 0 && since < this.#change) {
      const from = () => this.#drawShot(current - 1, frame);
      const to = () => this.#drawShot(current, frame);
      const change = transitions[this.#transitions[current]!];
      ctx.save();
      change(ctx, stage, from, to, (since + 1) / (this.#change + 1));
      ctx.restore();
    } else {
      this.#prepared.delete(current - 1);
      this.#drawShot(current, frame);
    }
  }

  /** Number of a frame that shows the complete opening text. */
  get posterFrame(): number {
    return Math.max(0, (this.#cuts[1] ?? this.#input.count) - 2);
  }

  #drawShot(index: number, frame: number): void {
    const { ctx, stage } = this.#kit;
    const frameTime = this.#getFrameTime(index, frame);
    ctx.save();
    // Pictures that fill the frame move by themselves.
    if (!moving.has(this.#input.shots[index]!.design)) moveCamera(ctx, stage, index, frameTime);
    this.#prepareShot(index)(frameTime);
    ctx.restore();
  }

  #prepareShot(index: number): DrawFrame {
    const known = this.#prepared.get(index);
    if (known) return known;
    const shot = this.#input.shots[index]!;
    const draw = designs[shot.design](shot, {
      ...this.#kit,
      random: createRandom(this.#input.seed + 7919 * (index + 1)),
    });
    this.#prepared.set(index, draw);
    return draw;
  }

  #getFrameTime(index: number, frame: number): FrameTime {
    const start = this.#cuts[index]!;
    const end = index + 1 < this.#cuts.length ? this.#cuts[index + 1]! + this.#change : this.#input.count;
    const clock = frame / FPS;
    const beat = this.#input.beats.findLast((at) => at <= clock + 1e-6);
    const pulse = beat === undefined ? 0 : Math.exp(-6 * (clock - beat));
    return { time: (frame - start) / FPS, length: (end - start) / FPS, clock, pulse };
  }
}

/** Yields all frames in order as RGBA bytes, each in separate memory. `onFrame` is called while one is on the canvas. */
export async function* renderFrames(film: Film, onFrame: (frame: number) => void): AsyncGenerator<Uint8Array> {
  for (let frame = 0; frame < film.count; frame++) {
    await film.advance(frame);
    film.draw(frame);
    const pixels = film.canvas.data();
    onFrame(frame);
    yield pixels;
  }
}

/** Yields every `step`th frame as RGBA bytes. Videos in it do not move. */
export async function* drawFrames(film: Film, step: number): AsyncGenerator<Uint8Array> {
  for (let frame = 0; frame < film.count; frame += step) {
    film.draw(frame);
    yield film.canvas.data();
  }
}

/**
 * Moves over the whole frame at a constant speed, so that no shot stands still once its text is visible: every two
 * shots in another direction. The frame always covers the stage.
 */
export function moveCamera(ctx: SKRSContext2D, stage: Stage, shot: number, { time, length }: FrameTime): void {
  const reach = clamp(length * CAMERA.perSecond, CAMERA.least, CAMERA.most);
  const progress = clamp(time / length);
  const scale = 1 + reach;
  // Slightly less than the overscan, so that no edge is visible.
  const way = (0.49 - 0.98 * progress) * reach;
  ctx.translate(stage.width * (0.5 + (shot % 4 < 2 ? way : -way) * ACROSS[stage.shape]), stage.height * (0.5 + way));
  ctx.scale(scale, scale);
  ctx.translate(-stage.width / 2, -stage.height / 2);
}
