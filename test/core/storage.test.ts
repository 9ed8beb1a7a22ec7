import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat, symlink, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDerivedFiles } from "#core/media/derived";
import { createLog } from "#core/observability/log";
import type { ApiError } from "#core/request/errors";
import { generateKey, KeyRing, parseKeys } from "#core/secrets/key-ring";
import { createLocalStorage } from "#core/storage/local";
import { createS3Storage } from "#core/storage/s3";
import { isKey, newStorageKey, type Storage } from "#core/storage/storage";
import { FakeS3 } from "#test/s3";
import { until } from "#test/until";

let folder: string;
const s3 = new FakeS3();
let storages: Record<string, Storage>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "storage-"));
  storages = { local: await createLocalStorage(join(folder, "media")), s3: createS3Storage(s3.settings) };
});
beforeEach(() => {
  s3.calls.length = 0;
  s3.state.failing = false;
});
afterAll(async () => {
  s3.stop();
  await rm(folder, { recursive: true });
});

const mp4 = { contentType: "video/mp4" };
const text = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const MB = 1024 * 1024;
/** A sender of so many pieces of a megabyte, which hangs up after the last unless it is honest. */
const sender = (pieces: number, honest = false) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      if (pieces-- > 0) controller.enqueue(new Uint8Array(MB).fill(7));
      else if (honest) controller.close();
      else controller.error(new Error("the sender went away"));
    },
  });

describe("a key", () => {
  test("is new each time, unguessable and safe in any path", () => {
    const keys = Array.from({ length: 100 }, () => newStorageKey("webm"));
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{38}\.webm$/);
    expect(keys.every(isKey)).toBe(true);
  });

  const valid = "ab/0123456789abcdef0123456789abcdef012345.mp4";
  test.each([
    "",
    "../etc/passwd",
    `../${valid}`,
    `/${valid}`,
    `${valid}/x`,
    `${valid}\n`,
    valid.toUpperCase(),
    valid.replace("mp4", "html"),
    valid.replace("/", "//"),
    ".partial/x",
    `${valid}\0`,
  ])("%p is none: nothing is read, written or removed under it", async (key) => {
    for (const storage of Object.values(storages)) {
      expect(await storage.open(key)).toBeUndefined();
      await expect(storage.put(key, new Uint8Array(1), mp4)).rejects.toThrow("not a valid storage key");
      await expect(storage.remove(key)).rejects.toThrow("not a valid storage key");
    }
    expect(s3.calls).toEqual([]);
  });
});

describe.each(["local", "s3"] as const)("%s storage", (name) => {
  const storage = () => storages[name]!;

  test.each([
    ["a stream", () => new Blob(["hello world"]).stream()],
    ["a blob", () => new Blob(["hello world"])],
    ["bytes", () => new TextEncoder().encode("hello world")],
    ["nothing at all", () => new Uint8Array()],
  ])("stores %s and gives it back, whole or in part, until it is removed", async (_what, source) => {
    const key = newStorageKey("mp4");
    const expected = source() instanceof Uint8Array && (source() as Uint8Array).length === 0 ? "" : "hello world";
    const { size, etag } = await storage().put(key, source(), mp4);
    expect(size).toBe(expected.length);
    const file = (await storage().open(key))!;
    expect([file.size, file.contentType, file.etag]).toEqual([size, "video/mp4", etag]);
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(file.lastModified.getTime()).toBeGreaterThan(1_600_000_000_000);
    expect(await text(file.stream())).toBe(expected);
    if (size) expect(await text(file.stream({ start: 6, end: 8 }))).toBe("wor");
    await storage().remove(key);
    expect(await storage().open(key)).toBeUndefined();
    await storage().remove(key);
  });

  test("copies a file, or takes it over", async () => {
    const path = join(folder, "source");
    await Bun.write(path, "kept");
    const copied = newStorageKey("png");
    await storage().put(copied, { path }, { contentType: "image/png" });
    expect(existsSync(path)).toBe(true);
    const taken = newStorageKey("png");
    await storage().put(taken, { path, move: true }, { contentType: "image/png" });
    expect(existsSync(path)).toBe(false);
    for (const key of [copied, taken]) expect(await text((await storage().open(key))!.stream())).toBe("kept");
  });

  test("keeps nothing of a file whose sender went away", async () => {
    const key = newStorageKey("mp4");
    await expect(storage().put(key, sender(2), mp4)).rejects.toThrow("the sender went away");
    expect(await storage().open(key)).toBeUndefined();
  });

  test("says whether it can be written", async () => {
    await storage().check();
  });
});

describe("the local folder", () => {
  const root = () => join(folder, "media");

  test("has no half-written file left when a sender goes away", async () => {
    await storages.local!.put(newStorageKey("mp4"), sender(2), mp4).catch(() => {});
    expect(await readdir(join(root(), ".partial"))).toEqual([]);
  });

  test("is cleared of what a crash left behind, but not of what is being written", async () => {
    const [old, fresh] = ["old", "fresh"].map((name) => join(root(), ".partial", name)) as [string, string];
    await Promise.all([Bun.write(old, "x"), Bun.write(fresh, "x")]);
    await utimes(old, 1, 1);
    await createLocalStorage(root());
    expect(await readdir(join(root(), ".partial"))).toEqual(["fresh"]);
    await rm(fresh);
  });

  test("never takes over a link in place of a file", async () => {
    const target = join(folder, "target");
    const link = join(folder, "link");
    await Bun.write(target, "content");
    await symlink(target, link);
    const key = newStorageKey("json");
    await storages.local!.put(key, { path: link, move: true }, { contentType: "application/json" });
    expect((await stat(join(root(), key))).isFile()).toBe(true);
    await Bun.write(target, "changed");
    expect(await text((await storages.local!.open(key))!.stream())).toBe("content");
  });

  test("reports that it cannot be written", async () => {
    const gone = await createLocalStorage(join(folder, "gone"));
    await rm(join(folder, "gone"), { recursive: true });
    await expect(gone.check()).rejects.toThrow("ENOENT");
  });
});

