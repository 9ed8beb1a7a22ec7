import { invalid } from "vireo/errors";
import { accept, addResourceRoutes } from "vireo/generations";
import type { Router } from "vireo/router";
import type { ImageRequest } from "vireo/slots/image";
import { createPlainCheck } from "vireo/templates";
import { generateImage, type Images, presentImage } from "./images";
import { EditImage, GenerateImage, Image, ImageBody, Images as ImageList, ImageStart } from "./schema";

export function addImageRoutes(router: Router, images: Images): void {
  router
    .post(
      "/generate",
      async ({ body, caller, exchange, set }) =>
        accept(set, "/images", "imageId", await generateImage(images, exchange, caller.accountId, body)),
      {
        auth: "media:write",
        limit: "generation",
        cost: ["image", "imageEdit"],
        detail: { summary: "Generate an image, or edit one when imageId or imageUrl is given" },
        body: GenerateImage,
        transform: createPlainCheck(ImageBody),
        response: { 202: ImageStart },
      },
    )
    .post(
      "/edit",
      async ({ body, caller, exchange, set }) => {
        if (body.imageId === undefined && body.imageUrl === undefined)
          throw invalid("imageId", "Send imageId or imageUrl.");
        return accept(set, "/images", "imageId", await generateImage(images, exchange, caller.accountId, body));
      },
      {
        auth: "media:write",
        limit: "generation",
        cost: ["imageEdit"],
        detail: { summary: "Edit an image" },
        body: EditImage,
        response: { 202: ImageStart },
      },
    );
  addResourceRoutes<ImageRequest>(router, images.generations, {
    kind: "image",
    path: "",
    idName: "imageId",
    one: "an image",
    all: "images",
    plural: "images",
    scope: "media",
    schemas: { one: Image, list: ImageList },
    present: (row) => presentImage(images, row),
    hasLabels: true,
  });
}
