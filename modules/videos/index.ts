import { defineModule } from "vireo/module";
import { createCaptionGuides } from "./caption-guides";
import { changes } from "./changes";
import { createEditKind } from "./edit-kind";
import { addEditRoutes } from "./edit-routes";
import { createEdits } from "./edits";
import { createLayers } from "./layers";
import { migrations } from "./migrations";
import { addCaptionRoutes, addVideoRoutes } from "./routes";
import { createSpeech } from "./speech";
import { createSteps } from "./steps";
import { createStillsJob, queueListed } from "./stills";
import { createTranscripts } from "./transcripts";
import { describeFiles, readVersions } from "./versions";
import { createVideos } from "./videos";

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
  uses: ["content", "upload", "local"],
  scopes: ["media:read", "media:write"],
  events: {
    "video.completed": { scope: "media:read", route: "GET /videos/:videoId" },
    "video.failed": { scope: "media:read", route: "GET /videos/:videoId" },
    "video.edited": { scope: "media:read", route: "POST /videos/:videoId/captions" },
  },
  prices: {
    video: { credits: 2, description: "Video", per: "second" },
    captions: { credits: 2, description: "Captions" },
    overlay: { credits: 1, description: "Overlay" },
    voiceover: { credits: 3, description: "Voice-over, or the speech of a video" },
    trim: { credits: 1, description: "Trim" },
    musicLayer: { credits: 1, description: "Music under a video" },
    transcript: { credits: 1, description: "Transcript" },
  },
  limits: { generation: 20, storyboard: 60 },
  slots: {
    video: { price: "video", per: "second" },
    storyboard: { missing: "POST /videos/storyboard returns 503." },
    stock: {
      per: "search",
      missing: "Narrated videos show no stock clips. Set up Pexels or Pixabay, which are free.",
    },
    edit: {},
    transcribe: {
      price: "transcript",
      per: "video",
      missing: "Captions need a transcript in the request. Configure a transcription engine.",
    },
  },
  migrations,
  rebuilt: ["stock_searches"],
  changes,
  start(context) {
    const { generations, db } = context;
    const steps = createSteps(context);
    const speech = createSpeech(context, steps);
    const videos = createVideos(context, { speech, steps });
    const editKind = createEditKind(context, speech);
    const edits = createEdits(context, editKind, createLayers(context, speech));
    const transcripts = createTranscripts(context);
    const routes = context.router();
    addVideoRoutes(routes, { generations, videos });
    addCaptionRoutes(routes, { readGuides: createCaptionGuides(context), transcripts, videos });
    addEditRoutes(routes, edits);
    return {
      routes,
      service: {
        newestKey: async (accountId: string, videoId: string) =>
          (await readVersions(db, accountId, [videoId])).get(videoId)?.at(-1)?.file.key,
        newestFiles: async (accountId: string, videoIds: readonly string[]) =>
          new Map(
            [...(await readVersions(db, accountId, videoIds))].map(([id, versions]) => {
              const { file, duration = null } = versions.at(-1)!;
              return [id, { key: file.key, duration }];
            }),
          ),
        describeFiles: (accountId: string, keys: readonly string[]) => describeFiles(db, accountId, keys),
        prepare: videos.prepare,
      },
      kinds: [videos.kind, editKind],
      jobs: createStillsJob(context),
      schedules: {
        stills: { cron: "20 * * * * *", run: () => queueListed(context) },
        transcripts: { cron: "40 */5 * * * *", run: transcripts.sweep },
      },
    };
  },
});
