/** The server's OpenAPI document, cached for the user. Commands and completion are built from it. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Document } from "#sdk/openapi";

const FRESH_MS = 10 * 60_000;
const TIMEOUT_MS = 10_000;

interface Cached {
  etag: string;
  fetchedAt: number;
  document: Document;
}

function getCacheFile(url: string): string {
  const folder = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  return join(folder, "vireo", `${Bun.hash(url).toString(36)}.json`);
}

const readCached = (url: string): Promise<Cached | undefined> =>
  readFile(getCacheFile(url), "utf8")
    .then((text) => JSON.parse(text) as Cached)
    .catch(() => undefined);

/** Failing to write the cache is not an error. */
async function writeCached(url: string, cached: Cached): Promise<void> {
  const file = getCacheFile(url);
  const part = `${file}.${process.pid}.part`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    .then(() => writeFile(part, JSON.stringify(cached)))
    .then(() => rename(part, file))
    .catch(() => {});
}

/** Returns the cached document without a request to the server. */
export const readCachedDocument = async (url: string): Promise<Document | undefined> =>
  (await readCached(url))?.document;

/** Returns the document, refreshed after some minutes. If the server is unavailable, returns the cached one. */
export async function loadDocument(url: string): Promise<Document> {
  const cached = await readCached(url);
  if (cached && Date.now() - cached.fetchedAt < FRESH_MS) return cached.document;
  try {
    const response = await fetch(new URL("/openapi.json", url), {
      headers: cached ? { "if-none-match": cached.etag } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 304 && cached) {
      await writeCached(url, { ...cached, fetchedAt: Date.now() });
      return cached.document;
    }
    if (!response.ok) throw new Error(`it returned status ${response.status} for /openapi.json`);
    const document = (await response.json()) as Document;
    await writeCached(url, { etag: response.headers.get("etag") ?? "", fetchedAt: Date.now(), document });
    return document;
  } catch (error) {
    if (cached) return cached.document;
    throw new Error(`${url} is not a Vireo server or cannot be reached: ${(error as Error).message}`);
  }
}
