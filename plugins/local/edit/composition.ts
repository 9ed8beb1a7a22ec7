import type { Interval } from "vireo/captions/align";
import { type MeasuredText, readTextRows, type TextRows } from "vireo/captions/text-rows";
import type { Drawing, Sound } from "../codec/feeds";
import { MediaSource } from "../codec/source";
import type { Sight } from "../reframe/look";
import type { RenderTools } from "../render-tools";
import { cutKept, findSource, joinSounds, type Kept, listKept, placeIntervals, placeTime, selectPictures } from "./cut";
import { levelFilters, measureVoiceGain } from "./loudness";
import { type CompositionSource, openFile } from "./source";
import { findSpeechIntervals } from "./speech";
import { readTakenRows, type TakenRows } from "./taken-rows";
import type { Part, VideoFile } from "./video-file";

/** Label of the sound for a second file. */
const SECOND_SOUND = "[second_a]";

/** Opens an additional input when everything is ready to run. */
type Input = () => Promise<MediaSource | Drawing>;

/** Converts a part to the seconds of a source that was opened at its start. */
const moveToStart = ({ start, removed }: Part, duration: number): Part => ({
  start: 0,
  end: duration,
  removed: removed?.map((one) => ({ start: one.start - start, end: one.end - start })),
});

/** A file with speech, and its start in the composition. */
interface Speech {
  file: Pick<VideoFile, "path" | "duration" | "hasAudio">;
  start: number;
}

