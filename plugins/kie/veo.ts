import { byFlag, mainOf } from "./flag";
import { objectOf, urlsOf } from "./record";
import type { Transport } from "./transport";

const SEEDS = { from: 10_000, count: 90_000 };

/** Veo: one flat body; pictures are a first frame or references, told apart by `generationType`. */
export const veo: Transport = {
  create: "/api/v1/veo/generate",
  read: "/api/v1/veo/record-info",

  body: ({ model, prompt, aspectRatio, frame, pictures, seed }) => ({
    prompt,
    model: model.vendorId ?? model.id,
    aspect_ratio: aspectRatio,
    ...(frame
      ? { imageUrls: [frame], generationType: "FIRST_AND_LAST_FRAMES_2_VIDEO" }
      : pictures.length > 0
        ? { imageUrls: pictures, generationType: "REFERENCE_2_VIDEO" }
        : { generationType: "TEXT_2_VIDEO" }),
    ...(seed === undefined ? {} : { seeds: SEEDS.from + (seed % SEEDS.count) }),
  }),

  find: (record) =>
    byFlag(record, () => {
      const { resultUrls, originUrls } = objectOf(record.response);
      return mainOf([...urlsOf(resultUrls), ...urlsOf(originUrls)]);
    }),
};
