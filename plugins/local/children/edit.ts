import { captionStyles } from "vireo/captions/styles";
import type { EditLayer } from "vireo/slots/edit";
import { loadPicture } from "../draw/photo";
import { writeThumbnail } from "../draw/thumbnail";
import { type Layer, renderEdit } from "../edit/edit";
import { OVERLAY_FACE, placeFont } from "../edit/font-choice";
import type { RenderTools } from "../render";
import { frames } from "./footage";

interface Input {
  source: string;
  layers: readonly EditLayer[];
  /** The file of each layer: the subtitles of captions, the picture of an overlay. */
  files: readonly (string | null)[];
  /** The uploaded font of each layer. */
  fonts: readonly (string | null)[];
}

export async function edit({ source, layers, files, fonts }: Input, tools: RenderTools) {
  const prepared = layers.map((layer, at) => prepareLayer(layer, files[at] ?? undefined, fonts[at] ?? undefined));
  const edited = await renderEdit(source, await Promise.all(prepared), tools);
  return { ...edited, thumbnail: await drawThumbnail(edited.video, tools) };
}

/** When a thumbnail shows the video, in seconds: after it has faded in, and with its first captions. */
const SHOWN_AT = 0.6;

/** A small picture of the result. Without it, the edit is still worth keeping. */
async function drawThumbnail(path: string, tools: RenderTools): Promise<string | undefined> {
  try {
    const pictures = await frames({ path, every: SHOWN_AT, count: 2, side: 640 }, tools);
    return await writeThumbnail(await loadPicture(pictures.at(-1)!.path), tools.folder);
  } catch {
    return undefined;
  }
}

async function prepareLayer(layer: EditLayer, file: string | undefined, font: string | undefined): Promise<Layer> {
  switch (layer.operation) {
    case "captions":
      return {
        ...placeFont(layer, font, captionStyles[layer.style]),
        ...(file ? { subtitles: await Bun.file(file).text() } : {}),
      };
    case "overlay":
      // The API's schema has validated the anchor.
      return { ...placeFont(layer, font, OVERLAY_FACE), ...(file ? { image: file } : {}) } as Layer;
    case "voiceover":
      return { ...layer, voice: layer.voicePath ?? "" };
    case "music":
      return { ...layer, music: file ?? "" };
    case "trim":
      return layer;
  }
}
