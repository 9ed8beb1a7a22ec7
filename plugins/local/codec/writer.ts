import {
  type Dictionary as AvDictionary,
  Codec,
  CodecContext,
  Dictionary,
  type FilterContext,
  FormatContext,
  Frame,
  HardwareDeviceContext,
  HardwareFramesContext,
  Packet,
  Rational,
  type Stream,
} from "node-av/lib";
import { assertOk, CodecError, isData, NO_TIME, type Ratio, toRatio, toSeconds } from "./av";
import type { Track } from "./source";

// FFmpeg's constants for VAAPI.
const [DEVICE, PIXELS] = [3, 44];

/** Encoder and settings of a stream. */
export interface Encoding {
  /** FFmpeg's encoder name, such as `libx264`. */
  codec: string;
  /** Encoder options. */
  options?: Record<string, string | number>;
  /** Last filter before the encoder. It converts to formats that the encoder accepts. */
  format: string;
  /** Bits per second. */
  bitRate?: number;
  /** Longest time between key frames, in seconds. */
  keySeconds?: number;
  /** H.273 code points. Matrix and range are taken from the frames. */
  color?: { primaries: number; transfer: number } | undefined;
  /** Render node of the GPU, if frames must be copied to its memory. */
  device?: string | undefined;
}

/** The output file. */
export interface Target {
  path: string;
  /** FFmpeg's format name, such as `mp4`. */
  format: string;
  /** Muxer options. */
  options?: Record<string, string>;
  metadata?: Record<string, string>;
  /** An attached JPEG, such as a cover. `bytes` is awaited at the end, so it can be drawn meanwhile. */
  picture?: { bytes: Promise<Uint8Array>; width: number; height: number; metadata: Record<string, string> };
}

const [GLOBAL_HEADER, FRAME_DURATION, NEEDS_GLOBAL_HEADER] = [0x400000, 0x100, 0x40];
const [MJPEG, ATTACHED_PICTURE] = [7, 0x400];

/** Copies the packets of a track into the file. */
export class Copier {
  readonly #writer: Writer;
  readonly #track: Track;
  readonly #stream: Stream;

  constructor(writer: Writer, track: Track, stream: Stream) {
    this.#writer = writer;
    this.#track = track;
    this.#stream = stream;
  }

  /** Writes a packet. `timeBase` is that of its times, if not that of the track. */
  write(packet: Packet, timeBase: Ratio = this.#track.timeBase): void {
    this.#writer.write(packet, timeBase, this.#stream);
  }
}

const [UNSPECIFIED, BT709] = [2, 1];

/** Names the colors that players assume, because some platforms assume others. */
function tagColor(codecpar: Stream["codecpar"]): void {
  const fields = ["colorPrimaries", "colorTrc", "colorSpace"] as const;
  if (fields.every((field) => codecpar[field] === UNSPECIFIED))
    for (const field of fields) codecpar[field] = BT709 as never;
}

/** Encodes frames into one stream of the file. */
export class Encoder {
  readonly #packet = new Packet();
  readonly #writer: Writer;
  readonly #context: CodecContext;
  readonly #stream: Stream;
  readonly #isVideo: boolean;
  readonly #uploader: Uploader | undefined;

  constructor(writer: Writer, context: CodecContext, stream: Stream, isVideo: boolean, uploader?: Uploader) {
    this.#uploader = uploader;
    this.#writer = writer;
    this.#context = context;
    this.#stream = stream;
    this.#isVideo = isVideo;
    this.#packet.alloc();
  }

