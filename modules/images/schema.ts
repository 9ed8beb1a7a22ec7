import { Type } from "@sinclair/typebox";
import { briefFields } from "vireo/brief";
import { common, labelFields, StartOf } from "vireo/generations";
import { Closed, ListOf, OneOf, Text, Url } from "vireo/schema";
import { rowsField, templateFields, templateOrigin } from "vireo/templates";

const ratios = ["1:1", "9:16", "16:9", "4:5", "3:4"] as const;
const prompt = Text({
  minLength: 1,
  maxLength: 2000,
  description: "Description of the image to create or the change to make.",
});
const model = Type.Optional(
  Text({ minLength: 1, maxLength: 200, description: "Model ID from GET /models. Default: the configured model." }),
);
const source = {
  imageId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "ID of a completed image of this account." }),
  ),
  imageUrl: Type.Optional(Url("URL of an image.")),
};

export const ImageBody = Closed({
  prompt,
  aspectRatio: Type.Optional(OneOf(ratios, { description: "Default 1:1." })),
  model,
  ...briefFields,
  referenceImageUrls: Type.Optional(
    Type.Array(Url("URL of an image."), { maxItems: 5, description: "Reference images." }),
  ),
  ...source,
  maskUrl: Type.Optional(Url("URL of a mask image. White marks the area to edit.")),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2147483647,
      description: "If the engine supports it, the same seed and request make the same image.",
    }),
  ),
});
/** A body, or a template to make it from. */
export const GenerateImage = Closed({
  ...ImageBody.properties,
  prompt: Type.Optional(prompt),
  ...templateFields,
  ...rowsField,
});
export const EditImage = Closed({
  prompt,
  model,
  ...source,
  maskUrl: Type.Optional(Url("URL of a mask image. White marks the area to edit.")),
});

export const Image = Closed({
  imageId: Type.String({ description: "ID of the image (img_…)." }),
  ...common,
  ...labelFields,
  ...templateOrigin,
  url: Type.Optional(Type.String({ description: "Download URL, once completed." })),
  thumbnailUrl: Type.Optional(
    Type.String({ description: "URL of a thumbnail, available some seconds after the image is completed." }),
  ),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  aspectRatio: Type.Optional(Type.String()),
});
export const Images = ListOf("images", Image);
const Started = StartOf("imageId", "ID of the image (img_…).");
export const ImageStart = Closed({
  ...Started.properties,
  images: Type.Optional(
    Type.Array(Closed({ imageId: Type.String(), creditsUsed: Type.Number() }), {
      description: "For `rows`: an image for each, in order. `imageId` is the first, `creditsUsed` the total price.",
    }),
  ),
});
