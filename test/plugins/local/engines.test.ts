import { afterAll } from "bun:test";
import { createLog } from "#core/observability/log";
import { runChild } from "#core/process/child";
import { createEngines } from "#plugins/local/engines";
import type { EditLayer, EditRequest } from "#sdk/slots/edit";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { serveFiles } from "#test/files";

const { engines, stop } = createEngines({
  settings: { renders: 1, timeLimitSeconds: 60, hardware: "off" },
  child: (task, input, options) => runChild({ plugins: [] }, "local", task, input, options),
  log: createLog({ level: "silent", format: "text" }),
});
afterAll(stop);
const files = serveFiles();

const image = (more: Partial<ImageRequest>): ImageRequest => ({
  model: "local-poster-1",
  prompt: "Organic skin serum. Vitamin C glow. Try Lumé",
  aspectRatio: "1:1",
  referenceImageUrls: [],
  brief: {},
  ...more,
});
engineConformance<ImageRequest>("local image", {
  engine: () => engines.image,
  produces: "image",
  requests: [
    image({ aspectRatio: "9:16" }),
    image({ brief: { product: { name: "Lumé", description: "A serum", photos: [files.picture] } } }),
    image({ prompt: "make it square and warmer", source: { url: files.picture } }),
  ],
  refused: [
    { request: image({ prompt: "make the dog smile", source: { url: files.picture } }), code: "edit_unsupported" },
    { request: image({ referenceImageUrls: [files.text] }), code: "image_unreadable" },
    { request: image({ referenceImageUrls: [files.missing] }), code: "download_failed" },
  ],
});

const music: MusicRequest = { model: "V5", prompt: "calm piano, 10 seconds", instrumental: true };
engineConformance<MusicRequest>("local music", {
  engine: () => engines.music,
  produces: "audio",
  requests: [music, { ...music, title: "Morgenröte 日の出", style: "lo-fi" }],
  refused: [{ request: { ...music, instrumental: false }, code: "vocals_unsupported" }],
  slow: { ...music, prompt: "cinematic, two minutes" },
});

const video: VideoRequest = {
  model: "local-motion-1",
  prompt: "New running shoes. 30% lighter. Shop the drop",
  aspectRatio: "9:16",
  duration: 3,
  resolution: "720p",
  referenceImageUrls: [],
  brief: {},
};
engineConformance<VideoRequest>("local video", {
  engine: () => engines.video,
  produces: "video",
  requests: [{ ...video, imageUrl: files.picture, seed: 1 }],
  refused: [{ request: { ...video, imageUrl: files.text }, code: "image_unreadable" }],
  slow: { ...video, duration: 30 },
});

const edit = (layer: EditLayer): EditRequest => ({ model: "local-edit-1", sourceUrl: files.clip, layers: [layer] });
const captions = edit({
  ...{ id: "captions", operation: "captions", text: "Hello there" },
  ...{ style: "bold", position: "bottom" },
});
const overlay: EditLayer = {
  ...{ id: "logo", operation: "overlay", type: "image" },
  ...{ imageUrl: files.picture, position: "top-left", width: 0.3 },
};
engineConformance<EditRequest>("local edit", {
  engine: () => engines.edit,
  produces: "video",
  requests: [captions, edit(overlay)],
  refused: [
    { request: { ...captions, sourceUrl: files.text }, code: "source_unreadable" },
    { request: edit({ ...overlay, start: 50 }), code: "overlay_out_of_range" },
  ],
});
