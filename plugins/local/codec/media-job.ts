import type { Frame, Packet } from "node-av/lib";
import { CodecError, toSeconds } from "./av";
import { type Drawing, DrawnFeed, type Feed, type Receiver, type Sound, SoundFeed, SourceFeed } from "./feeds";
import { Graph, type Inlet, type Outlet } from "./graph";
import { MediaSource, type Track } from "./source";
import { type Copier, type Encoder, type Encoding, type Target, Writer } from "./writer";

/** Receives the frames of an output. */
export interface Reading {
  /** Last filter, which sets the format of the frames. */
  format: string;
  /** The frame is valid until this returns or its promise resolves. Return false to stop the job. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a reader that never ends the job returns nothing
  read(frame: Frame): boolean | void | Promise<boolean>;
}

/** A streaming media job: inputs from files or memory, filters, and files or readers as outputs. */
export interface MediaJob {
  /** The filters refer to the tracks of the first input as `[0v]` and `[0a]`. The job closes sources. */
  inputs?: readonly (MediaSource | Drawing | Sound)[];
  /** FFmpeg filter graph from the inputs to `[v]` and `[a]`. */
  filters?: string;
  /** What to do with the filtered pictures and sound. */
  v?: Encoding | Reading;
  a?: Encoding | Reading;
  /** Reads what the filters lead to `[v2]`, after `v` has read the same picture. */
  v2?: Reading;
  /** Tracks to copy into the file without decoding. */
  copy?: readonly Track[];
  /** Copies sound from second zero of its source on, and only as much. Otherwise all of it. */
  soundSeconds?: number | undefined;
  target?: Target;
  /** A second file, of what the filters lead to `[second_v]` and `[second_a]`. */
  second?: { v: Encoding; a: Encoding; target: Target };
  /** Called with the time of each filtered frame, in seconds. */
  onTime?(seconds: number): void;
}

/** Runs a job. Throws RenderError `storage_full`, and CodecError if an input cannot be decoded. */
export async function runMediaJob(job: MediaJob): Promise<void> {
  const { inputs = [], filters = "", copy = [] } = job;
  const labels = new Set(Array.from(filters.matchAll(/\[(\d+[va])\]/g), (match) => match[1]!));
  const session = new Session(job, labels);
  const feeds: Feed[] = [];
  const unopened = new Set(inputs);
  try {
    for (const [at, input] of inputs.entries()) {
      if (input instanceof MediaSource) feeds.push(await SourceFeed.open(input, at, labels, copy, job.soundSeconds));
      else if ("frames" in input) {
        feeds.push(new DrawnFeed(`${at}v`, input));
        if (input.sound && labels.has(`${at}a`)) feeds.push(new SoundFeed(`${at}a`, input.sound));
      } else feeds.push(new SoundFeed(`${at}a`, input));
      unopened.delete(input);
    }
    if (labels.size === 0) await session.start();
    const left = new Set(feeds);
    while (left.size > 0 && !session.isDone) {
      const behind = [...left].reduce((first, feed) => (feed.time < first.time ? feed : first));
      if (!(await behind.read(session))) left.delete(behind);
    }
    await session.finish();
  } finally {
    for (const feed of feeds) await feed.close();
    session.close();
    for (const input of unopened) if (input instanceof MediaSource) await input.close();
  }
}

interface Output extends Outlet {
  use: Encoding | Reading;
  target: Target | undefined;
  encoder?: Encoder;
  isOver: boolean;
}

/** Filters, encoders and files of a job. They are opened once the first frame of every input is known. */
class Session implements Receiver {
  isDone = false;
  readonly #job: MediaJob;
  readonly #outputs: Output[];
  readonly #inlets: Map<string, Inlet | undefined>;
  readonly #closed = new Set<string>();
  readonly #copiers = new Map<Track, Copier>();
  #waiting: (() => Promise<void>)[] = [];
  #last: Promise<void> = Promise.resolve();
  #graph: Graph | undefined;
  readonly #writers = new Map<Target, Writer>();

  constructor(job: MediaJob, labels: ReadonlySet<string>) {
    this.#job = job;
    this.#inlets = new Map([...labels].map((label) => [label, undefined]));
    const { v, a, v2, target, second } = job;
    const all = [
      { label: "v", kind: "video", use: v, target },
      { label: "a", kind: "audio", use: a, target },
      { label: "v2", kind: "video", use: v2, target: undefined },
      { label: "second_v", kind: "video", use: second?.v, target: second?.target },
      { label: "second_a", kind: "audio", use: second?.a, target: second?.target },
    ] as const;
    this.#outputs = all.flatMap(({ use, ...output }) =>
      use ? [{ ...output, use, format: use.format, isOver: false }] : [],
    );
  }

