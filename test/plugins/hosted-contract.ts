/**
 * Compares what the listed models of a vendor are sent with what the vendor publishes. Every model is asked in every way
 * it offers: with and without images, and with each ratio, duration and resolution.
 */
import { describe, expect, test } from "bun:test";
import { buildInput, type ModelInput } from "#sdk/hosted/input";
import { acceptsImage, type HostedModel, type ImageKinds, selectVariant } from "#sdk/hosted/model";

const URL_OF = { frame: "https://files/frame.png", pictures: ["https://files/1.png"], mask: "https://files/mask.png" };
export const PICTURE = URL_OF.pictures[0]!;
export const FRAME = URL_OF.frame;
export const MASK = URL_OF.mask;

/** One input that a model is sent. */
export interface Sent {
  model: string;
  vendorId: string;
  input: Record<string, unknown>;
}

type ToInput<Model> = (model: Model, vendorId: string, input: Record<string, unknown>, request: ModelInput) => object;

export const VIDEO = "https://files/person.mp4";
export const SPEECH = "https://files/speech.mp3";

/** The ways to give a model images. */
function listVariants(model: HostedModel): ImageKinds[] {
  if (model.kind === "talk" || model.kind === "speak") return [{}];
  const kinds: ImageKinds[] = [
    ...(model.needsFrame ? [] : [{}]),
    { frame: true },
    { pictures: true },
    { pictures: true, mask: true },
  ];
  return kinds.filter(({ frame, pictures, mask }) => {
    if (frame && (model.kind !== "video" || !acceptsImage(model, "frame"))) return false;
    if (mask) return acceptsImage(model, "mask");
    return !pictures || acceptsImage(model, "pictures");
  });
}

function listRequests(model: HostedModel, { frame, pictures, mask }: ImageKinds): ModelInput[] {
  const { kind, duration, durations, aspectRatios = [], editRatios = [], resolutions = [], sings } = model;
  const base: ModelInput = {
    prompt: "A cat",
    ...(frame ? { frame: URL_OF.frame } : {}),
    ...(pictures ? { pictures: URL_OF.pictures } : {}),
    ...(mask ? { mask: URL_OF.mask } : {}),
  };
  if (kind === "speak") {
    const voices = model.voices?.map(({ id }) => id) ?? [];
    return voices.map((voice, at) => ({ ...base, voice, ...(at === 0 ? {} : { speed: model.speeds?.[1] ?? 1 }) }));
  }
  if (kind === "talk") {
    const face = model.input?.video ? { video: VIDEO } : { frame: FRAME };
    const spoken = { ...base, ...face, audio: SPEECH };
    const [ratio, resolution] = [aspectRatios[0] ?? "9:16", resolutions[0] ?? "720p"];
    return [
      { ...spoken, aspectRatio: ratio, resolution },
      ...aspectRatios.map((aspectRatio) => ({ ...spoken, aspectRatio, resolution })),
      ...resolutions.map((one) => ({ ...spoken, aspectRatio: ratio, resolution: one })),
    ];
  }
  if (kind === "music") {
    const voices = sings === undefined ? [true, false] : [!sings];
    return voices.map((instrumental) => ({ ...base, music: { instrumental, title: "Dawn", style: "folk" } }));
  }
  if (kind === "image") {
    const edits = [...editRatios, ...(editRatios.length > 0 ? [] : ["source"])];
    const ratios = mask ? edits : pictures ? [...aspectRatios, ...edits] : aspectRatios;
    return ratios.map((aspectRatio) => ({ ...base, aspectRatio }));
  }
  const usual = {
    ...base,
    negativePrompt: "rain",
    seed: 7,
    aspectRatio: aspectRatios[0] ?? "9:16",
    duration: duration?.default ?? 5,
    resolution: resolutions[0] ?? "720p",
  };
  const { referenceDuration } = model;
  const all = durations ?? (duration ? [duration.min, duration.default, duration.max] : []);
  const seconds = pictures && referenceDuration ? [referenceDuration] : all;
  return [
    usual,
    ...aspectRatios.map((aspectRatio) => ({ ...usual, aspectRatio })),
    ...seconds.map((one) => ({ ...usual, duration: one })),
    ...resolutions.map((resolution) => {
      const longest = model.maxDurations?.[resolution] ?? usual.duration;
      return { ...usual, resolution, duration: Math.min(usual.duration, longest) };
    }),
  ];
}

