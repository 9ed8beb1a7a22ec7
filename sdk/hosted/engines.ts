import { type Engine, EngineError, type Health, type Outcome, type Run } from "#core/engine";
import { type Ask, inputOf } from "#sdk/hosted/input";
import {
  type HostedKind,
  type HostedModel,
  type InputMap,
  type Pictured,
  shown,
  takes,
  variantOf,
} from "#sdk/hosted/model";
import { addressIn } from "#sdk/hosted/output";
import { createPictures, type Upload } from "#sdk/hosted/pictures";
import { askedOf, ideaOf, pictureLimit, promptLimit, reviewImage, reviewMusic, reviewVideo } from "#sdk/hosted/review";
import { picturesOf, spelledOut } from "#sdk/prompt";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";

/** What a vendor tells of a task; `output` as its model gave it. */
export type Found =
  | { state: "running"; progress?: number }
  | { state: "done"; output: unknown }
  | { state: "failed"; code: string; message: string };

/** A vendor that hosts models of many makers: how its API is spoken to. */
export interface HostedVendor {
  /** Name of its engines: "fal". */
  name: string;
  title: string;
  models: readonly HostedModel[];
  /** The fields that most of its models have, for one that nobody described. */
  usual: Readonly<Record<HostedKind, InputMap>>;
  /** Shape of the ids that are passed through. */
  ids: RegExp;
  /** Begins a task and returns what `find` and `cancel` need of it. Throws EngineError. */
  begin(id: string, input: object, run: Run): Promise<string>;
  /** Throws Unread where it may be tried later. */
  find(task: string, signal: AbortSignal): Promise<Found>;
  cancel(task: string, signal: AbortSignal): Promise<void>;
  upload: Upload;
  check(): Promise<Health>;
}

const CHECK_EVERY_MS = 30_000;

/** The engines of such a vendor; one client serves all three, so that they share its rates and rests. */
export function createHostedEngines(vendor: HostedVendor) {
  const { name, title, models } = vendor;
  const bring = createPictures(vendor.upload);

  /** One that is listed under this kind, or an id of the right shape that is listed under none. */
  function findModel(kind: HostedKind, id: string): HostedModel | undefined {
    const listed = models.find((model) => model.id === id);
    if (listed) return listed.kind === kind ? listed : undefined;
    return vendor.ids.test(id) ? { id, kind, input: vendor.usual[kind] } : undefined;
  }
  function modelOf(kind: HostedKind, id: string): HostedModel {
    const model = findModel(kind, id);
    if (!model) throw new EngineError("provider_model_retired", `${title} has no model named ${id} for this.`);
    return model;
  }

  async function begin(model: HostedModel, pictured: Pictured, ask: Ask, run: Run): Promise<Outcome> {
    const { vendorId, input } = variantOf(model, pictured);
    return { state: "pending", task: await vendor.begin(vendorId, inputOf(input, ask), run) };
  }

  const read =
    (kind: HostedKind) =>
    async (task: string, run: Run): Promise<Outcome> => {
      const found = await vendor.find(task, run.signal);
      if (found.state === "failed") return found;
      if (found.state === "running")
        return { state: "pending", task, ...(found.progress === undefined ? {} : { progress: found.progress }) };
      const url = addressIn(found.output, kind);
      if (url) return { state: "completed", files: { main: { url } } };
      return { state: "failed", code: "provider_error", message: `${title} says it is done, but gave no result.` };
    };

  // Anybody may ask whether this server is ready, and three engines are asked then; the vendor is not asked as often.
  let checked: { health: Promise<Health>; at: number } | undefined;
  function check(): Promise<Health> {
    if (checked && Date.now() - checked.at < CHECK_EVERY_MS) return checked.health;
    const health = vendor.check();
    checked = { health, at: Date.now() };
    return health;
  }

  const offer = (kind: HostedKind) => ({
    name,
    check,
    models: models.filter((model) => model.kind === kind).map(shown),
    accepts: (id: string) => findModel(kind, id) !== undefined,
    read: read(kind),
    cancel: (task: string, { signal }: Pick<Run, "signal">) => vendor.cancel(task, signal),
  });

  const image: Engine<ImageRequest> = {
    ...offer("image"),
    review: (request) => reviewImage(modelOf("image", request.model), request),
    estimateSeconds: () => 30,
    async create({ model: id, prompt, aspectRatio, source, referenceImageUrls, brief }, run) {
      const model = modelOf("image", id);
      const mask = source?.maskUrl;
      // The picture to change first, then what the user points to, then the brief's as far as there is room.
      const all = [...(source ? [source.url] : []), ...referenceImageUrls, ...picturesOf(brief)];
      const [pictures, [masked]] = await Promise.all([
        bring(all.slice(0, mask ? 1 : pictureLimit(model)), run),
        bring(mask ? [mask] : [], run),
      ]);
      const pictured = { pictures: pictures.length > 0, mask: mask !== undefined };
      const ask: Ask = {
        prompt: spelledOut(prompt, brief, promptLimit(model)),
        pictures,
        aspectRatio: source ? "source" : aspectRatio,
        ...(masked ? { mask: masked } : {}),
      };
      return begin(model, pictured, ask, run);
    },
  };

  const video: Engine<VideoRequest> = {
    ...offer("video"),
    review: (request) => reviewVideo(modelOf("video", request.model), request),
    estimateSeconds: () => 180,
    async create(request, run) {
      const model = modelOf("video", request.model);
      const { brief, referenceImageUrls, aspectRatio, duration, resolution, negativePrompt, seed } = request;
      const own = picturesOf(brief);
      // A first frame or references, never both; the brief's pictures where the user names none.
      const references = request.imageUrl ? [] : [...referenceImageUrls, ...own].slice(0, pictureLimit(model));
      const opening = references.length === 0 && takes(model, "frame") ? (request.imageUrl ?? own[0]) : undefined;
      const [[frame], pictures] = await Promise.all([bring(opening ? [opening] : [], run), bring(references, run)]);
      const pictured = { frame: frame !== undefined, pictures: pictures.length > 0 };
      const ask: Ask = {
        prompt: spelledOut(askedOf(variantOf(model, pictured).input, request), brief, promptLimit(model)),
        ...{ pictures, aspectRatio, duration, resolution },
        ...(frame ? { frame } : {}),
        ...(negativePrompt ? { negativePrompt } : {}),
        ...(seed === undefined ? {} : { seed }),
      };
      return begin(model, pictured, ask, run);
    },
  };

  const music: Engine<MusicRequest> = {
    ...offer("music"),
    review: (request) => reviewMusic(modelOf("music", request.model), request),
    estimateSeconds: () => 90,
    create(request, run) {
      const model = modelOf("music", request.model);
      const { instrumental, style } = request;
      const voiced = { instrumental, ...(style && !instrumental ? { style } : {}) };
      return begin(model, {}, { prompt: ideaOf(model, request), music: voiced }, run);
    },
  };

  return { image, video, music };
}
