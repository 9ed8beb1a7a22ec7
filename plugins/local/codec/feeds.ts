import { Frame, type Packet, Rational } from "node-av/lib";
import { assertOk, NO_TIME, type Ratio, toSeconds } from "./av";
import { viewPicture, YuvConverter } from "./convert";
import { Fit } from "./fit";
import type { Inlet } from "./graph";
import { preparePictures, prepareSound } from "./prepare";
import { Decoder, type MediaSource, type Track } from "./source";

/** An input of a job. Delivers frames, and packets to copy, in order of time. */
export interface Feed {
  /** Seconds read so far. The feed that is furthest behind is read next. */
  readonly time: number;
  /** Delivers the next frames or packet to `out`. Returns false at the end. */
  read(out: Receiver): Promise<boolean>;
  close(): Promise<void>;
}

/** Receives the output of feeds. */
export interface Receiver {
  /** Receives a frame, which is valid until the promise resolves. Null marks the end of the inlet. */
  frame(inlet: Omit<Inlet, "frame">, frame: Frame | null): Promise<void>;
  packet(track: Track, packet: Packet): Promise<void>;
}

/** Decodes the tracks of a source, and forwards the packets of tracks that are copied. */
export class SourceFeed implements Feed {
  time = 0;
  readonly #source: MediaSource;
  readonly #copied: Set<number>;
  readonly #soundSeconds: number;
  readonly #decoded = new Map<number, { decoder: Decoder; inlet: Omit<Inlet, "frame">; fit?: Fit }>();

  private constructor(source: MediaSource, copied: readonly Track[], soundSeconds: number) {
    this.#source = source;
    this.#soundSeconds = soundSeconds;
    const own = copied.filter((track) => track === source.video || track === source.audio);
    this.#copied = new Set(own.map(({ stream }) => stream.index));
    for (const track of own) source.use(track);
  }

  /** Opens decoders for tracks whose label is used: `0v` and `0a` for the first source. */
  static async open(
    source: MediaSource,
    at: number,
    labels: ReadonlySet<string>,
    copied: readonly Track[],
    soundSeconds = Number.POSITIVE_INFINITY,
  ): Promise<SourceFeed> {
    const feed = new SourceFeed(source, copied, soundSeconds);
    for (const track of [source.video, source.audio]) {
      const label = `${at}${track?.kind[0]}`;
      if (!track || !labels.has(label)) continue;
      source.use(track);
      const decoder = await Decoder.open(track, source);
      const inlet = {
        label,
        kind: track.kind,
        timeBase: decoder.timeBase,
        ...(track.kind === "video"
          ? { frameRate: frameRate(track), first: preparePictures(track) }
          : { first: prepareSound(track, source.from) }),
      };
      feed.#decoded.set(track.stream.index, { decoder, inlet });
    }
    return feed;
  }

