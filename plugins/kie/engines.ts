import { type Engine, EngineError, type Outcome, type Run } from "vireo/engine";
import { isModeration } from "vireo/hosted/words";
import { spelledOut } from "vireo/prompt";
import type { ImageRequest } from "vireo/slots/image";
import type { MusicRequest } from "vireo/slots/music";
import type { VideoRequest } from "vireo/slots/video";
import { type ClientOptions, createClient } from "./client";
import type { KieModel } from "./model";
import { findModel, models, shown } from "./models";
import { createPictures, nearest } from "./pictures";
import { askedOf, ideaOf, reviewImage, reviewMusic, reviewVideo } from "./review";
import { imageSources, videoSources } from "./sources";
import { type Ask, type Transport, transports } from "./transport";

/** kie.ai's engines: one client, so that its rates and its rests are shared by all three. */
export function createEngines(options: ClientOptions) {
  const client = createClient(options);
  const bring = createPictures(client);

  function modelOf(slot: keyof typeof models, id: string): KieModel {
    const model = findModel(slot, id);
    if (!model) throw new EngineError("provider_model_retired", `kie.ai has no model named ${id}.`);
    return model;
  }

  async function begin(ask: Ask, run: Run): Promise<Outcome> {
    const transport: Transport = transports[ask.model.transport];
    // Where nobody can call this server, a demanded address is kie.ai's own: it tells no third party, and the task is read anyway.
    const callBackUrl = run.callbackUrl ?? (transport.needsCallback ? client.nowhere : undefined);
    const body = { ...transport.body(ask), ...(callBackUrl ? { callBackUrl } : {}) };
    const taskId = await client.create(transport.create, body, run.signal);
    return { state: "pending", task: `${ask.model.transport}:${taskId}` };
  }

  async function read(task: string, run: Run): Promise<Outcome> {
    const at = task.indexOf(":");
    const transport: Transport | undefined = transports[task.slice(0, at) as keyof typeof transports];
    if (!transport) throw new EngineError("engine_bad_result", `The task ${task} is none of kie.ai's.`);
    const found = transport.find(await client.record(transport.read, task.slice(at + 1), run.signal));
    if (found.state === "running")
      return { state: "pending", task, ...(found.progress === undefined ? {} : { progress: found.progress }) };
    if (found.state === "failed") {
      const words = found.words || "it does not say why";
      const { code, message } = client.failure(
        isModeration(words) ? "moderated" : "provider_error",
        `kie.ai could not make it: ${words}`,
      );
      return { state: "failed", code, message };
    }
    const { main, ...others } = found.files;
    if (!main)
      return { state: "failed", code: "provider_error", message: "kie.ai says it is done, but gave no result." };
    const files = Object.entries(others).flatMap(([role, url]) => (url ? [[role, { url }] as const] : []));
    return {
      state: "completed",
      files: { main: { url: main }, ...Object.fromEntries(files) },
      ...(found.facts ? { facts: found.facts } : {}),
    };
  }

  const shared = { name: "kie", check: client.check, read } as const;
  const offer = (slot: keyof typeof models) => ({
    models: models[slot].map(shown),
    accepts: (id: string) => findModel(slot, id) !== undefined,
  });

  const image: Engine<ImageRequest> = {
    ...shared,
    ...offer("image"),
    review: (request) => reviewImage(modelOf("image", request.model), request),
    estimateSeconds: () => 45,
    async create(request, run) {
      const plain = modelOf("image", request.model);
      const sources = imageSources(plain, request);
      const model = sources.pictures.length > 0 ? { ...plain, ...plain.withPictures } : plain;
      const [pictures, [mask]] = await Promise.all([
        bring(sources.pictures, run),
        bring(request.source?.maskUrl ? [request.source.maskUrl] : [], run),
      ]);
      const [source] = pictures;
      // An edit keeps the shape of what it changes.
      const aspectRatio =
        request.source && source ? (model.keepsRatio ?? nearest(model.editRatios, source)) : request.aspectRatio;
      return begin(
        {
          model,
          prompt: spelledOut(request.prompt, request.brief, model.maxPrompt),
          pictures: pictures.map(({ url }) => url),
          ...(aspectRatio ? { aspectRatio } : {}),
          ...(mask ? { mask: mask.url } : {}),
        },
        run,
      );
    },
  };

  const video: Engine<VideoRequest> = {
    ...shared,
    ...offer("video"),
    review: (request) => reviewVideo(modelOf("video", request.model), request),
    estimateSeconds: () => 180,
    async create(request, run) {
      const plain = modelOf("video", request.model);
      const sources = videoSources(plain, request);
      const pictured = sources.frame !== undefined || sources.pictures.length > 0;
      const model = pictured ? { ...plain, ...plain.withPictures } : plain;
      const [[frame], pictures] = await Promise.all([
        bring(sources.frame ? [sources.frame] : [], run),
        bring(sources.pictures, run),
      ]);
      const { aspectRatio, duration, resolution, negativePrompt, seed } = request;
      return begin(
        {
          ...{ model, aspectRatio, duration, resolution },
          prompt: spelledOut(askedOf(model, request), request.brief, model.maxPrompt),
          pictures: pictures.map(({ url }) => url),
          ...(frame ? { frame: frame.url } : {}),
          ...(negativePrompt ? { negativePrompt } : {}),
          ...(seed === undefined ? {} : { seed }),
        },
        run,
      );
    },
  };

  const music: Engine<MusicRequest> = {
    ...shared,
    ...offer("music"),
    review: (request) => reviewMusic(modelOf("music", request.model), request),
    estimateSeconds: () => 120,
    create: (request, run) =>
      begin({ model: modelOf("music", request.model), prompt: ideaOf(request), pictures: [], music: request }, run),
  };

  return { image, video, music };
}
