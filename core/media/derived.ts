import { createHmac } from "node:crypto";
import { FairQueue } from "#core/fair-queue";
import type { Log } from "#core/observability/log";
import { withFolder } from "#core/process/temp-folder";
import { ApiError } from "#core/request/errors";
import { deriveSecrets, type SecretKey } from "#core/secrets/key-ring";
import { type Extension, getContentType, isKey, type Storage, type StoredFile } from "#core/storage/storage";
import { withDeadline } from "#core/timing";

/** A small set of files that the server can make at any time from existing data, such as clips of sample videos. */
export interface DerivedFiles {
  extension: Extension;
  /** Lists the names of all files. Their keys are kept in memory. */
  list(): Promise<readonly string[]>;
  /** Makes a file and returns its path. The same name always gives the same bytes. */
  make(name: string, run: { folder: string; signal: AbortSignal }): Promise<string>;
}

interface Source extends DerivedFiles {
  owner: string;
}

/** Returns the storage key of an owner's derived file. Undefined until the server has its key for secrets. */
export type GetDerivedKey = (name: string) => string | undefined;

interface Options {
  storage: Storage;
  /** The keys for secrets, the current one first. They may change while the server runs. */
  getKeys(): readonly SecretKey[];
  tempDir: string;
  stopping: AbortSignal;
  log: Log;
}

const PURPOSE = "derived files";
/** Maximum number of files queued or being made. Further requests are refused. */
const MOST_WAITING = 16;
/** Maximum wait of a request. The file is completed anyway, so that a later request finds it. */
const WAIT_MS = 25_000;
/** Pause after a failure before a file is tried again. */
const PAUSE_MS = 60_000;
const RETRY_SECONDS = 5;

const busy = (seconds: number) =>
  new ApiError(
    "provider_unavailable",
    "The file is not ready yet. Try again after the number of seconds in Retry-After.",
    {
      headers: { "retry-after": String(seconds) },
    },
  );

/** Derives a key with the form of `newStorageKey` that cannot be guessed without the server's secret. */
function toKey(secret: Uint8Array, { owner, extension }: Source, name: string): string {
  const digest = createHmac("sha256", secret)
    .update(JSON.stringify([owner, name]))
    .digest("hex");
  return `${digest.slice(0, 2)}/${digest.slice(2, 40)}.${extension}`;
}

/** Secrets of the current keys, derived once for each set of keys. */
function createSecrets(getKeys: Options["getKeys"]): () => readonly Uint8Array[] {
  let derived: { keys: readonly SecretKey[]; secrets: readonly Uint8Array[] } | undefined;
  return () => {
    const keys = getKeys();
    if (derived?.keys !== keys) derived = { keys, secrets: deriveSecrets(keys, PURPOSE) };
    return derived.secrets;
  };
}

/**
 * Makes derived files when their URL is first opened. Each is made once, one at a time, and stored like any other file.
 * Only someone who received its key can trigger this.
 */
export function createDerivedFiles({ storage, getKeys, tempDir, stopping, log }: Options) {
  const getSecrets = createSecrets(getKeys);
  const sources: Source[] = [];
  const queue = new FairQueue({ concurrency: 1 });
  const making = new Map<string, Promise<void>>();
  const failures = new Map<string, number>();
  let known: { secrets: readonly Uint8Array[]; files: ReturnType<typeof listFiles> } | undefined;

  async function listFiles(secrets: readonly Uint8Array[]) {
    const files = new Map<string, { source: Source; name: string }>();
    for (const source of sources) {
      for (const name of await source.list()) {
        for (const secret of secrets) files.set(toKey(secret, source, name), { source, name });
      }
    }
    return files;
  }

  async function find(key: string) {
    const secrets = getSecrets();
    if (known?.secrets !== secrets) known = { secrets, files: listFiles(secrets) };
    return (await known.files).get(key);
  }

  const make = (key: string, { source, name }: { source: Source; name: string }): Promise<void> =>
    queue.run(source.owner, () =>
      withFolder(tempDir, "derived-", async (folder) => {
        stopping.throwIfAborted();
        const path = await source.make(name, { folder, signal: stopping });
        await storage.put(key, { path, move: true }, { contentType: getContentType(key) });
      }),
    );

  /** Returns the shared run that makes a file. Throws ApiError if too many are queued or it failed recently. */
  function join(key: string, file: { source: Source; name: string }): Promise<void> {
    const running = making.get(key);
    if (running) return running;
    const left = (failures.get(key) ?? 0) + PAUSE_MS - Date.now();
    if (left > 0) throw busy(Math.ceil(left / 1000));
    if (making.size >= MOST_WAITING) throw busy(RETRY_SECONDS);
    failures.delete(key);
    const run = make(key, file)
      .catch((error) => {
        failures.set(key, Date.now());
        log.warn("derived file not made", { owner: file.source.owner, name: file.name, error });
        throw busy(PAUSE_MS / 1000);
      })
      .finally(() => making.delete(key));
    making.set(key, run);
    return run;
  }

  /** Opens a stored file, or makes a derived one first. Undefined if there is none. */
  async function open(key: string): Promise<StoredFile | undefined> {
    const file = await storage.open(key);
    if (file || sources.length === 0 || !isKey(key)) return file;
    const source = await find(key);
    if (!source) return undefined;
    await withDeadline(
      WAIT_MS,
      () => busy(RETRY_SECONDS),
      async () => join(key, source),
    );
    return storage.open(key);
  }

  return {
    open,
    /** True for a key whose file is made when it is needed. */
    isDerived: async (key: string): Promise<boolean> => sources.length > 0 && (await find(key)) !== undefined,
    derive(owner: string, files: DerivedFiles): GetDerivedKey {
      const source = { ...files, owner };
      sources.push(source);
      known = undefined;
      return (name) => {
        const [secret] = getSecrets();
        return secret && toKey(secret, source, name);
      };
    },
  };
}
