/**
 * Models of vendors that host many models. Each model has its own input fields, so it is described by data that maps
 * the fields of a request to them. The plug-ins' tables and the operator's settings have the same format.
 */
import { type Static, Type } from "@sinclair/typebox";
import type { MediaSlot, Model } from "#core/engine";
import type { Voice } from "#sdk/slots/speak";

/** Kinds whose unlisted models can be used too. */
export type HostedKind = Extract<MediaSlot, "image" | "video" | "music">;
/** `talk` makes a picture speak, `speak` turns text into speech. */
export type ModelKind = HostedKind | "talk" | "speak";

const field = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 100, description }));
const count = (maximum: number) => Type.Optional(Type.Integer({ minimum: 1, maximum }));

/** Names of a model's input fields. A name that ends in [] takes a list; "a.b" is the field b of the object a. */
const InputMap = Type.Object(
  {
    prompt: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Literal(false)], {
        description: 'Default "prompt". false if the model takes none.',
      }),
    ),
    negativePrompt: field("Without it, the negative prompt is appended to the prompt."),
    seed: field("Number."),
    aspectRatio: field('"16:9", or what `ratios` has for it.'),
    ratios: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Values by ratio. "source" stands for the ratio of the edited image; without it, edits leave the field out. If aspectRatio is not set, objects such as { width, height } are merged into the input.',
      }),
    ),
    duration: field("Duration of a video."),
    durationAs: Type.Optional(
      Type.Union([Type.Literal("number"), Type.Literal("text"), Type.Literal("s"), Type.Literal("ms")], {
        description: '5, "5", "5s" or 5000. Default number.',
      }),
    ),
    resolution: field('"720p", or what `resolutions` has for it.'),
    resolutions: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Values by resolution." })),
    frame: field("URL of a video's first frame."),
    pictures: field("URLs of reference images, or of the image to edit."),
    mask: field("URL of an edit's mask."),
    lyrics: field("Lyrics: gets the prompt, and the style becomes the prompt."),
    instrumental: field("True for music without vocals."),
    audio: field("URL of the speech that a picture or a video is to say."),
    video: field("URL of the video of a person who is to say the speech, instead of a picture."),
    voice: field("Voice of a speech."),
    speed: field("Speed of a speech: 1 as the voice speaks by itself."),
    fixed: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Fields with constant values." })),
  },
  { additionalProperties: false },
);
export type InputMap = Static<typeof InputMap>;

const Variant = Type.Object(
  { vendorId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })), input: Type.Optional(InputMap) },
  { additionalProperties: false },
);

const seconds = Type.Integer({ minimum: 1, maximum: 3600 });
const Description = Type.Object(
  {
    kind: Type.Union((["image", "video", "music", "talk", "speak"] as const).map((kind) => Type.Literal(kind))),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    vendorId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "The model's id at the vendor, if it differs." }),
    ),
    duration: Type.Optional(
      Type.Object({ min: seconds, max: seconds, default: seconds }, { additionalProperties: false }),
    ),
    durations: Type.Optional(
      Type.Array(seconds, { description: "Supported durations in seconds, if they are not a range." }),
    ),
    aspectRatios: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    resolutions: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    retiredAt: Type.Optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" })),
    maxPrompt: count(100_000),
    maxPictures: count(50),
    sings: Type.Optional(Type.Boolean({ description: "Music: true if it always sings, false if it never does." })),
    input: Type.Optional(InputMap),
    withFrame: Type.Optional(Variant),
    withPictures: Type.Optional(Variant),
    withMask: Type.Optional(Variant),
  },
  { additionalProperties: false },
);

/** A model and its fields. The `with…` variants apply to requests with such an image. */
export interface HostedModel extends Static<typeof Description> {
  id: string;
  /** Date (YYYY-MM-DD) on which the maker ended the model, while the vendor has not said that it did. */
  makerEndedAt?: string;
  /** Ratios of edits, if the model cannot keep the ratio of the image. The nearest is used. */
  editRatios?: readonly string[];
  /** Accepted content types of images. Defaults to all that Vireo reads. */
  imageTypes?: readonly string[];
  /** Video: the only duration with reference images, in seconds. */
  referenceDuration?: number;
  /** Video: the longest duration by resolution, if they differ. */
  maxDurations?: Readonly<Record<string, number>>;
  /** Video: true if it only animates a first frame. */
  needsFrame?: boolean;
  /** True for an unlisted model, which is called with the fields that most models of the vendor have. */
  isUndescribed?: boolean;
  /** Music: the fields for title and style are used if a request has both. */
  hasTitle?: boolean;
  /** Speech: voices, the default first. */
  voices?: readonly Voice[];
  /** Speech: slowest and fastest speed. */
  speeds?: readonly [number, number];
}

