import { Type } from "@sinclair/typebox";
import { briefFields } from "vireo/brief";
import { common, GenerationList, StartOf } from "vireo/generations";
import { Closed, OneOf, Text, Url } from "vireo/schema";

const ratios = ["1:1", "9:16", "16:9", "4:5", "3:4"] as const;
const prompt = Text({ minLength: 1, maxLength: 2000, description: "What to make, or what to change." });
const model = Type.Optional(
  Text({ minLength: 1, maxLength: 200, description: "One of GET /models; the configured default without it." }),
);
const source = {
  imageId: Type.Optional(Text({ minLength: 1, maxLength: 100, description: "A completed image of this account." })),
  imageUrl: Type.Optional(Url("Address of a picture.")),
};

export const GenerateImage = Closed({
  prompt,
  aspectRatio: Type.Optional(OneOf(ratios, { description: "Default 1:1." })),
  model,
  ...briefFields,
  referenceImageUrls: Type.Optional(
    Type.Array(Url("Address of a picture."), { maxItems: 5, description: "Pictures to draw on." }),
  ),
  ...source,
  maskUrl: Type.Optional(Url("White where the edit applies.")),
});
export const EditImage = Closed({
  prompt,
  model,
  ...source,
  maskUrl: Type.Optional(Url("White where the edit applies.")),
});

export const Image = Closed({
  imageId: Type.String({ description: "img_ prefixed" }),
  ...common,
  url: Type.Optional(Type.String({ description: "Download address, when completed." })),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  aspectRatio: Type.Optional(Type.String()),
});
export const Images = GenerationList("images", Image);
export const ImageStart = StartOf("imageId", "img_ prefixed");
