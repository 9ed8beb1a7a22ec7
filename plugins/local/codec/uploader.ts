import { type CodecContext, Frame, HardwareDeviceContext, HardwareFramesContext } from "node-av/lib";
import { assertOk } from "./av";

// FFmpeg's constants for VAAPI.
const [DEVICE, PIXELS] = [3, 44];

/** Copies frames to GPU memory, for encoders that need them there. */
export class Uploader {
  readonly #device = new HardwareDeviceContext();
  readonly #frames = new HardwareFramesContext();
  readonly #frame = new Frame();

  /** Connects an encoder to the GPU at `device`. Size and pixel format of `context` must be set. Throws CodecError. */
  constructor(context: CodecContext, device: string) {
    const { width, height, pixelFormat } = context;
    assertOk(this.#device.create(DEVICE as never, device), `${device} cannot be opened`);
    this.#frames.alloc(this.#device);
    Object.assign(this.#frames, { format: PIXELS, swFormat: pixelFormat, width, height });
    assertOk(this.#frames.init(), `${device} has no memory for frames`);
    context.pixelFormat = PIXELS as never;
    context.hwFramesCtx = this.#frames;
    this.#frame.alloc();
  }

  /** Returns a copy of the frame, valid until the next call. */
  async upload(frame: Frame): Promise<Frame> {
    const copy = this.#frame;
    copy.unref();
    assertOk(this.#frames.getBuffer(copy), "A frame cannot be uploaded");
    assertOk(await this.#frames.transferData(copy, frame), "A frame cannot be uploaded");
    assertOk(copy.copyProps(frame), "A frame cannot be uploaded");
    return copy;
  }

  close(): void {
    this.#frame.free();
    this.#frames.free();
    this.#device.free();
  }
}
