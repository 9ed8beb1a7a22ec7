import { byFlag, mainOf } from "./flag";
import { objectOf, urlsOf } from "./record";
import type { Transport } from "./transport";

/** The 4o image API, the only one that takes a mask. */
export const gpt4o: Transport = {
  create: "/api/v1/gpt4o-image/generate",
  read: "/api/v1/gpt4o-image/record-info",

  body: ({ prompt, aspectRatio, pictures, mask }) => ({
    prompt,
    size: aspectRatio,
    nVariants: 1,
    ...(pictures.length > 0 ? { filesUrl: pictures } : {}),
    ...(mask ? { maskUrl: mask } : {}),
  }),

  find: (record) =>
    byFlag(record, () => {
      const response = objectOf(record.response);
      return mainOf([...urlsOf(response.resultUrls), ...urlsOf(response.result_urls)]);
    }),
};
