import type { EditLayer } from "vireo/slots/edit";
import { type Layer, renderEdit } from "../edit/edit";
import type { RenderTools } from "../render";

interface Input {
  source: string;
  layers: readonly EditLayer[];
  /** By the position of the layer: the subtitles of captions, the picture of an overlay. */
  files: readonly (string | null)[];
}

export async function edit({ source, layers, files }: Input, tools: RenderTools) {
  const prepared = layers.map((layer, at) => prepareLayer(layer, files[at] ?? undefined));
  return renderEdit(source, await Promise.all(prepared), tools);
}

async function prepareLayer(layer: EditLayer, file: string | undefined): Promise<Layer> {
  switch (layer.operation) {
    case "captions":
      return { ...layer, ...(file ? { subtitles: await Bun.file(file).text() } : {}) };
    case "overlay":
      // The API's schema has validated the anchor.
      return { ...layer, ...(file ? { image: file } : {}) } as Layer;
    case "voiceover":
      return { ...layer, voice: layer.voicePath ?? "" };
    case "trim":
      return layer;
  }
}
