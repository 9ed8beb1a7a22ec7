/**
 * Models at vendors that host models of many makers, each with input fields of its own. A model is data: which of
 * its fields takes what of a request. The same shape serves the tables of plug-ins and the settings of people.
 */
import { type Static, Type } from "@sinclair/typebox";
import type { MediaSlot, Model } from "#core/engine";

export type HostedKind = Extract<MediaSlot, "image" | "video" | "music">;

const field = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 100, description }));
const count = (maximum: number) => Type.Optional(Type.Integer({ minimum: 1, maximum }));

/** Names of a model's input fields, by what goes there; [] behind a name where it takes a list. */
const InputMap = Type.Object(
  {
    prompt: field('Default "prompt".'),
    negativePrompt: field("Without it, what to avoid is told in the prompt."),
    seed: field("Number."),
    aspectRatio: field('"16:9", or what `ratios` has for it.'),
    ratios: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Values by ratio; "source" for the ratio of the picture that is edited, without which the field is left out then. Without aspectRatio, objects ({ width, height }) are laid into the input.',
      }),
    ),
    duration: field("Length of a video."),
    durationAs: Type.Optional(
      Type.Union([Type.Literal("number"), Type.Literal("text"), Type.Literal("s"), Type.Literal("ms")], {
        description: '5, "5", "5s" or 5000. Default number.',
      }),
    ),
    resolution: field('"720p"'),
    frame: field("Address of a video's first frame."),
    pictures: field("Addresses of pictures to draw on, or to edit."),
    mask: field("Address of an edit's mask."),
    lyrics: field("What is sung: the prompt goes there, and the style becomes the prompt."),
    instrumental: field("true where nobody sings."),
    fixed: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "Fields with values of their own." }),
    ),
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
    kind: Type.Union([Type.Literal("image"), Type.Literal("video"), Type.Literal("music")]),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    vendorId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "Its id at the vendor, where it differs." }),
    ),
    duration: Type.Optional(
      Type.Object({ min: seconds, max: seconds, default: seconds }, { additionalProperties: false }),
    ),
    durations: Type.Optional(Type.Array(seconds, { description: "The lengths it makes, where they are no range." })),
    aspectRatios: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    resolutions: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    retiredAt: Type.Optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" })),
    maxPrompt: count(100_000),
    maxPictures: count(50),
    sings: Type.Optional(
      Type.Boolean({ description: "Music: false where it never sings, true where it always does." }),
    ),
    input: Type.Optional(InputMap),
    withFrame: Type.Optional(Variant),
    withPictures: Type.Optional(Variant),
    withMask: Type.Optional(Variant),
  },
  { additionalProperties: false },
);

/** A model, and how it is asked. The `with…` say what is asked instead where a request has such a picture. */
export type HostedModel = Static<typeof Description> & { id: string };

/** The setting by which a person adds models, or describes listed ones differently. */
export const hostedModels = (example: string) =>
  Type.Record(Type.String({ pattern: "^[!-~]{1,200}$" }), Description, {
    default: {},
    description: `Models by their id, with the names of their input fields, before those that are known: ${example}. See docs/vendors.md.`,
  });

/** Own models first: the first of a kind is the one that is used where none is named. */
export const withOwn = (
  own: Readonly<Record<string, Static<typeof Description>>>,
  known: readonly HostedModel[],
): readonly HostedModel[] => [
  ...Object.entries(own).map(([id, model]) => ({ ...model, id })),
  ...known.filter(({ id }) => !Object.hasOwn(own, id)),
];

/** What the world is told of a model. */
export const shown = ({
  id,
  title,
  description,
  duration,
  aspectRatios,
  resolutions,
  retiredAt,
}: HostedModel): Model => ({
  id,
  title: title ?? id,
  ...(description ? { description } : {}),
  ...(duration ? { duration } : {}),
  ...(aspectRatios ? { aspectRatios } : {}),
  ...(resolutions ? { resolutions } : {}),
  ...(retiredAt ? { retiredAt } : {}),
});

/** Which kinds of pictures a request has. */
export type Pictured = Partial<Record<"frame" | "pictures" | "mask", boolean>>;

/** How a model is asked when a request has such pictures. */
export function variantOf(model: HostedModel, { frame, pictures, mask }: Pictured) {
  const other = mask ? model.withMask : frame ? model.withFrame : pictures ? model.withPictures : undefined;
  const input: InputMap = other?.input ?? model.input ?? {};
  return { vendorId: other?.vendorId ?? model.vendorId ?? model.id, input };
}

/** Whether a model has a field for such a picture. */
export const takes = (model: HostedModel, part: keyof Pictured): boolean =>
  variantOf(model, { [part]: true }).input[part] !== undefined;
