/** Checks that every installed dependency has a permissive licence or is named in NOTICE with its own. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  name: string;
  license?: string;
  licenses?: { type: string }[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const PERMISSIVE = new Set([
  ...[
    "MIT",
    "MIT-0",
    "ISC",
    "0BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Apache-2.0",
    "BlueOak-1.0.0",
    "CC0-1.0",
    "Unlicense",
  ],
]);
const FOLDER = "/node_modules/";
const root = join(import.meta.dir, "../..");

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Where a package imports another one from; undefined if it is not installed, as those of other platforms. */
function resolve(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf(FOLDER))) {
    const at = join(folder, "node_modules", name);
    if (existsSync(join(at, "package.json"))) return at;
    if (!folder.includes(FOLDER)) return undefined;
  }
}

function listDependencies(folder: string, found = new Map<string, Manifest>()): Map<string, Manifest> {
  const { dependencies, optionalDependencies } = readManifest(folder);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const at = resolve(name, folder);
    if (!at || found.has(at)) continue;
    found.set(at, readManifest(at));
    listDependencies(at, found);
  }
  return found;
}

/** "MIT AND ISC" needs both, "MIT OR GPL-2.0" one of them. */
function isPermissive(licence: string): boolean {
  const [first, ...others] = licence.replace(/[()]/g, "").split(" OR ");
  return [first!, ...others].some((choice) => choice.split(" AND ").every((one) => PERMISSIVE.has(one.trim())));
}

const notice = readFileSync(join(root, "NOTICE"), "utf8");
let failed = false;
const installed = listDependencies(root);
// Plug-ins with packages of their own are links, and what they import as `vireo` is a link to the root.
installed.set(join(root, "node_modules/vireo"), readManifest(root));
const plugins = join(root, "node_modules/@vireo");
for (const name of readdirSync(plugins)) listDependencies(join(plugins, name), installed);
for (const [folder, { name, license, licenses }] of installed) {
  const licence = license ?? licenses?.map(({ type }) => type).join(" OR ");
  if (licence !== undefined && isPermissive(licence)) continue;
  if (notice.includes(name.replace(/-(linux|linuxmusl|darwin|win32)-\w+.*$/, ""))) continue;
  console.log(
    `${folder.slice(root.length + 1)}: the licence ${licence ?? "(none)"} is not permissive. Describe it in NOTICE.`,
  );
  failed = true;
}
process.exit(failed ? 1 : 0);
