import { type Static, Type } from "@sinclair/typebox";
import { captionPreset } from "vireo/captions/look";
import { common, StartOf } from "vireo/generations";
import { Closed, ListOf, OneOf, Text } from "vireo/schema";
import { momentLayouts } from "vireo/slots/moments";

const seconds = (description: string) => Type.Number({ minimum: 0, maximum: 86_400, description });

/** Longest part of a video that is searched, in seconds. */
export const MOST_SEARCHED = 3 * 3600;
/** Maximum number of moments of a search. */
export const MOST_MOMENTS = 20;
export const DEFAULTS = { count: 5, minSeconds: 15, maxSeconds: 60 } as const;

export const FindClips = Closed({
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_MOMENTS, description: "Maximum number of clips. Default 5." }),
  ),
  minSeconds: Type.Optional(Type.Number({ minimum: 5, maximum: 180, description: "Default 15." })),
  maxSeconds: Type.Optional(Type.Number({ minimum: 5, maximum: 180, description: "Default 60." })),
  range: Type.Optional(
    Closed({ start: seconds("Seconds."), end: seconds("Seconds.") }, { description: "Part of the video to search." }),
  ),
  prompt: Type.Optional(Text({ maxLength: 500, description: "What to look for, such as: the part about pricing." })),
  keywords: Type.Optional(
    Type.Array(Text({ minLength: 1, maxLength: 60 }), { maxItems: 20, description: "Words to look for." }),
  ),
  content: Type.Optional(
    OneOf(["auto", "talk", "screen", "action"], {
      description: "Kind of video. For `action`, motion and loudness count as well. Default auto.",
    }),
  ),
  language: Type.Optional(
    Text({
      pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
      maxLength: 35,
      description: "Language of the speech, such as en or pt-BR (BCP 47). Detected by default.",
    }),
  ),
  subtitles: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 1_000_000,
      description:
        "Subtitles of the video: the contents of an SRT, WebVTT, SBV or ASS file. They become the transcript of the video. Default: its transcript, or a new one if a transcription engine is configured.",
    }),
  ),
  aspectRatio: Type.Optional(
    OneOf(["9:16", "4:5", "1:1", "16:9"], { description: "Shape of the clips. Default 9:16." }),
  ),
  reframe: Type.Optional(
    OneOf(["auto", "center", "fit"], {
      description:
        "Part of the video that a clip shows, as in a layer of type `reframe`. Default auto, which follows faces.",
    }),
  ),
  tighten: Type.Optional(
    Closed(
      {
        silences: Type.Optional(
          Type.Number({
            minimum: 0.3,
            maximum: 3,
            description: "Pauses longer than this, in seconds, are shortened to a natural length. Default 0.7.",
          }),
        ),
        fillers: Type.Optional(Type.Boolean({ description: "Remove hesitation sounds, such as um. Default false." })),
      },
      { description: "Remove pauses from the clips, as a layer of type `tighten`. Default: pauses are kept." },
    ),
  ),
  captions: Type.Optional(
    Type.Union([captionPreset("Look of the captions."), Type.Literal(false)], {
      description:
        "Look of the captions, or false for none. Default: the look in the brand kit, otherwise bold. Clips without a transcript have none.",
    }),
  ),
  model: Type.Optional(Text({ minLength: 1, maxLength: 200, description: "Model that finds moments." })),
  render: Type.Optional(
    Type.Union([OneOf(["all", "none"]), Type.Integer({ minimum: 1, maximum: MOST_MOMENTS })], {
      description: "Moments to make videos of: all that are found, none, or the best ones. Default: `count`.",
    }),
  ),
});
export type FindClips = Static<typeof FindClips>;

export const RenderClips = Closed({
  ids: Type.Array(Text({ minLength: 1, maxLength: 40 }), {
    minItems: 1,
    maxItems: MOST_MOMENTS,
    uniqueItems: true,
    description: "Moments to make videos of. Moments that already have one are skipped.",
  }),
});
export type RenderClips = Static<typeof RenderClips>;

const share = Type.Number({ minimum: 0, maximum: 1 });
const Moment = Closed(
  {
    id: Type.String(),
    start: Type.Number({ description: "Seconds of the long video." }),
    end: Type.Number({ description: "Seconds of the long video." }),
    title: Type.String(),
    hook: Type.String({ description: "First sentence. Empty without speech." }),
    reason: Type.String({ description: "Why it was chosen." }),
    score: Type.Integer({ minimum: 0, maximum: 100, description: "Relative to the other moments of the video." }),
    factors: Closed({ hook: share, complete: share, clarity: share, density: share, energy: share }),
    transcript: Type.Optional(Type.String({ description: "What is said." })),
    layout: Type.Optional(
      OneOf(momentLayouts, {
        description:
          "What the video mostly shows, which determines what the clip shows with `reframe: auto`. `face`: one person, who is followed. `two_faces`: two people, in turns or one above the other. `group`: more people. `screen`: a slide or a screen, shown whole. `wide`: nobody; the center.",
      }),
    ),
    speakers: Type.Optional(
      Type.Integer({ minimum: 1, description: "Number of people who speak. Present only if the subtitles name them." }),
    ),
    videoId: Type.Optional(Type.String({ description: "The clip. Its state is that of the video." })),
  },
  { $id: "ClipMoment" },
);

const { id: _id, videoId: _videoId, ...found } = Moment.properties;
/** Facts that an engine returns. */
export const FoundMoments = Type.Object({
  basis: OneOf(["speech", "sound"]),
  moments: Type.Array(Type.Object(found), { maxItems: MOST_MOMENTS }),
});

const Warning = Closed({
  code: Type.String({
    description:
      "`fewer_found`: fewer good moments than `count`. `no_captions`: clips have none because there is no transcript. `not_judged`, `title_refused`: what a language model said was not used. Other codes say why a clip was not made.",
  }),
  message: Type.String({ description: "Human-readable." }),
});

export const Clips = Closed(
  {
    clipsId: Type.String({ description: "ID of the search (clp_…)." }),
    videoId: Type.String({ description: "The long video." }),
    version: Type.Integer({
      minimum: 1,
      description: "Version that was searched. All times are in seconds of this version.",
    }),
    ...common,
    basis: Type.Optional(
      OneOf(["speech", "sound"], {
        description: "Basis for choosing moments: the speech, or only sound and motion.",
      }),
    ),
    clips: Type.Array(Moment, { description: "All moments that were found, best first, once completed." }),
    warnings: Type.Optional(Type.Array(Warning)),
  },
  { $id: "ClipSearch" },
);
export const ClipsList = ListOf("searches", Clips);
export const ClipsStart = StartOf("clipsId", "ID of the search (clp_…).");
