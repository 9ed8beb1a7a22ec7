/** Members that the engines of each slot must have, checked when a plug-in is loaded. */
import { Type } from "@sinclair/typebox";
import { engineMembers, Models, providerMembers, type SlotName } from "#core/engine";
import { Count, Method, optional, shapeOf, Texts } from "#core/shape";
import type { EmbedProvider } from "#sdk/slots/embed";
import type { MomentJudge } from "#sdk/slots/judge";
import type { Scraper } from "#sdk/slots/scrape";
import { type MetricsReader, type Pace, platforms, type SocialProvider } from "#sdk/slots/social";
import type { Speaker } from "#sdk/slots/speak";
import type { StockLibrary } from "#sdk/slots/stock";
import type { StoryboardWriter } from "#sdk/slots/storyboard";
import type { Talker } from "#sdk/slots/talk";
import type { Transcriber } from "#sdk/slots/transcribe";

const Engine = Type.Object(engineMembers);
const Rate = shapeOf<Pace>({ count: Count, ms: Count });
const Rates = Type.Array(Rate);

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
  transcribe: shapeOf<Transcriber>({ ...providerMembers, transcribe: Method }),
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
    paces: optional(Type.Object(Object.fromEntries(platforms.map((platform) => [platform, optional(Rates)])))),
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
