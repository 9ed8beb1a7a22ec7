/** The command line as a client of a server: as people and scripts use it, in processes of their own. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modules } from "#modules/index";
import { sandbox } from "#plugins/sandbox/index";
import { startApp, type TestApp } from "#test/app";
import { fakeImages, PIXEL } from "#test/engines";

const main = new URL("../../cli/main.ts", import.meta.url).pathname;
let app: TestApp;
let origin: string;
let key: string;
let folder: string;
beforeAll(async () => {
  app = await startApp({}, [...modules, sandbox, fakeImages({})], { PORT: "0" });
  ({ origin } = await app.vireo.listen());
  ({ key } = await app.account());
  folder = await mkdtemp(join(tmpdir(), "vireo-cli-client-"));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

async function vireo(words: string[], env: Record<string, string> = {}, input = "") {
  const child = Bun.spawn([process.execPath, main, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdin: Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { out, err, code: await child.exited, json: () => JSON.parse(out) };
}

test("sign in, make an image and save it, search, schedule a post, sign out", async () => {
  expect(await vireo(["images", "list"])).toMatchObject({ code: 2, err: expect.stringContaining("vireo login <url>") });
  const wrong = await vireo(["login", origin], { VIREO_API_KEY: "vireo_wrong" });
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("API key is invalid or has expired") });
  const signedIn = await vireo(["login", origin], {}, `${key}\n`);
  expect([signedIn.code, signedIn.out]).toEqual([0, expect.stringContaining(`Signed in to ${origin}`)]);
  const file = await stat(join(folder, ".config/vireo/profiles.json"));
  expect(file.mode & 0o777).toBe(0o600);

  const image = await vireo(["images", "generate", "a red cup", "--wait", "--output", "cup.png", "--json"]);
  expect(image.json()).toMatchObject({ status: "completed", prompt: "a red cup" });
  expect(Buffer.from(await Bun.file(join(folder, "cup.png")).bytes())).toEqual(PIXEL);
  const list = await vireo(["images", "list"]);
  expect(list.out).toMatch(/^IMAGE ID +STATUS .*\nimg_\w+ +completed/);
  expect((await vireo(["search", "coffee", "--limit", "3", "--json"])).json()).toMatchObject({
    query: "coffee",
    results: [],
  });

  await vireo(["social", "accounts", "sync"]);
  const { accounts } = (await vireo(["social", "accounts", "list", "--json"])).json();
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const video = ["--video-url", "https://93.184.216.34/video.mp4", "--account-ids", accounts[0].accountId];
  const noDay = await vireo(["posts", "create", ...video, "--mode", "schedule", "--scheduled-for", "2026-11-31T18:00"]);
  expect(noDay).toMatchObject({
    code: 2,
    err: expect.stringContaining("--scheduled-for: The day 2026-11-31 does not"),
  });
  const post = await vireo(["posts", "create", ...video, "--mode", "schedule", "--scheduled-for", at, "--json"]);
  expect(post.json()).toMatchObject({ status: "scheduled", scheduledFor: Date.parse(at) });
  const upload = await vireo(["uploads", "create", "cup.png", "--json"]);
  expect(upload.json()).toMatchObject({ status: "stored", fileName: "cup.png" });
  const product = { name: "Cup", photos: [upload.json().url] };
  const made = await vireo(["products", "create", "--data", "-", "--json"], {}, JSON.stringify(product));
  expect(made.json()).toMatchObject(product);
  expect((await vireo(["products", "delete", made.json().id])).out).toBe("Done.\n");

  expect((await vireo(["logout"])).code).toBe(0);
  expect((await vireo(["images", "list"])).code).toBe(2);
});

test("exit codes tell what to do: 2 correct the request, 3 get permission, 4 try again", async () => {
  const { key: reader } = await app.account(0, { scopes: ["media:read"] });
  const env = { VIREO_URL: origin, VIREO_API_KEY: reader };
  const run = (words: string[], more = {}) => vireo(words, { ...env, ...more });
  const results = await Promise.all([
    run(["images", "get", "img_none", "--json"]),
    run(["images", "list", "--page-size", "many"]),
    run(["images", "list", "--page-size", "1000"]),
    run(["images", "generate", "a cup"]),
    run(["images", "list"], { VIREO_API_KEY: "vireo_wrong" }),
    run(["api", "images", "list", "--profile", "nobody"]),
  ]);
  expect(results.map(({ code }) => code)).toEqual([1, 2, 2, 3, 3, 1]);
  expect(JSON.parse(results[0]!.err)).toMatchObject({ kind: "not_found", status: 404 });
  expect(results[3]!.err).toContain("does not have the scope");
  // The commands are known from before, and the server is away.
  const away = await startAway();
  expect(away).toMatchObject({ code: 4, err: expect.stringContaining("Could not reach the server") });

  async function startAway() {
    const url = "http://127.0.0.1:9";
    const cache = join(folder, "away");
    const document = (await app.as(undefined)("GET", "/openapi.json")).body;
    const name = `${Bun.hash(url).toString(36)}.json`;
    await Bun.write(join(cache, "vireo", name), JSON.stringify({ etag: "", fetchedAt: Date.now(), document }));
    return run(["credits", "get"], { VIREO_URL: url, XDG_CACHE_HOME: cache });
  }
});

test("a shell completes commands, options and choices", async () => {
  const env = { VIREO_URL: origin, VIREO_API_KEY: key };
  await vireo(["credits", "get"], env);
  const complete = async (...words: string[]) =>
    (await vireo(["complete", "--", ...words], env)).out.split("\n").map((line) => line.split("\t")[0]);
  expect(await complete("vid")).toEqual(["videos", ""]);
  expect(await complete("videos", "gen")).toEqual(["generate", ""]);
  expect(await complete("videos", "generate", "--asp")).toEqual(["--aspect-ratio", ""]);
  expect(await complete("videos", "generate", "--aspect-ratio", "")).toEqual(["9:16", "16:9", "1:1", ""]);
  expect(await complete("keys", "")).toContain("create");
  for (const shell of ["bash", "zsh", "fish"]) {
    const { out } = await vireo(["completion", shell]);
    expect(out).toContain("vireo complete --");
    if (Bun.which(shell)) expect(Bun.spawnSync([shell, "-n"], { stdin: Buffer.from(out) }).exitCode).toBe(0);
  }
  const bash = `${(await vireo(["completion", "bash"])).out}
vireo() { ${process.execPath} ${main} "$@"; }
COMP_WORDS=(vireo videos gen); COMP_CWORD=2; _vireo; echo "\${COMPREPLY[*]}"`;
  const { stdout } = Bun.spawnSync(["bash", "-c", bash], { env: { PATH: process.env.PATH, HOME: folder, ...env } });
  expect(stdout.toString()).toBe("generate\n");
});
