import type { Interval } from "vireo/captions/align";
import { type MeasuredText, readTextRows, type TextRows } from "vireo/captions/text-rows";
import type { Drawing } from "../codec/feeds";
import { Source as MediaSource } from "../codec/source";
import type { Sight } from "../reframe/look";
import type { RenderTools } from "../render";
import { levelFilters } from "./loudness";
import { encode, type Part, readSource, type Source } from "./source";
import { speechIntervals } from "./speech";
import { measureText } from "./text-rows";

/** Opens an additional input when everything is ready to run. */
type Input = () => Promise<MediaSource | Drawing>;

/** A file with speech, and its start in the composition. */
interface Speech {
  file: Pick<Source, "path" | "duration" | "hasAudio"> & { from?: number };
  start: number;
}

/**
 * A video and the layers on top of it. Each layer adds filters to the output of the previous layers, and a single run
 * encodes the result for any number of layers.
 */
export class Composition {
  /** Size in pixels, with the layers so far. */
  width: number;
  height: number;
  /** Length in seconds, with the layers so far. */
  duration: number;
  hasAudio: boolean;
  readonly tools: RenderTools;
  readonly #source: Source;
  readonly #inputs: Input[] = [];
  readonly #filters: string[] = [];
  readonly #soundFilters: string[] = [];
  /** Inputs with audio, by their number in filters. */
  readonly #sounds: Map<number, () => Promise<MediaSource>>;
  #video = "0v";
  #audio = "0a";
  #speech: Speech;
  /** Start of the source in the composition, in seconds. Negative if its beginning is cut off. */
  #sourceStart = 0;
  /** True if the picture is another than that of the source. */
  #isReshaped = false;
  /** Filters that level the audio, if they were requested in advance. */
  #leveled: Promise<string[]> | undefined;

  private constructor(source: Source, tools: RenderTools) {
    this.tools = tools;
    this.#source = source;
    this.#sounds = new Map([[0, () => MediaSource.open(source.path, { sound: true, from: source.from })]]);
    this.#speech = { file: source, start: 0 };
    this.width = source.width;
    this.height = source.height;
    this.duration = source.duration;
    this.hasAudio = source.hasAudio;
  }

  /**
   * Opens a video, or a part of it, in its seconds.
   * @throws `source_unreadable`, `source_too_large`, `trim_out_of_range`
   */
  static async open(path: string, tools: RenderTools, part?: Part): Promise<Composition> {
    const composition = new Composition(await readSource(path, tools, part), tools);
    if (part) composition.cut({ start: 0, end: composition.duration });
    return composition;
  }

  /** Adds an input and returns its number in filters. */
  addInput(open: Input): number {
    return this.#inputs.push(open);
  }

  /** Adds a file with audio and returns its label in filters. */
  addSound(path: string): string {
    const open = () => MediaSource.open(path, { sound: true });
    const at = this.addInput(open);
    this.#sounds.set(at, open);
    return `[${at}a]`;
  }

  /** Appends a filter to the video. `second` is the label of its second input, if it has one. */
  addVideo(filter: string, second = ""): void {
    if (this.#video === "0v") this.#append(this.#source.prepare);
    this.#append(filter, second);
  }

  #append(filter: string, second = ""): void {
    const to = `v${this.#filters.length}`;
    this.#filters.push(`[${this.#video}]${second}${filter}[${to}]`);
    this.#video = to;
  }

  /** Length of a picture, in seconds. */
  get frameSeconds(): number {
    return 1 / this.#source.rate;
  }

  /** Filter that repeats or drops pictures, so that each lasts as long. */
  get pace(): string {
    return this.#source.pace;
  }

