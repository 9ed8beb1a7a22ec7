import { type FilterContext, FilterGraph, Frame } from "node-av/lib";
import { AGAIN, assertOk, END, isData, type Ratio } from "./av";

type Kind = "video" | "audio";

/** An input of a filter graph. `frame` is its first frame, which sets the format. */
export interface Inlet {
  label: string;
  kind: Kind;
  timeBase: Ratio;
  frameRate?: Ratio | undefined;
  /** Filters applied first. */
  first?: readonly string[];
  frame: Frame;
}

/** An output of a filter graph. `format` is the last filter. */
export interface Outlet {
  label: string;
  kind: Kind;
  format: string;
}

/** Escapes a path for a filter option. Options and graphs have a level of quoting each. */
export const escapePath = (path: string): string => path.replace(/[\\':]/g, "\\$&").replace(/[\\'[\],;]/g, "\\$&");

const write = ({ num, den }: Ratio, separator = "/") => `${num}${separator}${den}`;

function writeInlet({ label, kind, timeBase, frameRate, first = [], frame }: Inlet): string {
  const options =
    kind === "video"
      ? [
          `video_size=${frame.width}x${frame.height}`,
          `pix_fmt=${frame.format}`,
          `time_base=${write(timeBase)}`,
          `pixel_aspect=${write(frame.sampleAspectRatio)}`,
          `colorspace=${frame.colorSpace}`,
          `range=${frame.colorRange}`,
          ...(frameRate && frameRate.num > 0 ? [`frame_rate=${write(frameRate)}`] : []),
        ]
      : [
          `time_base=${write(timeBase)}`,
          `sample_rate=${frame.sampleRate}`,
          `sample_fmt=${frame.format}`,
          `channels=${frame.channels}`,
          ...(frame.channelLayout.order === 1 ? [`channel_layout=0x${frame.channelLayout.mask.toString(16)}`] : []),
        ];
  const source = `${kind === "video" ? "buffer" : "abuffer"}@${label}=${options.join(":")}`;
  return `${[source, ...first].join(",")}[${label}]`;
}

const sinkName = ({ kind, label }: Outlet) => `${kind === "video" ? "buffersink" : "abuffersink"}@${label}`;

/** An FFmpeg filter graph. Push frames into its inlets and pull them from its outlets. */
export class Graph {
  readonly #graph = new FilterGraph();
  readonly #frame = new Frame();
  readonly #inlets = new Map<string, { inlet: Inlet; context: FilterContext }>();
  readonly #outlets = new Map<string, FilterContext>();

  /** Connects inlets, `filters` and outlets by label. Throws CodecError if the filters are invalid. */
  static async create(filters: string, inlets: readonly Inlet[], outlets: readonly Outlet[]): Promise<Graph> {
    const graph = new Graph();
    const native = graph.#graph;
    native.alloc();
    graph.#frame.alloc();
    const text = [
      ...inlets.map(writeInlet),
      ...(filters ? [filters] : []),
      ...outlets.map((outlet) => `[${outlet.label}]${outlet.format},${sinkName(outlet)}`),
    ].join(";");
    try {
      assertOk(native.parse2(text), `The filters ${text} are invalid`);
      assertOk(await native.config(), `The filters ${text} cannot be linked`);
    } catch (error) {
      graph.close();
      throw error;
    }
    for (const inlet of inlets) {
      const context = native.getFilter(`${inlet.kind === "video" ? "buffer" : "abuffer"}@${inlet.label}`)!;
      graph.#inlets.set(inlet.label, { inlet, context });
    }
    for (const outlet of outlets) graph.#outlets.set(outlet.label, native.getFilter(sinkName(outlet))!);
    return graph;
  }

  outlet(label: string): FilterContext {
    return this.#outlets.get(label)!;
  }

  /** Pushes a frame, or null at the end. Returns false if the graph needs no more input from this inlet. */
  async push(label: string, frame: Frame | null): Promise<boolean> {
    const { inlet, context } = this.#inlets.get(label)!;
    const KEEP_REFERENCE = 8;
    const PUSH = 4;
    const flags = (KEEP_REFERENCE | PUSH) as Parameters<typeof context.buffersrcAddFrame>[1];
    const code =
      inlet.kind === "video"
        ? await context.buffersrcAddFrame(frame, flags)
        : context.buffersrcAddFrameSync(frame, flags);
    if (code === END) return false;
    assertOk(code, "A frame cannot be filtered");
    return true;
  }

  /** Returns the next frame, valid until the next call. "wait" if more input is needed, undefined at the end. */
  async pull(label: string, kind: Kind): Promise<Frame | "wait" | undefined> {
    const frame = this.#frame;
    frame.unref();
    const outlet = this.outlet(label);
    const code = kind === "video" ? await outlet.buffersinkGetFrame(frame) : outlet.buffersinkGetFrameSync(frame);
    if (isData(code, "A frame cannot be filtered")) return frame;
    return code === AGAIN ? "wait" : undefined;
  }

  close(): void {
    this.#frame.free();
    this.#graph.free();
  }
}
