import type { Engine, LiveCheck, Outcome, Run } from "#core/engine";
import type { ModelInput } from "#sdk/hosted/input";
import { acceptsImage, type HostedKind, type HostedModel, type ModelKind, selectVariant } from "#sdk/hosted/model";
import { findNearestRatio } from "#sdk/hosted/pictures";
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
import { createHostedSpeaker } from "#sdk/hosted/speaker";
import { createHostedTalker } from "#sdk/hosted/talker";
import { type HostedRequests, HostedTasks, type HostedVendor } from "#sdk/hosted/tasks";
import { addBrief, getBriefImages } from "#sdk/prompt";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { Speaker } from "#sdk/slots/speak";
import type { Talker } from "#sdk/slots/talk";
import type { VideoRequest } from "#sdk/slots/video";
import { SENTENCE } from "#sdk/speech/live";
import { checkMedia, makeFile } from "#sdk/vendor/live";

const PORTRAIT = "Portrait photo of a woman who looks into the camera, head and shoulders, neutral background";

/**
 * Creates the engines of a vendor that hosts many models: `image`, `video` and `music`, and `speak` and `talk` if it has such
 * models.
 * @example
 * import type { HostedVendor } from "vireo/hosted/tasks";
 * import { RetryLater } from "vireo/vendor";
 * const acme: HostedVendor = {
 *   name: "acme",
 *   title: "Acme",
 *   models: [{ id: "acme/clip", kind: "video", duration: { min: 5, max: 10, default: 5 }, input: { duration: "seconds" } }],
 *   findUnlisted: () => undefined,
 *   client: {
 *     begin: async ({ vendorId, input }, { signal }) => {
 *       const { json } = await vendor.create(`/v1/${vendorId}`, { json: input, signal });
 *       return (json as { id: string }).id;
 *     },
 *     async find(task, signal) {
 *       const response = await vendor.read(`/v1/tasks/${task}`, { signal });
 *       if (response instanceof RetryLater) return response;
 *       const { done, output } = response.json as { done: boolean; output: unknown };
 *       return done ? { state: "done", output } : { state: "running" };
 *     },
 *     upload: async (file, name, signal) => {
 *       const { json } = await vendor.create(`/v1/files?name=${name}`, { body: file, signal });
 *       return (json as { url: string }).url;
 *     },
 *     check: () => vendor.check("/v1/account"),
 *   },
 * };
 * // Return { engines } from `start`.
 * const engines = createHostedEngines(acme);
 */
export function createHostedEngines<Model extends HostedModel>(vendor: HostedVendor<Model>) {
  const engines = new HostedEngines(vendor);
  const has = (kind: ModelKind) => vendor.models.some((model) => model.kind === kind);
  const speak = has("speak") ? createHostedSpeaker(engines) : undefined;
  const talk = has("talk") ? createHostedTalker(engines) : undefined;
  const speaking: { speak?: Speaker; talk?: Talker } = {
    ...(speak ? { speak } : {}),
    ...(talk ? { talk: { ...talk, live: speak ? engines.describeTalk(speak, talk) : [] } } : {}),
  };
  return {
    ...speaking,
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

class HostedEngines<Model extends HostedModel> extends HostedTasks<Model> {
  /** The cheapest live check of a kind. The shape of the result shows whether the field for the ratio is correct. */
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

  /** Live check of talking people: creates a portrait with an image model and lets it say a sentence. */
  describeTalk(speaker: Speaker, talker: Talker): LiveCheck[] {
    const { talk, image } = this.vendor.live ?? {};
    const model = talk && talker.models.find(({ id }) => id === talk.model);
    if (!talk || !model || !image) return [];
    const portrait: ImageRequest = {
      model: image.model,
      prompt: PORTRAIT,
      aspectRatio: "9:16",
      referenceImageUrls: [],
      brief: {},
    };
    const painter: Pick<Engine<ImageRequest>, "create" | "read"> = {
      create: (request, run) => this.createImage(request, run),
      read: (task, run) => this.read("image", task, run.signal),
    };
    return [
      {
        title: `${model.id}, a sentence`,
        usd: talk.usd + image.usd + (this.vendor.live?.speak?.usd ?? 0),
        run: async (live) => {
          const picture = await makeFile(painter, portrait, live);
          if (!("url" in picture)) return ["skipped: the portrait has no URL"];
          const { path } = await speaker.speak({ text: SENTENCE }, { ...live, progress() {} });
          const request = {
            model: model.id,
            prompt: "The person speaks.",
            imageUrl: picture.url,
            speech: { text: SENTENCE },
            voicePath: path,
            aspectRatio: "9:16",
            resolution: model.resolutions?.[0] ?? "720p",
          };
          return checkMedia(() => talker, request, { kind: "video", isHeard: true })(live);
        },
      },
    ];
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
      mask: maskImage ? maskImage.url : undefined,
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
      aspectRatio,
      duration,
      resolution,
      frame: frame ? frame.url : undefined,
      negativePrompt: negativePrompt || undefined,
      seed,
    };
    return this.begin(model, kinds, input, run);
  }

  async createMusic(request: MusicRequest, run: Run): Promise<Outcome> {
    const model = this.getModel("music", request.model);
    return this.begin(model, {}, { prompt: addStyle(model, request), music: request }, run);
  }
}
