import { type Static, Type } from "@sinclair/typebox";
import { briefFields, messagingField } from "vireo/brief";
import { fontFields, HexColor, lookFields, styleNames } from "vireo/captions/look";
import { common, LibraryQuery, labelFields, StartOf, Status } from "vireo/generations";
import { Closed, ListOf, OneOf, QueryInt, Text, Timestamp, Url } from "vireo/schema";
import { partCodes, partUses, priceParts, sceneKinds, sceneOrigins } from "vireo/slots/storyboard";
import { rowsField, templateFields, templateOrigin } from "vireo/templates";

const Attribution = Closed({
  source: Text({ maxLength: 100, description: "Library that provides the media, such as Pexels." }),
  author: Text({ maxLength: 500 }),
  url: Text({
    minLength: 1,
    maxLength: 4096,
    format: "uri",
    pattern: "^https?://",
    description: "http(s) URL of the media's page at the library.",
  }),
  license: Text({ maxLength: 200 }),
});

export const Scene = Closed({
  kind: OneOf(sceneKinds),
  text: Type.Optional(Text({ maxLength: 1000, description: "Main text. Several lines form a list." })),
  subtext: Type.Optional(
    Text({
      maxLength: 3000,
      description:
        "Secondary text: an author, a condition, or rows, one per line. Rows of `menu` and `chart` end with their figure, as in `Espresso 2.80`.",
    }),
  ),
  price: Type.Optional(
    Closed(Object.fromEntries(priceParts.map((part) => [part, Type.Optional(Text({ maxLength: 60 }))])), {
      description: "Price of a `price` scene, as shown: `was` is crossed out, `from` and `to` are a range.",
    }),
  ),
  mediaUrl: Type.Optional(
    Url("Image or video to show. It fills the frame, or a part of it where text would cover its subject."),
  ),
  seconds: Type.Optional(
    Type.Number({ minimum: 0.1, maximum: 600, description: "Scaled if the scenes do not add up to `duration`." }),
  ),
  narration: Type.Optional(
    Text({ minLength: 1, maxLength: 1000, pattern: "\\S", description: "Narration while the scene is shown." }),
  ),
  attribution: Type.Optional(Attribution),
  from: Type.Optional(OneOf(sceneOrigins, { description: "Origin of its words." })),
});
export const Warning = Closed({
  code: Type.String({ description: "Machine-readable code, such as `not_filmable`, `too_short` or `media_left_out`." }),
  message: Type.String({ description: "Human-readable." }),
});
const PromptPart = Closed({
  text: Type.String({ description: "Exact text from the prompt. The texts of all parts, joined, are the prompt." }),
  use: OneOf(partUses, {
    description: "`shown` and `left_out` parts are for the viewer; an `instruction` is for the engine.",
  }),
  scene: Type.Optional(Type.Integer({ minimum: 0, description: "Index of the scene that shows it." })),
  code: Type.Optional(
    OneOf(partCodes, {
      description:
        "Topic of an instruction, or the reason why a part is left out. `unclear`: shown although it may be an instruction.",
    }),
  ),
  reason: Type.Optional(Type.String({ description: "Human-readable explanation of the code." })),
});
const Coverage = Closed({
  words: Type.Integer({ description: "Words of the prompt." }),
  shown: Type.Integer(),
  instruction: Type.Integer(),
  leftOut: Type.Integer(),
});
/** How a prompt is used. */
export const accountFields = {
  parts: Type.Optional(Type.Array(PromptPart, { description: "The whole prompt in order, split into parts." })),
  coverage: Type.Optional(Coverage),
};
export const Storyboard = Closed({
  scenes: Type.Array(Scene),
  warnings: Type.Array(Warning),
  ...accountFields,
  costs: Type.Optional(
    Type.Array(
      Closed({
        step: OneOf(["script", "speech", "upload", "image", "stock", "design", "render", "layers"]),
        scene: Type.Optional(Type.Integer({ minimum: 0, description: "Index of the scene that the media is for." })),
        engine: Type.Optional(Type.String()),
        credits: Type.Number(),
      }),
      { description: "Steps of a narrated video in order, with their prices." },
    ),
  ),
  credits: Type.Optional(Type.Number({ description: "Sum of `costs`, which POST /videos/generate charges." })),
});

