import { Frame, SoftwareResampleContext, SoftwareScaleContext } from "node-av/lib";
import { assertOk } from "./av";

/** Properties that a filter graph requires to stay constant. */
interface Shape {
  width: number;
  height: number;
  format: Frame["format"];
  sampleRate: number;
  channels: number;
  channelLayout: Frame["channelLayout"];
}

const readShape = (frame: Frame, isVideo: boolean): Shape => ({
  width: frame.width,
  height: frame.height,
  format: frame.format,
  sampleRate: isVideo ? 0 : frame.sampleRate,
  channels: isVideo ? 0 : frame.channels,
  channelLayout: frame.channelLayout,
});

/** Converts frames to the format of the first one. It may change within a file, but not within a filter graph. */
export class Fit {
  readonly #isVideo: boolean;
  readonly #shape: Shape;
  readonly #out = new Frame();
  #resampler: SoftwareResampleContext | undefined;
  #scaler: SoftwareScaleContext | undefined;

  constructor(first: Frame, isVideo: boolean) {
    this.#isVideo = isVideo;
    this.#shape = readShape(first, isVideo);
    this.#out.alloc();
  }

  /** Returns the frame, or a converted copy that is valid until the next call. */
  apply(frame: Frame): Frame {
    const [own, required] = [readShape(frame, this.#isVideo), this.#shape];
    const fits = this.#isVideo
      ? own.width === required.width && own.height === required.height && own.format === required.format
      : own.sampleRate === required.sampleRate && own.channels === required.channels && own.format === required.format;
    if (fits) return frame;
    this.#out.unref();
    if (this.#isVideo) this.#scale(frame);
    else this.#resample(frame);
    return this.#out;
  }

  #scale(frame: Frame): void {
    const out = this.#out;
    if (!this.#scaler) {
      this.#scaler = new SoftwareScaleContext();
      this.#scaler.allocContext();
    }
    out.copyProps(frame);
    out.format = this.#shape.format;
    out.width = this.#shape.width;
    out.height = this.#shape.height;
    assertOk(out.getBuffer(), "A picture cannot be allocated");
    assertOk(this.#scaler.scaleFrameSync(out, frame), "A picture cannot be scaled");
  }

  #resample(frame: Frame): void {
    const out = this.#out;
    const { sampleRate, format, channelLayout } = this.#shape;
    this.#resampler?.free();
    this.#resampler = new SoftwareResampleContext();
    this.#resampler.alloc();
    out.sampleRate = sampleRate;
    out.format = format;
    out.channelLayout = channelLayout;
    assertOk(this.#resampler.configFrame(out, frame), "The sound cannot be resampled");
    assertOk(this.#resampler.convertFrame(out, frame), "The sound cannot be resampled");
    out.pts = (frame.pts * BigInt(sampleRate)) / BigInt(frame.sampleRate);
  }

  close(): void {
    this.#out.free();
    this.#resampler?.free();
    this.#scaler?.freeContext();
  }
}
