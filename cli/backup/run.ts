import { explainError } from "#cli/explain-error";
import { BACKUP_BUSY, BACKUP_LIMIT_MS, BACKUP_TOO_LONG, recordBackup } from "#core/backups/runs";
import type { Workspace } from "#core/command";
import { collectMigrations } from "#core/database/migrations";
import { readNow } from "#core/leases";
import { formatKey } from "#core/secrets/key-ring";
import { createBackup } from "./create";
import { encryptTo, getRecipient, isIdentity } from "./encryption";
import { sumRows } from "./format";
import { openTarget } from "./open-target";
import { openBackup } from "./read";
import type { BackupSecrets } from "./secrets";
import type { Sink } from "./sink";
import {
  type BackupFacts,
  formatName,
  openStored,
  pruneBackups,
  type StoredBackup,
  toFactsFile,
  toFile,
} from "./store";
import { DamagedError } from "./tar";
import type { Target, TargetFile } from "./target";
import type { Throttle } from "./throttle";

type Progress = (label: "Tables" | "Media" | "Check", done: number, all: number) => void;

interface Options {
  throttle: Throttle;
  progress: Progress;
  signal: AbortSignal;
  limitMs?: number;
}

interface FinishedBackup extends BackupFacts {
  name: string;
  location: string;
  /** Names of the backups deleted by retention. */
  removed: string[];
}

/** Keys of this server and its configuration. With them in the backup, the backup key is enough to restore it. */
export async function collectSecrets({ config, vault }: Workspace): Promise<BackupSecrets> {
  const keys = vault.ring.keys.map(formatKey);
  return { keys, config: config.source ? await Bun.file(config.source).text() : undefined };
}

/** Writes a backup to the target, reads it back, deletes expired ones, and records and reports the outcome. */
export async function runBackup(vireo: Workspace, options: Options): Promise<FinishedBackup> {
  let finished: FinishedBackup | undefined;
  const isAlone = await vireo.tryWithLock("backup", async () => {
    finished = await runAlone(vireo, options);
  });
  if (!isAlone || !finished) throw new Error(BACKUP_BUSY);
  return finished;
}

async function runAlone(vireo: Workspace, options: Options): Promise<FinishedBackup> {
  const { config, db, events } = vireo;
  const startedAt = await readNow(db);
  try {
    const target = await openTarget(config);
    const made = await withLimit(write(vireo, target, formatName(startedAt), options), options.limitMs);
    const [pruning] = await Promise.allSettled([pruneBackups(target, config.backup.keep, startedAt)]);
    const removed = pruning.status === "fulfilled" ? pruning.value : [];
    const run = { startedAt, finishedAt: await readNow(db), name: made.name, bytes: made.bytes };
    const { rows, media, verified } = made;
    await recordBackup(db, events, run, { rows, mediaFiles: media.files, verified, removed });
    // Report this separately, after the success, so that the backup is not repeated.
    if (pruning.status === "rejected") {
      const reason = explainError(pruning.reason);
      throw new Error(`The backup ${made.name} is complete, but expired ones could not be deleted. ${reason}`);
    }
    return { ...made, location: target.location, removed };
  } catch (error) {
    // Stopped by the user or with the server.
    if (options.signal.aborted) throw error;
    await recordBackup(db, events, { startedAt, finishedAt: await readNow(db), error: explainError(error) });
    throw error;
  }
}

/** Rejects at the time limit. The work itself may hang in a call that only ends with the process. */
async function withLimit<Result>(work: Promise<Result>, limitMs = BACKUP_LIMIT_MS): Promise<Result> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(BACKUP_TOO_LONG)), limitMs);
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer));
}

async function write(vireo: Workspace, target: Target, name: string, options: Options) {
  const { version, config } = vireo;
  const { throttle, progress } = options;
  const key = config.backup.key!;
  const content = await collectSecrets(vireo);
  const measured = measure(await target.create(toFile(name)));
  const sink = await encryptTo(measured.sink, key);
  const secrets = { content };
  const made = await createBackup(vireo, { secrets, sink, throttle, progress });
  const { bytes, sha256 } = measured.result();
  const facts: BackupFacts = {
    vireo: version,
    takenAt: made.takenAt.getTime(),
    bytes,
    sha256,
    rows: sumRows(made.rows),
    media: made.media,
    recipient: await getRecipient(key),
    verified: isIdentity(key) ? "content" : "bytes",
  };
  try {
    const file: TargetFile = { name: toFile(name), size: bytes, modified: new Date() };
    await verifyBackup(vireo, target, { ...facts, name, file }, options);
  } catch (error) {
    await target.remove(toFile(name));
    throw error;
  }
  await writeFacts(target, name, facts);
  return { ...facts, name };
}

async function writeFacts(target: Target, name: string, facts: BackupFacts): Promise<void> {
  const sink = await target.create(toFactsFile(name));
  try {
    await sink.write(new TextEncoder().encode(`${JSON.stringify(facts, null, 2)}\n`));
    await sink.finish();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/** Counts and hashes the bytes written to a sink. */
function measure(sink: Sink) {
  const hash = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  const write = (chunk: Uint8Array) => {
    hash.update(chunk);
    bytes += chunk.length;
    return sink.write(chunk);
  };
  return { sink: { ...sink, write }, result: () => ({ bytes, sha256: hash.digest("hex") }) };
}

/**
 * Reads a stored backup back. With the key that decrypts it, verifies every checksum inside. Otherwise compares the
 * bytes with those written. Throws DamagedError.
 */
export async function verifyBackup(
  { config, modules }: Pick<Workspace, "config" | "modules">,
  target: Target,
  { file, sha256 }: StoredBackup,
  { throttle, progress }: Omit<Options, "signal">,
): Promise<BackupFacts["verified"]> {
  const { key } = config.backup;
  if (key && isIdentity(key)) {
    const lines = collectMigrations(modules);
    const report = (done: number, all: number) => progress("Check", done, all);
    const { archive } = await openBackup(openStored(target, file, key), lines, throttle, report);
    await archive.close();
    return "content";
  }
  const hash = new Bun.CryptoHasher("sha256");
  let done = 0;
  for await (const chunk of target.read(file)) {
    hash.update(chunk);
    done += chunk.length;
    progress("Check", done, file.size);
    await throttle();
  }
  if (hash.digest("hex") !== sha256) throw new DamagedError(`${file.name} was changed since it was written.`);
  return "bytes";
}
