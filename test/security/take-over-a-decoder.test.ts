/** A hostile file takes over the child process that decodes it, and looks around. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";

/** Each attempt returns the code of its error, or "done". */
const plugin = `
import { linkSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { spawnSync } from "node:child_process";
import { Worker } from "node:worker_threads";
const attempt = (work) => { try { work(); return "done"; } catch ({ code }) { return code; } };
const dial = (port) => new Promise((resolve) => {
  const socket = connect(port, "127.0.0.1", () => resolve("done"));
  socket.on("error", ({ code }) => resolve(code));
});
const inThread = (path) => new Promise((resolve) => new Worker(
  'const { parentPort, workerData } = require("node:worker_threads");' +
  'try { require("node:fs").readFileSync(workerData); parentPort.postMessage("done") } catch ({ code }) { parentPort.postMessage(code) }',
  { eval: true, workerData: path }).on("message", resolve));
const read = (name) => readFileSync("/proc/self/" + name, "utf8");
// A thread may end after it was listed.
const readThread = (id) => { try { return [read("task/" + id + "/status")]; } catch { return []; } };
export default {
  name: "intruder",
  children: {
    look: async () => async ({ files, port }, { folder }) => ({
      files: Object.fromEntries(files.map((path) => [path, attempt(() => readFileSync(path))])),
      inThread: await inThread(files[0]),
      list: attempt(() => readdirSync(folder + "/../../media")),
      parent: attempt(() => readFileSync("/proc/" + process.ppid + "/environ")),
      kill: attempt(() => process.kill(process.ppid, "SIGCONT")),
      write: attempt(() => writeFileSync("/usr/vireo-intruder", "x")),
      connect: await dial(port),
      links: [
        attempt(() => symlinkSync(files[0], folder + "/key.png")),
        attempt(() => linkSync(files[0], folder + "/key.png")),
        spawnSync("mkfifo", [folder + "/pipe"]).status,
      ],
      own: attempt(() => { writeFileSync(folder + "/out", "x"); readFileSync(folder + "/out"); }),
      status: read("status"),
      threads: readdirSync("/proc/self/task").flatMap(readThread),
      variables: Object.keys(process.env),
    }),
  },
  start: ({ router, t, child, host }) => ({ routes: router().post("", async ({ body }) =>
    child("look", body, { folder: host.dataDir + "/tmp/run", signal: new AbortController().signal, timeLimitMs: 30_000 }),
  { auth: "any", body: t.Any(), response: { 200: t.Any() } }) }),
};`;

let folder: string;
let app: TestApp;
let seen: Record<string, string> & {
  files: Record<string, string>;
  links: unknown[];
  threads: string[];
  variables: string[];
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-intruder-"));
  await Bun.write(join(folder, "plugin.ts"), plugin);
  await Bun.write(join(folder, ".env"), "FAL_KEY=secret");
  app = await startApp({ plugins: [join(folder, "plugin.ts")] }, modules);
  const { dataDir } = app.vireo.config;
  await mkdir(join(dataDir, "tmp/run"), { recursive: true });
  await mkdir(join(dataDir, "tmp/other"), { recursive: true });
  const secrets = ["secret.key", "postgres/password", "media/ab/picture.png", "tmp/other/in"];
  for (const name of secrets) await Bun.write(join(dataDir, name), "secret");
  using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("internal") });
  const files = [...secrets.map((name) => join(dataDir, name)), join(folder, ".env"), "/etc/hostname"];
  const response = await app.api("POST", "/intruder", { files, port: server.port });
  expect(response.status).toBe(200);
  seen = response.body;
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(process.platform !== "linux")("a decoder that is taken over", () => {
  test("reads no secret, no other file of the server, and nothing of another account", () => {
    const codes = Object.entries(seen.files);
    expect(codes).toHaveLength(6);
    for (const [path, code] of codes) expect([path, code]).toEqual([path, "EACCES"]);
  });

  test("does so from no thread", () => {
    expect(seen.inThread).toBe("EACCES");
    expect(seen.threads.length).toBeGreaterThan(1);
    for (const status of seen.threads) expect(status).toMatch(/NoNewPrivs:\t1/);
  });

  test("does not see the files of the data directory", () => expect(seen.list).toBe("EACCES"));

  test("reads no other process, signals none, and has no capability of root", () => {
    expect(seen).toMatchObject({ parent: "EACCES", kill: "EPERM" });
    expect(seen.status).toMatch(/CapEff:\t0+\n/);
  });

  test("writes its own folder only", () => expect(seen).toMatchObject({ write: "EACCES", own: "done" }));

  test("leaves no link or pipe that the server could follow", () => {
    expect(seen.links.map((result) => result === "EACCES" || result === "EXDEV" || result === 1)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("connects to nothing", () => expect(seen.connect).toMatch(/EACCES|EPERM/));

  test("finds no order and no secret in its environment", () => {
    expect(seen.variables.filter((name) => /VIREO|KEY|DATABASE/.test(name))).toEqual([]);
  });
});
