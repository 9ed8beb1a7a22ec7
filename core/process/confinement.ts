/**
 * What a child process may touch: the program, the system's libraries and its own folder. Not the data directory, the
 * configuration, other processes or the network. A decoder that a hostile file takes over finds no secret.
 */
import { FFIType } from "bun:ffi";
import { existsSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { isCompiled } from "#core/process/compiled";
import confine from "#core/process/confine" with { type: "text" };
import type { Order } from "#core/process/confine";
import { openLibc } from "#core/process/libc";

export interface ChildHost {
  /** Files of the configured plug-ins. */
  plugins: readonly string[];
  /** Closed to child processes, but for the folder of their task. */
  dataDir?: string;
}

const LANDLOCK_CREATE_RULESET = 444;
const GET_VERSION = 1;

/** Where child processes start. Bun must be able to read the working directory. */
const WORKING_FOLDER = "/usr";

const LIBRARIES = ["bin", "lib", "lib32", "lib64", "sbin", "usr", "nix/store", "gnu/store"].map((name) => `/${name}`);
const SETTINGS = [
  ...["alternatives", "fonts", "group", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime"],
  ...["nsswitch.conf", "OpenCL", "os-release", "passwd", "timezone", "vulkan"],
].map((name) => `/etc/${name}`);
/** Read in the child, whose `/proc/self` this is. */
const KERNEL = [
  "/sys",
  ...["cpuinfo", "driver/nvidia", "filesystems", "meminfo", "self", "stat", "sys", "version"].map(
    (name) => `/proc/${name}`,
  ),
];
/** Also the graphics cards, for hardware codecs. */
const DEVICES = /^(null|zero|full|random|urandom|dri|kfd|nvidia.*)$/;
const SECRET_FILES = /^\.env/;

const isWithin = (path: string, folder: string) => {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith("..") && !way.startsWith("/"));
};

const listNames = (folder: string) => readdir(folder).catch(() => []);

/** The path, or what it contains except for what is denied. */
async function listAllowed(path: string, denied: readonly string[]): Promise<string[]> {
  const real = await realpath(path).catch(() => undefined);
  if (!real || denied.some((one) => isWithin(real, one))) return [];
  if (!denied.some((one) => isWithin(one, real))) return [real];
  const names = await listNames(real);
  return (await Promise.all(names.map((name) => listAllowed(join(real, name), denied)))).flat();
}

const listAllAllowed = async (paths: readonly string[], denied: readonly string[]) =>
  (await Promise.all(paths.map((path) => listAllowed(path, denied)))).flat();

function listAncestors(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...listAncestors(folder)];
}

/** The folder of a package, and the packages that it can import. A single file brings its folder. */
function listSources(file: string): string[] {
  const ancestors = listAncestors(file);
  const isOurs = (folder: string) => folder.includes("node_modules") || isWithin(folder, process.cwd());
  const own = ancestors.find((folder) => existsSync(join(folder, "package.json")) && isOurs(folder)) ?? dirname(file);
  return [own, ...ancestors.map((folder) => join(folder, "node_modules")).filter((folder) => existsSync(folder))];
}

async function listSecretFiles(folders: readonly string[]): Promise<string[]> {
  const found = folders.map(async (folder) =>
    (await listNames(folder)).filter((name) => SECRET_FILES.test(name)).map((name) => join(folder, name)),
  );
  return (await Promise.all(found)).flat();
}

/** Where the paths really are. Leaves out what does not exist. */
async function resolveAll(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return found.filter((path) => path !== undefined);
}

let landlockVersion: number | undefined;

/** Version of the kernel's Landlock, from 1; 0 if there is none. */
export function getLandlockVersion(): number {
  if (process.platform !== "linux") return 0;
  const { u64, i64 } = FFIType;
  landlockVersion ??= Math.max(
    0,
    Number(
      openLibc({ syscall: { args: [u64, u64, u64, u64], returns: i64 } })?.syscall(
        LANDLOCK_CREATE_RULESET,
        0,
        0,
        GET_VERSION,
      ) ?? 0,
    ),
  );
  return landlockVersion;
}

/** What a child process that works in `folder` may touch. */
async function planAccess(
  { plugins, dataDir }: ChildHost,
  folder: string,
): Promise<Omit<Order, "version" | "command">> {
  const repository = resolve(import.meta.dir, "../..");
  const program = isCompiled ? [] : [repository, ...listSources(join(repository, "package.json"))];
  const sources = [...program, ...plugins.flatMap(listSources)];
  const denied = await resolveAll([
    ...(dataDir ? [dataDir] : []),
    process.env.VIREO_CONFIG ?? "vireo.config.ts",
    ...(await listSecretFiles([process.cwd(), ...sources])),
  ]);
  const contain = (path: string) => denied.some((one) => isWithin(one, path));
  const { NATIVES_DIR } = process.env;
  const own = await resolveAll(folder ? [folder] : []);
  return {
    reads: [
      ...(await listAllAllowed([...LIBRARIES, ...SETTINGS, ...sources, process.execPath], denied)),
      ...KERNEL,
      ...(NATIVES_DIR ? [NATIVES_DIR] : []),
    ],
    // Bun lists the folders that it imports from. The kernel cannot limit that to one folder without those in it.
    lists: (await resolveAll(sources)).filter(contain),
    // A folder with secrets in it is not opened at all.
    writes: own.filter((path) => !contain(path)),
    devices: (await listNames("/dev")).filter((name) => DEVICES.test(name)).map((name) => `/dev/${name}`),
  };
}

/** How to start `command` as a child process that works in `folder`: confined, if the system can do that. */
export async function planChild(host: ChildHost, command: readonly string[], folder: string) {
  const version = getLandlockVersion();
  if (version === 0) return { command: [...command], env: {} };
  const order: Order = { version, command, ...(await planAccess(host, folder)) };
  return {
    command: [process.execPath, "-e", confine],
    cwd: existsSync(WORKING_FOLDER) ? WORKING_FOLDER : folder,
    // The compiled program is Bun, too, if it is asked.
    env: { VIREO_CONFINE: JSON.stringify(order), BUN_BE_BUN: "1" },
  };
}