describe("the bucket", () => {
  test("keeps nothing of a large file whose sender went away", async () => {
    await expect(storages.s3!.put(newStorageKey("mp4"), sender(40), mp4)).rejects.toThrow("the sender went away");
    expect(s3.calls).toContain("PUT part");
    expect([...s3.objects.keys()].filter((key) => key.endsWith(".mp4"))).toEqual([]);
  });

  test("gets a large file in parts, with its type", async () => {
    const key = newStorageKey("mp4");
    expect((await storages.s3!.put(key, sender(20, true), mp4)).size).toBe(20 * MB);
    expect(s3.calls.toSorted()).toEqual([
      "HEAD object",
      "POST finish",
      "POST start",
      "PUT part",
      "PUT part",
      "PUT part",
    ]);
    expect(s3.state.largestPart).toBe(8 * MB);
    const stored = s3.objects.get(key)!;
    expect([stored.type, stored.bytes.every((byte) => byte === 7)]).toEqual(["video/mp4", true]);
  });

  test("that fails is an error, for the file and for the check", async () => {
    s3.state.failing = true;
    const key = newStorageKey("mp4");
    await expect(storages.s3!.put(key, new Uint8Array(10), mp4)).rejects.toThrow();
    await expect(storages.s3!.put(key, sender(40, true), mp4)).rejects.toThrow();
    await expect(storages.s3!.put(key, sender(40), mp4)).rejects.toThrow();
    expect(s3.objects.has(key)).toBe(false);
    await expect(storages.s3!.check()).rejects.toThrow();
  });
});

describe("files that are made when they are first opened", () => {
  /** Storage with files `a`, `b`, …; `fail` is never made. */
  async function openDerived(names: readonly string[], ring = new KeyRing(parseKeys(generateKey()))) {
    const made: string[] = [];
    const gate = Promise.withResolvers<void>();
    const storage = await createLocalStorage(join(folder, crypto.randomUUID()));
    const files = createDerivedFiles({
      ...{ storage, tempDir: join(folder, "tmp"), getKeys: () => ring.keys },
      ...{ stopping: new AbortController().signal, log: createLog({ write: () => {} } as never) },
    });
    const getKey = files.derive("test", {
      extension: "mp4",
      list: async () => names,
      async make(name, run) {
        made.push(name);
        await gate.promise;
        if (name === "fail") throw new Error("no");
        await Bun.write(join(run.folder, "out"), `file ${name}`);
        return join(run.folder, "out");
      },
    });
    return { ...files, storage, made, getKey: (name: string) => getKey(name)!, release: gate.resolve };
  }

  test("two who ask at once share one run, and later ones read the file", async () => {
    const { storage, open, made, getKey, release } = await openDerived(["a", "b"]);
    const key = getKey("a");
    expect(isKey(key)).toBe(true);
    expect(getKey("b")).not.toBe(key);
    // Who reads the storage itself, as a backup does, has none made.
    expect(await storage.open(key)).toBeUndefined();
    const both = [open(key), open(key)];
    release();
    for (const file of await Promise.all(both)) expect(await text(file!.stream())).toBe("file a");
    expect(await storage.open(key)).toMatchObject({ size: 6, contentType: "video/mp4" });
    expect(made).toEqual(["a"]);
  });

  test("a changed key starts nothing, nor does one of another server", async () => {
    const [{ open, made, getKey }, other] = await Promise.all([openDerived(["a"]), openDerived(["a"])]);
    const key = getKey("a");
    const changed = key.replace(/.\.mp4$/, (end) => (end.startsWith("0") ? "1.mp4" : "0.mp4"));
    for (const wrong of [changed, other.getKey("a"), key.replace("mp4", "webm"), "a", ""]) {
      expect(await open(wrong)).toBeUndefined();
    }
    expect(made).toEqual([]);
  });

  test("a key stays valid while the secret is changed", async () => {
    const [old, next] = [parseKeys(generateKey()), parseKeys(generateKey())];
    const before = await openDerived(["a"], new KeyRing(old));
    const after = await openDerived(["a"], new KeyRing([...next, ...old]));
    after.release();
    expect(after.getKey("a")).not.toBe(before.getKey("a"));
    expect(await after.open(before.getKey("a"))).toMatchObject({ size: 6 });
  });

  test("503 with Retry-After when too many wait, and for a while after a failure", async () => {
    const names = ["fail", ...Array.from({ length: 30 }, (_, at) => `n${at}`)];
    const { open, made, getKey, release } = await openDerived(names);
    const refused: ApiError[] = [];
    const ask = (name: string) => open(getKey(name)).catch((error) => void refused.push(error));
    const first = ask("fail");
    await until(() => made.includes("fail"));
    const others = names.slice(1).map(ask);
    await until(() => refused.length === names.length - 16);
    expect(refused[0]).toMatchObject({ status: 503, extra: { headers: { "retry-after": "5" } } });
    release();
    await first;
    expect(refused.at(-1)).toMatchObject({ status: 503, extra: { headers: { "retry-after": "60" } } });
    expect((await Promise.all(others)).filter(Boolean)).toHaveLength(15);
    await ask("fail");
    expect(made.filter((name) => name === "fail")).toHaveLength(1);
  });
});