/** Finds the speech of a file, in seconds of the composition. */
async function findVoice({ file, start }: Speech): Promise<Interval[]> {
  const intervals = await findSpeechIntervals(file);
  return intervals.map((part) => ({ start: part.start + start, end: part.end + start }));
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
  readonly #source: CompositionSource;
  readonly #inputs: Input[] = [];
  readonly #filters: string[] = [];
  readonly #soundFilters: string[] = [];
  /** Inputs with audio, by their number in filters. */
  readonly #sounds: Map<number, () => Promise<MediaSource | Sound>>;
  #video = "0v";
  #audio = "0a";
  /** A voice-over, to which captions are aligned instead of the source. */
  #voice: Speech | undefined;
  /** Parts of the source in the composition. */
  #kept: Kept[];
  /** Rows that captions keep off in pictures of another shape, in seconds of the source. */
  #taken: TakenRows[] | undefined;
  /** The part that the frames are cut to, if nothing else changes them. */
  #onlyCut: Interval | undefined;
  /** True if the sound only ends sooner, and nothing else changes it. */
  #onlyEnds = false;
  /** True if an earlier sound is led to a second file. */
  #isSplit = false;
  /** Filters that level the audio, if they were requested in advance. */
  #leveled: Promise<string[]> | undefined;

  constructor(source: CompositionSource, tools: RenderTools) {
    this.tools = tools;
    this.#source = source;
    this.#sounds = new Map([[0, source.openSound]]);
    this.#kept = [{ from: 0, length: source.duration, at: 0 }];
    this.width = source.width;
    this.height = source.height;
    this.duration = source.duration;
    this.hasAudio = source.hasAudio;
  }

  /**
   * Opens a file, or a part of it, in its seconds.
   * @throws `source_unreadable`, `source_too_large`, `trim_out_of_range`
   */
  static async open(path: string, tools: RenderTools, part?: Part): Promise<Composition> {
    const composition = new Composition(await openFile(path, tools, part), tools);
    if (part) composition.cut(moveToStart(part, composition.duration));
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
    this.#onlyCut = undefined;
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

  /**
   * Gives the video another size. `write` receives the labels of the current and the new pictures. `taken` says which
   * rows of the new ones captions keep off.
   */
  reshape(
    { width, height }: { width: number; height: number },
    write: (from: string, to: string) => string[],
    taken: readonly TakenRows[],
  ): void {
    if (this.#video === "0v") this.#append(this.#source.prepare);
    const to = `v${this.#filters.length}`;
    this.#filters.push(...write(`[${this.#video}]`, `[${to}]`));
    this.#video = to;
    this.width = width;
    this.height = height;
    this.#taken = taken.flatMap(({ start, end, rows }) =>
      findSource(this.#kept, start, end).map((part) => ({ ...part, rows })),
    );
  }

  /** Looks for faces and cuts in the source. */
  async findSight(): Promise<Sight> {
    const { seen, cuts } = await this.#source.findSight();
    const place = (seconds: number) => placeTime(this.#kept, seconds);
    return {
      seen: seen.flatMap((sample) => {
        const time = place(sample.time);
        return time === undefined ? [] : [{ ...sample, time }];
      }),
      cuts: cuts.flatMap((cut) => place(cut) ?? []),
    };
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
    this.#leveled.catch(() => {}); // The error is reported by the method `write`.
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
    this.#onlyEnds = false;
    this.#leveled = undefined;
    this.hasAudio = true;
  }

  /**
   * Leads the current sound to a second file, too. `isLeveled`: at the loudness expected by platforms, as it would be if it
   * was encoded now.
   */
  async splitSound({ isLeveled }: { isLeveled: boolean }): Promise<void> {
    const filters = isLeveled ? await this.#level() : [];
    this.setAudio((from, to) => [`${from}${[...filters, "asplit=2"].join()}${to}${SECOND_SOUND}`]);
    this.#isSplit = true;
  }

  /** Encodes the frames even if no filter changes them, unless every player supports them as they are. */
  requirePlayable(): void {
    if (this.#video === "0v" && !this.#source.isPlayable) this.#append(this.#source.prepare);
  }

  /** Sets the speech that captions without times are aligned to. */
  setVoice(file: Speech["file"], start: number): void {
    this.#voice = { file, start };
  }

  /** Keeps a part, in seconds. */
  cut(part: Part): void {
    const parts = listKept(part, this.frameSeconds);
    const [first, last] = [parts[0]!, parts.at(-1)!];
    const [from, to] = [first.from.toFixed(4), (last.from + last.length).toFixed(4)];
    if (parts.length === 1) {
      const isFirst = this.#video === "0v";
      this.addVideo(`trim=start=${from}:end=${to},setpts=PTS-${from}/TB,${this.pace}`);
      if (isFirst) this.#onlyCut = { start: first.from, end: first.from + first.length };
      const isFirstOfSound = this.#audio === "0a";
      if (this.hasAudio)
        this.setAudio((before, after) => [`${before}atrim=start=${from}:end=${to},asetpts=PTS-${from}/TB${after}`]);
      this.#onlyEnds = isFirstOfSound && first.from === 0;
    } else {
      const pictures = selectPictures(parts, this.frameSeconds);
      this.addVideo(
        `trim=end=${to},select='${pictures}',setpts=round(N*${this.frameSeconds.toFixed(9)}/TB),${this.pace}`,
      );
      if (this.hasAudio) this.setAudio((before, after) => joinSounds(parts, before, after));
    }
    this.duration = last.at + last.length;
    this.#kept = cutKept(this.#kept, parts);
    if (this.#voice) this.#voice.start -= part.start;
  }

  /** Finds text that is visible in the source, at the source's times. */
  measureText(): Promise<MeasuredText> {
    return this.#source.measureText();
  }

  /** Finds rows that captions keep off: visible text in the source, or what matters in pictures of another shape. */
  async findText(): Promise<TextRows> {
    const { cuts, between } = this.#taken ? readTakenRows(this.#taken) : readTextRows(await this.measureText());
    const kept = this.#kept;
    return {
      cuts: cuts.flatMap((cut) => placeTime(kept, cut) ?? []),
      between: (start, end) => {
        const [first, ...others] = findSource(kept, start, end).map((part) => between(part.start, part.end));
        return others.reduce((rows, more) => rows.map((value, row) => Math.max(value, more[row]!)), first!);
      },
    };
  }

  /** Returns intervals of likely speech, in seconds; the whole length if there is none. */
  async findSpeech(): Promise<Interval[]> {
    const spoken = this.#voice
      ? await findVoice(this.#voice)
      : placeIntervals(this.#kept, await this.#source.findSpeech());
    const inside = spoken
      .map(({ start, end }) => ({ start: Math.max(0, start), end: Math.min(this.duration, end) }))
      .filter((part) => part.end > part.start);
    return inside.length > 0 ? inside : [{ start: 0, end: this.duration }];
  }

  /** Writes the result to the run's folder and returns its path. Its audio has the loudness expected by platforms. */
  async write(): Promise<string> {
    const pictures = [...this.#filters, ...(this.#video === "0v" ? [] : [`[${this.#video}]null[v]`])];
    const sound = [...this.#soundFilters];
    const leveled = this.hasAudio ? await (this.#leveled ?? this.#level()) : [];
    if (leveled.length > 0) sound.push(`[${this.#audio}]${leveled.join()}[a]`);
    else if (this.#audio !== "0a") sound.push(`[${this.#audio}]anull[a]`);
    return this.#source.writeEdit({
      pictures: pictures.join(";"),
      sound: sound.join(";"),
      inputs: await Promise.all(this.#inputs.map((open) => open())),
      duration: this.duration,
      cut: this.#onlyCut,
      onlyEndsSound: this.#onlyEnds && leveled.length === 0,
    });
  }

  #level(): Promise<string[]> {
    const [filters, from] = [[...this.#soundFilters], `[${this.#audio}]`];
    if (this.#isSplit) filters.push(`${SECOND_SOUND}anullsink`);
    const used = [...filters, from].join();
    const inputs = new Map([...this.#sounds].filter(([at]) => used.includes(`[${at}a]`)));
    return this.#source.measured.once(`level ${used}`, () => levelFilters({ inputs, filters, from }));
  }

  /** Returns the gain in decibels that brings the sound of a file to the usual loudness. */
  measureGain(path: string): Promise<number> {
    return this.#source.measured.once(`gain ${path}`, () => measureVoiceGain(path));
  }
}
