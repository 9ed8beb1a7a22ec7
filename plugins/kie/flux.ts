import { byFlag, mainOf } from "./flag";
import { objectOf, urlsOf } from "./record";
import type { Transport } from "./transport";

/** FLUX.1 Kontext: makes a picture, or changes one. */
export const flux: Transport = {
  create: "/api/v1/flux/kontext/generate",
  read: "/api/v1/flux/kontext/record-info",

  body: ({ model, prompt, aspectRatio, pictures: [inputImage] }) => ({
    prompt,
    model: model.vendorId ?? model.id,
    aspectRatio,
    outputFormat: "png",
    ...(inputImage ? { inputImage } : {}),
  }),

  // `originImageUrl` lives ten minutes only.
  find: (record) =>
    byFlag(record, () => {
      const { resultImageUrl, originImageUrl } = objectOf(record.response);
      return mainOf([...urlsOf(resultImageUrl), ...urlsOf(originImageUrl)]);
    }),
};
