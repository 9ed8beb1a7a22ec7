/** `vireo config`, `vireo health` and `--env-file`, as an operator uses them before a restart. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const main = new URL("../../cli/main.ts", import.meta.url).pathname;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-config-"));
  await Bun.write(join(folder, "vireo.config.ts"), `export default { port: 4999, providers: { video: "local" } };`);
  await Bun.write(join(folder, "my.env"), `METRICS_TOKEN="token-of-the-file"\nPORT=4998\nHOST=::1\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, main, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, out, err };
}

test("config show tells each value and its source, and masks secrets; set variables win over the file of variables", async () => {
  const { code, out } = await run(["config", "show", "--json", "--env-file", "my.env"], { HOST: "127.0.0.2" });
  expect([code, out.includes("token-of-the-file")]).toEqual([0, false]);
  const rows = Object.fromEntries(JSON.parse(out).map((row: { name: string }) => [row.name, row]));
  expect(rows.port).toMatchObject({ value: 4998, source: "PORT" });
  expect(rows.host).toMatchObject({ value: "127.0.0.2", source: "HOST" });
  expect(rows.providers).toMatchObject({ value: { video: "local" }, source: join(folder, "vireo.config.ts") });
  expect(rows.metricsToken).toMatchObject({ value: "***", source: "METRICS_TOKEN" });
  expect(rows.adminKey).toMatchObject({ value: null, source: "not set" });
  expect(rows["settings.local.timeLimitSeconds"]).toMatchObject({ source: "default", variable: "LOCAL_TIME_LIMIT" });
});

test("config check reports all mistakes and creates nothing; a missing file of variables is a usage error", async () => {
  const [valid, wrong, missing] = await Promise.all([
    run(["config", "check"]),
    run(["config", "check"], { PORT: "many", LOG_LEVEL: "loud" }),
    run(["--env-file=missing.env", "config", "check"]),
  ]);
  expect([valid.code, valid.out]).toEqual([0, expect.stringContaining("Valid. 2 settings")]);
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/2 problems.*must be.*must be/s)]);
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("missing.env cannot be read")]);
  expect(await Array.fromAsync(new Bun.Glob("data/**").scan({ cwd: folder }))).toEqual([]);
});

test("health exits with 0 while a server responds, and with 1 otherwise", async () => {
  using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => Response.json({ version: "9" }) });
  const up = await run(["health"], { PORT: String(server.port), HOST: "0.0.0.0" });
  expect([up.code, up.out]).toEqual([0, expect.stringContaining("Vireo 9 is up")]);
  await server.stop(true);
  const down = await run(["health"], { PORT: String(server.port) });
  expect([down.code, down.err]).toEqual([1, expect.stringContaining("No healthy server at http://127.0.0.1")]);
});
