import { Type } from "@sinclair/typebox";
import { common, labelFields, StartOf } from "vireo/generations";
import { Closed, ListOf, OneOf, Text } from "vireo/schema";

export const GenerateMusic = Closed({
  prompt: Text({ minLength: 1, maxLength: 2000, description: "Genre, mood, instruments, tempo, length, style." }),
  model: Type.Optional(
    Type.Union([OneOf(["V3_5", "V4", "V4_5", "V4_5PLUS", "V4_5ALL", "V5"]), Text({ minLength: 1, maxLength: 200 })], {
      description: "One of these, or another model from GET /models.",
    }),
  ),
  instrumental: Type.Optional(Type.Boolean({ default: true, description: "True for music without vocals." })),
  title: Type.Optional(Text({ maxLength: 200, description: "With style, enables custom mode." })),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2147483647,
      description: "If the engine supports it, the same seed and request make the same track. Random by default.",
    }),
  ),
  style: Type.Optional(Text({ maxLength: 500, description: "Style, used with title in custom mode." })),
});

export const Track = Closed({
  musicId: Type.String({ description: "ID of the track (mus_…)." }),
  ...common,
  ...labelFields,
  audioUrl: Type.Optional(Type.String({ description: "Download URL, once completed." })),
  albumArtUrl: Type.Optional(Type.String()),
  thumbnailUrl: Type.Optional(
    Type.String({
      description: "URL of a thumbnail of the album art, available some seconds after the track is completed.",
    }),
  ),
  alternateAudioUrl: Type.Optional(Type.String({ description: "URL of a second take, if the engine made two." })),
  duration: Type.Optional(Type.Number({ description: "Seconds." })),
});
export const Tracks = ListOf("tracks", Track);
export const MusicStart = StartOf("musicId", "ID of the track (mus_…).");
