/**
 * A plug-in that uses the whole contract: an image engine, and favourite prompts as a resource with its own table, scopes,
 * event, price, rate limit, error, job, schedule, command and dashboard page. docs/plugins.md explains each part.
 *
 *     VIREO_PLUGINS=./examples/plugin/index.ts bun run start
 */
import { defineModule } from "vireo/module";
import { t } from "vireo/schema";
import { listCommand } from "./command";
import { engine } from "./engine";
import { createFavourites } from "./favourites";
import { migrations } from "./migrations";
import { createRoutes } from "./routes";

const DAY_MS = 86_400_000;

export default defineModule({
  name: "gradients",
  contract: "1",
  title: "Gradients",
  description: "Colour gradients and favourite prompts.",
  settings: t.Object({
    keepDays: t.Integer({
      minimum: 1,
      default: 90,
      env: "GRADIENTS_KEEP_DAYS",
      description: "Retention of favourites, in days.",
    }),
    maxFavourites: t.Integer({ minimum: 1, default: 100, description: "Favourites per account." }),
  }),
  scopes: ["gradients:read", "gradients:write"],
  events: { "gradient.mixed": { scope: "gradients:read" } },
  prices: { gradientFavourite: { credits: 1, description: "A favourite prompt" } },
  limits: { gradients: 30 },
  errors: {
    too_many_favourites: {
      status: 409,
      title: "Too many favourites",
      help: "Delete a favourite with DELETE /gradients/favourites/{id}, or raise maxFavourites.",
    },
  },
  migrations,
  commands: [listCommand],
  page: { title: "Gradients", path: "/page.js" },

  start(context) {
    const { router, settings, now } = context;
    const favourites = createFavourites({ ...context, maxFavourites: settings.maxFavourites });
    const open = router().get("/page.js", () => new Response(Bun.file(new URL("./page.js", import.meta.url))));
    return {
      routes: createRoutes(router(), favourites),
      open,
      engines: { image: engine },
      service: favourites,
      jobs: { mix: { concurrency: 2, run: (data) => favourites.mix(String(data.id)) } },
      schedules: {
        forget: { cron: "0 12 3 * * *", run: () => favourites.forget(new Date(now() - settings.keepDays * DAY_MS)) },
      },
    };
  },
});
