import type { FontFile } from "vireo/brief";
import type { Run } from "vireo/engine";
import type { Generation } from "vireo/generations";
import { download } from "vireo/inputs/download";
import { getContentType, newStorageKey } from "vireo/storage";
import type { StoredOutput } from "vireo/tables";
import type { Videos } from "./context";
import { runStep } from "./steps";

/** Finds the account's own font named by `fontFamily`. Undefined for the engine's families. Throws ApiError. */
export async function findFont(
  { services }: Videos,
  accountId: string,
  name: string | undefined,
  field = "fontFamily",
): Promise<{ font?: FontFile }> {
  const font = name === undefined ? undefined : await services.content?.font(accountId, name, field);
  return font ? { font } : {};
}

/**
 * Stores a copy of an uploaded font, because the account may delete it. `path` is where this run has downloaded it, if it
 * has.
 */
export async function keepFont(
  videos: Videos,
  row: Pick<Generation, "id" | "account_id">,
  step: string,
  run: Run,
  url: string,
): Promise<{ file: StoredOutput; path: string | undefined }> {
  let path: string | undefined;
  const { facts } = await runStep<{ file: StoredOutput }>(videos, row, step, run, {
    repeatable: true,
    async create() {
      path = await download(run, url);
      const key = newStorageKey(url.endsWith(".otf") ? "otf" : "ttf");
      const contentType = getContentType(key);
      const { size } = await videos.media.storage.put(key, { path }, { contentType });
      return { facts: { file: { key, contentType, size } } };
    },
  });
  return { file: facts.file, path };
}
