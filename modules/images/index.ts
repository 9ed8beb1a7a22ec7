import { engineShapes } from "vireo/engine-shapes";
import { defineModule } from "vireo/module";
import { createGenerationThumbnails } from "vireo/thumbnails";
import { changes } from "./changes";
import { defineImageKind, type Images } from "./images";
import { addImageRoutes } from "./routes";
import { ImageBody } from "./schema";

export const images = defineModule({
  name: "images",
  title: "Image Generation",
  description: "Image generation and editing. Asynchronous; poll GET /images/{imageId}.",
  uses: ["content", "local", "templates"],
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
  slots: { image: { price: "image", per: "image", engine: engineShapes.image } },
  changes,
  start(context) {
    const images: Images = { ...context, thumbnails: createGenerationThumbnails(context, "main") };
    images.services.templates?.accept("image", { schema: ImageBody, content: {} });
    const routes = context.router();
    addImageRoutes(routes, images);
    return { routes, kinds: [defineImageKind(images)], jobs: images.thumbnails.jobs };
  },
});
