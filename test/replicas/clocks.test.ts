/** Replicas whose clocks are 60 seconds apart take nothing from each other while its holder is at work. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SECRET_KEY } from "#sdk/testing/app";
import { freshDatabase, type TestDatabase } from "#test/database";
import { until } from "#test/until";
import { startProcess } from "./replicas";

/** An image engine and a social provider. Both log each run to a file and wait there until the test releases them. */
const plugin = `
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
const folder = process.env.TEST_FOLDER;
const hold = async (name) => {
  await appendFile(join(folder, name), "run\\n");
  while (!(await Bun.file(join(folder, "release")).exists())) await Bun.sleep(50);
};
export default {
  name: "held",
  start: () => ({
    engines: {
      image: {
        name: "held",
        models: [{ id: "held-1", title: "Held" }],
        repeatable: true,
        async create() {
          await hold("images");
          return { state: "failed", code: "provider_rejected", message: "Done waiting." };
        },
      },
      social: {
        name: "held",
        perAccount: true,
        paces: {},
        accounts: async () => [{ externalId: "one", platform: "youtube", username: "one", status: "active" }],
        prepare: () => hold("posts"),
        async publish() {
          await appendFile(join(folder, "published"), "run\\n");
          return { state: "published" };
        },
        find: async () => undefined,
      },
    },
  }),
};
`;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "vireo-clocks-"));
  await Bun.write(join(folder, "plugin.ts"), plugin);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const start = (shiftSeconds: number) =>
  startProcess({
    DATABASE_URL: database.url,
    VIREO_ADMIN_KEY: "test-admin-key-0123456789",
    VIREO_SECRET_KEY: SECRET_KEY,
    VIREO_PLUGINS: join(folder, "plugin.ts"),
    TEST_FOLDER: folder,
    CLOCK_SHIFT_MS: String(shiftSeconds * 1000),
    BUN_OPTIONS: `--preload=${join(import.meta.dir, "clock-shift.ts")}`,
    LOG_LEVEL: "silent",
  });
const countRuns = async (name: string) => {
  const file = Bun.file(join(folder, name));
  return (await file.exists()) ? (await file.text()).split("\n").length - 1 : 0;
};

test("two replicas whose clocks are 60 s apart", async () => {
  const slow = await start(-30);
  const { body } = await slow.call("GET", "/social/accounts");
  // The sandbox's accounts are listed, too, in the order in which the providers answered.
  const account = body.accounts.find(({ username }: { username: string }) => username === "one");
  const post = await slow.call("POST", "/social/posts", {
    mode: "now",
    content: "held",
    videoUrl: "https://93.184.216.34/video.mp4",
    accountIds: [account.accountId],
    tiktokPrivacyLevel: "SELF_ONLY",
  });
  expect(post.status).toBe(201);
  const image = await slow.call("POST", "/images/generate", { prompt: "held", model: "held-1" });
  expect(image.status).toBe(202);
  await until(async () => (await countRuns("images")) && (await countRuns("posts")));

  const fast = await start(30);
  // Time for two rounds of the schedules that take over expired leases.
  await Bun.sleep(11_000);
  expect([await countRuns("images"), await countRuns("posts")]).toEqual([1, 1]);
  await Bun.write(join(folder, "release"), "");
  const read = async (path: string) => (await fast.call("GET", path)).body;
  await until(async () => (await read(`/images/${image.body.imageId}`)).status === "failed");
  await until(async () => (await read(`/social/posts/${post.body.postId}`)).status === "published");
  expect(await countRuns("published")).toBe(1);
  expect([...(await database.sql`select attempts from generations`)]).toEqual([{ attempts: 1 }]);
  expect([...(await database.sql`select attempts from social_targets`)]).toEqual([{ attempts: 1 }]);
  await fast.stop();
  await slow.stop();
});