/**
 * Setting with which operators add models or override listed ones.
 * @param example a model, as in the configuration, for the documentation of the setting
 * @example
 * import { Group } from "vireo/settings";
 * const example = '{ "acme/clip": { kind: "video", input: { frame: "image_url" } } }';
 * const settings = Group({ models: hostedModels(example) });
 */
export const hostedModels = (example: string) =>
  Type.Record(Type.String({ pattern: "^[!-~]{1,200}$" }), Description, {
    default: {},
    description: `Models by id, with the names of their input fields. They precede the built-in ones: ${example}. See docs/vendors.md.`,
  });

/**
 * Puts the operator's models before the built-in ones: the first model of a kind is its default. A model of the operator
 * replaces a built-in one with the same id.
 * @param own the value of the setting `hostedModels`
 * @example
 * const models = mergeModels({ "acme/tune": { kind: "music" } }, defineModels("music", [{ id: "acme/song" }]));
 * models.map(({ id }) => id); // ["acme/tune", "acme/song"]
 */
export const mergeModels = (
  own: Readonly<Record<string, Static<typeof Description>>>,
  known: readonly HostedModel[],
): readonly HostedModel[] => [
  ...Object.entries(own).map(([id, model]) => ({ ...model, id })),
  ...known.filter(({ id }) => !Object.hasOwn(own, id)),
];

const describe = (text: string | undefined, endedAt: string | undefined): { description?: string } => {
  const description = [text, endedAt && `Its maker ended it on ${endedAt}, so it may fail.`].filter(Boolean).join(" ");
  return description ? { description } : {};
};

/**
 * Converts a model to the form that engines list and the API shows.
 * @example presentModel({ id: "acme/clip", kind: "video", aspectRatios: ["9:16"] }).title; // "acme/clip"
 */
export const presentModel = ({
  id,
  kind,
  input,
  title,
  description,
  duration,
  aspectRatios,
  resolutions,
  retiredAt,
  makerEndedAt,
}: HostedModel): Model => ({
  id,
  title: title ?? id,
  ...describe(description, makerEndedAt),
  duration,
  aspectRatios,
  resolutions,
  faces: kind === "talk" ? [input?.video ? "video" : "image"] : undefined,
  retiredAt,
});

/**
 * Adds `kind` to a table of built-in models.
 * @example defineModels("image", [{ id: "acme/photo" }]); // [{ id: "acme/photo", kind: "image" }]
 */
export const defineModels = (kind: ModelKind, models: readonly Omit<HostedModel, "kind">[]): HostedModel[] =>
  models.map((model) => ({ ...model, kind }));

/**
 * Returns a `findUnlisted` that accepts ids of the vendor's format. Such models get the fields that most of the vendor's
 * models have.
 * @param pattern format of the vendor's ids
 * @param inputs fields by kind
 * @example
 * const findUnlisted = passThrough(/^acme\/[\w-]+$/, { image: {}, video: { frame: "image_url" }, music: {} });
 * findUnlisted("video", "acme/next"); // { id: "acme/next", kind: "video", input: { frame: "image_url" }, isUndescribed: true }
 */
export const passThrough =
  (pattern: RegExp, inputs: Readonly<Record<HostedKind, InputMap>>) =>
  (kind: HostedKind, id: string): HostedModel | undefined =>
    pattern.test(id) ? { id, kind, input: inputs[kind], isUndescribed: true } : undefined;

/** Kinds of images in a request. */
export type ImageKinds = Partial<Record<"frame" | "pictures" | "mask", boolean>>;

/**
 * Returns the vendor's id of the model, and the fields for a request with such images.
 * @example
 * const model = { id: "clip", kind: "video", withFrame: { vendorId: "clip/animate" } } as const;
 * selectVariant(model, { frame: true }); // { vendorId: "clip/animate", input: {} }
 */
export function selectVariant(model: HostedModel, { frame, pictures, mask }: ImageKinds) {
  const variant = mask ? model.withMask : frame ? model.withFrame : pictures ? model.withPictures : undefined;
  const input: InputMap = variant?.input ?? model.input ?? {};
  return { vendorId: variant?.vendorId ?? model.vendorId ?? model.id, input };
}

/**
 * True if a model has a field for such an image.
 * @example acceptsImage({ id: "clip", kind: "video", input: { frame: "image_url" } }, "frame"); // true
 */
export const acceptsImage = (model: HostedModel, kind: keyof ImageKinds): boolean =>
  selectVariant(model, { [kind]: true }).input[kind] !== undefined;
