import type { Engine, Model, Run } from "vireo/engine";
import { download } from "vireo/inputs/download";
import { readPicture } from "vireo/inputs/picture";
import type { Context } from "vireo/module";
import { addBrief, getBriefImages } from "vireo/prompt";
import type { ImageRequest } from "vireo/slots/image";
import { toImageOutcome } from "vireo/vendor/image";
import { checkMedia } from "vireo/vendor/live";
import { checkModels, type Endpoint } from "./endpoint";
import { convertMask } from "./mask";
import { IMAGE_MODELS, isImageModel, SIZES } from "./models";

interface Options {
  child: Context["child"];
  /** True for a server other than OpenAI, which only has the configured model. */
  own: boolean;
  model?: string | undefined;
  quality?: string | undefined;
}

const MAX_RESPONSE_BYTES = 64 * 1024 ** 2;
/** Maximum price of a square image at OpenAI, in its best quality. */
const MAX_IMAGE_USD = 0.25;
/** Limits of an edit and of a prompt. */
const MAX_IMAGES = 16;
const MAX_PROMPT = 32_000;

/** Maximum number of reference images, in addition to the edited one. */
const getReferences = ({ referenceImageUrls, brief }: ImageRequest) => [
  ...referenceImageUrls,
  ...getBriefImages(brief),
];

export function createImages(endpoint: Endpoint, options: Options): Engine<ImageRequest> {
  const { vendor, timeoutMs } = endpoint;
  const { own, model } = options;
  const listed = IMAGE_MODELS.find(({ id }) => id === model);
  const first: Model[] = model ? [listed ?? { id: model, title: model, aspectRatios: Object.keys(SIZES) }] : [];
  const models = own ? first : [...first, ...IMAGE_MODELS.filter((candidate) => candidate !== listed)];
  const engine: Engine<ImageRequest> = {
    name: "openai",
    models,
    live: [
      {
        title: `${models[0]?.id} at 1:1`,
        usd: own ? 0 : MAX_IMAGE_USD,
        run: checkMedia(
          () => engine,
          { model: models[0]?.id ?? "", prompt: "A red apple", aspectRatio: "1:1", referenceImageUrls: [], brief: {} },
          { kind: "image", aspectRatio: "1:1" },
        ),
      },
    ],
    accepts: (id) => !own && isImageModel(id),
    timeLimitMs: timeoutMs + 15 * 60_000,
    check: () => checkModels(vendor, (id) => models.some((model) => model.id === id)),
    estimateSeconds: () => 45,
    review(request): Record<string, string> {
      const { retiredAt } = IMAGE_MODELS.find(({ id }) => id === request.model) ?? {};
      return retiredAt && Date.parse(retiredAt) <= Date.now()
        ? { model: `OpenAI shut this model down on ${retiredAt}. Use ${models[0]!.id} instead.` }
        : {};
    },
    async create(request, run) {
      const json = (await requestImage(endpoint, options, request, run)) as {
        data?: { b64_json?: unknown; url?: unknown }[];
      };
      const [image] = json.data ?? [];
      // Compatible servers may return a URL.
      if (typeof image?.url === "string") return { state: "completed", files: { main: { url: image.url } } };
      if (typeof image?.b64_json !== "string")
        throw vendor.error("provider_error", `${vendor.title} returned no image.`);
      return toImageOutcome(vendor, image.b64_json, run);
    },
  };
  return engine;
}

async function requestImage(
  { vendor, timeoutMs }: Endpoint,
  { child, quality }: Options,
  request: ImageRequest,
  run: Run,
): Promise<unknown> {
  const { source, brief } = request;
  const fields = {
    model: request.model,
    prompt: addBrief(request.prompt, brief, MAX_PROMPT),
    // An edit keeps the ratio of its image.
    size: source ? "auto" : (SIZES[request.aspectRatio] ?? "auto"),
    ...(quality ? { quality } : {}),
  };
  const call = { signal: run.signal, timeoutMs, maxBytes: MAX_RESPONSE_BYTES };
  if (!source && getReferences(request).length === 0)
    return (await vendor.create("/images/generations", { ...call, json: { ...fields, n: 1 } })).json;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  await addImages(form, child, request, run);
  return (await vendor.create("/images/edits", { ...call, body: form })).json;
}

/** Adds the images of a request to a form. The first one is edited. */
async function addImages(form: FormData, child: Context["child"], request: ImageRequest, run: Run): Promise<void> {
  const { source } = request;
  const urls = [...(source ? [source.url] : []), ...getReferences(request)].slice(0, MAX_IMAGES);
  const [images, mask] = await Promise.all([
    Promise.all(urls.map((url) => readPicture(url, run))),
    source?.maskUrl === undefined ? undefined : download(run, source.maskUrl),
  ]);
  for (const [at, { file, kind }] of images.entries())
    form.append("image[]", file, `image-${at + 1}.${kind.extension}`);
  const [first] = images;
  if (mask && first)
    form.set("mask", Bun.file(await convertMask(child, mask, first.path, run), { type: "image/png" }), "mask.png");
}
