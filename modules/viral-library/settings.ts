import { type Static, Type } from "@sinclair/typebox";
import { Group } from "vireo/settings";

export const settings = Group({
  vectors: Type.Optional(
    Type.String({
      minLength: 1,
      env: "VECTORS_LOCATION",
      description:
        "Location of the search index: a directory, or s3://bucket/path. Must be the same for all replicas. Default: the data directory.",
    }),
  ),
  maxVideos: Type.Integer({
    minimum: 0,
    default: 200_000,
    env: "VIRAL_LIBRARY_MAX_VIDEOS",
    description: "Maximum number of videos in an account's own library.",
  }),
});

export type Settings = Static<typeof settings>;
