import { afterAll, expect, test } from "bun:test";
import { parseSettings } from "#core/config/settings";
import { postiz as plugin } from "#plugins/postiz/index";
import { KEY } from "./faults";
import { providerOf } from "./order";
import { startPostiz } from "./server";

const postiz = await startPostiz();
afterAll(() => postiz.stop());

const parsed = (env: Record<string, string>) => parseSettings(plugin.settings!, {}, env, "postiz");
const started = (env: Record<string, string>) =>
  plugin.start({ settings: parsed(env).settings } as unknown as Parameters<typeof plugin.start>[0]);

test("without a key it offers nothing and calls nobody", async () => {
  expect(await started({ POSTIZ_URL: postiz.url })).toEqual({});
  expect(postiz.calls).toEqual([]);
});

test("with a key it offers its accounts, at the address and the pace that are set", async () => {
  const env = { POSTIZ_API_KEY: KEY, POSTIZ_URL: `${postiz.url}/api`, POSTIZ_POSTS_PER_HOUR: "30" };
  const { engines } = await started(env);
  expect(engines?.social?.pace).toEqual([{ count: 30, ms: 3_600_000 }]);
  expect(await engines?.social?.check?.()).toEqual({ ok: true, detail: "Postiz accepts the key" });
});

test("mistakes in the settings are told without the key", () => {
  const { mistakes } = parsed({ POSTIZ_API_KEY: "two words", POSTIZ_URL: "postiz.example" });
  expect(mistakes.map(({ where }) => where).sort()).toEqual(["POSTIZ_API_KEY", "POSTIZ_URL"]);
  expect(JSON.stringify(mistakes)).not.toContain("two words");
  expect(parsed({}).settings).toMatchObject({ baseUrl: "https://api.postiz.com", postsPerHour: 90 });
});

test("whether it works is told, and what to look at where it does not", async () => {
  expect(await providerOf(postiz, { apiKey: "wrong" }).check?.()).toMatchObject({
    ok: false,
    detail: expect.stringContaining("POSTIZ_API_KEY"),
  });
  postiz.fail("GET /is-connected", "html");
  expect(await providerOf(postiz).check?.()).toMatchObject({
    ok: false,
    detail: expect.stringContaining("POSTIZ_URL"),
  });
  await expect(Promise.resolve(providerOf({ url: "http://127.0.0.1:1" }).check?.())).rejects.toThrow(
    "cannot be reached",
  );
});
