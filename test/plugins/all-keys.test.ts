import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp, type TestApp } from "#test/app";

const KEYS =
  "KIE_API_KEY FAL_KEY REPLICATE_API_TOKEN OPENAI_API_KEY GEMINI_API_KEY ZERNIO_API_KEY POSTIZ_API_KEY APIFY_TOKEN ELEVENLABS_API_KEY HEYGEN_API_KEY PEXELS_API_KEY PIXABAY_API_KEY";

let app: TestApp;
beforeAll(async () => {
  const env = Object.fromEntries(KEYS.split(" ").map((name) => [name, "a-key-of-no-vendor"]));
  const apps = Object.fromEntries(
    ["YOUTUBE", "INSTAGRAM", "TIKTOK"].flatMap((name) => [
      [`${name}_CLIENT_ID`, "a-client"],
      [`${name}_CLIENT_SECRET`, "a-secret"],
    ]),
  );
  app = await startApp({}, [...modules, ...plugins], {
    ...env,
    SCRAPECREATORS_API_KEY: "k",
    TIKWM_ENABLED: "true",
    ...apps,
  });
});
afterAll(() => app.stop());

test("the server starts with the keys of all vendors, and lists their models with prices and limits", async () => {
  const { body } = await app.api("GET", "/models");
  const { models } = body as {
    models: { id: string; engine: string; kind: string; price?: object; duration?: object }[];
  };
  for (const engine of ["local", "kie", "fal", "replicate", "openai", "gemini", "elevenlabs", "heygen"])
    expect(models.filter((model) => model.engine === engine).length).toBeGreaterThan(0);
  for (const { id, kind, price, duration } of models) {
    if (["image", "video", "music"].includes(kind)) expect([id, price]).toEqual([id, expect.anything()]);
    if (kind === "video" && !/sora|veo-3.1-|preview/.test(id)) expect([id, duration]).toEqual([id, expect.anything()]);
  }
});

test("Suno's names are the local synthesizer's without kie.ai, and Suno's with it", async () => {
  const { body } = await app.api("POST", "/music/generate", { prompt: "calm", model: "V5" });
  expect(await app.vireo.db.selectFrom("generations").select("engine").where("model", "=", "V5").execute()).toEqual([
    { engine: "kie" },
  ]);
  expect(body.status).toBe("pending");
});
