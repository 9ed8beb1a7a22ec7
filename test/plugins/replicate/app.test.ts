import { replicate } from "#plugins/replicate/index";
import { hostedApp } from "#test/plugins/hosted-app";
import { serveResults } from "#test/plugins/kie/results";
import { KEY, startReplicate, VERSION } from "./server";

const results = serveResults();
const MINE = { mine: { kind: "image", vendorId: `me/mine:${VERSION}` } };
hostedApp("replicate", {
  plugin: replicate,
  start: () => startReplicate(results),
  settings: ({ url }) => ({ apiKey: KEY, baseUrl: `${url}/v1`, createsPerMinute: 1000, models: MINE }),
  key: KEY,
  made: ({ created }) => created.length,
  read: /\/predictions\/\w+$/,
  models: { image: "google/nano-banana-2", video: "bytedance/seedance-2.0", music: "elevenlabs/music" },
  unlisted: `newmaker/new-model:${VERSION}`,
});
