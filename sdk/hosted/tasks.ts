/** Tasks of a vendor that hosts many models. Shared by its engines. */
import { EngineError, type Files, type Health, type LiveCheck, type Outcome, type Run } from "#core/engine";
import { buildInput, type ModelInput } from "#sdk/hosted/input";
import {
  type HostedKind,
  type HostedModel,
  type ImageKinds,
  type ModelKind,
  presentModel,
  selectVariant,
} from "#sdk/hosted/model";
import { findOutputUrl } from "#sdk/hosted/output";
import { createPictures, type Upload } from "#sdk/hosted/pictures";
import type { Problems } from "#sdk/hosted/review";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { cacheHealth } from "#sdk/vendor/health";
import { RetryLater } from "#sdk/vendor/response";

/** State of a task. `output` is the model's raw output, which contains the URL of the result. */
export type TaskStatus =
  | { state: "running"; progress?: number }
  | { state: "done"; output: unknown }
  | { state: "done"; files: { main?: string | undefined } & Record<string, string | undefined>; facts?: object }
  | { state: "failed"; code: string; message: string };

/** One task to start. */
export interface HostedTask<Model extends HostedModel = HostedModel> {
  model: Model;
  /** The model's id at the vendor, for a request with these images. */
  vendorId: string;
  /** The request, in the model's field names. */
  input: Record<string, unknown>;
  /** The request before it was mapped to `input`. */
  request: ModelInput;
}

export type HostedRequests = { image: ImageRequest; video: VideoRequest; music: MusicRequest };

/** API of a vendor that hosts many models. */
export interface HostedClient<Model extends HostedModel = HostedModel> {
  /** Starts a task and returns what `find` and `cancel` need. Throws EngineError. */
  begin(task: HostedTask<Model>, run: Run): Promise<string>;
  find(task: string, signal: AbortSignal): Promise<TaskStatus | RetryLater>;
  cancel?(task: string, signal: AbortSignal): Promise<void>;
  upload: Upload;
  check(): Promise<Health>;
}

/** A vendor that hosts many models. */
export interface HostedVendor<Model extends HostedModel = HostedModel> {
  /** Name of its engines: "fal". */
  name: string;
  title: string;
  client: HostedClient<Model>;
  models: readonly Model[];
  /** Returns a model for an unlisted id. Undefined if the vendor's ids do not look like this. */
  findUnlisted(kind: HostedKind, id: string): Model | undefined;
  /** Finds problems that the model's description cannot express, by API field. */
  review?: { [Kind in HostedKind]?: (model: Model, request: HostedRequests[Kind]) => Problems };
  /** For `vireo doctor --live`: the cheapest model of each kind, and the highest price of a result in US dollars. */
  live?: { [Kind in HostedKind | "talk"]?: { model: string; usd: number } } & { speak?: { usd: number } };
  /** Further live checks. */
  liveChecks?: readonly LiveCheck[];
  /** Estimates shown to users. Defaults to 30 s for an image, 180 s for a video, 90 s for a track. */
  estimateSeconds?: Readonly<Record<HostedKind, number>>;
  /** Largest image that `upload` accepts. Defaults to 20 MB. */
  maxUploadBytes?: number;
  /** Id of the default speech model. Defaults to the first. */
  speechModel?: string;
  /** Polling interval of speech, in milliseconds. Defaults to one second. */
  speechPollMs?: number;
}

const ESTIMATES = { image: 30, video: 180, music: 90 };

/** Models, health and tasks of one vendor. */
export class HostedTasks<Model extends HostedModel> {
  readonly vendor: HostedVendor<Model>;
  readonly upload: ReturnType<typeof createPictures>;
  readonly check: () => Promise<Health>;

  constructor(vendor: HostedVendor<Model>) {
    this.vendor = vendor;
    this.upload = createPictures((...file) => vendor.client.upload(...file), vendor.maxUploadBytes);
    this.check = cacheHealth(() => vendor.client.check());
  }

  /** What the engines of all kinds have in common. */
  describe(kind: HostedKind | "talk") {
    const { name, models, client, estimateSeconds = ESTIMATES } = this.vendor;
    return {
      name,
      models: models.filter((model) => model.kind === kind).map(presentModel),
      accepts: (id: string) => this.findModel(kind, id) !== undefined,
      estimateSeconds: () => estimateSeconds[kind === "talk" ? "video" : kind],
      check: this.check,
      read: (task: string, run: Run) => this.read(kind, task, run.signal),
      ...(client.cancel
        ? { cancel: async (task: string, { signal }: Pick<Run, "signal">) => client.cancel?.(task, signal) }
        : {}),
    };
  }

  async begin(
    model: Model,
    images: ImageKinds,
    request: ModelInput,
    run: Run,
  ): Promise<Outcome & { state: "pending" }> {
    const variant = selectVariant(model, images);
    const input = buildInput(variant.input, request);
    return { state: "pending", task: await this.vendor.client.begin({ model, ...variant, input, request }, run) };
  }

  async read(kind: ModelKind, task: string, signal: AbortSignal): Promise<Outcome> {
    const status = await this.vendor.client.find(task, signal);
    if (status instanceof RetryLater) return status.toPending(task);
    if (status.state === "failed") return status;
    if (status.state === "running") return { ...status, state: "pending", task };
    const urls = "files" in status ? status.files : { main: findOutputUrl(status.output, kind) };
    if (!urls.main) {
      const message = `${this.vendor.title} reports success but returned no result.`;
      return { state: "failed", code: "provider_error", message };
    }
    const files = Object.entries(urls).flatMap(([role, url]) => (url ? [[role, { url }] as const] : []));
    const facts =
      "facts" in status && status.facts
        ? { facts: { ...status.facts } }
        : kind === "speak" && "output" in status
          ? { facts: { output: status.output } }
          : {};
    return { state: "completed", files: Object.fromEntries(files) as Files, ...facts };
  }

  findModel(kind: ModelKind, id: string): Model | undefined {
    const listed = this.vendor.models.find((model) => model.id === id);
    if (listed) return listed.kind === kind ? listed : undefined;
    return kind === "talk" || kind === "speak" ? undefined : this.vendor.findUnlisted(kind, id);
  }

  getModel(kind: ModelKind, id: string): Model {
    const model = this.findModel(kind, id);
    if (!model) throw new EngineError("provider_model_retired", `${this.vendor.title} has no ${kind} model ${id}.`);
    return model;
  }
}
