import { availableParallelism } from "node:os";
import {
  avGetCodecName,
  avRescaleDelta,
  avRescaleQ,
  Codec,
  CodecContext,
  Dictionary,
  FormatContext,
  Frame,
  Packet,
  type Stream,
} from "node-av/lib";
import { assertOk, CodecError, NO_TIME, type Ratio, toRatio } from "./av";

/** Allowed formats of uploads. Playlists and scripts are excluded, because they make FFmpeg open other files. */
const VIDEO_FORMATS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv,ogg,png_pipe";
/** Audio formats, allowed only where sound is expected. */
const SOUND_FORMATS = "wav,mp3,flac,aac";
/** The decoder rejects larger pictures before it allocates memory. */
const MAX_PIXELS = 50_000_000;
const MAX_THREADS = 4;
const MICROSECONDS: Ratio = { num: 1, den: 1_000_000 };
const [VIDEO, AUDIO] = [0, 1];
/** Flags of a track. */
const [DEFAULT_TRACK, ATTACHED_PICTURE] = [1, 0x400];
const DISCARD_ALL = 48;
const SEEK_BACKWARD = 1;
/** Seconds read before the start of a part, because a sound decoder needs some packets before its first sample. */
const PREROLL = 0.5;

/** A video or sound track of a source. */
export interface Track {
  kind: "video" | "audio";
  /** FFmpeg's codec name, such as `h264` or `aac`. */
  codec: string;
  stream: Stream;
  timeBase: Ratio;
  isInterlaced: boolean;
}

/**
 * Pictures that are decoded. `rough`: all, without the deblocking filter, in two thirds of the time. `referenced`: also
 * without those that no other picture refers to, which leaves half of the pictures of most files, in less than half of
 * the time. `keys`: only those that refer to no other, in a twentieth of the time. Most files have one every few seconds,
 * and at most of the cuts.
 */
export type Pictures = "all" | "rough" | "referenced" | "keys";
const SKIPPED = { all: "default", rough: "default", referenced: "noref", keys: "nokey" } as const;
/** In these, a cut that soon follows a key frame is no key frame, although it refers to no other picture. */
const HAS_OTHER_KEYS = new Set(["h264", "hevc"]);

const decoderOptions = (pictures: Pictures, codec: string) =>
  Dictionary.fromObject({
    max_pixels: MAX_PIXELS,
    skip_frame: pictures === "keys" && HAS_OTHER_KEYS.has(codec) ? "nointra" : SKIPPED[pictures],
    ...(pictures === "all" ? {} : { skip_loop_filter: "all" }),
  });

interface Opening {
  sound?: boolean;
  pictures?: Pictures;
  from?: number;
}

const toMicroseconds = (seconds: number): bigint => BigInt(Math.round(seconds * MICROSECONDS.den));

/** An open, untrusted media file. It is read once, from start to end. */
export class MediaSource {
  readonly video: Track | undefined;
  readonly audio: Track | undefined;
  readonly pictures: Pictures;
  /** Second of the file that is second zero. */
  readonly from: number;
  readonly #format: FormatContext;
  readonly #packet = new Packet();
  /** Second zero, in the file's microseconds. `read` subtracts it from all times. */
  readonly #start: bigint;

  private constructor(format: FormatContext, pictures: Pictures, from: number) {
    this.#format = format;
    this.pictures = pictures;
    this.from = from;
    this.#packet.alloc();
    const { streams, startTime } = format;
    this.video = findTrack(streams, "video");
    this.audio = findTrack(streams, "audio");
    this.#start = (startTime === NO_TIME ? 0n : startTime) + toMicroseconds(from);
    for (const stream of streams) stream.discard = DISCARD_ALL as typeof stream.discard;
  }

  /**
   * Opens the file at `path`. `sound` also allows audio files. `from`: the second of the file that
   * becomes second zero. What is read before it has negative times. Throws CodecError.
   */
  static async open(path: string, { sound = false, pictures = "all", from = 0 }: Opening = {}): Promise<MediaSource> {
    const format = new FormatContext();
    format.allocContext();
    const options = Dictionary.fromObject({
      protocol_whitelist: "file",
      format_whitelist: sound ? `${VIDEO_FORMATS},${SOUND_FORMATS}` : VIDEO_FORMATS,
    });
    assertOk(await format.openInput(`file:${path}`, null, options), "The file cannot be opened");
    try {
      assertOk(await format.findStreamInfo(), "The file cannot be read");
      const source = new MediaSource(format, pictures, from);
      if (from > PREROLL) await source.#seek();
      return source;
    } catch (error) {
      await format.closeInput();
      throw error;
    }
  }

  /** Metadata of the file, such as its title. */
  get metadata(): Record<string, string> {
    return this.#format.metadata?.getAll() ?? {};
  }

