/**
 * Limits what a child process can access to the program, the system's libraries and its own folder. It cannot access
 * the data directory, the configuration, other processes or the network, so a decoder taken over by a hostile file
 * finds no secrets.
 */
import { FFIType } from "bun:ffi";
import { existsSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { isCompiled } from "#core/process/compiled";
import confine from "#core/process/confine" with { type: "text" };
import type { Order } from "#core/process/confine";
import { openLibc } from "#core/process/libc";
import type { ChildOptions } from "#core/process/task";

export interface ChildHost {
  /** Files of the configured plug-ins. */
  plugins: readonly string[];
  /** Not accessible to child processes, except for the folder of their task. */
  dataDir?: string;
}

const LANDLOCK_CREATE_RULESET = 444;
const GET_VERSION = 1;

/** Working directory of child processes, which Bun must be able to read. */
const WORKING_FOLDER = "/usr";

const LIBRARIES = ["bin", "lib", "lib32", "lib64", "sbin", "usr", "nix/store", "gnu/store"].map((name) => `/${name}`);
const SETTINGS = [
  ...["alternatives", "fonts", "group", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime"],
  ...["nsswitch.conf", "os-release", "passwd", "timezone"],
].map((name) => `/etc/${name}`);
/** Read by the child, so `/proc/self` is its own. */
const KERNEL = [
  "/sys",
  ...["cpuinfo", "filesystems", "meminfo", "self", "stat", "sys", "version"].map((name) => `/proc/${name}`),
];
const DEVICES = ["null", "zero", "full", "random", "urandom"];
/** Encoders of graphics cards. Excludes devices for display output (`dri/card0`, `nvidia-modeset`). */
const GRAPHICS = /^(dri\/renderD\d+|nvidia\d+|nvidiactl|nvidia-uvm)$/;
/** Files that drivers of graphics cards read. */
const DRIVERS = ["/etc/drirc", "/etc/libva.conf", "/proc/devices", "/proc/driver/nvidia", "/proc/modules"];
const SECRET_FILES = /^\.env/;

const isWithin = (path: string, folder: string) => {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith("..") && !way.startsWith("/"));
};

const listNames = (folder: string) => readdir(folder).catch(() => []);

/** Lists the path, or its contents without the denied paths. */
async function listAllowed(path: string, denied: readonly string[]): Promise<string[]> {
  const real = await realpath(path).catch(() => undefined);
  if (!real || denied.some((folder) => isWithin(real, folder))) return [];
  if (!denied.some((folder) => isWithin(folder, real))) return [real];
  const names = await listNames(real);
  return (await Promise.all(names.map((name) => listAllowed(join(real, name), denied)))).flat();
}

const listAllAllowed = async (paths: readonly string[], denied: readonly string[]) =>
  (await Promise.all(paths.map((path) => listAllowed(path, denied)))).flat();

function listAncestors(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...listAncestors(folder)];
}

/** Lists the folder of a package, and the packages that it can import. For a single file, lists its folder. */
function listSources(file: string): string[] {
  const ancestors = listAncestors(file);
  const isOurs = (folder: string) => folder.includes("node_modules") || isWithin(folder, process.cwd());
  const own = ancestors.find((folder) => existsSync(join(folder, "package.json")) && isOurs(folder)) ?? dirname(file);
  return [own, ...ancestors.map((folder) => join(folder, "node_modules")).filter((folder) => existsSync(folder))];
}

async function listSecretFiles(folders: readonly string[]): Promise<string[]> {
  const lists = folders.map(async (folder) =>
    (await listNames(folder)).filter((name) => SECRET_FILES.test(name)).map((name) => join(folder, name)),
  );
  return (await Promise.all(lists)).flat();
}

/** Resolves symbolic links. Leaves out paths that do not exist. */
async function resolveAll(paths: readonly string[]): Promise<string[]> {
  const resolved = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return resolved.filter((path) => path !== undefined);
}

/** The devices in `/dev` that a child process may open. */
export async function listDevices(gpu: boolean, root = "/dev"): Promise<string[]> {
  const cards = [...(await listNames(root)), ...(await listNames(join(root, "dri"))).map((name) => `dri/${name}`)];
  return [...DEVICES, ...(gpu ? cards.filter((name) => GRAPHICS.test(name)) : [])].map((name) => join(root, name));
}

let landlockVersion: number | undefined;

/** Returns the version of the kernel's Landlock, from 1. 0 if there is none. */
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

/** Folder and device access of a child process. */
type Place = Pick<ChildOptions, "folder" | "gpu">;

/** Lists what a child process that works in `folder` can access. */
async function planAccess(
  { plugins, dataDir }: ChildHost,
  { folder, gpu = false }: Place,
): Promise<Omit<Order, "version" | "command">> {
  const repository = resolve(import.meta.dir, "../..");
  const program = isCompiled ? [] : [repository, ...listSources(join(repository, "package.json"))];
  const sources = [...program, ...plugins.flatMap(listSources)];
  const denied = await resolveAll([
    ...(dataDir ? [dataDir] : []),
    process.env.VIREO_CONFIG ?? "vireo.config.ts",
    ...(await listSecretFiles([process.cwd(), ...sources])),
  ]);
  const contain = (path: string) => denied.some((folder) => isWithin(folder, path));
  const { NATIVES_DIR } = process.env;
  const own = await resolveAll(folder ? [folder] : []);
  return {
    reads: [
      ...(await listAllAllowed([...LIBRARIES, ...SETTINGS, ...sources, process.execPath], denied)),
      ...KERNEL,
      ...(gpu ? DRIVERS : []),
      ...(NATIVES_DIR ? [NATIVES_DIR] : []),
    ],
    // Bun lists the folders that it imports from. The kernel applies the right to subfolders too.
    lists: [...(await resolveAll(sources)).filter(contain), ...(gpu ? ["/dev/dri"] : [])],
    // A folder that contains secrets is never opened.
    writes: own.filter((path) => !contain(path)),
    devices: await listDevices(gpu),
  };
}

/** Plans how to start `command` as a child process that works in `folder`: confined, if the system supports it. */
export async function planChild(host: ChildHost, command: readonly string[], place: Place) {
  const version = getLandlockVersion();
  if (version === 0) return { command: [...command], env: {} };
  const order: Order = { version, command, ...(await planAccess(host, place)) };
  return {
    command: [process.execPath, "-e", confine],
    cwd: existsSync(WORKING_FOLDER) ? WORKING_FOLDER : place.folder,
    // This variable makes the compiled program act as Bun.
    env: { VIREO_CONFINE: JSON.stringify(order), BUN_BE_BUN: "1" },
  };
}