export const UploadVideo = Closed(
  {
    uploadId: Type.Optional(
      Text({ minLength: 1, maxLength: 100, description: "ID of a stored upload of this account." }),
    ),
    url: Type.Optional(Url("Alternative to the upload: URL of a video, which is copied.")),
    title: Type.Optional(
      Text({ maxLength: 200, description: "Title, shown as its prompt. Default: the name of the file." }),
    ),
  },
  { $id: "UploadVideo" },
);
export type UploadVideo = Static<typeof UploadVideo>;

const source = OneOf(["generated", "upload", "clip"], {
  description: "`generated` by a model, an `upload`, or a `clip` of a long video.",
});
export const VideoQuery = Closed({ ...LibraryQuery.properties, source: Type.Optional(source) });
export type VideoQuery = Static<typeof VideoQuery>;

const seconds = (description: string) => Type.Number({ minimum: 0, maximum: 36_000, description });
const Word = Closed(
  { word: Text({ minLength: 1, maxLength: 200 }), start: seconds("Seconds."), end: seconds("Seconds.") },
  { $id: "VideoTranscriptCueWord" },
);
const Cue = Closed(
  {
    start: seconds("Seconds."),
    end: seconds("Seconds."),
    text: Text({ maxLength: 2000 }),
    words: Type.Optional(Type.Array(Word, { maxItems: 500 })),
    isEstimated: Type.Optional(
      Type.Boolean({ description: "True if the times of the words are estimated from the pauses in the sound." }),
    ),
    speaker: Type.Optional(
      Text({ maxLength: 100, description: "Name of the speaker, if the subtitles contain it. Not shown in captions." }),
    ),
  },
  { $id: "VideoTranscriptCue" },
);

export const VersionParams = Closed({
  videoId: Text({ maxLength: 100 }),
  version: QueryInt({ minimum: 1, maximum: 1_000_000, description: "Number of the version." }),
});
export const VersionQuery = Closed({
  version: Type.Optional(QueryInt({ minimum: 1, maximum: 1_000_000, description: "Default: the newest version." })),
});
export const Transcript = Closed({
  videoId: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  status: OneOf(["processing", "completed", "failed"]),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  failCode: Type.Optional(Type.String()),
  failMessage: Type.Optional(Type.String()),
  cues: Type.Array(Cue, {
    description: "Text for captions that are added without a text. To change it, edit it and send it as `transcript`.",
  }),
});

const Interval = Closed({ start: seconds("Seconds."), end: seconds("Seconds.") }, { $id: "VideoInterval" });

export const CaptionGuides = Closed({
  videoId: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  speech: Type.Array(Interval, {
    description: "Likely speech, to which text without times is aligned. The whole length if there is none.",
  }),
  cuts: Type.Array(seconds("Seconds."), { description: "Hard cuts, at which captions may move." }),
  pictures: Type.Array(Type.String({ pattern: "^[0-8]*$" }), {
    description:
      "Five pictures for each of the first 300 seconds: a digit for each of 240 rows from the top, from 0 (no text) to 8 (a line of text).",
  }),
});

const LANGUAGE_TAG = { pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", maxLength: 35 } as const;
const spokenLanguage = Text({
  ...LANGUAGE_TAG,
  description: "Language of the speech, such as en or pt-BR (BCP 47). Detected from the audio by default.",
});

export const MakeTranscript = Type.Optional(
  Closed({
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Default: the newest version." }),
    ),
    language: Type.Optional(spokenLanguage),
  }),
);

