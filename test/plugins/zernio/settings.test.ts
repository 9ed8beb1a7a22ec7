import { expect, test } from "bun:test";
import { parseSettings } from "#core/config/settings";
import { createLog } from "#core/observability/log";
import { zernio as plugin } from "#plugins/zernio/index";
import { KEY } from "./faults";

const log = createLog({ level: "silent", format: "text" });
const parsed = (env: Record<string, string>, values = {}) => parseSettings(plugin.settings!, values, env, "zernio");
const started = (env: Record<string, string>) =>
  plugin.start({ settings: parsed(env).settings, log } as unknown as Parameters<typeof plugin.start>[0]);

test("without a key it offers nothing", async () => {
  expect(await started({ ZERNIO_WEBHOOK_SECRET: "a-long-secret" })).toEqual({});
});

test.each(["ZERNIO_API_KEY", "LATE_API_KEY"])(
  "with %s it offers its accounts, and no route without a secret",
  async (name) => {
    const { engines, open } = await started({ [name]: KEY });
    expect(await engines?.social?.check?.()).toEqual({ ok: true, detail: "publishes through zernio.com" });
    expect(open).toBeUndefined();
  },
);

test("mistakes are told without the key", () => {
  const { mistakes } = parsed({
    ZERNIO_API_KEY: "two words",
    ZERNIO_URL: "zernio.com",
    ZERNIO_REQUESTS_PER_MINUTE: "0",
  });
  expect(mistakes.map(({ where }) => where).sort()).toEqual([
    "ZERNIO_API_KEY",
    "ZERNIO_REQUESTS_PER_MINUTE",
    "ZERNIO_URL",
  ]);
  expect(JSON.stringify(mistakes)).not.toContain("two words");
});

test("profiles are named in the file", () => {
  expect(parsed({}, { profiles: { anna: "65f0" } })).toMatchObject({
    settings: { profiles: { anna: "65f0" }, baseUrl: "https://zernio.com/api", requestsPerMinute: 60 },
    mistakes: [],
  });
});
