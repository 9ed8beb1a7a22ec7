/** Somebody who can write to where backups are, and knows the public key, puts another backup there. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveWriter } from "#cli/backup/archive";
import { HEADER, MANIFEST, type Manifest, toJson } from "#cli/backup/format";
import { openBackup } from "#cli/backup/read";
import { checkOrigin, signBackup } from "#cli/backup/signature";
import { openFileSink } from "#cli/backup/sink";
import { generateKey, parseKeys } from "#core/secrets/key-ring";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-signature-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const own = parseKeys(generateKey());
const other = parseKeys(generateKey());
const throttle = async () => {};
const header = { format: 1, vireo: "1.0", takenAt: 0, migrations: [], tables: { keys: ["id"] } };
type Files = Record<string, string>;

/** Writes a backup with these files, as `write` completes it. */
async function make(files: Files, write: (archive: ArchiveWriter, manifest: Manifest) => Promise<void>) {
  const path = join(folder, `${crypto.randomUUID()}.tar`);
  const archive = new ArchiveWriter(await openFileSink(path), throttle);
  await archive.add(HEADER, toJson(header));
  for (const [name, text] of Object.entries(files)) await archive.add(name, new TextEncoder().encode(text));
  await write(archive, {
    rows: { keys: 1 },
    sequences: {},
    media: { files: 0, bytes: 0, missing: 0 },
    files: archive.files,
  });
  await archive.end();
  return path;
}

const sign = (files: Files, keys = own) =>
  make(files, async (archive, manifest) => {
    const signature = signBackup(keys, manifest, archive.digest);
    await archive.add(MANIFEST, toJson({ ...manifest, ...(signature ? { signature } : {}) }));
  });

async function open(path: string) {
  const backup = await openBackup(path, [], throttle, () => {});
  await backup.archive.close();
  return backup;
}
async function check(path: string, keys = own) {
  const { manifest, digest } = await open(path);
  return checkOrigin(keys, manifest, digest);
}

const files = { "tables/keys/000001.jsonl.zst": "own", "media/ab/c.png": "picture" };

test("a backup of this server is verified, with any of its keys", async () => {
  const path = await sign(files);
  expect(await check(path)).toBe("verified");
  expect(await check(path, [...other, ...own])).toBe("verified");
});

test("one that is not signed, and one of another server, are restored with a note", async () => {
  expect(await check(await sign(files, []))).toBe("unsigned");
  expect(await check(await sign(files), other)).toBe("unknown");
  expect(await check(await sign(files), [])).toBe("unknown");
});

test("a forged backup that carries the signature of a true one is refused", async () => {
  const { manifest } = await open(await sign(files));
  const { signature } = manifest;
  const forgeries: [Files, Partial<Manifest>, string?][] = [
    [{ ...files, "tables/keys/000001.jsonl.zst": "forged" }, {}],
    [{ "tables/keys/000001.jsonl.zst": "own" }, {}],
    [{ "media/ab/c.png": "picture", "tables/keys/000001.jsonl.zst": "own" }, {}],
    [{ ...files, "keys.json": "{}" }, {}],
    [files, { rows: { keys: 2 } }],
    [files, { sequences: { keys_id: "7" } }],
    [files, { signature: { ...signature!, mac: "00" } }],
    [files, { signature: { ...signature!, mac: 7 as never } }],
  ];
  for (const [content, change] of forgeries) {
    const path = await make(content, (archive, forged) =>
      archive.add(MANIFEST, toJson({ ...forged, ...(signature ? { signature } : {}), ...change })),
    );
    await expect(check(path)).rejects.toThrow("its signature is wrong");
  }
  // A file behind the manifest.
  const path = await make(files, async (archive, forged) => {
    await archive.add(MANIFEST, toJson({ ...forged, files: forged.files + 1, ...(signature ? { signature } : {}) }));
    await archive.add("tables/keys/000002.jsonl.zst", new TextEncoder().encode("more"));
  });
  await expect(check(path)).rejects.toThrow("its signature is wrong");
});
