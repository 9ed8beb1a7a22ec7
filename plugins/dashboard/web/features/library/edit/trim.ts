import type { StoredLayer } from "./render-layers";
import type { EditKind } from "./use-edit";

type TrimLayer = Extract<StoredLayer, { type: "trim" }>;

export interface TrimDraft {
  /** Seconds. */
  start: number;
  /** 0: until the end. */
  end: number;
}

export const trimEdit: EditKind<TrimDraft> = {
  tab: "trim",
  blank: { start: 0, end: 0 },
  toRequest: ({ start, end }, duration) => ({
    start: start > 0 ? start : undefined,
    end: end > 0 && end < duration ? end : undefined,
  }),
  findMissing: ({ start, end }, duration) =>
    start > 0 || (end > 0 && end < duration) ? undefined : "Move a handle to trim the video",
};

/** Returns the draft that a trim was exported from. */
export const toTrimDraft = ({ start = 0, end = 0 }: TrimLayer): TrimDraft => ({ start, end });
