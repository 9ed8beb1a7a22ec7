import { type Engine, EngineError, type Health, type Run } from "vireo/engine";
import { download, downloadAll } from "vireo/inputs/download";
import type { Footage } from "vireo/inputs/footage";
import type { Context } from "vireo/module";
import type { AnalyseRequest, AnalysisFacts } from "vireo/slots/analyse";
import type { CaptionsRequest, OverlayRequest, VoiceoverRequest } from "vireo/slots/edit";
import type { ImageRequest } from "vireo/slots/image";
import type { MusicRequest } from "vireo/slots/music";
import type { PlanRequest } from "vireo/slots/plan";
import type { VideoRequest } from "vireo/slots/video";
import { describeFfmpeg, findFfmpeg } from "./ffmpeg/index";
import * as models from "./models";
import { reviewPlan } from "./plan/review";

interface Settings {
  ffmpegPath?: string;
  renders: number;
  timeLimitSeconds: number;
}

declare module "vireo/module" {
  interface Services {
    local: Footage;
  }
}

const LOOK_AFTER_MS = 300;

const optional = async (run: Run, url: string | undefined) => (url === undefined ? undefined : download(run, url));

/** The engines. All but the planner prepare files, hand the work to a child process, and say what came out. */
export function createEngines({ settings, child, log }: Pick<Context<Settings>, "settings" | "child" | "log">) {
  const timeLimitMs = settings.timeLimitSeconds * 1000;
  let ffmpeg: ReturnType<typeof findFfmpeg> | undefined;
  let health: Promise<Health> | undefined;
  /** Looks for ffmpeg once, and tells the log. */
  const check = (): Promise<Health> => {
    ffmpeg ??= findFfmpeg({ path: settings.ffmpegPath });
    health ??= ffmpeg
      .then(
        (one) => ({ ok: true, detail: describeFfmpeg(one) }),
        (error: Error) => ({ ok: false, detail: error.message }),
      )
      .then((found) => {
        log[found.ok ? "info" : "error"](found.detail);
        return found;
      });
    return health;
  };
  // Soon, but not while the server starts: asking ffmpeg what it can do keeps both cores busy.
  const soon = setTimeout(check, LOOK_AFTER_MS);

  /** Runs a child task, with the ffmpeg that was found; it is looked for once, not by every child. */
  async function render<Output>(
    task: string,
    input: object,
    run: Pick<Run, "folder" | "signal"> & Partial<Pick<Run, "progress">>,
  ): Promise<Output> {
    const { ok, detail } = await check();
    if (!ok || !ffmpeg) throw new EngineError("engine_unavailable", detail);
    const { kind, path } = await ffmpeg;
    return child<Output>(
      task,
      { ...input, ffmpeg: { kind, path } },
      { folder: run.folder, signal: run.signal, timeLimitMs, ...(run.progress ? { progress: run.progress } : {}) },
    );
  }

  const shared = { name: "local", repeatable: true, concurrency: settings.renders, timeLimitMs, check } as const;

  const image: Engine<ImageRequest> = {
    ...shared,
    models: models.image,
    estimateSeconds: () => 5,
    async create(request, run) {
      const { brief, source } = request;
      const [photos, original, mask] = await Promise.all([
        downloadAll(run, [
          ...request.referenceImageUrls,
          ...(brief.product?.photos ?? []),
          ...(brief.character?.imageUrls ?? []),
        ]),
        optional(run, source?.url),
        optional(run, source?.maskUrl),
      ]);
      const made = await render<{ image: string; width: number; height: number; operations?: string[] }>(
        "image",
        { request, photos, original, mask },
        run,
      );
      return {
        state: "completed",
        files: { main: { path: made.image } },
        facts: { width: made.width, height: made.height, ...(made.operations ? { operations: made.operations } : {}) },
      };
    },
  };

  const music: Engine<MusicRequest> = {
    ...shared,
    models: models.music,
    estimateSeconds: () => 10,
    async create(request, run) {
      const made = await render<{ audio: string; art: string } & Record<string, unknown>>("music", { request }, run);
      const { audio, art, ...facts } = made;
      return { state: "completed", files: { main: { path: audio }, art: { path: art } }, facts };
    },
  };

  const video: Engine<VideoRequest> = {
    ...shared,
    models: models.video,
    estimateSeconds: ({ duration, resolution }) => duration * (resolution === "1080p" ? 2 : 1) + 5,
    async create(request, run) {
      const { brief } = request;
      const [firstFrame, track, photos] = await Promise.all([
        optional(run, request.imageUrl),
        optional(run, request.musicUrl),
        downloadAll(run, [
          ...(brief.product?.photos ?? []),
          ...request.referenceImageUrls,
          ...(brief.character?.imageUrls ?? []),
        ]),
      ]);
      const made = await render<{ video: string; poster?: string } & Record<string, unknown>>(
        "video",
        { request, firstFrame, track, photos },
        run,
      );
      const { video: path, poster, ...facts } = made;
      return { state: "completed", files: { main: { path }, ...(poster ? { poster: { path: poster } } : {}) }, facts };
    },
  };

  const edit: Engine<CaptionsRequest | OverlayRequest | VoiceoverRequest> = {
    ...shared,
    models: models.edit,
    async create(request, run) {
      const { subtitlesUrl, imageUrl } = request as Partial<CaptionsRequest & OverlayRequest>;
      const [source, extra] = await Promise.all([
        downloadAll(run, [request.sourceUrl]),
        optional(run, subtitlesUrl ?? imageUrl),
      ]);
      const made = await render<{ video: string } & Record<string, unknown>>(
        "edit",
        { request, source: source[0], extra },
        run,
      );
      const { video: path, ...facts } = made;
      return { state: "completed", files: { main: { path } }, facts };
    },
  };

  const analyse: Engine<AnalyseRequest> = {
    ...shared,
    models: models.analyse,
    estimateSeconds: () => 20,
    async create(request, run) {
      const [source] = await downloadAll(run, [request.url]);
      const facts = await render<AnalysisFacts>("analyse", { request, source }, run);
      return { state: "completed", facts: { ...facts } };
    },
  };

  const plan: Engine<PlanRequest> = {
    name: "local",
    repeatable: true,
    models: models.plan,
    estimateSeconds: () => 1,
    review: reviewPlan,
    async create(request) {
      const { writePlan } = await import("./plan/plan");
      return { state: "completed", facts: { ...writePlan(request) } };
    },
  };

  const footage: Footage = {
    frames: (path, options, run) => render("frames", { path, ...options }, run),
    sound: (path, format, run) => render("sound", { path, format }, run),
  };

  return {
    engines: { image, music, video, edit, analyse, plan },
    service: footage,
    stop: async () => clearTimeout(soon),
  };
}
