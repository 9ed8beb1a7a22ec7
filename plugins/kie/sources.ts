import { picturesOf } from "vireo/prompt";
import type { ImageRequest } from "vireo/slots/image";
import type { VideoRequest } from "vireo/slots/video";
import type { KieModel } from "./model";

/** Which pictures a task gets, and in which part; addresses as the request has them. */
export interface Sources {
  frame?: string;
  pictures: string[];
}

/** The picture to change first, then what the user points to, then the brief's as far as there is room. */
export function imageSources(model: KieModel, { source, referenceImageUrls, brief }: ImageRequest): Sources {
  const all = [...(source ? [source.url] : []), ...referenceImageUrls, ...picturesOf(brief)];
  return { pictures: all.slice(0, (model.withPictures?.pictures ?? model.pictures)?.max ?? 0) };
}

/** A first frame or references, never both; the brief's pictures where the user names none. */
export function videoSources(model: KieModel, { imageUrl, referenceImageUrls, brief }: VideoRequest): Sources {
  const { frame, pictures } = { ...model, ...model.withPictures };
  if (imageUrl) return { frame: imageUrl, pictures: [] };
  const own = picturesOf(brief);
  if (pictures) return { pictures: [...referenceImageUrls, ...own].slice(0, pictures.max) };
  return { ...(frame && own[0] ? { frame: own[0] } : {}), pictures: [] };
}
