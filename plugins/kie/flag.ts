import type { TaskRecord } from "./client";
import { percentOf, textOf } from "./record";
import type { Found } from "./transport";

/** The dialect of `successFlag`: 0 runs, 1 is done, 2 and 3 have failed. `files` picks the result out of the response. */
export function byFlag(record: TaskRecord, files: () => { main?: string }): Found {
  switch (Number(record.successFlag ?? 0)) {
    case 0: {
      const progress = percentOf(record.progress);
      return { state: "running", ...(progress === undefined ? {} : { progress }) };
    }
    case 1:
      return { state: "done", files: files() };
    default:
      return { state: "failed", words: textOf(record.errorMessage) || textOf(record.errorCode) };
  }
}

export const mainOf = (urls: readonly string[]): { main?: string } => (urls[0] ? { main: urls[0] } : {});