  /** Processes frames one at a time, across all feeds. */
  frame(inlet: Omit<Inlet, "frame">, frame: Frame | null): Promise<void> {
    const done = this.#last.then(() => this.#take(inlet, frame));
    this.#last = done.catch(() => {});
    return done;
  }

  async #take(inlet: Omit<Inlet, "frame">, frame: Frame | null): Promise<void> {
    if (this.#graph) return this.#push(inlet.label, frame);
    const copy = frame?.clone() ?? null;
    if (copy) this.#inlets.set(inlet.label, this.#inlets.get(inlet.label) ?? { ...inlet, frame: copy });
    else if (!this.#inlets.get(inlet.label)) throw new CodecError("The file cannot be decoded", `no ${inlet.kind}`);
    this.#waiting.push(async () => {
      await this.#push(inlet.label, copy);
      copy?.free();
    });
    if ([...this.#inlets.values()].every(Boolean)) await this.start();
  }

  async packet(track: Track, packet: Packet): Promise<void> {
    const copier = this.#copiers.get(track);
    if (copier) return copier.write(packet);
    const copy = packet.clone()!;
    this.#waiting.push(async () => {
      this.#copiers.get(track)!.write(copy);
      copy.free();
    });
  }

  /** Connects the filters, opens the encoders and the files, and processes the frames and packets queued so far. */
  async start(): Promise<void> {
    const { filters = "", target, second, copy = [] } = this.#job;
    if (this.#outputs.length > 0) {
      this.#graph = await Graph.create(filters, [...this.#inlets.values()] as Inlet[], this.#outputs);
    }
    for (const file of [target, second?.target]) {
      if (!file) continue;
      const writer = new Writer(file);
      this.#writers.set(file, writer);
      for (const kind of ["video", "audio"] as const) {
        for (const track of file === target ? copy : [])
          if (track.kind === kind) this.#copiers.set(track, writer.addCopy(track));
        for (const output of this.#outputs)
          if (output.kind === kind && output.target === file) await this.#openEncoder(output, writer);
      }
      writer.start();
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const take of waiting) await take();
    if (this.#inlets.size === 0) await this.#drain();
  }

  async #openEncoder(output: Output, writer: Writer): Promise<void> {
    if ("read" in output.use) return;
    const outlet = this.#graph!.outlet(output.label);
    output.encoder = await writer.addEncoder(output.use, outlet, output.kind === "video");
  }

  async #push(label: string, frame: Frame | null): Promise<void> {
    if (this.#closed.has(label)) return;
    if (!(await this.#graph!.push(label, frame)) || !frame) this.#closed.add(label);
    await this.#drain();
  }

  /** Pulls all frames that the filters have finished. */
  async #drain(): Promise<void> {
    const graph = this.#graph!;
    for (const output of this.#outputs) {
      while (!output.isOver && !this.isDone) {
        const frame = await graph.pull(output.label, output.kind);
        if (frame === "wait") break;
        output.isOver = !frame;
        await this.#hand(output, frame ?? null);
      }
    }
    const needsPackets = (this.#job.copy?.length ?? 0) > 0;
    if (!needsPackets && this.#outputs.every(({ isOver }) => isOver)) this.isDone = true;
  }

  async #hand({ label, use, encoder }: Output, frame: Frame | null): Promise<void> {
    if (frame) this.#job.onTime?.(toSeconds(frame.pts, this.#graph!.outlet(label).buffersinkGetTimeBase()));
    if (encoder) await encoder.encode(frame);
    else if (frame && "read" in use && (await use.read(frame)) === false) this.isDone = true;
  }

  async finish(): Promise<void> {
    await this.#last;
    if (this.#inlets.size > 0 && !this.#graph && this.#outputs.length > 0) {
      throw new CodecError("The file cannot be decoded", "it has no frames");
    }
    if (this.#writers.size === 0 && this.#job.target) await this.start();
    for (const writer of this.#writers.values()) await writer.finish();
  }

  close(): void {
    for (const { encoder } of this.#outputs) encoder?.close();
    for (const inlet of this.#inlets.values()) inlet?.frame.free();
    for (const writer of this.#writers.values()) writer.close();
    this.#graph?.close();
  }
}
