import { Type } from "@sinclair/typebox";
import { Closed, OneOf, Text } from "vireo/schema";

export const LabelsQuery = Closed({
  kind: Type.Optional(OneOf(["video", "image", "music"], { description: "Only labels of this kind. Default: all." })),
});

const Label = Closed({
  name: Type.String(),
  count: Type.Integer({ description: "Resources that have it." }),
});
export const Labels = Closed({
  folders: Type.Array(Label, { description: "By name, at most 500." }),
  tags: Type.Array(Label, { description: "By name, at most 500." }),
});

const name = { minLength: 1, maxLength: 100 };
export const RenameFolder = Closed({
  folder: Text({ ...name, description: "Its present name." }),
  name: Type.Union([Text(name), Type.Null()], { description: "Its new name. null takes everything out of it." }),
});
export const Renamed = Closed({ changed: Type.Integer({ description: "Resources that were in the folder." }) });
