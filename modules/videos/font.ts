import type { FontFile } from "vireo/brief";
import type { Run } from "vireo/engine";
import type { Generation } from "vireo/generations";
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

/** Stores a copy of an uploaded font, because the account may delete it. */
export async function keepFont(
  videos: Videos,
  row: Pick<Generation, "id" | "account_id">,
  step: string,
  run: Run,
  url: string,
): Promise<StoredOutput> {
  const { facts } = await runStep<{ file: StoredOutput }>(videos, row, step, run, {
    repeatable: true,
    async create() {
      const path = await run.download(url);
      const key = newStorageKey(url.endsWith(".otf") ? "otf" : "ttf");
      const contentType = getContentType(key);
      const { size } = await videos.media.storage.put(key, { path, move: true }, { contentType });
      return { facts: { file: { key, contentType, size } } };
    },
  });
  return facts.file;
}
