import { type Engine, EngineError, type Health, type Outcome, type Run } from "vireo/engine";
import { readPicture } from "vireo/inputs/picture";
import type { ImageRequest } from "vireo/slots/image";
import type { VideoRequest } from "vireo/slots/video";
import { cacheHealth } from "vireo/vendor/health";
import { type ClientOptions, ComfyClient, type Json } from "./client";
import { countImages, fillGraph, getImageName } from "./graph";
import { createProgress } from "./progress";
import { ComfyTasks, type Kind } from "./tasks";
import { buildValues, parseImageRequest, parseVideoRequest, reviewRequest, type WorkflowRequest } from "./values";
import type { Workflow } from "./workflows";

interface Options extends ClientOptions {
  workflows: readonly Workflow[];
  timeLimitMs: number;
  graceMs?: number;
}

const CHECK_EVERY_MS = 10_000;
const FIRST_READ_MS = 2_000;

export function createEngines({ workflows, timeLimitMs, graceMs, ...options }: Options) {
  const client = new ComfyClient(options);
  const progress = createProgress(client);
  const tasks = new ComfyTasks(client, progress, graceMs);
  const check = cacheHealth(() => checkServer(client), CHECK_EVERY_MS);

  function createEngine<Request extends ImageRequest | VideoRequest>(
    kind: Kind,
    parse: (request: Request) => WorkflowRequest,
  ): Engine<Request> | undefined {
    const own = workflows.filter((workflow) => workflow.kind === kind);
    if (own.length === 0) return undefined;
    const getWorkflow = (id: string) => {
      const workflow = own.find((candidate) => candidate.id === id);
      if (!workflow) throw new EngineError("provider_model_retired", `The workflow ${id} is no longer configured.`);
      return workflow;
    };
    return {
      name: "comfyui",
      models: own.map(({ model }) => model),
      timeLimitMs,
      check,
      estimateSeconds: () => (kind === "image" ? 30 : 300),
      review: (request) => reviewRequest(getWorkflow(request.model), parse(request)),
      create: (request, run) => beginTask(client, getWorkflow(request.model), parse(request), run),
      read: (task, run) => tasks.read(kind, task, run),
      cancel: (task, { signal }) => tasks.cancel(task, signal),
    };
  }

  const image = createEngine<ImageRequest>("image", parseImageRequest);
  const video = createEngine<VideoRequest>("video", parseVideoRequest);
  return { engines: { image: image || undefined, video: video || undefined }, stop: async () => progress.stop() };
}

async function beginTask(
  client: ComfyClient,
  workflow: Workflow,
  request: WorkflowRequest,
  run: Run,
): Promise<Outcome> {
  const { vendor, limit } = client;
  const images = request.images.slice(0, countImages(workflow.placeholders));
  const urls: [string, string][] = images.map((url, at) => [getImageName(at), url]);
  if (request.mask) urls.push(["mask", request.mask]);
  const names = await Promise.all(
    urls.map(async ([name, url]) => [name, await uploadImage(client, url, name, run)] as const),
  );
  const prompt = fillGraph(workflow.graph, buildValues(workflow, request, Object.fromEntries(names)));
  const call = { json: { prompt, client_id: run.id, ...client.extra }, signal: run.signal, ...limit };
  const { json } = await vendor.create("/prompt", call);
  const { prompt_id: id } = json as Json;
  if (typeof id === "string" && id) return { state: "pending", task: id, readAfterMs: FIRST_READ_MS };
  throw vendor.error("outcome_unknown", "ComfyUI accepted the workflow but returned no task id.");
}

async function uploadImage(client: ComfyClient, url: string, name: string, run: Run): Promise<string> {
  const { file, kind } = await readPicture(url, run);
  // Names contain the run's id, so that files of other runs are never overwritten.
  return client.upload(file, `${run.id}-${name}.${kind.extension}`, run.signal);
}

const checkServer = ({ vendor }: ComfyClient): Promise<Health> =>
  vendor.check("/system_stats", (json) => {
    const { system, devices } = (json ?? {}) as Json;
    const names = (devices ?? []).map(({ name }: Json) => name).join(", ");
    const version = system?.comfyui_version ? ` ${system.comfyui_version}` : "";
    return { ok: true, detail: `ComfyUI${version}${names ? ` on ${names}` : ""}` };
  });
