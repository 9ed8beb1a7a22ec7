/**
 * `bun tools/check/long-functions.ts`: fails on a function that is longer than the limit.
 * long-functions.json lists the ones that were too long when the check was introduced. They may only become shorter;
 * `--update` rewrites the list after one did.
 */
import { findLongFunctions, LIMIT, type LongFunction } from "./function-length.ts";

const LIST = `${import.meta.dir}/long-functions.json`;
const FOLDERS = ["cli", "core", "db", "examples", "modules", "plugins", "sdk", "test", "tools"];

export type KnownFunctions = Record<string, number>;

/** Compares what was found with the list: `faults` fail the check, `list` is the list as it should be. */
export function compare(found: LongFunction[], known: KnownFunctions): { faults: string[]; list: KnownFunctions } {
  const list: KnownFunctions = {};
  const faults: string[] = [];
  for (const { file, line, name, lines } of found) {
    const key = `${file} ${name}`;
    const allowed = known[key] ?? 0;
    if (lines > allowed) faults.push(`${file}:${line} ${name} has ${lines} lines, at most ${Math.max(LIMIT, allowed)}`);
    if (allowed > 0) list[key] = Math.max(list[key] ?? 0, Math.min(lines, allowed));
  }
  for (const [key, lines] of Object.entries(known)) {
    if (list[key] !== lines) faults.push(`${key} is shorter now: run bun tools/check/long-functions.ts --update`);
  }
  return { faults, list };
}

async function findAll(): Promise<LongFunction[]> {
  const { stdout } = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard", ...FOLDERS]);
  const files = stdout
    .toString()
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file));
  const present = await Promise.all(files.map(async (file) => ((await Bun.file(file).exists()) ? [file] : [])));
  const found = present.flat().map(async (file) => findLongFunctions(file, await Bun.file(file).text()));
  return (await Promise.all(found)).flat().sort((a, b) => b.lines - a.lines);
}

if (import.meta.main) {
  const known = (await Bun.file(LIST).json()) as KnownFunctions;
  const { faults, list } = compare(await findAll(), known);
  const isUpdate = process.argv.includes("--update");
  if (isUpdate) await Bun.write(LIST, `${JSON.stringify(list, null, 2)}\n`);
  const open = isUpdate ? compare(await findAll(), list).faults : faults;
  for (const fault of open) console.error(fault);
  process.exit(open.length === 0 ? 0 : 1);
}
