import type { Line } from "#db/migrate";
import { type Archive, openArchive } from "./archive";
import { FORMAT, fromJson, HEADER, type Header, MANIFEST, type Manifest } from "./format";
import type { Rest } from "./pace";
import { DamagedError } from "./tar";

/** A backup that was found to be whole. */
export interface Backup {
  archive: Archive;
  header: Header;
  manifest: Manifest;
}

async function readHeader(archive: Archive): Promise<Header> {
  for await (const entry of archive.entries()) {
    if (entry.name === HEADER) return fromJson<Header>(await entry.bytes());
    break;
  }
  throw new DamagedError("The file is no backup of Vireo.");
}

async function readManifest(archive: Archive): Promise<Manifest> {
  let manifest: Manifest | undefined;
  for await (const entry of archive.entries()) {
    if (entry.name === MANIFEST) manifest = fromJson<Manifest>(await entry.bytes());
  }
  if (!manifest) throw new DamagedError("The file is not whole: it was cut off while it was written or copied.");
  return manifest;
}

/** What keeps this program from restoring a backup; undefined where nothing does. */
function misfit({ format, vireo, migrations }: Header, lines: readonly Line[]): string | undefined {
  if (format !== FORMAT)
    return `The backup has format ${format}, and this program reads ${FORMAT}: it was made by Vireo ${vireo}.`;
  for (const { module, name } of migrations) {
    const line = lines.find((one) => one.module === module);
    if (!line) return `The backup holds data of the plug-in "${module}", which is not loaded: add it to "plugins".`;
    if (!Object.hasOwn(line.migrations, name)) {
      return `The backup was made by a newer Vireo (${vireo}): this one does not know ${module}/${name}.`;
    }
  }
  return undefined;
}

/** Reads all of a backup before anybody relies on it. Throws DamagedError, and Error for one that does not fit. */
export async function openBackup(
  path: string,
  lines: readonly Line[],
  rest: Rest,
  progress: (done: number, all: number) => void,
): Promise<Backup> {
  const archive = await openArchive(path);
  try {
    const header = await readHeader(archive);
    const reason = misfit(header, lines);
    if (reason) throw new Error(reason);
    const files = await archive.verify(rest, (done) => progress(done, archive.size));
    const manifest = await readManifest(archive);
    if (manifest.files !== files - 1) throw new DamagedError("The file is not whole: files are missing in it.");
    return { archive, header, manifest };
  } catch (error) {
    await archive.close();
    throw error;
  }
}
