import type { ModuleMigrations } from "#db/migrate";
import { type Archive, type ArchiveSource, openArchive } from "./archive";
import { FORMAT, HEADER, type Header, MANIFEST, type Manifest, parseJson } from "./format";
import { type BackupSecrets, KEYS, type Locked, SECRETS } from "./secrets";
import { DamagedError } from "./tar";
import type { Throttle } from "./throttle";

/** A backup whose checksums have been verified. */
export interface Backup {
  archive: Archive;
  header: Header;
  manifest: Manifest;
  /** Digest of the names and checksums of all files before the manifest. */
  digest: string;
  /** Secrets that are protected by a passphrase. */
  locked: Locked | undefined;
  /** Secrets of a backup that is encrypted as a whole. */
  secrets: BackupSecrets | undefined;
}

async function readHeader(archive: Archive): Promise<Header> {
  for await (const entry of archive.entries()) {
    if (entry.name === HEADER) return parseJson<Header>(await entry.bytes());
    break;
  }
  throw new DamagedError("The file is not a Vireo backup.");
}

async function readRest(archive: Archive): Promise<Pick<Backup, "manifest" | "locked" | "secrets">> {
  let manifest: Manifest | undefined;
  let locked: Locked | undefined;
  let secrets: BackupSecrets | undefined;
  for await (const entry of archive.entries()) {
    if (entry.name === MANIFEST) manifest = parseJson<Manifest>(await entry.bytes());
    else if (entry.name === SECRETS) locked = parseJson<Locked>(await entry.bytes());
    else if (entry.name === KEYS) secrets = parseJson<BackupSecrets>(await entry.bytes());
  }
  if (!manifest) throw new DamagedError("The file is incomplete: it was truncated while it was written or copied.");
  return { manifest, locked, secrets };
}

/** Returns why this version cannot restore the backup. Undefined if it can. */
function findMismatch({ format, vireo, migrations }: Header, lines: readonly ModuleMigrations[]): string | undefined {
  if (format !== FORMAT) {
    return `The backup has format ${format}, but this version reads format ${FORMAT}. It was made by Vireo ${vireo}.`;
  }
  for (const { module, name } of migrations) {
    const line = lines.find((candidate) => candidate.module === module);
    if (!line) {
      return `The backup contains data of the plug-in "${module}", which is not loaded. Add it to "plugins" in vireo.config.ts.`;
    }
    if (!Object.hasOwn(line.migrations, name)) {
      return `The backup was made by a newer Vireo (${vireo}): this version does not have the migration ${module}/${name}.`;
    }
  }
  return undefined;
}

/** Opens a backup and verifies all of it. Throws DamagedError, or an Error if this version cannot restore it. */
export async function openBackup(
  from: string | ArchiveSource,
  lines: readonly ModuleMigrations[],
  throttle: Throttle,
  progress: (done: number, all: number) => void,
): Promise<Backup> {
  const archive = await openArchive(from);
  try {
    const header = await readHeader(archive);
    const mismatch = findMismatch(header, lines);
    if (mismatch) throw new Error(mismatch);
    const { files, digest } = await archive.verify(throttle, (done) => progress(done, archive.size));
    const rest = await readRest(archive);
    if (rest.manifest.files !== files - 1) throw new DamagedError("The file is incomplete: some files are missing.");
    return { archive, header, digest, ...rest };
  } catch (error) {
    await archive.close();
    throw error;
  }
}
