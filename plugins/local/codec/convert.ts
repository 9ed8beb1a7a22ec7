import { Frame, SoftwareScaleContext } from "node-av/lib";
import { assertOk } from "./av";

const [RGBA, YUV420P] = [26, 0];
const [BT709, LIMITED_RANGE] = [1, 1];

interface Size {
  width: number;
  height: number;
}

/** Creates a frame that shares memory with `pixels` (RGBA) and must not outlive it. */
export const viewPicture = (pixels: Uint8Array, size: Size): Frame =>
  Frame.fromVideoBuffer(Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength), {
    ...size,
    format: RGBA as never,
  });

/** Converts opaque RGBA pictures to YUV frames (BT.709) on another thread. Detaches the buffer of each picture. */
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
    // Frees the pixels now. Until the next garbage collection, they would add up to hundreds of megabytes.
    (pixels.buffer as ArrayBuffer).transfer(0);
    return frame;
  }

  #takeFrame(): Frame {
    const spare = this.#spare.pop();
    if (spare?.isWritable) return spare;
    // A filter or the encoder still uses the pixels of the spare frame.
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
