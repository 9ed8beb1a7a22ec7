import { createCanvas, ImageData } from "@napi-rs/canvas";
import { captionStyles } from "vireo/captions/styles";
import type { EditLayer } from "vireo/slots/edit";
import type { VideoEncoder } from "../codec/encoders";
import { openPictures } from "../codec/pictures";
import { writeThumbnail } from "../draw/thumbnail";
import { type Edited, type Layer, renderEdit } from "../edit/edit";
import { OVERLAY_FACE, placeFont } from "../edit/font-choice";
import type { RenderTools } from "../render-tools";

/** Paths of the files of layers. */
export interface LayerFiles {
  /** File of each layer: the image of an overlay, or music. Null in the child process, which receives JSON. */
  files: readonly (string | null | undefined)[];
  /** Uploaded font of each layer. */
  fonts: readonly (string | null | undefined)[];
}

interface Input {
  source: string;
  layers: readonly EditLayer[];
  layerFiles: LayerFiles;
  encoder?: VideoEncoder;
}

export async function edit({ source, layers, layerFiles, encoder }: Input, runTools: RenderTools) {
  const tools = { ...runTools, encoder };
  const edited = await renderEdit(source, placeLayers(layers, layerFiles), tools);
  return { ...edited, thumbnail: await drawThumbnail(edited, tools) };
}

/** Times for the thumbnail, in seconds: after the fade-in, and with the first captions. */
const SHOWN_AT = 0.6;
/** Longer side of the frames that thumbnails are made from. */
const SIDE = 640;

/** Renders a thumbnail of the result. If that fails, the edit is kept without one. */
async function drawThumbnail(edited: Edited, { folder }: RenderTools): Promise<string | undefined> {
  const scale = Math.min(1, SIDE / Math.max(edited.width, edited.height));
  const [width, height] = [edited.width, edited.height].map((side) => Math.round(side * scale)) as [number, number];
  const canvas = createCanvas(width, height);
  try {
    // Include the first frame, because the video may be shorter.
    const filters = `select='eq(n,0)+gte(t,${SHOWN_AT})',scale=${width}:${height}:flags=area`;
    const pictures = await openPictures(edited.video, filters);
    for (let left = 2; left > 0; left--) {
      const pixels = await pictures.next();
      if (pixels)
        canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
    }
    await pictures.close();
    return await writeThumbnail(canvas, folder);
  } catch {
    return undefined;
  }
}

/** Returns the layers with the paths of their files. */
export const placeLayers = (layers: readonly EditLayer[], { files, fonts }: LayerFiles): Layer[] =>
  layers.map((layer, at) => prepareLayer(layer, files[at] ?? undefined, fonts[at] ?? undefined));

function prepareLayer(layer: EditLayer, file: string | undefined, font: string | undefined): Layer {
  switch (layer.operation) {
    case "captions":
      return placeFont(layer, font, captionStyles[layer.style]);
    case "overlay":
      // The API's schema has validated the anchor.
      return { ...placeFont(layer, font, OVERLAY_FACE), image: file } as Layer;
    case "voiceover":
      return { ...layer, voice: layer.voicePath ?? "" };
    case "music":
      return { ...layer, music: file ?? "" };
    case "trim":
    case "reframe":
      return layer;
  }
}
