import { createStreamSource } from "./archive";
import { decrypt } from "./encryption";
import type { Manifest } from "./format";
import type { Target, TargetFile } from "./target";

/** Number of days, weeks and months whose newest backup is kept. */
interface Keep {
  daily: number;
  weekly: number;
  monthly: number;
}

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY = 4;

/**
 * Facts about a backup that can be read without decrypting it. Their file is written last, after the backup was read
 * back. A backup without it is incomplete: "latest" never selects it, and it is removed after a while.
 */
export interface BackupFacts {
  /** Version of the program. */
  vireo: string;
  /** Time of the snapshot, in milliseconds since the epoch. */
  takenAt: number;
  /** Size of the encrypted file, in bytes. */
  bytes: number;
  sha256: string;
  rows: number;
  media: Manifest["media"];
  /** Public half of the key that decrypts it. */
  recipient: string;
  /** "content": decrypted, with every checksum verified. "bytes": the server has no key that decrypts it. */
  verified: "content" | "bytes";
}

export interface StoredBackup extends BackupFacts {
  name: string;
  file: TargetFile;
}

const NAME = /^vireo-\d{8}T\d{6}Z$/;
const FILE = ".tar.age";
const FACTS = ".json";
/** Age at which files without facts were certainly left by a process that died. */
const STALE_MS = 2 * 86_400_000;
const READS_AT_ONCE = 20;

/** Returns a name such as "vireo-20261102T030000Z", from the time of the snapshot. */
export const formatName = (takenAt: Date): string => `vireo-${takenAt.toISOString().replace(/[-:]|\.\d+/g, "")}`;
export const toFile = (name: string): string => name + FILE;
export const toFactsFile = (name: string): string => name + FACTS;

/** Splits "vireo-20261102T030000Z.tar.age.part" into the name of the backup and the rest. Undefined for other files. */
function parseFile(file: string): { name: string; ending: string } | undefined {
  const dot = file.indexOf(".");
  const name = file.slice(0, dot);
  return dot > 0 && NAME.test(name) ? { name, ending: file.slice(dot) } : undefined;
}

/**
 * Parses the facts of a backup. Undefined if the file is not ours or is damaged: its backup then counts as incomplete.
 */
async function readFacts(target: Target, file: TargetFile): Promise<BackupFacts | undefined> {
  try {
    const facts = JSON.parse(Buffer.concat(await Array.fromAsync(target.read(file))).toString()) as BackupFacts | null;
    return Number.isSafeInteger(facts?.takenAt) ? facts! : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Lists complete backups, newest first, and files left by a crash. */
export async function listBackups(target: Target): Promise<{ backups: StoredBackup[]; leftovers: TargetFile[] }> {
  const files = (await target.list()).filter((file) => parseFile(file.name));
  const byName = new Map(files.map((file) => [file.name, file]));
  const factFiles = files.filter(
    (file) => parseFile(file.name)!.ending === FACTS && byName.has(toFile(parseFile(file.name)!.name)),
  );
  const backups: StoredBackup[] = [];
  for (let at = 0; at < factFiles.length; at += READS_AT_ONCE) {
    const batch = factFiles.slice(at, at + READS_AT_ONCE).map(async (factsFile) => {
      const { name } = parseFile(factsFile.name)!;
      const file = byName.get(toFile(name))!;
      const facts = await readFacts(target, factsFile);
      if (facts?.bytes === file.size) backups.push({ ...facts, name, file });
    });
    await Promise.all(batch);
  }
  const complete = new Set(backups.flatMap(({ name }) => [toFile(name), toFactsFile(name)]));
  const leftovers = files.filter((file) => !complete.has(file.name));
  return { backups: backups.sort((a, b) => b.takenAt - a.takenAt), leftovers };
}

/** Finds a backup by name or as "latest". */
export async function findBackup(target: Target, reference: string): Promise<StoredBackup> {
  const { backups } = await listBackups(target);
  const name = parseFile(`${reference}.`)?.name;
  const match = reference === "latest" ? backups[0] : backups.find((backup) => backup.name === name);
  if (match) return match;
  if (reference === "latest") throw new Error(`There is no complete backup in ${target.location}.`);
  throw new Error(`${reference} is neither a file nor a backup in ${target.location}. "vireo backup list" lists them.`);
}

/** Deletes the backups that retention does not keep, and files left by crashes. Returns the names. */
export async function pruneBackups(target: Target, keep: Keep, now: Date): Promise<string[]> {
  const { backups, leftovers } = await listBackups(target);
  const expired = chooseExpired(backups, keep);
  for (const { name } of expired) {
    // Delete the facts first: a half-deleted backup is incomplete.
    await target.remove(toFactsFile(name));
    await target.remove(toFile(name));
  }
  for (const { name, modified } of leftovers)
    if (now.getTime() - modified.getTime() > STALE_MS) await target.remove(name);
  return expired.map(({ name }) => name);
}

/** Reads and decrypts a stored backup. */
export const openStored = (target: Target, file: TargetFile, key: string | undefined) =>
  createStreamSource(file.size, () => decrypt(target.read(file), key));

const getDay = (at: number) => Math.floor(at / DAY_MS);
const getWeek = (at: number) => Math.floor((getDay(at) - FIRST_MONDAY) / 7);
const getMonth = (at: number) => new Date(at).toISOString().slice(0, 7);

/**
 * Chooses the backups to delete. Keeps the newest backup of each of the last days, weeks and months (UTC) that have
 * one, and always the newest of all. Periods without a backup delete nothing.
 */
export function chooseExpired<T extends { takenAt: number }>(backups: readonly T[], keep: Keep): T[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt - a.takenAt);
  const kept = new Set<T>(newestFirst.slice(0, 1));
  const rules = [
    { count: keep.daily, getPeriod: getDay },
    { count: keep.weekly, getPeriod: getWeek },
    { count: keep.monthly, getPeriod: getMonth },
  ];
  for (const { count, getPeriod } of rules) {
    const periods = new Set<number | string>();
    for (const backup of newestFirst) {
      const period = getPeriod(backup.takenAt);
      if (periods.has(period)) continue;
      if (periods.size === count) break;
      periods.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}
