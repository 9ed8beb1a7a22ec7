import { invalid } from "vireo/errors";
import { accept, CANCELS, type Generations, LabelBody, LibraryQuery } from "vireo/generations";
import type { Router } from "vireo/router";
import { Nothing } from "vireo/schema";
import type { Images } from "./images";
import { EditImage, GenerateImage, Image, Images as ImageList, ImageStart } from "./schema";

export function addImageRoutes(router: Router, generations: Generations, images: Images): void {
  router
    .post(
      "/generate",
      async ({ body, caller, exchange, set }) =>
        accept(set, "/images", "imageId", await images.start(exchange, caller.accountId, body)),
      {
        auth: "media:write",
        limit: "generation",
        cost: ["image", "imageEdit"],
        detail: { summary: "Generate an image, or edit one when imageId or imageUrl is given" },
        body: GenerateImage,
        response: { 202: ImageStart },
      },
    )
    .post(
      "/edit",
      async ({ body, caller, exchange, set }) => {
        if (body.imageId === undefined && body.imageUrl === undefined)
          throw invalid("imageId", "Send imageId or imageUrl.");
        return accept(set, "/images", "imageId", await images.start(exchange, caller.accountId, body));
      },
      {
        auth: "media:write",
        limit: "generation",
        cost: ["imageEdit"],
        detail: { summary: "Edit an image" },
        body: EditImage,
        response: { 202: ImageStart },
      },
    )
    .get(
      "",
      async ({ query, caller }) => {
        const { rows, pagination } = await generations.list(caller.accountId, images.kind, query);
        return { images: rows.map(images.present), pagination };
      },
      { auth: "media:read", detail: { summary: "List images" }, query: LibraryQuery, response: { 200: ImageList } },
    )
    .get(
      "/:imageId",
      async ({ params, caller }) =>
        images.present(await generations.get(caller.accountId, images.kind, params.imageId)),
      {
        auth: "media:read",
        detail: { summary: "Get an image" },
        response: { 200: Image },
      },
    )
    .patch(
      "/:imageId",
      async ({ params, caller, body }) =>
        images.present(await generations.label(caller.accountId, images.kind, params.imageId, body)),
      {
        auth: "media:write",
        detail: { summary: "Change the title, tags or folder of an image" },
        body: LabelBody,
        response: { 200: Image },
      },
    )
    .delete(
      "/:imageId",
      async ({ params, caller, set }) => {
        await generations.remove(await generations.get(caller.accountId, images.kind, params.imageId));
        set.status = 204;
      },
      {
        auth: "media:write",
        detail: { summary: "Delete or cancel an image", description: CANCELS, "x-errors": [409] } as object,
        response: { 204: Nothing },
      },
    );
}
