/** Where else the client runs, as the package has it: in pages, under Node and under Deno. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modules } from "#modules/index";
import { fakeImages, PIXEL } from "#test/engines";
import { type ClientApp, startServer } from "#test/sdk/client/server";
import { until } from "#test/until";
import { packClient } from "#tools/pack/client";

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
import { createClient, VireoError } from "./client/index.js";
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
  /** The unpacked package, in a folder named `client`. */
  let folder: string;
  const root = new URL("../../..", import.meta.url).pathname;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vireo-client-"));
    await mkdir(join(folder, "client"));
    const tarball = await packClient();
    Bun.spawnSync(["tar", "xzf", tarball, "--strip-components=1", "-C", join(folder, "client")]);
    app = await startServer([...modules, fakeImages({})]);
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("its types compile in a strict project, and find mistakes", async () => {
    const project = join(folder, "project");
    await mkdir(join(project, "node_modules"), { recursive: true });
    await symlink(join(folder, "client"), join(project, "node_modules/vireo-client"));
    await symlink(join(root, "node_modules/standardwebhooks"), join(project, "node_modules/standardwebhooks"));
    const options = {
      strict: true,
      noEmit: true,
      target: "ES2022",
      module: "NodeNext",
      types: [],
      lib: ["ES2022", "DOM"],
    };
    await Bun.write(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
    await Bun.write(join(project, "package.json"), '{"type":"module"}');
    const source = `import { createClient, type Video } from "vireo-client";
      import { verifyWebhook } from "vireo-client/webhooks";
      const vireo = createClient({ apiKey: "key" });
      export const video: Promise<Video> = vireo.videos.get("vid_1");
      export const event = verifyWebhook("{}", {}, "whsec_");`;
    await Bun.write(join(project, "index.ts"), source);
    await Bun.write(join(project, "mistake.ts"), `${source}\nvoid vireo.videos.get(1);`);
    const compiled = Bun.spawnSync([process.execPath, "x", "tsc", "-p", project, "--pretty", "false"], { cwd: root });
    const errors = compiled.stdout
      .toString()
      .trimEnd()
      .split(/\n(?!\s)/);
    expect(errors).toEqual([expect.stringMatching(/mistake\.ts\(6,\d+\): error TS2345: /)]);
  });

  const runtimes = [
    ["node", ["node"]],
    ["deno", [join(root, "node_modules/.bin/deno"), "run", "--allow-all", "--no-lock"]],
  ] as const;

  test.each(runtimes)("%s runs it", async (name, command) => {
    if (!Bun.which(command[0])) return console.log(`${name} is not installed: the client was not tried there`);
    const { key } = await app.account();
    const file = join(folder, `${name}.mjs`);
    await Bun.write(file, script({ baseUrl: app.origin, apiKey: key }, "console.log(JSON.stringify(told))"));
    const child = Bun.spawn([...command, file], { stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect([await child.exited, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual(expected);
  });

  test("a page runs it, where there is a browser", async () => {
    const browser = Bun.which("chromium-headless-shell") ?? Bun.which("chromium");
    if (!browser) return console.log("chromium is not installed: the client was not tried there");
    const { key } = await app.account();
    const report = 'await fetch("/result?" + encodeURIComponent(JSON.stringify(told)))';
    const page = `<meta charset=utf-8><script type=module src=/page/script.mjs></script>`;
    const file = (type: string, body: string) => ({ status: 200, headers: { "content-type": type }, body });
    app.proxy.next("/page/index.html", file("text/html", page));
    app.proxy.next("/page/script.mjs", file("text/javascript", script({ apiKey: key }, report)));
    for (const name of (await readdir(join(folder, "client"))).filter((one) => one.endsWith(".js"))) {
      const code = await Bun.file(join(folder, "client", name)).text();
      app.proxy.next(`/page/client/${name}`, file("text/javascript", code));
    }
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
