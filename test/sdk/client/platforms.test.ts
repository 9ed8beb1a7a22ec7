/** Where else the client runs: in pages, and under Node. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { modules } from "#modules/index";
import { fakeImages, PIXEL } from "#test/engines";
import { type ClientApp, startServer } from "#test/sdk/client/server";
import { until } from "#test/until";

const CLIENT = new URL("../../../sdk/client/", import.meta.url).pathname;
/** Compressed, as a page loads it. */
const LARGEST_BYTES = 10_000;

async function bundle(entry: string, external: string[] = []): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(CLIENT, entry)],
    target: "browser",
    minify: true,
    external,
  });
  expect(outputs).toHaveLength(1);
  return (outputs[0] as Blob).text();
}

test("for pages it is small, and needs nothing but what they have", async () => {
  const code = await bundle("index.ts");
  expect(Bun.gzipSync(Buffer.from(code)).length).toBeLessThan(LARGEST_BYTES);
  expect(new Bun.Transpiler({ loader: "js" }).scanImports(code)).toEqual([]);
  for (const name of ["Bun", "process", "Buffer", "require", "node:"])
    expect(code).not.toMatch(new RegExp(`\\b${name}\\b`));
});

test("only the webhooks need a package", async () => {
  const code = await bundle("webhooks.ts", ["standardwebhooks"]);
  expect(new Bun.Transpiler({ loader: "js" }).scanImports(code).map(({ path }) => path)).toEqual(["standardwebhooks"]);
});

test("its files name each other in full, and nothing of the server", async () => {
  const scanner = new Bun.Transpiler({ loader: "ts" });
  for await (const file of new Bun.Glob("*.ts").scan(CLIENT))
    for (const { path } of scanner.scanImports(await Bun.file(CLIENT + file).text()))
      expect([file, path]).toEqual([file, expect.stringMatching(/^(\.\/[\w-]+\.ts|standardwebhooks)$/)]);
});

/** Everything that another runtime may do otherwise; hands over what came of it. */
const script = (options: { baseUrl?: string; apiKey: string }, report: string) => `
import { createClient, VireoError } from "./client.mjs";
const vireo = createClient(${JSON.stringify(options)});
const told = {};
const open = new Promise((resolve) => {
  told.event = (async () => {
    for await (const { type } of vireo.events({ types: ["image.*"], onOpen: resolve })) return type;
  })();
});
await open;
const dot = Uint8Array.from(atob("${PIXEL.toString("base64")}"), (letter) => letter.charCodeAt(0));
const file = new Blob([dot, new Uint8Array(3_000_000)], { type: "image/png" });
let sent = [];
const upload = await vireo.upload(file, { onProgress: (bytes) => sent.push(bytes) });
told.upload = [upload.status, upload.size === file.size, sent.length > 0 && sent.at(-1) === file.size];
told.quiet = (await vireo.upload(file)).status;
const stop = new AbortController();
told.stopped = await vireo
  .upload(file, { signal: stop.signal, onProgress: () => stop.abort(new Error("enough")) })
  .catch(({ message }) => message);
told.refused = await vireo.upload(new Blob(["no picture"], { type: "image/png" }), { onProgress() {} }).catch(({ kind }) => kind);
told.image = (await vireo.waitFor(await vireo.images.generate({ prompt: "a lamp" }))).status;
told.event = await told.event;
told.listed = 0;
for await (const _ of vireo.images.list({ pageSize: 1 })) told.listed++;
told.aborted = await vireo.credits.get({ signal: AbortSignal.abort(new Error("no")) }).catch(({ message }) => message);
told.error = await vireo.images.get("img_none").catch((error) => [error instanceof VireoError, error.kind, error.status]);
told.nobody = await createClient({ baseUrl: "http://127.0.0.1:1", tries: 2 }).health.get().catch(({ kind }) => kind);
${report};
`;

const expected = {
  event: "image.completed",
  upload: ["stored", true, true],
  quiet: "stored",
  stopped: "enough",
  refused: "unsupported_media_type",
  image: "completed",
  listed: 1,
  aborted: "no",
  error: [true, "not_found", 404],
  nobody: "network_error",
};

describe("elsewhere", () => {
  let app: ClientApp;
  beforeAll(async () => {
    app = await startServer([...modules, fakeImages({})]);
  });
  afterAll(() => app.stop());

  const runtimes = [
    ["node", ["node"]],
    ["deno", ["deno", "run", "--allow-all"]],
  ] as const;

  test.each(runtimes)("%s runs it, where it is installed", async (name, command) => {
    if (!Bun.which(name)) return;
    const { key } = await app.account();
    const folder = join(app.vireo.config.dataDir, name);
    const file = join(folder, "script.mjs");
    await Bun.write(join(folder, "client.mjs"), await bundle("index.ts"));
    await Bun.write(file, script({ baseUrl: app.origin, apiKey: key }, "console.log(JSON.stringify(told))"));
    const child = Bun.spawn([...command, file], { stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect([await child.exited, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual(expected);
  });

  test("a page runs it, where there is a browser", async () => {
    const browser = Bun.which("chromium");
    if (!browser) return;
    const { key } = await app.account();
    const report = 'await fetch("/result?" + encodeURIComponent(JSON.stringify(told)))';
    const page = `<meta charset=utf-8><script type=module src=/page/script.mjs></script>`;
    const file = (type: string, body: string) => ({ status: 200, headers: { "content-type": type }, body });
    app.proxy.next("/page/index.html", file("text/html", page));
    app.proxy.next("/page/script.mjs", file("text/javascript", script({ apiKey: key }, report)));
    app.proxy.next("/page/client.mjs", file("text/javascript", await bundle("index.ts")));
    const profile = join(app.vireo.config.dataDir, "profile");
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`];
    const child = Bun.spawn([browser, ...flags, `${app.proxy.url}/page/index.html`], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    try {
      const { path } = await until(() => app.proxy.seen("GET", "/result?")[0]);
      expect(JSON.parse(decodeURIComponent(path.slice("/result?".length)))).toEqual(expected);
    } finally {
      child.kill();
      await child.exited;
    }
  });
});
