/**
 * Files that a child process made. A process that a hostile file has taken over may report any path, so it reports names
 * only: each is opened below its own folder, without following links, and must be a file of its own.
 */
import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { basename, join } from "node:path";

/** One component of a path, as the children of all our modules name their files. */
const NAME = /^[\w-][\w.-]{0,199}$/;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Returns a copy of the output, or of each entry of a list, with the named properties replaced. */
async function mapFiles(
  output: unknown,
  names: readonly string[],
  map: (value: unknown) => string | Promise<string>,
): Promise<unknown> {
  if (names.length === 0 || !isFields(output)) return output;
  if (Array.isArray(output)) return Promise.all(output.map((entry) => mapFiles(entry, names, map)));
  const files = names.filter((name) => output[name] !== undefined && output[name] !== null);
  const entries = files.map(async (name) => [name, await map(output[name])] as const);
  return { ...output, ...Object.fromEntries(await Promise.all(entries)) };
}

/** In the child process: replaces the paths of its files by their names. */
export const nameFiles = (output: unknown, names: readonly string[]): Promise<unknown> =>
  mapFiles(output, names, (path) => basename(String(path)));

/** In the server: replaces the reported names by the paths of checked files. Throws if one is anything else. */
export const takeFiles = (output: unknown, names: readonly string[], folder: string): Promise<unknown> =>
  mapFiles(output, names, (name) => takeFile(folder, name));

async function takeFile(folder: string, name: unknown): Promise<string> {
  if (typeof name !== "string" || !NAME.test(name)) throw refuse("something that is not the name of a file");
  if (!folder || !(await lstat(folder)).isDirectory()) throw refuse("a file, but its folder is no folder");
  const path = join(folder, name);
  // Does not wait for the other end of a pipe. Windows has neither flag.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error) => {
    throw refuse(`a file that cannot be opened (${(error as { code?: string }).code})`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw refuse("something that is not a file");
    // Another name of the same file may be outside the folder.
    if (stats.nlink > 1) throw refuse("a file with several names");
    return path;
  } finally {
    await file.close();
  }
}

const refuse = (what: string) => new Error(`The child process reported ${what}.`);