  async read(out: Receiver): Promise<boolean> {
    const packet = await this.#source.read();
    if (!packet) return this.#end(out);
    const { streamIndex } = packet;
    const decoded = this.#decoded.get(streamIndex);
    const time = packet.dts === NO_TIME ? packet.pts : packet.dts;
    if (this.#copied.has(streamIndex)) {
      const track = [this.#source.video, this.#source.audio].find(
        (candidate) => candidate?.stream.index === streamIndex,
      )!;
      if (time !== NO_TIME) this.time = Math.max(this.time, toSeconds(time, track.timeBase));
      const place =
        Number.isFinite(this.#soundSeconds) && track.kind === "audio" ? this.#cutSound(packet, track) : "inside";
      if (place === "behind" && this.#decoded.size === 0) return this.#end(out);
      if (place === "inside") await out.packet(track, packet);
    } else if (decoded) {
      if (time !== NO_TIME) this.time = Math.max(this.time, toSeconds(time, packetBase(this.#source, streamIndex)));
      await this.#decode(streamIndex, packet, out);
    }
    return true;
  }

  /** Ends the last packet at the end. One packet before the start stays, because the next cannot be decoded without it. */
  #cutSound(packet: Packet, { timeBase }: Track): "before" | "inside" | "behind" {
    const end = BigInt(Math.round((this.#soundSeconds * timeBase.den) / timeBase.num));
    if (packet.pts + 2n * packet.duration <= 0n) return "before";
    if (packet.pts >= end) return "behind";
    if (packet.pts + packet.duration > end) packet.duration = end - packet.pts;
    return "inside";
  }

  async #end(out: Receiver): Promise<false> {
    for (const index of this.#decoded.keys()) await this.#decode(index, null, out);
    this.time = Number.POSITIVE_INFINITY;
    return false;
  }

  async #decode(index: number, packet: Packet | null, out: Receiver): Promise<void> {
    const entry = this.#decoded.get(index)!;
    for await (const frame of entry.decoder.decode(packet)) {
      entry.fit ??= new Fit(frame, entry.inlet.kind === "video");
      await out.frame({ ...entry.inlet, timeBase: entry.decoder.timeBase }, entry.fit.apply(frame));
    }
    if (!packet) await out.frame(entry.inlet, null);
  }

  async close(): Promise<void> {
    for (const { decoder, fit } of this.#decoded.values()) {
      decoder.close();
      fit?.close();
    }
    await this.#source.close();
  }
}

const packetBase = (source: MediaSource, index: number): Ratio =>
  [source.video, source.audio].find((track) => track?.stream.index === index)!.timeBase;

function frameRate({ stream }: Track): Ratio {
  const { rFrameRate, avgFrameRate } = stream;
  return rFrameRate.num > 0 ? rFrameRate : avgFrameRate;
}

const FLOAT_PLANAR = 8;
const SOUND_CHUNK = 4096;

/** Generated RGBA pictures. Each is read before the next is requested, so its memory can be reused. */
export interface Drawing {
  frames: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  size: { width: number; height: number };
  fps: number;
  /** Set if no picture is transparent. Pictures are then converted to YUV (BT.709), and their buffers detached. */
  isOpaque?: boolean;
  /** What is heard with them. */
  sound?: Sound;
}

/** Stereo samples from -1 to 1. */
export interface Sound {
  left: Float32Array;
  right: Float32Array;
  sampleRate: number;
}

/** Copies a frame that shares memory with JavaScript, because filters may use it after that memory is gone. */
function copyFrame(view: Frame, spare?: Frame): Frame {
  const frame = spare ?? new Frame();
  if (spare) assertOk(frame.makeWritable(), "A frame cannot be allocated");
  else {
    const { format, width, height, nbSamples, sampleRate, channelLayout } = view;
    frame.alloc();
    Object.assign(frame, width > 0 ? { format, width, height } : { format, nbSamples, sampleRate, channelLayout });
    assertOk(frame.getBuffer(), "A frame cannot be allocated");
  }
  assertOk(frame.copy(view), "A frame cannot be copied");
  view.free();
  return frame;
}

/** Turns pictures into frames. */
interface FrameMaker {
  /** The frame is valid until it is passed to `reuse`. */
  make(pixels: Uint8Array): Promise<Frame>;
  reuse(frame: Frame): void;
  close(): void;
}

/** Copies pictures including their alpha channel. */
class PictureCopier implements FrameMaker {
  readonly #size: Drawing["size"];
  readonly #spare: Frame[] = [];

  constructor(size: Drawing["size"]) {
    this.#size = size;
  }

  async make(pixels: Uint8Array): Promise<Frame> {
    return copyFrame(viewPicture(pixels, this.#size), this.#spare.shift());
  }

  reuse(frame: Frame): void {
    this.#spare.push(frame);
  }

  close(): void {
    for (const frame of this.#spare) frame.free();
  }
}

/** Draws the next picture while the previous one is converted, filtered and encoded on other threads. */
export class DrawnFeed implements Feed {
  time = 0;
  #count = 0;
  /** Resolves when the previous picture has been delivered. */
  #taken: Promise<void> = Promise.resolve();
  readonly #fps: number;
  readonly #frames: Iterator<Uint8Array> | AsyncIterator<Uint8Array>;
  readonly #maker: FrameMaker;
  readonly #inlet: Omit<Inlet, "frame">;

  constructor(label: string, { frames, fps, size, isOpaque }: Drawing) {
    this.#fps = fps;
    this.#frames = Symbol.asyncIterator in frames ? frames[Symbol.asyncIterator]() : frames[Symbol.iterator]();
    this.#maker = isOpaque ? new YuvConverter(size) : new PictureCopier(size);
    this.#inlet = { label, kind: "video", timeBase: { num: 1, den: fps }, frameRate: { num: fps, den: 1 } };
  }

  async read(out: Receiver): Promise<boolean> {
    const next = await this.#frames.next();
    await this.#taken;
    if (next.done) {
      await out.frame(this.#inlet, null);
      this.time = Number.POSITIVE_INFINITY;
      return false;
    }
    this.#taken = this.#give(next.value, this.#count, out);
    this.#taken.catch(() => {}); // The next read reports the error.
    this.time = ++this.#count / this.#fps;
    return true;
  }

  async #give(pixels: Uint8Array, at: number, out: Receiver): Promise<void> {
    const frame = await this.#maker.make(pixels);
    frame.sampleAspectRatio = new Rational(1, 1);
    frame.pts = BigInt(at);
    frame.duration = 1n;
    await out.frame(this.#inlet, frame).finally(() => this.#maker.reuse(frame));
  }

  async close(): Promise<void> {
    await this.#taken.catch(() => {});
    this.#maker.close();
  }
}

export class SoundFeed implements Feed {
  #at = 0;
  readonly #sound: Sound;
  readonly #inlet: Omit<Inlet, "frame">;

  constructor(label: string, sound: Sound) {
    this.#sound = sound;
    this.#inlet = { label, kind: "audio", timeBase: { num: 1, den: sound.sampleRate } };
  }

  get time(): number {
    return this.#at >= this.#sound.left.length ? Number.POSITIVE_INFINITY : this.#at / this.#sound.sampleRate;
  }

  async read(out: Receiver): Promise<boolean> {
    const { left, right, sampleRate } = this.#sound;
    if (this.#at >= left.length) {
      await out.frame(this.#inlet, null);
      return false;
    }
    const [from, to] = [this.#at, Math.min(left.length, this.#at + SOUND_CHUNK)];
    const bytes = Buffer.concat(
      [left, right].map((side) => Buffer.from(side.buffer, side.byteOffset + from * 4, (to - from) * 4)),
    );
    const view = Frame.fromAudioBuffer(bytes, {
      nbSamples: to - from,
      format: FLOAT_PLANAR as never,
      sampleRate,
      channelLayout: { nbChannels: 2, order: 1 as never, mask: 3n },
    });
    const frame = copyFrame(view);
    frame.pts = BigInt(from);
    frame.duration = BigInt(to - from);
    await out.frame(this.#inlet, frame);
    frame.free();
    this.#at = to;
    return true;
  }

  async close(): Promise<void> {}
}
