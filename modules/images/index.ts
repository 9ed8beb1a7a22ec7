import { defineModule } from "vireo/module";
import { changes } from "./changes";
import { createImages } from "./images";
import { addImageRoutes } from "./routes";

export const images = defineModule({
  name: "images",
  title: "Image Generation",
  description: "Image generation and editing. Asynchronous; poll GET /images/{imageId}.",
  uses: ["content", "local"],
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
  start(context) {
    const images = createImages(context);
    const routes = context.router();
    addImageRoutes(routes, context.generations, images);
    return { routes, kinds: [images.kind], jobs: images.jobs };
  },
});
