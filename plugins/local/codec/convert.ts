import { Frame, SoftwareScaleContext } from "node-av/lib";
import { assertOk } from "./av";

const [RGBA, YUV420P] = [26, 0];
const [BT709, LIMITED_RANGE] = [1, 1];

interface Size {
  width: number;
  height: number;
}

/** A frame that only points at JavaScript's memory. It must not outlive `pixels`. */
export const viewPicture = (pixels: Uint8Array, size: Size): Frame =>
  Frame.fromVideoBuffer(Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength), {
    ...size,
    format: RGBA as never,
  });

/** Converts opaque RGBA pictures to YUV frames, on another thread, and frees the memory of the pictures. */
export class YuvConverter {
  readonly #size: Size;
  readonly #context = new SoftwareScaleContext();
  readonly #spare: Frame[] = [];

  constructor(size: Size) {
    this.#size = size;
    this.#context.allocContext();
    assertOk(this.#context.setOption("sws_flags", "fast_bilinear"), "Pictures cannot be converted");
  }

  async make(pixels: Uint8Array): Promise<Frame> {
    const picture = viewPicture(pixels, this.#size);
    const frame = this.#takeFrame();
    assertOk(await this.#context.scaleFrame(frame, picture), "A picture cannot be converted");
    picture.free();
    // Waiting for the garbage collector would take hundreds of megabytes.
    (pixels.buffer as ArrayBuffer).transfer(0);
    return frame;
  }

  #takeFrame(): Frame {
    const spare = this.#spare.pop();
    if (spare?.isWritable) return spare;
    // Filters or the encoder still hold the pixels of a frame that was used before.
    spare?.free();
    const frame = new Frame();
    frame.alloc();
    Object.assign(frame, { ...this.#size, format: YUV420P, colorSpace: BT709, colorRange: LIMITED_RANGE });
    assertOk(frame.getBuffer(), "A frame cannot be allocated");
    return frame;
  }

  reuse(frame: Frame): void {
    this.#spare.push(frame);
  }

  close(): void {
    for (const frame of this.#spare) frame.free();
    this.#context.freeContext();
  }
}
