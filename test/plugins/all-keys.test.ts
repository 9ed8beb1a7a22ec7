import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
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
  const kindsOf = (name: string) => models.filter(({ engine }) => engine === name).map(({ kind }) => kind);
  for (const engine of ["apify", "scrapecreators", "tikwm"]) expect(kindsOf(engine)).toEqual(["scrape"]);
  for (const engine of ["pexels", "pixabay"]) expect(kindsOf(engine)).toEqual(["stock"]);
  for (const { id, kind, price, duration } of models) {
    if (!["edit", "transcribe", "embed"].includes(kind)) expect([id, price]).toEqual([id, expect.anything()]);
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

describe("every plug-in that calls a vendor", () => {
  const root = join(import.meta.dir, "../..");
  const read = async (pattern: string) => {
    const paths = [...new Bun.Glob(pattern).scanSync(root)];
    return (await Promise.all(paths.map((path) => Bun.file(join(root, path)).text()))).join("\n");
  };
  const vendors = [...new Bun.Glob("plugins/*/*.ts").scanSync(root)]
    .filter((path) => /"vireo\/(vendor|hosted\/engines)"/.test(readFileSync(join(root, path), "utf8")))
    .map((path) => path.split("/")[1]!);
  const names = [...new Set(vendors)].sort();

  test("is found by what it imports", () => {
    expect(names.length).toBeGreaterThan(15);
  });

  test.each(names)(
    "%s: a vendor that fails in every way, forged callbacks, and a row of what confirms it",
    async (name) => {
      const tests = await read(`test/plugins/${name}/*.test.ts`);
      const has = async (path: string, what: RegExp) => [path, what.test(await read(path))];
      // Suites that go through every fault.
      const suites = /\b(vendorFaults(<\w+>)?|scraperFaults|stockConformance|socialConformance)\(/;
      expect(await has(`test/plugins/${name}/*.test.ts`, suites)).toContain(true);
      expect(await Bun.file(join(root, `test/plugins/${name}/server.ts`)).exists()).toBe(true);
      if (/\bcallbackUrl\b|[sS]ignature/.test(await read(`plugins/${name}/*.ts`))) {
        const talks = await read("test/modules/talk.test.ts");
        const forges = /\bhostedApp\(|signature/.test(tests) || talks.includes(`${name}Server.callbacks[0]`);
        expect([name, forges]).toEqual([name, true]);
      }
      const row = new RegExp(`^\\| \`${name}\` \\| 2\\d{3}-\\d\\d-\\d\\d \\| \\S`, "m");
      expect(await has("docs/vendors.md", row)).toContain(true);
    },
  );
});
