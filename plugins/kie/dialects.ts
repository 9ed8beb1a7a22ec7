import type { Dialect, RecordStatus, TaskRecord } from "./dialect";
import type { DialectName } from "./model";
import { readObject, readPercent, readText, readUrls } from "./record";
import { suno } from "./suno";

/** Market API: Kling, Seedance, Nano Banana and many more, each with its own fields in `input`. */
const jobs: Dialect = {
  create: "/api/v1/jobs/createTask",
  read: "/api/v1/jobs/recordInfo",
  buildBody: ({ vendorId, input }) => ({ model: vendorId, input }),
  parseRecord(record) {
    if (record.state === "success") {
      // JSON text, empty until the task has ended.
      const { resultUrls, resultUrl } = readObject(record.resultJson);
      return toDone([...readUrls(resultUrls), ...readUrls(resultUrl)]);
    }
    return record.state === "fail" ? toFailed(record.failMsg, record.failCode) : toRunning(record.progress);
  },
};

const veo: Dialect = {
  create: "/api/v1/veo/generate",
  read: "/api/v1/veo/record-info",
  // kie.ai's English page names the field aspect_ratio, the Chinese one aspectRatio. The default is 16:9.
  buildBody: ({ vendorId, input }) => ({ model: vendorId, ...input, aspectRatio: input.aspect_ratio }),
  parseRecord: (record) => parseSuccessFlag(record, ({ resultUrls, originUrls }) => [resultUrls, originUrls]),
};

const runway: Dialect = {
  create: "/api/v1/runway/generate",
  read: "/api/v1/runway/record-detail",
  needsCallback: true,
  buildBody: ({ input }) => input,
  parseRecord(record) {
    if (record.state === "fail") return toFailed(record.failMsg, record.failCode);
    if (record.state !== "success") return { state: "running" };
    const { videoUrl, imageUrl } = readObject(record.videoInfo);
    return { state: "done", files: { main: readUrls(videoUrl)[0], poster: readUrls(imageUrl)[0] } };
  },
};

/** The 4o image API. kie.ai ignores its former fields for masks and variants, at full price. */
const gpt4o: Dialect = {
  create: "/api/v1/gpt4o-image/generate",
  read: "/api/v1/gpt4o-image/record-info",
  buildBody: ({ input }) => input,
  parseRecord: (record) => parseSuccessFlag(record, ({ resultUrls, result_urls }) => [resultUrls, result_urls]),
};

/** FLUX.1 Kontext, which generates or edits an image. */
const flux: Dialect = {
  create: "/api/v1/flux/kontext/generate",
  read: "/api/v1/flux/kontext/record-info",
  buildBody: ({ vendorId, input }) => ({ model: vendorId, ...input }),
  // `originImageUrl` expires after ten minutes.
  parseRecord: (record) =>
    parseSuccessFlag(record, ({ resultImageUrl, originImageUrl }) => [resultImageUrl, originImageUrl]),
};

export const dialects: Readonly<Record<DialectName, Dialect>> = { jobs, veo, runway, gpt4o, flux, suno };

/** Reads `successFlag`: 0 is running, 1 is done, 2 and 3 have failed. */
function parseSuccessFlag(record: TaskRecord, getUrls: (response: TaskRecord) => unknown[]): RecordStatus {
  const flag = Number(record.successFlag ?? 0);
  if (flag === 0) return toRunning(record.progress);
  if (flag === 1) return toDone(getUrls(readObject(record.response)).flatMap(readUrls));
  return toFailed(record.errorMessage, record.errorCode);
}

function toRunning(value: unknown): RecordStatus {
  const progress = readPercent(value);
  return { state: "running", progress };
}

const toDone = ([main]: readonly string[]): RecordStatus => ({ state: "done", files: { main } });

const toFailed = (message: unknown, code: unknown): RecordStatus => ({
  state: "failed",
  message: readText(message) || readText(code),
});
