import { type Engine, EngineError, type Health, type Run } from "vireo/engine";
import { download } from "vireo/inputs/download";
import { sniff } from "vireo/media";
import type { ImageRequest } from "vireo/slots/image";
import type { VideoRequest } from "vireo/slots/video";
import { type ClientOptions, createClient, type Json } from "./client";
import { filled, pictureName, picturesIn } from "./graph";
import { createProgress } from "./progress";
import { createTasks, type Kind } from "./tasks";
import { type Asked, askedOfImage, askedOfVideo, review, valuesOf } from "./values";
import type { Ready } from "./workflows";

interface Options extends ClientOptions {
  workflows: readonly Ready[];
  timeLimitMs: number;
  graceMs?: number;
}

const HEAD_BYTES = 4096;
const CHECK_EVERY_MS = 10_000;

export function createEngines({ workflows, timeLimitMs, graceMs, ...options }: Options) {
  const client = createClient(options);
  const { vendor } = client;
  const progress = createProgress(client);
  const tasks = createTasks(client, progress, graceMs);

  async function bring(url: string, name: string, run: Run): Promise<string> {
    const path = await download(run, url);
    const kind = sniff(await Bun.file(path).slice(0, HEAD_BYTES).bytes());
    if (kind?.kind !== "image") throw new EngineError("provider_rejected", `${url} is no picture that can be read.`);
    // The name is the run's own, so that nothing of another's is written over.
    return client.upload(Bun.file(path, { type: kind.contentType }), `${run.id}-${name}.${kind.extension}`, run.signal);
  }

  async function begin(ready: Ready, asked: Asked, run: Run) {
    const urls = asked.pictures.slice(0, picturesIn(ready.takes)).map((url, at) => [pictureName(at), url] as const);
    const wanted = [...urls, ...(asked.mask ? ([["mask", asked.mask]] as const) : [])];
    const files = await Promise.all(wanted.map(async ([name, url]) => [name, await bring(url, name, run)] as const));
    const prompt = filled(ready.graph, valuesOf(ready, asked, Object.fromEntries(files)));
    const { json } = await vendor.create("/prompt", {
      json: { prompt, client_id: run.id },
      signal: run.signal,
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    });
    const { prompt_id: id } = json as Json;
    if (typeof id === "string" && id) return { state: "pending", task: id, readAfterMs: 2_000 } as const;
    throw vendor.failure("outcome_unknown", "ComfyUI took the workflow, but gave no task to look for.");
  }

  // Anybody may ask whether this server is ready, and two engines are asked then.
  let checked: { health: Promise<Health>; at: number } | undefined;
  function check(): Promise<Health> {
    if (checked && Date.now() - checked.at < CHECK_EVERY_MS) return checked.health;
    const health = vendor.check("/system_stats", (json) => {
      const { system, devices } = (json ?? {}) as Json;
      const names = (devices ?? []).map(({ name }: Json) => name).join(", ");
      const version = system?.comfyui_version ? ` ${system.comfyui_version}` : "";
      return { ok: true, detail: `ComfyUI${version}${names ? ` on ${names}` : ""}` };
    });
    checked = { health, at: Date.now() };
    return health;
  }

  function engineOf<Request extends ImageRequest | VideoRequest>(
    kind: Kind,
    askedOf: (request: Request) => Asked,
    extra: (request: Request) => Record<string, string>,
  ): Engine<Request> | undefined {
    const own = workflows.filter((ready) => ready.kind === kind);
    if (own.length === 0) return undefined;
    const find = (id: string) => {
      const ready = own.find((one) => one.id === id);
      if (!ready) throw new EngineError("provider_model_retired", `There is no workflow named ${id} any more.`);
      return ready;
    };
    return {
      name: "comfyui",
      models: own.map(({ model }) => model),
      timeLimitMs,
      check,
      estimateSeconds: () => (kind === "image" ? 30 : 300),
      review: (request) => ({ ...review(find(request.model), askedOf(request)), ...extra(request) }),
      create: (request, run) => begin(find(request.model), askedOf(request), run),
      read: (task, run) => tasks.read(kind, task, run),
      cancel: (task, { signal }) => tasks.cancel(task, signal),
    };
  }

  const image = engineOf<ImageRequest>("image", askedOfImage, () => ({}));
  const video = engineOf<VideoRequest>("video", askedOfVideo, ({ musicUrl }) =>
    musicUrl
      ? { musicId: "A workflow takes no track; lay it under the finished video." }
      : ({} as Record<string, string>),
  );
  return { engines: { ...(image ? { image } : {}), ...(video ? { video } : {}) }, stop: async () => progress.stop() };
}
