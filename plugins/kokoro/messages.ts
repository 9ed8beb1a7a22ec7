import type { ModelPlace, ModelReport } from "vireo/models/place";
import type { SpokenWord } from "vireo/slots/speak";

/** Messages to the worker. */
export type Order =
  | ({ type: "open" } & ModelPlace)
  | { type: "speak"; text: string; voice: string; speed: number }
  | { type: "close" };

/** Messages from the worker: one per request, in order, with `progress` in between. */
export type Report =
  | ModelReport
  /** Mono audio at 24 kHz. Words are missing if the model does not report durations. */
  | { type: "spoken"; samples: Float32Array; words?: SpokenWord[] };
