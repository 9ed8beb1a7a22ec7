import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Part, sweep, unpack } from "#core/process/unpack";
import { pack } from "#tools/build/pack";

const library = new Uint8Array(3_000_000).map((_, at) => (at * 7919) >> 5);
const signal = new AbortController().signal;
let folder: string;
let natives: string;
let part: Part;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-unpack-"));
  natives = join(folder, "natives");
  const files = [
    { path: "bin/program", from: Buffer.from("#!/bin/sh\n"), isProgram: true },
    { path: "empty", from: new Uint8Array(), isProgram: false },
    { path: "lib/deep/library.so", from: library, isProgram: false },
  ];
  part = await pack({ name: "thing", why: "", files }, join(folder, "packed"), 1);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytesOf = (target: string) => readFile(join(target, "lib/deep/library.so"));

// As in the child process that unpacks: the server itself creates private files only.
process.umask(0o022);

test("a part is unpacked whole, its programs may be run, and the second time nothing is done", async () => {
  const target = await unpack("thing", part, natives, signal);
  expect((await bytesOf(target)).equals(library)).toBe(true);
  expect(statSync(join(target, "bin/program")).mode & 0o777).toBe(0o755);
  expect(statSync(target).mode & 0o777).toBe(0o755);
  const { ino } = statSync(target);
  expect(statSync(await unpack("thing", part, natives, signal)).ino).toBe(ino);
  expect(readdirSync(natives)).toHaveLength(1);
});

test("many at once leave one whole part and nothing beside it", async () => {
  const targets = await Promise.all(Array.from({ length: 6 }, () => unpack("thing", part, natives, signal)));
  expect(new Set(targets).size).toBe(1);
  expect((await bytesOf(targets[0]!)).equals(library)).toBe(true);
  expect(readdirSync(natives)).toHaveLength(1);
});

test("what a full disk or a crash cut short is made anew", async () => {
  const target = await unpack("thing", part, natives, signal);
  await truncate(join(target, "lib/deep/library.so"), 10);
  await unpack("thing", part, natives, signal);
  expect((await bytesOf(target)).equals(library)).toBe(true);
  expect(readdirSync(natives)).toHaveLength(1);
});

test("content that differs from its checksum is refused, and nothing of it stays", async () => {
  const other = { ...part, hash: "0".repeat(64) };
  await expect(unpack("thing", other, natives, signal)).rejects.toThrow("checksum mismatch");
  await writeFile(part.packed, "no zstd");
  await expect(unpack("thing", part, natives, signal)).rejects.toThrow("Could not unpack thing");
  expect(readdirSync(natives)).toEqual([]);
});

test("a stop half way leaves nothing", async () => {
  const stop = new AbortController();
  const unpacking = unpack("thing", part, natives, stop.signal);
  stop.abort(new Error("Stopped."));
  await expect(unpacking).rejects.toThrow("Stopped.");
  expect(readdirSync(natives)).toEqual([]);
});

test("sweeping removes other versions and leaves what somebody is just making", async () => {
  const target = await unpack("thing", part, natives, signal);
  await Bun.write(join(natives, "thing-0123456789abcdef/file"), "old");
  await Bun.write(join(natives, "new-abc/file"), "half made");
  await sweep(natives, (path) => path === target);
  expect(readdirSync(natives).sort()).toEqual(["new-abc", target.slice(natives.length + 1)].sort());
});
