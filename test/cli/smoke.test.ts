/** The program as it is started by people: its own process, its own database, a real port. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "#test/until";

const main = new URL("../../cli/main.ts", import.meta.url).pathname;
let dataDir: string;
const running = new Set<{ kill(signal: NodeJS.Signals): void; exited: Promise<number> }>();

function launch(env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, main, "serve"], { env: environment(env), stdout: "pipe", stderr: "pipe" });
  keepTrack(child);
  return child;
}

const environment = (env: Record<string, string>) =>
  ({ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: "0", ...env }) as Record<string, string>;

function keepTrack(child: { kill(signal: NodeJS.Signals): void; exited: Promise<number> }): void {
  running.add(child);
  void child.exited.then(() => running.delete(child));
}

/** Starts it in a terminal, and waits for the last of the lines that a start prints. */
async function start() {
  let text = "";
  const child = Bun.spawn([process.execPath, main, "serve"], {
    env: environment({}),
    terminal: {
      cols: 200,
      data: (_, chunk) => {
        text += new TextDecoder().decode(chunk).replaceAll("\r", "");
      },
    },
  });
  keepTrack(child);
  await until(() => {
    if (child.exitCode !== null) throw new Error(`It ended: ${text}`);
    return /Docs.*\n/.test(text) && (!text.includes("  Key") || text.includes("password manager"));
  });
  const origin = /API\s+(http:\/\/\S+)\/api\/v1/.exec(text)?.[1] ?? "";
  return { child, text, origin, key: /vireo_[0-9A-Za-z]{36}/.exec(text)?.[0] };
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "vireo-smoke-"));
});
afterAll(async () => {
  for (const child of running) {
    child.kill("SIGTERM");
    await child.exited;
  }
  await rm(dataDir, { recursive: true, force: true });
});

test("all mistakes of the configuration are told at once, and what would be right", async () => {
  const child = launch({ PORT: "many", DATABASE_URL: "mysql://x", LOCAL_RENDERS: "0" });
  expect(await child.exited).toBe(1);
  const text = await new Response(child.stderr).text();
  for (const name of ["PORT", "DATABASE_URL", "LOCAL_RENDERS"]) expect(text).toContain(name);
  expect(text).toContain("whole number of 0 to 65535");
});

test("it starts on an empty directory, prints a key once, survives kill -9 and finishes what it was doing", async () => {
  const { child: first, origin, key, text } = await start();
  expect(text).toContain(`${origin}/docs`);
  expect(key).toBeString();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  expect(await (await fetch(`${origin}/ready`)).json()).toMatchObject({ status: "ready" });

  const refused = launch();
  expect(await refused.exited).toBe(1);
  expect(await new Response(refused.stderr).text()).toContain("Another Vireo");

  const answer = await fetch(`${origin}/api/v1/music/generate`, {
    method: "POST",
    headers,
    body: '{"prompt":"calm ambient, 30 seconds"}',
  });
  expect(answer.status).toBe(202);
  const { musicId } = (await answer.json()) as { musicId: string };
  await until(async () => {
    const { status } = await (await fetch(`${origin}/api/v1/music/${musicId}`, { headers })).json();
    return status === "processing";
  });
  first.kill("SIGKILL");
  await first.exited;

  const again = await start();
  const { child: second } = again;
  expect(again.key).toBeUndefined();
  const track = await until(async () => {
    const read = await fetch(`${again.origin}/api/v1/music/${musicId}`, { headers });
    const track = (await read.json()) as { status: string; audioUrl?: string };
    return ["completed", "failed"].includes(track.status) && track;
  });
  expect(track.status).toBe("completed");
  const part = await fetch(track.audioUrl ?? "", { headers: { range: "bytes=0-99" } });
  expect([part.status, part.headers.get("content-type"), (await part.bytes()).length]).toEqual([
    206,
    "audio/mpeg",
    100,
  ]);

  second.kill("SIGTERM");
  expect(await second.exited).toBe(0);
});
