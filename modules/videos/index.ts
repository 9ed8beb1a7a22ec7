import { engineShapes } from "vireo/engine-shapes";
import { defineModule, type Services } from "vireo/module";
import { FairQueue } from "vireo/timing";
import { MEASURING } from "./caption-guides";
import { changes } from "./changes";
import { findSource, hearSource } from "./clips";
import type { Videos } from "./context";
import { defineEditKind, readEdit } from "./edits/edits";
import { addEditRoutes } from "./edits/routes";
import { forgetOldParts } from "./hearing/hear";
import { defineVideoKind } from "./kind";
import { migrations } from "./migrations";
import { addCaptionRoutes, addVideoRoutes } from "./routes";
import { findSpokenCues } from "./spoken";
import { isPaidFor, runStep } from "./steps";
import { defineStillsJob, queueListed } from "./stills";
import { renderTemplates, videoTemplates } from "./template-targets";
import { failLostTranscripts, keepTranscript } from "./transcripts";
import { followUploads } from "./uploads";
import { describeFiles, listKeys, readVersions } from "./versions";
import { prepareClip, prepareVideo } from "./videos";

export const videos = defineModule({
  name: "videos",
  title: "Video Generation",
  tags: {
    "Video Editing": {
      description: "Captions, overlays, voice-overs and cuts as new versions of a video.",
      paths: ["/videos/:videoId/"],
    },
  },
  description:
    "Video generation and editing. Generation is asynchronous; an edit returns once its version is stored. An uploaded video is edited and posted like a generated one.",
  needs: ["voices"],
  uses: ["content", "upload", "local", "templates"],
  scopes: ["media:read", "media:write"],
  events: {
    "video.completed": { scope: "media:read", route: "GET /videos/:videoId" },
    "video.failed": { scope: "media:read", route: "GET /videos/:videoId" },
    "video.edited": { scope: "media:read", route: "POST /videos/:videoId/captions" },
    "video.edit_failed": { scope: "media:read", route: "GET /edits/:editId" },
  },
  prices: {
    video: { credits: 2, description: "Video", per: "second" },
    captions: { credits: 2, description: "Captions" },
    overlay: { credits: 1, description: "Overlay" },
    voiceover: { credits: 3, description: "Voice-over, or the speech of a video" },
    recording: { credits: 1, description: "Voice-over from a file" },
    trim: { credits: 1, description: "Trim" },
    clip: { credits: 2, description: "Clip of a long video" },
    tighten: { credits: 1, description: "Tighten" },
    reframe: { credits: 1, description: "Reframe" },
    musicLayer: { credits: 1, description: "Music under a video" },
    transcript: { credits: 1, description: "Transcript" },
  },
  limits: { generation: 20, storyboard: 60 },
  slots: {
    video: { price: "video", per: "second", engine: engineShapes.video },
    storyboard: { missing: "POST /videos/storyboard returns 503.", engine: engineShapes.storyboard },
    stock: {
      per: "search",
      missing: "Narrated videos show no stock clips. Set up Pexels or Pixabay, which are free.",
      engine: engineShapes.stock,
    },
    edit: { engine: engineShapes.edit },
    transcribe: {
      price: "transcript",
      per: "video",
      missing: "Captions need a transcript in the request. Configure a transcription engine.",
      engine: engineShapes.transcribe,
    },
  },
  errors: {
    version_changed: {
      status: 409,
      title: "Version changed",
      help: "The video has a newer version than the request assumes. Read it, then try again.",
    },
  },
  migrations,
  rebuilt: ["stock_searches"],
  changes,
  start(context) {
    const videos: Videos = { ...context, measuring: new FairQueue(MEASURING) };
    const { db } = videos;
    followUploads(videos);
    videos.services.templates?.accept("video", videoTemplates);
    videos.services.templates?.accept("render", renderTemplates);
    const routes = context.router();
    addVideoRoutes(routes, videos);
    addCaptionRoutes(routes, videos);
    addEditRoutes(routes, videos);
    return {
      routes,
      service: {
        newestKey: async (accountId, videoId) =>
          (await readVersions(db, accountId, [videoId])).get(videoId)?.at(-1)?.file.key,
        listKeys: (accountId, videoIds) => listKeys(db, accountId, videoIds),
        newestFiles: async (accountId, videoIds) =>
          new Map(
            [...(await readVersions(db, accountId, videoIds))].map(([id, versions]) => {
              const { file, duration = null } = versions.at(-1)!;
              return [id, { key: file.key, duration }];
            }),
          ),
        describeFiles: (accountId, keys) => describeFiles(db, accountId, keys),
        prepare: (accountId, order) => prepareVideo(videos, accountId, order),
        findSource: (accountId, videoId) => findSource(videos, accountId, videoId),
        findSpeech: (accountId, { id, version }) => findSpokenCues(videos, { id, account_id: accountId }, version),
        keepSpeech: (accountId, { id, version }, cues) =>
          keepTranscript(videos, { id, account_id: accountId }, version, cues),
        hearSpeech: (accountId, source, run, language) => hearSource(videos, accountId, source, run, language),
        prepareClip: (accountId, clip) => prepareClip(videos, accountId, clip),
        runStep: (generation, step, run, work) => runStep(videos, generation, step, run, work),
        isPaidFor,
        readEdit: (accountId, editId) => readEdit(videos, accountId, editId),
      } satisfies Services["videos"],
      kinds: [defineVideoKind(videos), defineEditKind(videos)],
      jobs: defineStillsJob(videos),
      schedules: {
        stills: { cron: "20 * * * * *", run: () => queueListed(videos) },
        transcripts: {
          cron: "40 */5 * * * *",
          async run() {
            await forgetOldParts(videos);
            await failLostTranscripts(videos);
          },
        },
      },
    };
  },
});