/** Version whose layers an edit changes. */
const fromVersion = {
  fromVersion: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Version to edit. Default: the newest." }),
  ),
};

/** Maximum number of cues of captions: more than a subtitle file can have. */
const MOST_CUES = 32_000;

const captionsFields = {
  transcript: Type.Optional(
    Type.Array(Cue, {
      maxItems: MOST_CUES,
      description: "Spoken words, with their times. At least one for new captions.",
    }),
  ),
  text: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 10_000,
      description: "Text that is spread over the speech, or over the whole length.",
    }),
  ),
  subtitles: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 200_000,
      description: "Contents of an SRT, WebVTT, SBV or ASS file.",
    }),
  ),
  subtitlesUrl: Type.Optional(Url("URL of an SRT, WebVTT, SBV or ASS file in UTF-8, UTF-16 or Windows-1252.")),
  language: Type.Optional(
    Text({
      ...LANGUAGE_TAG,
      description:
        "Language of the text, such as tr or pt-BR (BCP 47), for capitals and for transcription. Default: detected from text or audio.",
    }),
  ),
  style: Type.Optional(OneOf(styleNames, { description: "Default bold." })),
  ...lookFields,
  avoidText: Type.Optional(
    Type.Boolean({ description: "Avoid text that is visible in the video near `position`. Default true." }),
  ),
};
export const Captions = Closed({
  ...captionsFields,
  ...fromVersion,
  replace: Type.Optional(
    Type.Boolean({ description: "Replace the captions of the version. Default true; false adds to them." }),
  ),
});
export type Captions = Static<typeof Captions>;

/** Settings of captions, without the version that they are added to. */
export const CaptionSettings = Closed(captionsFields);
export type CaptionSettings = Static<typeof CaptionSettings>;

export const Operation = OneOf(["original", "clip", "captions", "overlay", "voiceover", "trim", "render"]);
export const VideoVersion = Closed({
  videoId: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  url: Type.String(),
  operation: Operation,
  baseVersion: Type.Optional(
    Type.Integer({ minimum: 1, description: "Version that the edit is based on. Absent for the original." }),
  ),
  layers: Type.Optional(
    Type.Array(OneOf(["captions", "overlay", "voiceover", "music", "trim", "reframe", "tighten"]), {
      description: "Types of the layers that the edit added or changed, in order.",
    }),
  ),
  captions: Type.Optional(
    Type.Unsafe<CaptionSettings>({
      ...CaptionSettings,
      description:
        "Captions that the edit added, as its request described them. `transcript` and `text` are only in responses with a single video, and absent if the text came from the video's own speech.",
    }),
  ),
  createdAt: Timestamp("Creation time."),
});

export const Video = Closed({
  videoId: Type.String({ description: "vid_ prefixed" }),
  source,
  clipOf: Type.Optional(
    Closed(
      {
        videoId: Type.String({ description: "The long video." }),
        start: Type.Number({ description: "Seconds of the long video." }),
        end: Type.Number({ description: "Seconds of the long video." }),
      },
      { description: "Video that the clip was cut from. Later trims do not change this." },
    ),
  ),
  ...common,
  ...labelFields,
  ...templateOrigin,
  url: Type.Optional(Type.String({ description: "URL of the newest version, once completed." })),
  previewUrl: Type.Optional(
    Type.String({
      description:
        "While the video is processing: URL of a version with the same timing, if there is one. It may have a low resolution, and is removed when the render ends.",
    }),
  ),
  posterUrl: Type.Optional(
    Type.String({
      description:
        "URL of a still of the original. If the engine shows one while the video is processing, its URL changes at the end. For an upload, it is added some seconds after the file is stored.",
    }),
  ),
  thumbnailUrl: Type.Optional(
    Type.String({
      description: "URL of a thumbnail of the newest version. May be added some seconds later.",
    }),
  ),
  duration: Type.Optional(Type.Number({ description: "Length of the newest version in seconds." })),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  aspectRatio: Type.Optional(Type.String()),
  scenes: Type.Optional(Type.Array(Scene, { description: "Scenes of the video, for models that render scenes." })),
  warnings: Type.Optional(Type.Array(Warning)),
  ...accountFields,
  attributions: Type.Optional(
    Type.Array(Attribution, {
      description: "Creators of the stock media in the video. Credit them where it is published.",
    }),
  ),
  versions: Type.Array(VideoVersion, { description: "The original and every edit, oldest first." }),
});
export const Videos = ListOf("videos", Video);
const VideoStarted = StartOf("videoId", "vid_ prefixed");
export const VideoStart = Closed({
  ...VideoStarted.properties,
  videos: Type.Optional(
    Type.Array(Closed({ videoId: Type.String(), creditsUsed: Type.Number() }), {
      description: "For `rows`: a video for each, in order. `videoId` is the first, `creditsUsed` the total price.",
    }),
  ),
});

