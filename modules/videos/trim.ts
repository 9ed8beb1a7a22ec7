import { invalid } from "vireo/errors";
import type { TrimLayer } from "vireo/slots/edit";
import type { EditState } from "./edit-request";
import type { Trim } from "./schema";

/** Minimum length of a video, in seconds. */
const SHORTEST = 0.5;
/** Tolerance for a cut behind the end, in seconds, because lengths are rounded. */
const SLACK = 0.1;

/** Checks a cut and converts it to a layer. */
export function toTrim({ start = 0, end }: Trim, { duration }: EditState): TrimLayer {
  if (start === 0 && end === undefined) throw invalid("start", "Send start, end or both.");
  if (duration !== undefined) {
    const length = `The video is ${duration.toFixed(1)} s long.`;
    if (start >= duration) throw invalid("start", length);
    if (end !== undefined && end > duration + SLACK) throw invalid("end", length);
  }
  const until = end ?? duration;
  if (until === undefined) throw invalid("end", "Required, because the length of the video is not known.");
  if (until - start < SHORTEST) throw invalid("end", `Must be at least ${SHORTEST} s after start.`);
  return { operation: "trim", start, end: until };
}
