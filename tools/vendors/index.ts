/**
 * Compares the vendors' published types with those that the adapters were checked against:
 *
 *     bun tools/vendors             what the newest version of each package changes
 *     bun tools/vendors --newer     only names newer versions; `bun run check` does so
 *
 * Logs a registry that cannot be reached, and passes.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareTypes } from "./compare";
import { type Source, sources } from "./sources";

type Types = NonNullable<Source["types"]>;

const root = join(import.meta.dir, "../..");
const VIEW_MS = 10_000;
const INSTALL_MS = 180_000;
/** Changed lines that are printed of a package. */
const SHOWN = 40;

/** The newest version of a package. Undefined if the registry cannot be reached. */
async function findNewest(name: string): Promise<string | undefined> {
  const view = Bun.spawn([process.execPath, "pm", "view", name, "version"], {
    stdout: "pipe",
    stderr: "ignore",
    timeout: VIEW_MS,
  });
  const text = (await new Response(view.stdout).text()).trim();
  return (await view.exited) === 0 && /^\d+\.\d+\.\d+/.test(text) ? text : undefined;
}

/** Reads the files of a version, installed here or in a folder of its own: some are too large to install for all. */
async function readTypes({ package: name, files }: Types, version: string): Promise<string> {
  const own = join(root, "node_modules", name);
  const manifest = join(own, "package.json");
  if (existsSync(manifest) && (await Bun.file(manifest).json()).version === version) return readFiles(own, files);
  const folder = await mkdtemp(join(tmpdir(), "vireo-types-"));
  try {
    await Bun.write(join(folder, "package.json"), "{}");
    const add = Bun.spawn([process.execPath, "add", "--ignore-scripts", "--omit=peer", `${name}@${version}`], {
      cwd: folder,
      stdout: "ignore",
      stderr: "pipe",
      timeout: INSTALL_MS,
    });
    if ((await add.exited) !== 0) throw new Error(`${name}@${version} cannot be installed.`);
    return await readFiles(join(folder, "node_modules", name), files);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readFiles(folder: string, patterns: readonly string[]): Promise<string> {
  const paths = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(folder)]).sort();
  if (paths.length === 0) throw new Error(`${folder} has no file ${patterns.join(", ")}.`);
  return (await Promise.all(paths.map((path) => Bun.file(join(folder, path)).text()))).join("\n");
}

async function describeChanges(types: Types, newest: string): Promise<string> {
  const [before, after] = [await readTypes(types, types.version), await readTypes(types, newest)];
  const { added, removed } = compareTypes(before, after);
  if (added.length + removed.length === 0) return "  The types that the adapter uses are the same.";
  const lines = [...removed.map((line) => `  - ${line}`), ...added.map((line) => `  + ${line}`)];
  const more = lines.length > SHOWN ? [`  … ${lines.length - SHOWN} more`] : [];
  return [`  ${removed.length} lines removed, ${added.length} added:`, ...lines.slice(0, SHOWN), ...more].join("\n");
}

/** Undefined if there is nothing to say. */
async function describe(name: string, { checkedOn, types }: Source, onlyNewer: boolean): Promise<string | undefined> {
  if (!types) return onlyNewer ? undefined : `${name}: checked ${checkedOn}, no package of types is compared`;
  const { package: id, version } = types;
  const newest = await findNewest(id);
  const checked = `${name}: checked ${checkedOn} against ${id} ${version}`;
  if (!newest) return `${checked}; the registry cannot be reached, so newer versions are not known`;
  if (newest === version) return onlyNewer ? undefined : `${checked}, which is the newest`;
  if (onlyNewer) return `${checked}; ${newest} is out: bun tools/vendors shows what changed`;
  const changes = await describeChanges(types, newest).catch((error: Error) => `  ${error.message}`);
  return `${checked}; ${newest} is out\n${changes}`;
}

const onlyNewer = process.argv.includes("--newer");
const notes = await Promise.all(Object.entries(sources).map(([name, source]) => describe(name, source, onlyNewer)));
for (const note of notes) if (note !== undefined) console.log(note);