  /** Encodes a frame. Null flushes the encoder. */
  async encode(frame: Frame | null): Promise<void> {
    const context = this.#context;
    // Clears the source's picture type, so that the encoder chooses its own.
    if (frame && this.#isVideo) frame.pictType = 0 as typeof frame.pictType;
    const sent = frame && this.#uploader ? await this.#uploader.upload(frame) : frame;
    const code = this.#isVideo ? await context.sendFrame(sent) : context.sendFrameSync(sent);
    assertOk(code, "A frame cannot be encoded");
    while (isData(context.receivePacketSync(this.#packet), "A frame cannot be encoded")) {
      this.#writer.write(this.#packet, context.timeBase, this.#stream);
    }
  }

  close(): void {
    this.#packet.free();
    this.#context.freeContext();
    this.#uploader?.close();
  }
}

/** Writes encoded and copied streams into one file. Add all streams before `start`. Methods throw CodecError. */
export class Writer {
  readonly #format = new FormatContext();
  readonly #target: Target;
  #picture: Stream | undefined;
  /** Seconds written so far. */
  time = 0;

  constructor(target: Target) {
    this.#target = target;
    assertOk(
      this.#format.allocOutputContext2(null, target.format, `file:${target.path}`),
      `${target.format} cannot be written`,
    );
  }

  addCopy(track: Track): Copier {
    const stream = this.#format.newStream(null);
    const { codecpar } = stream;
    assertOk(track.stream.codecpar.copy(codecpar), "A track cannot be copied");
    codecpar.codecTag = 0;
    if (track.kind === "video") tagColor(codecpar);
    stream.timeBase = track.stream.timeBase;
    return new Copier(this, track, stream);
  }

  /** Adds a stream that encodes the frames of a filter graph's outlet. */
  async addEncoder(encoding: Encoding, outlet: FilterContext, isVideo: boolean): Promise<Encoder> {
    const codec = Codec.findEncoderByName(encoding.codec as never);
    if (!codec) throw new CodecError(encoding.codec, "there is no such encoder");
    const context = new CodecContext();
    context.allocContext3(codec);
    if (isVideo) setPicture(context, encoding, outlet);
    else setSound(context, outlet);
    const uploader = encoding.device ? new Uploader(context, encoding.device) : undefined;
    if (encoding.bitRate) context.bitRate = BigInt(encoding.bitRate);
    const needsHeader = this.#format.oformat?.hasFlags(NEEDS_GLOBAL_HEADER as never);
    context.setFlags(...([FRAME_DURATION, ...(needsHeader ? [GLOBAL_HEADER] : [])] as never[]));
    assertOk(await context.open2(codec, toDictionary(encoding.options)), `${encoding.codec} cannot be opened`);
    const stream = this.#format.newStream(null);
    assertOk(stream.codecpar.fromContext(context), "A stream cannot be added");
    stream.timeBase = context.timeBase;
    if (isVideo) stream.avgFrameRate = context.framerate;
    return new Encoder(this, context, stream, isVideo, uploader);
  }

  start(): void {
    const { metadata, options, path, picture } = this.#target;
    if (metadata) this.#format.metadata = Dictionary.fromObject(metadata);
    this.#picture = picture && this.#addPicture(picture);
    assertOk(this.#format.openOutputSync(), `${path} cannot be written`);
    assertOk(this.#format.writeHeaderSync(toDictionary(options)), `${path} cannot be written`);
  }

  #addPicture({ width, height, metadata }: NonNullable<Target["picture"]>): Stream {
    const stream = this.#format.newStream(null);
    Object.assign(stream.codecpar, { codecType: 0, codecId: MJPEG, width, height });
    stream.timeBase = new Rational(1, 90_000);
    stream.disposition = ATTACHED_PICTURE as never;
    stream.metadata = Dictionary.fromObject(metadata);
    return stream;
  }

  #writePicture(bytes: Uint8Array, stream: Stream): void {
    const packet = new Packet();
    packet.alloc();
    packet.data = Buffer.from(bytes);
    packet.pts = 0n;
    packet.dts = 0n;
    packet.isKeyframe = true;
    this.write(packet, { num: 1, den: 90_000 }, stream);
    packet.free();
  }

  write(packet: Packet, timeBase: Ratio, stream: Stream): void {
    packet.streamIndex = stream.index;
    packet.pos = -1n;
    packet.rescaleTs(timeBase, stream.timeBase);
    if (packet.dts !== NO_TIME) this.time = Math.max(this.time, toSeconds(packet.dts, toRatio(stream.timeBase)));
    assertOk(this.#format.interleavedWriteFrameSync(packet), "The file cannot be written");
  }

  async finish(): Promise<void> {
    if (this.#picture) this.#writePicture(await this.#target.picture!.bytes, this.#picture);
    assertOk(await this.#format.writeTrailer(), "The file cannot be written");
    const error = this.#format.pb?.error ?? 0;
    await this.#format.closeOutput();
    assertOk(Math.min(0, error), "The file cannot be written");
  }

  close(): void {
    this.#format.closeOutputSync();
    this.#format.freeContext();
  }
}

const toDictionary = (options: Record<string, string | number> = {}): AvDictionary => Dictionary.fromObject(options);

function setPicture(context: CodecContext, { keySeconds, color }: Encoding, outlet: FilterContext): void {
  const rate = outlet.buffersinkGetFrameRate();
  context.width = outlet.buffersinkGetWidth();
  context.height = outlet.buffersinkGetHeight();
  context.pixelFormat = outlet.buffersinkGetFormat() as never;
  context.sampleAspectRatio = outlet.buffersinkGetSampleAspectRatio();
  context.timeBase = outlet.buffersinkGetTimeBase();
  if (rate.num > 0) {
    context.framerate = rate;
    if (keySeconds) context.gopSize = Math.max(1, Math.floor((keySeconds * rate.num) / rate.den));
  }
  context.colorSpace = outlet.buffersinkGetColorspace();
  context.colorRange = outlet.buffersinkGetColorRange();
  if (color) {
    context.colorPrimaries = color.primaries as never;
    context.colorTrc = color.transfer as never;
  }
  context.threadCount = 0;
}

function setSound(context: CodecContext, outlet: FilterContext): void {
  context.sampleRate = outlet.buffersinkGetSampleRate();
  context.sampleFormat = outlet.buffersinkGetFormat() as never;
  context.channelLayout = outlet.buffersinkGetChannelLayout();
  context.timeBase = outlet.buffersinkGetTimeBase();
}

/** Copies frames to GPU memory, for encoders that need them there. */
class Uploader {
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