/** Everything that the models are sent. `toInput` adds what the vendor's client does. */
export function collectSent<Model extends HostedModel>(
  models: readonly Model[],
  toInput: ToInput<Model> = (_model, _id, input) => input,
): Sent[] {
  return models
    .filter(({ retiredAt }) => retiredAt === undefined)
    .flatMap((model) =>
      listVariants(model).flatMap((kinds) => {
        const variant = selectVariant(model, kinds);
        return listRequests(model, kinds).map((request) => ({
          model: model.id,
          vendorId: variant.vendorId,
          input: { ...toInput(model, variant.vendorId, buildInput(variant.input, request), request) },
        }));
      }),
    );
}

/** The values that each field of each endpoint is sent. */
export function collectValues(sent: readonly Sent[]): Record<string, Record<string, unknown[]>> {
  const endpoints: Record<string, Record<string, unknown[]>> = {};
  for (const { vendorId, input } of sent) {
    const fields = endpoints[vendorId] ?? {};
    endpoints[vendorId] = fields;
    for (const [field, value] of Object.entries(input)) {
      const values = fields[field] ?? [];
      fields[field] = values.some((one) => Bun.deepEquals(one, value)) ? values : [...values, value];
    }
  }
  return endpoints;
}

/** A vendor's own description of an endpoint's input. */
export interface Endpoint {
  required: readonly string[];
  fields: Readonly<Record<string, Field>>;
}
interface Field {
  type: string;
  enum?: readonly unknown[];
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  list: Array.isArray,
  object: (value) => typeof value === "object" && !Array.isArray(value),
};

/** What is wrong with an input, as the vendor would say. */
export function findMistakes({ required, fields }: Endpoint, input: Readonly<Record<string, unknown>>): string[] {
  const missing = required.filter((name) => input[name] === undefined).map((name) => `${name} is required`);
  const wrong = Object.entries(input).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return [`${name} is not a field`];
    const problems = [
      ...(TYPES[field.type]?.(value) ? [] : [`should be ${field.type}`]),
      ...(field.enum && !field.enum.includes(value) ? [`should be one of ${field.enum.join(", ")}`] : []),
      ...(typeof value === "number" && value < (field.minimum ?? value) ? [`is below ${field.minimum}`] : []),
      ...(typeof value === "number" && value > (field.maximum ?? value) ? [`is above ${field.maximum}`] : []),
    ];
    return problems.map((problem) => `${name}: ${JSON.stringify(value)} ${problem}`);
  });
  return [...missing, ...wrong];
}

/** What holds for the table of every vendor. */
export function hostedTable(name: string, models: readonly HostedModel[], sent: readonly Sent[]): void {
  const current = models.filter(({ retiredAt }) => retiredAt === undefined);

  describe(`${name}'s table of models`, () => {
    test("has no id twice", () => {
      expect(new Set(models.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(models.length);
    });

    test("has a default of each kind that is not retired", () => {
      for (const kind of ["image", "video", "music"])
        expect(models.find((model) => model.kind === kind)?.retiredAt).toBeUndefined();
    });

    test.each(current.map((model) => [model.id, model] as const))(
      "%s: all it offers reaches the vendor",
      (id, model) => {
        const inputs = sent.filter((one) => one.model === id).map(({ input }) => JSON.stringify(input));
        const { aspectRatios = [], resolutions = [], duration, durations } = model;
        expect(model.title).toBeDefined();
        if (model.kind === "music" || model.kind === "speak") return expect(inputs.length).toBeGreaterThan(0);
        const lengths = durations?.length ?? (duration && duration.max > duration.min ? 2 : 1);
        const ways = Math.max(1, aspectRatios.length) + (model.kind === "video" ? lengths - 1 : 0);
        // The ratios, and each further duration and resolution, make an input of their own.
        expect(new Set(inputs).size).toBeGreaterThanOrEqual(ways + Math.max(0, resolutions.length - 1));
        if (model.kind === "video") {
          expect(duration).toBeDefined();
          if (durations) expect(durations).toContain(duration!.default);
        }
      },
    );
  });
}