const anchors = [
  "top-left",
  "top",
  "top-right",
  "left",
  "center",
  "right",
  "bottom-left",
  "bottom",
  "bottom-right",
] as const;
const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const overlayFields = {
  text: Type.Optional(Text({ minLength: 1, maxLength: 1000 })),
  imageUrl: Type.Optional(Url("URL of an image.")),
  position: Type.Optional(
    Type.Union(
      [OneOf(anchors), Closed({ x: fraction("Centre, from the left."), y: fraction("Centre, from the top.") })],
      {
        description: "An anchor, or the centre as fractions of the frame. Default center.",
      },
    ),
  ),
  width: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1, description: "Fraction of the frame's width." })),
  opacity: Type.Optional(fraction("Default 1.")),
  start: Type.Optional(seconds("Second at which it appears. Default 0.")),
  end: Type.Optional(seconds("Second at which it disappears. Default: the end.")),
  ...fontFields,
  backgroundColor: Type.Optional(HexColor("Color behind the text.")),
};
export const Overlay = Closed({ type: OneOf(["text", "image"]), ...overlayFields, ...fromVersion });
export type Overlay = Static<typeof Overlay>;

/** A sound file, as an alternative to a layer's other source. */
const soundFields = {
  uploadId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "Alternative: ID of an uploaded audio file or video." }),
  ),
  audioUrl: Type.Optional(Url("Alternative: URL of an audio file or video.")),
};

const voiceoverFields = {
  text: Type.Optional(Text({ minLength: 1, maxLength: 5000, pattern: "\\S", description: "Text to speak." })),
  ...soundFields,
  voice: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 200,
      description: "ID of the engine's voice, from GET /voices. Default: the engine's default voice.",
    }),
  ),
  characterId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "Character whose voice is used instead of `voice`." }),
  ),
  speed: Type.Optional(
    Type.Number({ minimum: 0.5, maximum: 2, description: "Speed of the voice, if the engine supports it. Default 1." }),
  ),
  start: Type.Optional(
    seconds(
      "Second at which the voice begins. Default 0. The voice is never cut off: the last frame is held for at most 10 seconds.",
    ),
  ),
  volume: Type.Optional(Type.Number({ minimum: 0, maximum: 2, description: "Volume of the voice. Default 1." })),
  originalVolume: Type.Optional(
    fraction("Volume of the video's own audio in pauses of the voice. It is lowered under the voice. Default 0.5."),
  ),
};
export const Voiceover = Closed({ ...voiceoverFields, ...fromVersion });
export type Voiceover = Static<typeof Voiceover>;

const trimFields = {
  start: Type.Optional(seconds("Start of the part to keep, in seconds. Default 0.")),
  end: Type.Optional(seconds("End of the part to keep, in seconds. Default: the end.")),
};
export const Trim = Closed({ ...trimFields, ...fromVersion });
export type Trim = Static<typeof Trim>;

