import type { Static } from "@sinclair/typebox";
import { type BriefIds, resolveBrief } from "vireo/brief";
import { invalid, notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { checkUrls, fit, GenerationQuery, presentCommon, presentStart, review } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import { defineModule } from "vireo/module";
import { applyStyle } from "vireo/prompt";
import type { Exchange } from "vireo/request";
import { Nothing } from "vireo/schema";
import type { ImageRequest } from "vireo/slots/image";
import { changes } from "./changes";
import { EditImage, GenerateImage, Image, ImageStart, Images } from "./schema";

type Asked = Static<typeof GenerateImage>;

export const images = defineModule({
  name: "images",
  title: "Image Generation",
  description: "Image generation and editing. Asynchronous; poll GET /images/{imageId}.",
  uses: ["content"],
  scopes: ["media:read", "media:write"],
  events: {
    "image.completed": { scope: "media:read", route: "GET /images/:imageId" },
    "image.failed": { scope: "media:read", route: "GET /images/:imageId" },
  },
  prices: {
    image: { credits: 6, description: "Text to image" },
    imageEdit: { credits: 2, description: "Image editing" },
  },
  limits: { generation: 20 },
  slots: { image: { price: "image", per: "image" } },
  changes,
  start({ router, generations, engines, media, fetch, prices, services }) {
    function present(row: Generation) {
      const { main } = row.files;
      const { width, height } = row.facts as { width?: number; height?: number };
      const { aspectRatio, source } = row.request as unknown as ImageRequest;
      return {
        imageId: toPublicId("img", row.id),
        ...presentCommon(row),
        ...(main ? { url: media.url(main.key) } : {}),
        ...(width && height ? { width, height } : {}),
        ...(source ? {} : { aspectRatio }),
      };
    }

    const find = async (accountId: string, id: string) => {
      const row = await generations.find(accountId, "image", id);
      if (!row) throw notFound("image");
      return row;
    };

    /** The address of the picture to edit; undefined for a new one. */
    async function sourceUrl(
      accountId: string,
      body: Pick<Asked, "imageId" | "imageUrl">,
    ): Promise<string | undefined> {
      if (body.imageId === undefined) return body.imageUrl;
      if (body.imageUrl !== undefined) throw invalid("imageUrl", "Give imageId or imageUrl, not both.");
      const row = await generations.find(accountId, "image", body.imageId);
      if (!row) throw invalid("imageId", "There is no such image in this account.");
      if (!row.files.main) throw invalid("imageId", `This image is ${row.status}; only a completed one can be edited.`);
      return media.url(row.files.main.key);
    }

    async function start(exchange: Exchange, accountId: string, body: Asked) {
      const { engine, model, fallbacks } = engines.choose("image", body.model);
      const [source, brief] = await Promise.all([
        sourceUrl(accountId, body),
        resolveBrief(services.content, accountId, body as BriefIds),
        checkUrls(fetch, {
          imageUrl: body.imageUrl,
          maskUrl: body.maskUrl,
          ...Object.fromEntries((body.referenceImageUrls ?? []).map((url, at) => [`referenceImageUrls.${at}`, url])),
        }),
      ]);
      if (body.maskUrl && !source) throw invalid("maskUrl", "A mask needs imageId or imageUrl.");
      const request: ImageRequest = {
        model: model.id,
        prompt: applyStyle(body.prompt, brief),
        aspectRatio: fit("aspectRatios", "aspectRatio", model, body.aspectRatio, "1:1"),
        referenceImageUrls: body.referenceImageUrls ?? [],
        brief,
        ...(source ? { source: { url: source, ...(body.maskUrl ? { maskUrl: body.maskUrl } : {}) } } : {}),
      };
      review(engine, request);
      const submitted = await generations.submit(exchange, {
        kind: "image",
        engine: engine.name,
        fallbacks,
        model: model.id,
        prompt: body.prompt,
        request,
        credits: prices.get(source ? "imageEdit" : "image", model.id),
        reason: source ? "Image editing" : "Image generation",
      });
      const imageId = toPublicId("img", submitted.row.id);
      return { imageId, ...presentStart(submitted, engine.estimateSeconds?.(request) ?? 60) };
    }

    const routes = router()
      .post(
        "/generate",
        async ({ body, caller, exchange, set }) => {
          const started = await start(exchange, caller.accountId, body);
          set.status = 202;
          set.headers.location = `/api/v1/images/${started.imageId}`;
          return started;
        },
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
            throw invalid("imageId", "Give imageId or imageUrl.");
          const started = await start(exchange, caller.accountId, body);
          set.status = 202;
          set.headers.location = `/api/v1/images/${started.imageId}`;
          return started;
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
          const { rows, pagination } = await generations.list(caller.accountId, "image", query);
          return { images: rows.map(present), pagination };
        },
        { auth: "media:read", detail: { summary: "List images" }, query: GenerationQuery, response: { 200: Images } },
      )
      .get("/:imageId", async ({ params, caller }) => present(await find(caller.accountId, params.imageId)), {
        auth: "media:read",
        detail: { summary: "Get an image" },
        response: { 200: Image },
      })
      .delete(
        "/:imageId",
        async ({ params, caller, set }) => {
          await generations.remove(await find(caller.accountId, params.imageId));
          set.status = 204;
        },
        {
          auth: "media:write",
          detail: { summary: "Delete an image", "x-errors": [409] } as object,
          response: { 204: Nothing },
        },
      );

    return {
      routes,
      kinds: [
        {
          kind: "image",
          slot: "image",
          prefix: "img",
          produces: "image",
          present,
          events: { completed: "image.completed", failed: "image.failed" },
        },
      ],
    };
  },
});
