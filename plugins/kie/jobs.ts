import { objectOf, percentOf, textOf, urlsOf } from "./record";
import type { Ask, Found, Transport } from "./transport";

/** The market: Kling, Seedance, Nano Banana and many more, each with fields of its own in `input`. */
export const jobs: Transport = {
  create: "/api/v1/jobs/createTask",
  read: "/api/v1/jobs/recordInfo",

  body({ model, prompt, ...ask }: Ask) {
    const { aspectRatio, duration, resolution, negativePrompt, fixed } = model.input ?? {};
    const seconds = ask.duration;
    const put = (field: string | undefined, value: unknown) =>
      field === undefined || value === undefined ? {} : { [field]: value };
    const pictures = (at: typeof model.frame, urls: readonly string[]) =>
      at && urls.length > 0 ? { [at.field]: at.list ? urls : urls[0] } : {};
    return {
      model: model.vendorId ?? model.id,
      input: {
        prompt,
        ...fixed,
        ...put(aspectRatio, ask.aspectRatio),
        ...put(duration?.field, duration?.text && seconds !== undefined ? String(seconds) : seconds),
        ...put(resolution, ask.resolution),
        ...put(negativePrompt, ask.negativePrompt),
        ...pictures(model.frame, ask.frame ? [ask.frame] : []),
        ...pictures(model.pictures, ask.pictures),
      },
    };
  },

  find(record): Found {
    switch (record.state) {
      case "success": {
        // A text that holds JSON, and empty until now.
        const result = objectOf(record.resultJson);
        const [main] = urlsOf(result.resultUrls).concat(urlsOf(result.resultUrl));
        return { state: "done", files: { ...(main ? { main } : {}) } };
      }
      case "fail":
        return { state: "failed", words: textOf(record.failMsg) || textOf(record.failCode) };
      default: {
        const progress = percentOf(record.progress);
        return { state: "running", ...(progress === undefined ? {} : { progress }) };
      }
    }
  },
};