const musicFields = {
  musicId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "ID of a completed track of this account." }),
  ),
  ...soundFields,
  volume: Type.Optional(fraction("Volume of the music; 1 is as loud as a voice. Default 0.5.")),
  start: Type.Optional(seconds("Second at which it begins. Default 0. It repeats until the video ends.")),
  fadeIn: Type.Optional(Type.Number({ minimum: 0, maximum: 10, description: "Seconds. Default 0." })),
  fadeOut: Type.Optional(Type.Number({ minimum: 0, maximum: 10, description: "Seconds. Default 1." })),
  originalVolume: Type.Optional(fraction("Volume of the video's own audio, under which music is lowered. Default 1.")),
};
const pointFields = { x: fraction("From the left."), y: fraction("From the top.") };
const ReframeShot = Closed(
  {
    start: seconds("Seconds."),
    end: seconds("Seconds."),
    mode: OneOf(["fill", "fit", "split"], {
      description:
        "`fill` shows a part as large as possible, `split` two of them on top of each other, `fit` the whole frame on a blurred background.",
    }),
    focus: Type.Optional(
      Closed(pointFields, {
        description: "Centre of the part; of the upper one in `split`. Default: the centre of the picture.",
      }),
    ),
    second: Type.Optional(Closed(pointFields, { description: "Centre of the lower part in `split`." })),
    path: Type.Optional(
      Type.Array(Closed({ time: seconds("Seconds."), ...pointFields }), {
        minItems: 2,
        maxItems: 1000,
        description: "How the centre moves, instead of `focus`: in a straight line from point to point.",
      }),
    ),
  },
  { $id: "ReframeShot" },
);
const tightenFields = {
  silences: Type.Optional(
    Type.Number({
      minimum: 0.3,
      maximum: 3,
      description: "Pauses longer than this, in seconds, are shortened to a natural length. Default 0.7.",
    }),
  ),
  fillers: Type.Optional(
    Type.Boolean({
      description: "Remove hesitation sounds, such as um. Needs a transcript with the times of words. Default false.",
    }),
  ),
  fillerWords: Type.Optional(
    Type.Array(Text({ minLength: 1, maxLength: 40 }), {
      maxItems: 50,
      description: "Words to remove instead of the usual hesitation sounds.",
    }),
  ),
  keep: Type.Optional(
    Type.Array(Closed({ start: seconds("Seconds."), end: seconds("Seconds.") }), {
      maxItems: 500,
      description: "Parts to keep, in seconds of the video that is tightened.",
    }),
  ),
  removed: Type.Optional(
    Type.Array(Closed({ start: seconds("Seconds."), end: seconds("Seconds."), kind: OneOf(["silence", "filler"]) }), {
      maxItems: 500,
      description: "In responses: what is removed, in seconds of the video that is tightened. No effect in requests.",
    }),
  ),
};
const reframeFields = {
  aspectRatio: OneOf(["9:16", "16:9", "1:1", "4:5"], { description: "Shape of the result." }),
  mode: Type.Optional(
    OneOf(["auto", "center", "fit"], {
      description:
        "`auto` follows faces, shot by shot; `center` keeps the centre, or `focus`; `fit` shows the whole frame on a blurred background. Default auto.",
    }),
  ),
  focus: Type.Optional(Closed(pointFields, { description: "Point that `center` keeps in the middle." })),
  shots: Type.Optional(
    Type.Array(ReframeShot, {
      maxItems: 1000,
      description:
        "What is shown when. `mode` applies where there is no shot. In responses, this is what the video shows; change it and send it back.",
    }),
  ),
};
/** Fields of all layers. */
const layerFields = {
  id: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 40,
      description: "ID of a layer of the version, which is kept or changed. Absent for a new layer.",
    }),
  ),
};
const drawnFields = {
  ...layerFields,
  z: Type.Optional(
    Type.Integer({
      minimum: -100,
      maximum: 100,
      description:
        "Order of drawing: higher is on top; of layers with the same value, the later one. Default 1 for captions and 0 for overlays.",
    }),
  ),
};
const CaptionsLayer = Closed(
  { type: OneOf(["captions"]), ...captionsFields, ...drawnFields },
  { $id: "VideoEditLayerCaptions" },
);
const OverlayLayer = Closed(
  { type: OneOf(["overlay"]), ...overlayFields, ...drawnFields },
  { $id: "VideoEditLayerOverlay" },
);
const VoiceoverLayer = Closed(
  { type: OneOf(["voiceover"]), ...voiceoverFields, ...layerFields },
  { $id: "VideoEditLayerVoiceover" },
);
const MusicLayer = Closed({ type: OneOf(["music"]), ...musicFields, ...layerFields }, { $id: "VideoEditLayerMusic" });
const TrimLayer = Closed({ type: OneOf(["trim"]), ...trimFields, ...layerFields });
const ReframeLayer = Closed({ type: OneOf(["reframe"]), ...reframeFields, ...layerFields });
const TightenLayer = Closed({ type: OneOf(["tighten"]), ...tightenFields, ...layerFields });
type Fields<Layer> = Omit<Layer, "id" | "type">;
export type CaptionsFields = Fields<Static<typeof CaptionsLayer>>;
export type OverlayFields = Fields<Static<typeof OverlayLayer>>;
export type VoiceoverFields = Fields<Static<typeof VoiceoverLayer>>;
export type MusicFields = Fields<Static<typeof MusicLayer>>;
export type TrimFields = Fields<Static<typeof TrimLayer>>;
export type ReframeFields = Fields<Static<typeof ReframeLayer>>;
export type TightenFields = Fields<Static<typeof TightenLayer>>;

