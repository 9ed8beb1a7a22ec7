/** Members that the engines of each slot must have, checked when a plug-in is loaded. */
import { Type } from "@sinclair/typebox";
import { engineMembers, Models, providerMembers, type SlotName } from "#core/engine";
import { Count, closedShapeOf, Method, optional, recordOf, shapeOf, Texts } from "#core/shape";
import {
  type FieldSchema,
  type MediaRules,
  type PlatformField,
  type PlatformInfo,
  type TextLimit,
  textUnits,
} from "#sdk/platforms";
import type { EmbedProvider } from "#sdk/slots/embed";
import type { MomentJudge } from "#sdk/slots/judge";
import type { Scraper } from "#sdk/slots/scrape";
import type { MetricsReader, Pace, SocialProvider } from "#sdk/slots/social";
import type { Speaker } from "#sdk/slots/speak";
import type { StockLibrary } from "#sdk/slots/stock";
import type { StoryboardWriter } from "#sdk/slots/storyboard";
import type { Talker } from "#sdk/slots/talk";
import type { Transcriber } from "#sdk/slots/transcribe";

const Engine = Type.Object(engineMembers);
const Rate = shapeOf<Pace>({ count: Count, ms: Count });
const Rates = Type.Array(Rate);

const Text = Type.String({ minLength: 1 });
const Whole = Type.Integer({ minimum: 0 });
const Flag = Type.Boolean();
const oneOf = (values: readonly string[]) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    { expected: `one of ${values.join(", ")}` },
  );

const lengths = { minLength: optional(Whole), maxLength: optional(Count), pattern: optional(Text) };
const Setting = closedShapeOf<FieldSchema>({
  type: oneOf(["string", "integer", "number", "boolean", "array"]),
  enum: optional(Texts),
  ...lengths,
  format: optional(oneOf(["uri"])),
  minimum: optional(Type.Number()),
  maximum: optional(Type.Number()),
  maxItems: optional(Count),
  items: optional(closedShapeOf<NonNullable<FieldSchema["items"]>>({ type: oneOf(["string"]), ...lengths })),
  default: optional(Type.Union([Type.String(), Type.Number(), Flag])),
});

/** Shape of a platform that a social provider declares. */
export const PlatformShape = closedShapeOf<PlatformInfo>({
  name: Type.String({ pattern: "^[a-z][a-z0-9-]{0,39}$", expected: 'a name of a-z, 0-9 and "-"' }),
  title: Text,
  icon: optional(
    Type.String({
      pattern: "^data:image/svg\\+xml[;,]",
      maxLength: 8000,
      expected: "a data:image/svg+xml URL of at most 8000 characters",
    }),
  ),
  media: closedShapeOf<MediaRules>({
    isOptional: optional(Type.Boolean()),
    images: Whole,
    videos: Whole,
    mixed: optional(Whole),
    imageTypes: optional(Texts),
    maxImageBytes: optional(Count),
    maxImagePixels: optional(Count),
    imageRatio: optional(Type.Object({ min: Type.Number(), max: Type.Number() })),
  }),
  text: optional(Type.Array(closedShapeOf<TextLimit>({ max: Count, unit: oneOf(textUnits), without: optional(Text) }))),
  fields: optional(
    Type.Array(
      closedShapeOf<PlatformField>({
        field: Text,
        title: Text,
        description: optional(Text),
        schema: Setting,
        isRequired: optional(Flag),
        unless: optional(Texts),
      }),
    ),
  ),
});

/** Shapes by slot. */
export const engineShapes = {
  image: Engine,
  video: Engine,
  music: Engine,
  edit: Engine,
  analyse: Engine,
  moments: Engine,
  plan: Engine,
  talk: shapeOf<Talker>({ ...engineMembers, listVoices: optional(Method), listAvatars: optional(Method) }),
  scrape: shapeOf<Scraper>({ ...providerMembers, models: optional(Models), scrape: Method, lookup: optional(Method) }),
  stock: shapeOf<StockLibrary>({ ...providerMembers, models: optional(Models), search: Method }),
  transcribe: shapeOf<Transcriber>({
    ...providerMembers,
    parts: optional(closedShapeOf<NonNullable<Transcriber["parts"]>>({ maxSeconds: Count, atOnce: Count })),
    repeatable: optional(Type.Boolean()),
    transcribe: Method,
  }),
  speak: shapeOf<Speaker>({
    ...providerMembers,
    models: optional(Models),
    voices: optional(Texts),
    listVoices: optional(Method),
    repeatable: optional(Type.Boolean()),
    speak: Method,
  }),
  embed: shapeOf<EmbedProvider>({
    ...providerMembers,
    model: Type.String(),
    dimensions: optional(Count),
    embed: Method,
    compareWords: optional(Method),
    compareTexts: optional(Method),
    forModel: optional(Method),
  }),
  storyboard: shapeOf<StoryboardWriter>({
    ...providerMembers,
    mode: Type.Union([Type.Literal("literal"), Type.Literal("written")]),
    write: Method,
    narrate: optional(Method),
  }),
  judge: shapeOf<MomentJudge>({ ...providerMembers, repeatable: optional(Type.Boolean()), judge: Method }),
  social: shapeOf<SocialProvider>({
    ...providerMembers,
    perAccount: optional(Type.Boolean()),
    timeLimitMs: optional(Count),
    platforms: optional(Type.Array(PlatformShape)),
    paces: optional(recordOf(Rates)),
    pace: optional(Rates),
    accounts: Method,
    metrics: optional(
      shapeOf<MetricsReader>({
        batch: Count,
        pace: Rate,
        isPacedByAccount: optional(Type.Boolean()),
        isSimulated: optional(Type.Boolean()),
        read: Method,
      }),
    ),
    creatorInfo: optional(Method),
    prepare: optional(Method),
    publish: Method,
    read: optional(Method),
    find: Method,
  }),
} satisfies Record<SlotName, ReturnType<typeof shapeOf>>;