  /** Continues at the last key frame before second zero. If that fails, everything is read. */
  async #seek(): Promise<void> {
    const flags = SEEK_BACKWARD as Parameters<FormatContext["seekFrame"]>[2];
    await this.#format.seekFrame(-1, this.#start - toMicroseconds(PREROLL), flags);
  }

  /** Makes `read` return the packets of this track. */
  use({ stream }: Track): void {
    stream.discard = 0 as typeof stream.discard;
  }

  /** Returns the next packet of the tracks in use, valid until the next call. Undefined at the end of the file. */
  async read(): Promise<Packet | undefined> {
    const packet = this.#packet;
    packet.unref();
    // A truncated file is used as far as it can be read.
    if ((await this.#format.readFrame(packet)) < 0) return undefined;
    const { timeBase } = this.#format.streams[packet.streamIndex]!;
    const start = avRescaleQ(this.#start, MICROSECONDS, toRatio(timeBase));
    if (packet.pts !== NO_TIME) packet.pts -= start;
    if (packet.dts !== NO_TIME) packet.dts -= start;
    return packet;
  }

  async close(): Promise<void> {
    this.#packet.free();
    await this.#format.closeInput();
  }
}

/** Returns the default track, else the first one. Skips tracks without a decoder, such as Apple's spatial audio. */
function findTrack(streams: readonly Stream[], kind: Track["kind"]): Track | undefined {
  const type = kind === "video" ? VIDEO : AUDIO;
  const usable = streams.filter(
    ({ codecpar, disposition }) =>
      codecpar.codecType === type && !(disposition & ATTACHED_PICTURE) && Codec.findDecoder(codecpar.codecId),
  );
  const stream = usable.find(({ disposition }) => disposition & DEFAULT_TRACK) ?? usable[0];
  if (!stream) return undefined;
  const codec = avGetCodecName(stream.codecpar.codecId) ?? "";
  return { kind, codec, stream, timeBase: toRatio(stream.timeBase), isInterlaced: isInterlaced(stream) };
}

const PROGRESSIVE = 1;

/** The order of fields is an option of the decoder only. */
function isInterlaced({ codecpar }: Stream): boolean {
  const context = new CodecContext();
  context.allocContext3(Codec.findDecoder(codecpar.codecId)!);
  context.parametersToContext(codecpar);
  const order = Number(context.getOption("field_order"));
  context.freeContext();
  return order > PROGRESSIVE;
}

/** Decodes one track. Skips damaged packets. */
export class Decoder {
  readonly #codec = new CodecContext();
  readonly #frame = new Frame();
  readonly #track: Track;
  readonly #lastSample = { value: NO_TIME };
  #next = 0n;

  private constructor(track: Track) {
    this.#track = track;
    this.#frame.alloc();
  }

  static async open(track: Track, { pictures = "all" }: { pictures?: Pictures } = {}): Promise<Decoder> {
    const decoder = new Decoder(track);
    const { codecpar, timeBase } = track.stream;
    const codec = Codec.findDecoder(codecpar.codecId);
    if (!codec) throw new CodecError("The file cannot be decoded", "unknown codec");
    const context = decoder.#codec;
    context.allocContext3(codec);
    assertOk(context.parametersToContext(codecpar), "The file cannot be decoded");
    context.pktTimebase = timeBase;
    context.threadCount = Math.min(MAX_THREADS, availableParallelism());
    assertOk(await context.open2(codec, decoderOptions(pictures, track.codec)), "The file cannot be decoded");
    return decoder;
  }

  /** Time base of the frames. */
  get timeBase(): Ratio {
    return this.#track.kind === "video" ? this.#track.timeBase : { num: 1, den: this.#codec.sampleRate };
  }

  /** Yields the frames that a packet completes, or with null the remaining ones. Each is valid until the next. */
  async *decode(packet: Packet | null): AsyncGenerator<Frame> {
    const isVideo = this.#track.kind === "video";
    const sent = isVideo ? await this.#codec.sendPacket(packet) : this.#codec.sendPacketSync(packet);
    if (sent < 0) return;
    const frame = this.#frame;
    for (;;) {
      const code = isVideo ? await this.#codec.receiveFrame(frame) : this.#codec.receiveFrameSync(frame);
      if (code < 0) return;
      if (isVideo) this.#timePicture(frame);
      else this.#timeSound(frame);
      yield frame;
      frame.unref();
    }
  }

  #timePicture(frame: Frame): void {
    const time = frame.bestEffortTimestamp;
    frame.pts = time === NO_TIME ? this.#next : time;
    this.#next = frame.pts + (frame.duration > 0n ? frame.duration : 1n);
  }

  /** Counts time in samples: timestamps in files are rounded, which would leave gaps. */
  #timeSound(frame: Frame): void {
    const samples = this.timeBase;
    frame.pts =
      frame.pts === NO_TIME
        ? this.#next
        : avRescaleDelta(this.#track.timeBase, frame.pts, samples, frame.nbSamples, this.#lastSample, samples);
    this.#next = frame.pts + BigInt(frame.nbSamples);
  }

  close(): void {
    this.#frame.free();
    this.#codec.freeContext();
  }
}
