import { fal } from "#plugins/fal/index";
import { hostedApp } from "#test/plugins/hosted-app";
import { serveResults } from "#test/plugins/kie/results";
import { KEY, startFal } from "./server";

const results = serveResults();
hostedApp("fal", {
  plugin: fal,
  start: () => startFal(results),
  settings: ({ url }) => ({
    ...{ apiKey: KEY, baseUrl: url, uploadUrl: url },
    models: { mine: { kind: "image", vendorId: "me/private-app" } },
  }),
  key: KEY,
  made: ({ submitted }) => submitted.length,
  read: /\/requests\/[\w-]+\/status$/,
  models: {
    image: "fal-ai/nano-banana-2",
    video: "fal-ai/kling-video/v3/standard/text-to-video",
    music: "fal-ai/elevenlabs/music",
  },
  unlisted: "newmaker/new-model/fast",
  testsKernel: true,
});
