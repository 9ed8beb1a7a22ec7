/** The examples of the whole way from a text to a post, as programs that call a server. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp, type TestApp } from "#test/app";

const root = new URL("../..", import.meta.url).pathname;
let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-examples-"));
  app = await startApp({}, [...modules, ...plugins], { PORT: "0" });
  await app.vireo.listen();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program as a user would. Undefined if the machine lacks what it needs. */
async function run(programs: readonly string[], command: readonly string[], key: string) {
  const missing = programs.filter((program) => !Bun.which(program));
  if (missing.length > 0) {
    console.log(`${missing.join(", ")} not installed: ${command.at(-1)} was not tried`);
    return undefined;
  }
  const env = { PATH: process.env.PATH, VIREO_URL: app.vireo.origin, VIREO_API_KEY: key };
  const script = Bun.spawn([...command], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = await Promise.all([new Response(script.stdout).text(), new Response(script.stderr).text()]);
  return { out, err, code: await script.exited };
}

test("in Python: a video is made, captioned, published and measured; a wrong key is explained", async () => {
  const command = ["python3", "examples/python/publish.py"];
  const { key } = await app.account();
  const ran = await run(["python3"], command, key);
  if (!ran) return;
  expect([ran.code, ran.err]).toEqual([0, ""]);
  const [, captioned = ""] = /^Version 2: (http.*)$/m.exec(ran.out) ?? [];
  const [, address = ""] = /^tiktok: (http.*)$/m.exec(ran.out) ?? [];
  expect(await (await fetch(address)).text()).toContain(new URL(captioned).pathname);
  expect(ran.out).toMatch(/^tiktok: .* views yet/m);
  const refused = await run(["python3"], command, "vireo_wrong");
  expect([refused?.code, refused?.err]).toEqual([
    1,
    expect.stringMatching(/^Send `Authorization.*\(401, urn:vireo:request/),
  ]);
});

test("with curl: each run makes a clip of the next line and queues it; a run that failed goes on", async () => {
  const { key, api } = await app.account();
  await cp(join(root, "examples/cron/daily-clip.sh"), join(folder, "daily-clip.sh"));
  const ideas = join(folder, "ideas.txt");
  await writeFile(ideas, 'Say "hello" to cold brew\nFresh bread every morning\n');
  const command = ["sh", join(folder, "daily-clip.sh"), ideas];
  const tools = ["sh", "curl", "sed", "grep", "cksum"];
  const early = await run(tools, command, key);
  if (!early) return;
  // The account has no posting times yet.
  expect([early.code, early.err]).toEqual([1, expect.stringContaining("POST /social/posts failed.")]);
  const { body: social } = await api("GET", "/social/accounts");
  const slots = [{ weekday: "monday", time: "18:00" }];
  const { status } = await api("PUT", `/social/accounts/${social.accounts[0].accountId}/slots`, {
    timezone: "Europe/Berlin",
    slots,
  });
  expect(status).toBe(200);
  const ran = await run(tools, command, key);
  expect([ran?.code, ran?.err]).toEqual([0, ""]);
  const { body } = await api("GET", "/videos");
  expect(
    body.videos.map(({ prompt, versions }: { prompt: string; versions: unknown[] }) => [prompt, versions.length]),
  ).toEqual([['Say "hello" to cold brew', 2]]);
  const { body: posts } = await api("GET", "/social/posts");
  expect(posts.posts).toMatchObject([{ status: "scheduled", content: 'Say "hello" to cold brew' }]);
  expect(await readFile(ideas, "utf8")).toBe("Fresh bread every morning\n");
  expect(await readFile(`${ideas}.done`, "utf8")).toBe('Say "hello" to cold brew\n');
});
