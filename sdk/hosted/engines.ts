import {
  type Engine,
  EngineError,
  type Files,
  type Health,
  type LiveCheck,
  type Outcome,
  type Run,
} from "#core/engine";
import { buildInput, type ModelInput } from "#sdk/hosted/input";
import {
  acceptsImage,
  type HostedKind,
  type HostedModel,
  type ImageKinds,
  presentModel,
  selectVariant,
} from "#sdk/hosted/model";
import { findOutputUrl } from "#sdk/hosted/output";
import { createPictures, findNearestRatio, type Upload } from "#sdk/hosted/pictures";
import {
  addNegativePrompt,
  addStyle,
  getImageLimit,
  getPromptLimit,
  type Problems,
  reviewImage,
  reviewMusic,
  reviewVideo,
} from "#sdk/hosted/review";
import { addBrief, getBriefImages } from "#sdk/prompt";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { cacheHealth } from "#sdk/vendor/health";
import { checkMedia } from "#sdk/vendor/live";
import { RetryLater } from "#sdk/vendor/response";

/** What a vendor reports about a task. `output` is the raw output of the model; the result's URL is searched in it. */
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
  /** The request by the model's own field names. */
  input: Record<string, unknown>;
  /** The request as it is mapped to `input`. */
  request: ModelInput;
}

type HostedRequests = { image: ImageRequest; video: VideoRequest; music: MusicRequest };

/** The API of a vendor that hosts the models of many makers. */
export interface HostedClient<Model extends HostedModel = HostedModel> {
  /** Starts a task and returns what `find` and `cancel` need. Throws EngineError. */
  begin(task: HostedTask<Model>, run: Run): Promise<string>;
  find(task: string, signal: AbortSignal): Promise<TaskStatus | RetryLater>;
  cancel?(task: string, signal: AbortSignal): Promise<void>;
  upload: Upload;
  check(): Promise<Health>;
}

export interface HostedVendor<Model extends HostedModel = HostedModel> {
  /** Name of its engines: "fal". */
  name: string;
  title: string;
  client: HostedClient<Model>;
  models: readonly Model[];
  /** The model for an id that is not listed; undefined if the vendor has no ids of this form. */
  findUnlisted(kind: HostedKind, id: string): Model | undefined;
  /** Problems of a request that the model's description cannot express, by API field. */
  review?: { [Kind in HostedKind]?: (model: Model, request: HostedRequests[Kind]) => Problems };
  /** For `vireo doctor --live`: the cheapest model of each kind, and the most that one result costs, US dollars. */
  live?: { [Kind in HostedKind]?: { model: string; usd: number } };
  /** Further live checks. */
  liveChecks?: readonly LiveCheck[];
  /** For people. Default 30 s an image, 180 s a video, 90 s a track. */
  estimateSeconds?: Readonly<Record<HostedKind, number>>;
  /** Largest image that `upload` accepts. Default 20 MB. */
  maxUploadBytes?: number;
}

const ESTIMATES = { image: 30, video: 180, music: 90 };

/** The engines of a vendor that hosts the models of many makers. */
export function createHostedEngines<Model extends HostedModel>(vendor: HostedVendor<Model>) {
  const engines = new HostedEngines(vendor);
  return {
    image: {
      ...engines.describe("image"),
      live: [...(vendor.liveChecks ?? []), ...engines.describeLive("image")],
      review: (request) => engines.review("image", request, reviewImage),
      create: (request, run) => engines.createImage(request, run),
    } satisfies Engine<ImageRequest> as Engine<ImageRequest>,
    video: {
      ...engines.describe("video"),
      live: engines.describeLive("video"),
      review: (request) => engines.review("video", request, reviewVideo),
      create: (request, run) => engines.createVideo(request, run),
    } satisfies Engine<VideoRequest> as Engine<VideoRequest>,
    music: {
      ...engines.describe("music"),
      live: engines.describeLive("music"),
      review: (request) => engines.review("music", request, reviewMusic),
      create: (request, run) => engines.createMusic(request, run),
    } satisfies Engine<MusicRequest> as Engine<MusicRequest>,
  };
}

class HostedEngines<Model extends HostedModel> {
  private readonly vendor: HostedVendor<Model>;
  private readonly upload: ReturnType<typeof createPictures>;
  private readonly check: () => Promise<Health>;

  constructor(vendor: HostedVendor<Model>) {
    this.vendor = vendor;
    this.upload = createPictures((...file) => vendor.client.upload(...file), vendor.maxUploadBytes);
    this.check = cacheHealth(() => vendor.client.check());
  }

  /** What the engines of all kinds have in common. */
  describe(kind: HostedKind) {
    const { name, models, client, estimateSeconds = ESTIMATES } = this.vendor;
    return {
      name,
      models: models.filter((model) => model.kind === kind).map(presentModel),
      accepts: (id: string) => this.findModel(kind, id) !== undefined,
      estimateSeconds: () => estimateSeconds[kind],
      check: this.check,
      read: (task: string, run: Run) => this.read(kind, task, run.signal),
      ...(client.cancel
        ? { cancel: async (task: string, { signal }: Pick<Run, "signal">) => client.cancel?.(task, signal) }
        : {}),
    };
  }