const layerSchemas = [
  CaptionsLayer,
  OverlayLayer,
  VoiceoverLayer,
  MusicLayer,
  TrimLayer,
  ReframeLayer,
  TightenLayer,
] as const;
const Layer = Type.Union([...layerSchemas], { $id: "VideoEditLayer" });
export type Layer = Static<typeof Layer>;
const KeptLayer = Closed({ id: Text({ minLength: 1, maxLength: 40, description: "Keeps this layer unchanged." }) });

/** Formats of timelines. */
export const timelineFormats = ["json", "srt", "vtt", "otio"] as const;

/** Maximum number of layers of a version. */
export const MOST_LAYERS = 50;

/** Layers of a video that is still to be made. */
const NewLayer = Type.Union([CaptionsLayer, OverlayLayer, VoiceoverLayer, MusicLayer]);
export type NewLayer = Static<typeof NewLayer>;

/** Sources of media for narrated videos. */
export const visuals = ["stock", "generated", "designed"] as const;

const CaptionLook = Closed({
  style: Type.Optional(OneOf([...styleNames, "none"] as const, { description: "Default bold." })),
  ...lookFields,
});

export const VideoBody = Closed({
  prompt: Type.Optional(Text({ minLength: 1, maxLength: 5000, description: "Required without scenes or script." })),
  script: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 5000,
      pattern: "\\S",
      description:
        "Text to speak. A voice narrates it over clips and images, with captions. A character with an image or an avatar speaks it on camera if an engine for speaking people is configured.",
    }),
  ),
  voice: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 200,
      description:
        "Voice of the script: an id, or `engine:id`, from GET /voices. Default: the character's, or the engine's. With a prompt and no script, a language model writes the script.",
    }),
  ),
  speed: Type.Optional(
    Type.Number({ minimum: 0.5, maximum: 2, description: "Speed of the voice, if the engine supports it. Default 1." }),
  ),
  visuals: Type.Optional(
    OneOf(visuals, {
      description:
        "Visuals of narrated scenes without their own media: stock clips, generated images (at the price of an image each), or designed scenes. Default: stock if a library is configured, otherwise designed.",
    }),
  ),
  imageModel: Type.Optional(
    Text({ minLength: 1, maxLength: 200, description: "Model for `visuals: generated`, from GET /models." }),
  ),
  captions: Type.Optional(
    Type.Unsafe<Static<typeof CaptionLook>>({ ...CaptionLook, description: "Captions of a narrated video." }),
  ),
  musicVolume: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Level of the music of a narrated video in pauses of the speech. Default 0.5.",
    }),
  ),
  scenes: Type.Optional(
    Type.Array(Scene, {
      minItems: 1,
      maxItems: 40,
      description:
        "Scenes, shown exactly as sent, for models with `scenes`. POST /videos/storyboard writes them from a prompt.",
    }),
  ),
  storyboard: Type.Optional(
    OneOf(["literal", "written"], {
      description:
        "How a prompt becomes scenes: verbatim, or written by the configured language model. Default: written if a language model is configured.",
    }),
  ),
  callToAction: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 120,
      pattern: "\\S",
      description:
        "Call to action for the last scene if the prompt has none. `auto` adds one if the prompt has an offer or a contact and its language is certain. Default: none.",
    }),
  ),
  leftOut: Type.Optional(
    OneOf(["warn", "error"], {
      description:
        "Whether parts of the prompt that are left out cause a warning, or a 400 that lists them. Default `warn`.",
    }),
  ),
  model: Type.Optional(
    Text({ minLength: 1, maxLength: 200, description: "Model ID from GET /models. Default: the configured model." }),
  ),
  aspectRatio: Type.Optional(OneOf(["9:16", "16:9", "1:1"], { description: "Default 9:16." })),
  duration: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 600,
      description:
        "Duration in seconds, within the model's limits. Default: the model's default, or shorter for a short prompt. A script determines its own duration.",
    }),
  ),
  resolution: Type.Optional(OneOf(["720p", "1080p"], { description: "Default: the first one of the model." })),
  imageUrl: Type.Optional(Url("First frame.")),
  videoUrl: Type.Optional(
    Url("Video of a person that is lip-synced to the script, for models whose `faces` in GET /models include video."),
  ),
  referenceImageUrls: Type.Optional(
    Type.Array(Url("URL of an image, or of a video for models with `scenes`."), {
      maxItems: 10,
      description:
        "Media shown in this order by models with `scenes`. A single one is shown in most scenes; several are matched to the scenes if there are as many.",
    }),
  ),
  mediaVolume: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Audio level of the shown videos, which lowers the music. Default 0: no audio.",
    }),
  ),
  layers: Type.Optional(
    Type.Array(NewLayer, {
      maxItems: MOST_LAYERS,
      description:
        "Layers on top, each at its price. Version 1 is without them. If they cannot be rendered, they are left out and refunded.",
    }),
  ),
  ...briefFields,
  ...messagingField,
  musicId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "ID of a completed track of this account." }),
  ),
  negativePrompt: Type.Optional(Text({ maxLength: 2000 })),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2147483647,
      description: "If the engine supports it, the same seed and request make the same video.",
    }),
  ),
});

