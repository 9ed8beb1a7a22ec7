import { join } from "node:path";
import { type Engine, EngineError, type Model, type Outcome, type Run } from "vireo/engine";
import { download } from "vireo/inputs/download";
import { probe, sniff } from "vireo/media";
import { addBrief, getBriefImages } from "vireo/prompt";
import type { ImageRequest } from "vireo/slots/image";
import type { Endpoint } from "./endpoint";
import type { Masks } from "./mask";
import { IMAGE_MODELS, isImageModel, SIZES } from "./models";

interface Options {
  masks: Masks;
  /** True for a server that is not OpenAI's: it has the one model that is set. */
  own: boolean;
  model?: string | undefined;
  quality?: string | undefined;
}

const MAX_ANSWER = 64 * 1024 ** 2;
/** What an edit takes at most. */
const MOST_PICTURES = 16;
/** Characters of a prompt. */
const MOST_WORDS = 32_000;
const HEAD_BYTES = 4096;

/** Pictures to draw on, beside the one to change. */
const othersOf = ({ referenceImageUrls, brief }: ImageRequest) => [...referenceImageUrls, ...getBriefImages(brief)];

export function createImages(
  { vendor, timeoutMs }: Endpoint,
  { masks, own, model, quality }: Options,
): Engine<ImageRequest> {
  const known = IMAGE_MODELS.find(({ id }) => id === model);
  const first: Model[] = model ? [known ?? { id: model, title: model, aspectRatios: Object.keys(SIZES) }] : [];
  const models = own ? first : [...first, ...IMAGE_MODELS.filter((one) => one !== known)];

  /** Pictures of the user as parts of a form; the first is the one to change. */
  async function attach(form: FormData, request: ImageRequest, run: Run): Promise<void> {
    const { source } = request;
    const urls = [...(source ? [source.url] : []), ...othersOf(request)].slice(0, MOST_PICTURES);
    const [paths, mask] = await Promise.all([
      Promise.all(urls.map((url) => download(run, url))),
      source?.maskUrl === undefined ? undefined : download(run, source.maskUrl),
    ]);
    for (const [at, path] of paths.entries()) {
      const kind = sniff(await Bun.file(path).slice(0, HEAD_BYTES).bytes());
      if (kind?.kind !== "image")
        throw new EngineError("provider_rejected", `${urls[at]} is no picture that can be read.`);
      form.append("image[]", Bun.file(path, { type: kind.contentType }), `picture-${at + 1}.${kind.extension}`);
    }
    if (mask && paths[0])
      form.set("mask", Bun.file(await masks.convert(mask, paths[0], run), { type: "image/png" }), "mask.png");
  }

  async function ask(request: ImageRequest, run: Run): Promise<unknown> {
    const { source, brief } = request;
    const options = {
      model: request.model,
      prompt: addBrief(request.prompt, brief, MOST_WORDS),
      // An edit keeps the shape of its picture.
      size: source ? "auto" : (SIZES[request.aspectRatio] ?? "auto"),
      ...(quality ? { quality } : {}),
    };
    const call = { signal: run.signal, timeoutMs, maxBytes: MAX_ANSWER };
    if (!source && othersOf(request).length === 0)
      return (await vendor.create("/images/generations", { ...call, json: { ...options, n: 1 } })).json;
    const form = new FormData();
    for (const [name, value] of Object.entries(options)) form.set(name, value);
    await attach(form, request, run);
    return (await vendor.create("/images/edits", { ...call, body: form })).json;
  }

  return {
    name: "openai",
    models,
    accepts: (id) => !own && isImageModel(id),
    timeLimitMs: timeoutMs + 15 * 60_000,
    check: () => vendor.check("/models"),
    estimateSeconds: () => 45,
    review(request): Record<string, string> {
      const { retiredAt } = IMAGE_MODELS.find(({ id }) => id === request.model) ?? {};
      return retiredAt && Date.parse(retiredAt) <= Date.now()
        ? { model: `OpenAI shut this model down on ${retiredAt}; ${models[0]!.id} is there.` }
        : {};
    },
    async create(request, run) {
      const answer = (await ask(request, run)) as { data?: { b64_json?: unknown; url?: unknown }[] };
      const [made] = answer.data ?? [];
      // Servers of other makers may give an address.
      if (typeof made?.url === "string") return { state: "completed", files: { main: { url: made.url } } };
      if (typeof made?.b64_json !== "string")
        throw vendor.error("provider_error", `${vendor.title} answered without a picture.`);
      return stored(Buffer.from(made.b64_json, "base64"), run);
    },
  };

  async function stored(bytes: Buffer, run: Run): Promise<Outcome> {
    const path = join(run.folder, `made.${sniff(bytes)?.extension ?? "png"}`);
    await Bun.write(path, bytes);
    const found = await probe(path);
    if (found?.kind !== "image")
      throw vendor.error("provider_error", `${vendor.title} answered with a damaged picture.`);
    const { width, height } = found;
    return { state: "completed", files: { main: { path } }, facts: width && height ? { width, height } : {} };
  }
}