  /** The cheapest request of a kind. The shape of an image and a video shows whether the ratio's field is right. */
  describeLive(kind: HostedKind): LiveCheck[] {
    const live = this.vendor.live?.[kind];
    const model = live && this.findModel(kind, live.model);
    if (!live || !model) return [];
    const duration = model.duration?.min ?? 5;
    const resolution = model.resolutions?.includes("720p") ? "720p" : (model.resolutions?.[0] ?? "720p");
    const request = { model: model.id, prompt: "A red apple on a white table", brief: {}, referenceImageUrls: [] };
    const read = (task: string, run: Run) => this.read(kind, task, run.signal);
    const aspectRatio = "9:16";
    const { title, run } = {
      image: {
        title: `${model.id} at ${aspectRatio}`,
        run: checkMedia(
          () => ({ create: (request, run) => this.createImage(request, run), read }),
          { ...request, aspectRatio } satisfies ImageRequest,
          { kind: "image", aspectRatio },
        ),
      },
      video: {
        title: `${model.id}, ${duration} s at ${aspectRatio} and ${resolution}`,
        run: checkMedia(
          () => ({ create: (request, run) => this.createVideo(request, run), read }),
          { ...request, aspectRatio, duration, resolution } satisfies VideoRequest,
          { kind: "video", aspectRatio, duration },
        ),
      },
      music: {
        title: model.id,
        run: checkMedia(
          () => ({ create: (request, run) => this.createMusic(request, run), read }),
          { model: model.id, prompt: "calm piano", instrumental: true } satisfies MusicRequest,
          { kind: "audio" },
        ),
      },
    }[kind];
    return [{ title, usd: live.usd, run }];
  }

  review<Kind extends HostedKind>(
    kind: Kind,
    request: HostedRequests[Kind],
    reviewModel: (model: HostedModel, request: HostedRequests[Kind]) => Problems,
  ): Problems {
    const model = this.getModel(kind, request.model);
    const problems = reviewModel(model, request);
    return problems.model ? problems : { ...problems, ...this.vendor.review?.[kind]?.(model, request) };
  }

  async createImage(request: ImageRequest, run: Run): Promise<Outcome> {
    const { prompt, aspectRatio, source, referenceImageUrls, brief } = request;
    const model = this.getModel("image", request.model);
    const mask = source?.maskUrl;
    // The image to edit comes first, then the user's references, then the brief's images if there is room.
    const urls = [...(source ? [source.url] : []), ...referenceImageUrls, ...getBriefImages(brief)];
    const [images, [maskImage]] = await Promise.all([
      this.upload(urls.slice(0, getImageLimit(model, { mask: mask !== undefined })), run, model.imageTypes),
      this.upload(mask ? [mask] : [], run),
    ]);
    const [first] = images;
    const editRatio = first && model.editRatios ? findNearestRatio(model.editRatios, first) : undefined;
    const input: ModelInput = {
      prompt: addBrief(prompt, brief, getPromptLimit(model)),
      pictures: images.map(({ url }) => url),
      aspectRatio: source ? (editRatio ?? "source") : aspectRatio,
      ...(maskImage ? { mask: maskImage.url } : {}),
    };
    return this.begin(model, { pictures: images.length > 0, mask: mask !== undefined }, input, run);
  }

  async createVideo(request: VideoRequest, run: Run): Promise<Outcome> {
    const { brief, referenceImageUrls, aspectRatio, duration, resolution, negativePrompt, seed } = request;
    const model = this.getModel("video", request.model);
    const briefImages = getBriefImages(brief);
    // A first frame or references, never both; the brief's images if the user provides none.
    const references = request.imageUrl ? [] : [...referenceImageUrls, ...briefImages].slice(0, getImageLimit(model));
    const useFrame = references.length === 0 && acceptsImage(model, "frame");
    const frameUrl = useFrame ? (request.imageUrl ?? briefImages[0]) : undefined;
    const [[frame], images] = await Promise.all([
      this.upload(frameUrl ? [frameUrl] : [], run, model.imageTypes),
      this.upload(references, run, model.imageTypes),
    ]);
    const kinds = { frame: frame !== undefined, pictures: images.length > 0 };
    const prompt = addNegativePrompt(selectVariant(model, kinds).input, request);
    const input: ModelInput = {
      prompt: addBrief(prompt, brief, getPromptLimit(model)),
      pictures: images.map(({ url }) => url),
      ...{ aspectRatio, duration, resolution },
      ...(frame ? { frame: frame.url } : {}),
      ...(negativePrompt ? { negativePrompt } : {}),
      ...(seed === undefined ? {} : { seed }),
    };
    return this.begin(model, kinds, input, run);
  }

  async createMusic(request: MusicRequest, run: Run): Promise<Outcome> {
    const model = this.getModel("music", request.model);
    return this.begin(model, {}, { prompt: addStyle(model, request), music: request }, run);
  }

  private async begin(model: Model, images: ImageKinds, request: ModelInput, run: Run): Promise<Outcome> {
    const variant = selectVariant(model, images);
    const input = buildInput(variant.input, request);
    return { state: "pending", task: await this.vendor.client.begin({ model, ...variant, input, request }, run) };
  }

  private async read(kind: HostedKind, task: string, signal: AbortSignal): Promise<Outcome> {
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
    const facts = "facts" in status && status.facts ? { facts: { ...status.facts } } : {};
    return { state: "completed", files: Object.fromEntries(files) as Files, ...facts };
  }

  private findModel(kind: HostedKind, id: string): Model | undefined {
    const listed = this.vendor.models.find((model) => model.id === id);
    if (listed) return listed.kind === kind ? listed : undefined;
    return this.vendor.findUnlisted(kind, id);
  }

  private getModel(kind: HostedKind, id: string): Model {
    const model = this.findModel(kind, id);
    if (!model) throw new EngineError("provider_model_retired", `${this.vendor.title} has no ${kind} model ${id}.`);
    return model;
  }
}