export type GenerateBody = Static<typeof VideoBody>;
/** A body, or a template to make it from. */
export const GenerateVideo = Closed(
  { ...VideoBody.properties, ...templateFields, ...rowsField },
  { $id: "GenerateVideoRequest" },
);
export type GenerateRequest = Static<typeof GenerateVideo>;

export const RenderBody = Closed({
  layers: Type.Array(Type.Union([...layerSchemas, KeptLayer]), {
    maxItems: MOST_LAYERS,
    description:
      "All layers of the new version, in order. A new layer has a type and its fields. To keep a layer of the version, send its id; to change it, also send the changed fields. Layers that are not listed are removed. Times are in seconds of the new version, so a layer stays with the same content when a trim changes; those of a trim or tighten are in seconds of the video that it cuts. The cuts of a new tighten are not known yet, so times ignore them. An overlay has either text or imageUrl.",
  }),
  ...fromVersion,
  baseVersion: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        "Newest version that the client knows. If there is a newer one, the response is 409 `version_changed`.",
    }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        "Check and price the layers without rendering them: the response has `layers`, `duration` and `credits`. Default false.",
    }),
  ),
  replace: Type.Optional(Type.Boolean({ deprecated: true, description: "No effect: the list replaces all layers." })),
});
/** A body, or a template to make it from. */
export const Render = Closed({
  ...RenderBody.properties,
  layers: Type.Optional(RenderBody.properties.layers),
  ...templateFields,
});
export type RenderRequest = Static<typeof Render>;
export type Render = Static<typeof RenderBody>;

