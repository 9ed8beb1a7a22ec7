import { Type } from "@sinclair/typebox";
import { Closed, OneOf, Text } from "vireo/schema";

export const LabelsQuery = Closed({
  kind: Type.Optional(OneOf(["video", "image", "music"], { description: "Only labels of this kind. Default: all." })),
});

const Label = Closed({
  name: Type.String(),
  count: Type.Integer({ description: "Number of resources with this label." }),
});
export const Labels = Closed({
  folders: Type.Array(Label, { description: "By name, at most 500." }),
  tags: Type.Array(Label, { description: "By name, at most 500." }),
});

const name = { minLength: 1, maxLength: 100 };
export const RenameFolder = Closed({
  folder: Text({ ...name, description: "Current name." }),
  name: Type.Union([Text(name), Type.Null()], {
    description: "New name. null removes the folder from all its resources.",
  }),
});
export const Renamed = Closed({
  changed: Type.Integer({ description: "Number of resources that were in the folder." }),
});