  /** Gives the video another size. `write` receives the labels of the current and the new pictures. */
  reshape({ width, height }: { width: number; height: number }, write: (from: string, to: string) => string[]): void {
    if (this.#video === "0v") this.#append(this.#source.prepare);
    const to = `v${this.#filters.length}`;
    this.#filters.push(...write(`[${this.#video}]`, `[${to}]`));
    this.#video = to;
    this.width = width;
    this.height = height;
    this.#isReshaped = true;
  }

  /** Looks for faces and cuts in the source. Times are those of the composition before other cuts. */
  async findSight(): Promise<Sight> {
    const { lookAtPictures } = await import("../reframe/look");
    return lookAtPictures(this.#source);
  }

  /** Filters from an additional input to a label, for `addVideo`. */
  addPicture(open: Input, filters: string): string {
    const at = this.addInput(open);
    this.#filters.push(`[${at}v]${filters}[picture${at}]`);
    return `[picture${at}]`;
  }

  /** Measures the current audio while layers that do not change it are prepared. */
  measureSound(): void {
    if (!this.hasAudio) return;
    this.#leveled = this.#level();
    this.#leveled.catch(() => {}); // The error is reported by `encode`.
  }

  /**
   * Replaces the audio. `write` receives the label of the current audio, if it is kept, and returns filters that end in
   * `to`.
   */
  setAudio(write: (from: string, to: string) => string[], { keep = this.hasAudio } = {}): void {
    const to = `a${this.#soundFilters.length}`;
    if (!keep && this.#audio !== "0a") this.#soundFilters.push(`[${this.#audio}]anullsink`);
    this.#soundFilters.push(...write(keep ? `[${this.#audio}]` : "", `[${to}]`));
    this.#audio = to;
    this.#leveled = undefined;
    this.hasAudio = true;
  }

  /** Encodes the frames even if no filter changes them, unless every player supports them as they are. */
  requirePlayable(): void {
    if (this.#video === "0v" && !this.#source.isPlayable) this.#append(this.#source.prepare);
  }

  /** Sets the speech that captions without times are aligned to. */
  setSpeech(file: Speech["file"], start: number): void {
    this.#speech = { file, start };
  }

  /** Keeps the part between two times, in seconds. */
  cut({ start, end }: Part): void {
    const [from, to] = [start.toFixed(3), end.toFixed(3)];
    this.addVideo(`trim=start=${from}:end=${to},setpts=PTS-${from}/TB,${this.#source.pace}`);
    if (this.hasAudio) {
      this.setAudio((before, after) => [`${before}atrim=start=${from}:end=${to},asetpts=PTS-${from}/TB${after}`]);
    }
    this.duration = end - start;
    this.#speech = { ...this.#speech, start: this.#speech.start - start };
    this.#sourceStart -= start;
  }

  /** Finds text that is visible in the source, at the source's times. */
  measureText(): Promise<MeasuredText> {
    return measureText(this.#source);
  }

  /** Finds text that is visible in the source, as far as its place in the picture is known. */
  async findText(): Promise<TextRows> {
    const { cuts, between } = readTextRows(this.#isReshaped ? { cuts: [], pictures: [] } : await this.measureText());
    const shift = this.#sourceStart;
    return {
      cuts: cuts.map((cut) => cut + shift),
      between: (start, end) => between(start - shift, end - shift),
    };
  }

  /** Returns intervals of likely speech, in seconds; the whole length if there is none. */
  async findSpeech(): Promise<Interval[]> {
    const { file, start } = this.#speech;
    const intervals = await speechIntervals(file);
    const placed = intervals.map((part) => ({
      start: Math.max(0, part.start + start),
      end: Math.min(this.duration, part.end + start),
    }));
    const inside = placed.filter((part) => part.end > part.start);
    return inside.length > 0 ? inside : [{ start: 0, end: this.duration }];
  }

  /** Writes the result to the run's folder and returns its path. Its audio has the loudness expected by platforms. */
  async encode(): Promise<string> {
    const filters = [...this.#filters, ...this.#soundFilters];
    if (this.#video !== "0v") filters.push(`[${this.#video}]null[v]`);
    const leveled = this.hasAudio ? await (this.#leveled ?? this.#level()) : [];
    if (leveled.length > 0) filters.push(`[${this.#audio}]${leveled.join()}[a]`);
    else if (this.#audio !== "0a") filters.push(`[${this.#audio}]anull[a]`);
    const inputs = await Promise.all(this.#inputs.map((open) => open()));
    const edit = { filters: filters.join(";"), inputs, duration: this.duration };
    return encode(this.#source, edit, this.tools);
  }

  #level(): Promise<string[]> {
    const [filters, from] = [this.#soundFilters, `[${this.#audio}]`];
    const used = [...filters, from].join();
    const inputs = new Map([...this.#sounds].filter(([at]) => used.includes(`[${at}a]`)));
    return levelFilters({ inputs, filters, from });
  }
}