const LayerWarning = Closed({
  code: Type.String({
    description:
      "`layer_cut`: nothing of the layer is inside the version. It is kept. `fillers_not_heard`: hesitation sounds are not removed, because the times of the words are not known.",
  }),
  message: Type.String({ description: "Human-readable." }),
  layerId: Type.String(),
});
export const VersionDetail = Closed(
  {
    videoId: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    url: Type.String(),
    operation: Operation,
    baseVersion: Type.Optional(Type.Integer({ minimum: 1, description: "Absent for the original." })),
    originalVideoId: Type.Optional(
      Type.String({ description: "For a clip: the long video, whose version `originalVersion` is." }),
    ),
    originalVersion: Type.Integer({
      minimum: 1,
      description: "Version whose file all layers are applied to. 1, unless the layers of an older edit are not known.",
    }),
    duration: Type.Optional(Type.Number({ description: "Seconds." })),
    layers: Type.Array(Layer, {
      description:
        "Layers in order, with all fields. Sending them back to POST /videos/{videoId}/render changes nothing.",
    }),
    warnings: Type.Optional(Type.Array(LayerWarning)),
    createdAt: Timestamp("Creation time."),
  },
  { $id: "VideoVersionDetail" },
);

const Losses = Type.Array(
  Closed({ layerId: Type.String(), type: Type.String(), reason: Type.String({ description: "Human-readable." }) }),
);
export const TimelineQuery = Closed({
  format: Type.Optional(OneOf(timelineFormats, { description: "Default json." })),
});
export const VersionTimeline = Closed(
  {
    videoId: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    originalUrl: Type.String({ description: "URL of the file that all layers are applied to." }),
    duration: Type.Optional(Type.Number({ description: "Seconds." })),
    layers: Type.Array(Layer),
    losses: Closed(
      { srt: Losses, vtt: Losses, otio: Losses },
      { description: "What each of the other formats cannot represent." },
    ),
  },
  { $id: "VideoVersionTimeline" },
);

export const EditResult = Closed(
  {
    videoId: Type.String(),
    url: Type.String(),
    version: Type.Integer({
      minimum: 1,
      description:
        "Number of the new version. That of the edited version if its layers are unchanged, and in a dry run.",
    }),
    operation: Operation,
    creditsUsed: Type.Number({ description: "Price of the layers that the edit added or changed." }),
    warnings: Type.Optional(Type.Array(LayerWarning)),
    layers: Type.Optional(
      Type.Array(Layer, { description: "Layers of the planned version, in the response to a dry run." }),
    ),
    duration: Type.Optional(
      Type.Number({
        description: "Length of the planned version in seconds, if it is known before its voice-overs are spoken.",
      }),
    ),
    credits: Type.Optional(Type.Number({ description: "Price of the planned version, in the response to a dry run." })),
  },
  { $id: "VideoEdit" },
);

/** Response to an edit that goes on after the response. */
export const EditStart = Closed(
  {
    editId: Type.String(),
    videoId: Type.String(),
    operation: Operation,
    status: Status,
    creditsUsed: Type.Number(),
    createdAt: Timestamp("Time of the request."),
  },
  { $id: "VideoEditStart" },
);
