/**
 * Confines a child process with Landlock of the Linux kernel, before the program itself starts in its place. The
 * process gives up access to all files but those in its order, to the network, to other processes and to the
 * capabilities of root. Neither it nor anything that it starts can regain it.
 *
 * This is a program of its own, which imports nothing of Vireo: the parent passes its text to `bun -e`, which takes 10
 * ms. It restricts one thread and replaces the process by `command`, because only then every thread is restricted. The
 * process id and the IPC channel to the parent stay the same.
 */
import { dlopen, FFIType, ptr } from "bun:ffi";
import { readFileSync } from "node:fs";

export interface Order {
  /** Version of the kernel's Landlock. */
  version: number;
  /** Command to run, confined. */
  command: readonly string[];
  /** Files and folders that can be read. */
  reads: readonly string[];
  /** Folders in which names can be listed. */
  lists: readonly string[];
  /** Folders whose files can be read, written, created and removed, but not executed. */
  writes: readonly string[];
  /** Device files that can be read and written. */
  devices: readonly string[];
}

/** Environment variables of this program, which are not passed to the command. */
const OWN_VARIABLES = /^(VIREO_CONFINE|BUN_BE_BUN)=/;

// Constants of the kernel, the same on all platforms.
const CREATE_RULESET = 444;
const ADD_RULE = 445;
const RESTRICT_SELF = 446;
const PATH_BENEATH = 1;

const EXECUTE = 1n << 0n;
const WRITE_FILE = 1n << 1n;
const READ_FILE = 1n << 2n;
const READ_DIR = 1n << 3n;
const REMOVE = (1n << 4n) | (1n << 5n);
/** Folders and files. No links, which the server could follow, and no pipes, sockets or devices. */
const MAKE = (1n << 7n) | (1n << 8n);
const REFER = 1n << 13n;
const TRUNCATE = 1n << 14n;
const IOCTL_DEVICE = 1n << 15n;

const READ = EXECUTE | READ_FILE | READ_DIR;
const WRITE = READ_FILE | WRITE_FILE | READ_DIR | REMOVE | MAKE | REFER | TRUNCATE;
const USE_DEVICE = READ_FILE | WRITE_FILE | READ_DIR | IOCTL_DEVICE;
/** Rights that a rule for a file, as opposed to a folder, can have. */
const OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE;

const TCP_BIND_AND_CONNECT = 3n;
const SCOPE_SOCKETS_AND_SIGNALS = 3n;

const PR_SET_NO_NEW_PRIVS = 38;
const PR_CAPBSET_DROP = 24;
const CAPABILITIES = 64;
const O_PATH = 0o10000000;
const O_DIRECTORY = 0o200000;
const O_CLOEXEC = 0o2000000;

const { u64, i64, i32, ptr: pointer } = FFIType;
const { symbols: libc } = dlopen("libc.so.6", {
  syscall: { args: [u64, u64, u64, u64, u64], returns: i64 },
  prctl: { args: [i32, u64, u64, u64, u64], returns: i32 },
  open: { args: [pointer, i32], returns: i32 },
  close: { args: [i32], returns: i32 },
  execve: { args: [pointer, pointer, pointer], returns: i32 },
});

/** All rights to files that this version supports. Rights not named here are not restricted. */
function getHandledRights(version: number): bigint {
  const count = version >= 5 ? 16n : version >= 3 ? 15n : version === 2 ? 14n : 13n;
  return (1n << count) - 1n;
}

function createRuleset(version: number): bigint {
  const limits = [
    getHandledRights(version),
    ...(version >= 4 ? [TCP_BIND_AND_CONNECT] : []),
    ...(version >= 6 ? [SCOPE_SOCKETS_AND_SIGNALS] : []),
  ];
  const bytes = new BigUint64Array(limits);
  const ruleset = BigInt(libc.syscall(CREATE_RULESET, ptr(bytes), bytes.byteLength, 0, 0));
  if (ruleset < 0n) throw new Error("Could not create a Landlock ruleset.");
  return ruleset;
}

function addRule(ruleset: bigint, path: string, rights: bigint): void {
  const name = Buffer.from(`${path}\0`);
  const folder = libc.open(name, O_PATH | O_CLOEXEC | O_DIRECTORY);
  const file = folder < 0 ? libc.open(name, O_PATH | O_CLOEXEC) : folder;
  if (file < 0) return; // The path does not exist.
  const rule = new DataView(new ArrayBuffer(12));
  rule.setBigUint64(0, folder < 0 ? rights & OF_FILES : rights, true);
  rule.setInt32(8, file, true);
  const result = libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, ptr(rule), 0);
  libc.close(file);
  if (BigInt(result) !== 0n) throw new Error(`Could not allow access to ${path}.`);
}

function restrictThread({ version, reads, lists, writes, devices }: Order): void {
  const handled = getHandledRights(version);
  const ruleset = createRuleset(version);
  for (const path of reads) addRule(ruleset, path, READ & handled);
  for (const path of lists) addRule(ruleset, path, READ_DIR);
  for (const path of writes) addRule(ruleset, path, WRITE & handled);
  for (const path of devices) addRule(ruleset, path, USE_DEVICE & handled);
  // Only root has capabilities to drop.
  for (let capability = 0; capability < CAPABILITIES; capability++) libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  const isClosed = libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) === 0;
  if (!isClosed || BigInt(libc.syscall(RESTRICT_SELF, ruleset, 0, 0, 0)) !== 0n)
    throw new Error("The kernel refused the Landlock ruleset.");
}

function toStrings(texts: readonly string[]) {
  const strings = texts.map((text) => Buffer.from(`${text}\0`));
  return { strings, pointers: new BigUint64Array([...strings.map((string) => BigInt(ptr(string))), 0n]) };
}

/** Replaces this process with the command. Does not return. */
function execute(command: readonly string[]): never {
  // The original environment: Bun hides the number of the channel from `process.env`.
  const variables = readFileSync("/proc/self/environ", "utf8").split("\0");
  const environment = toStrings(variables.filter((variable) => variable && !OWN_VARIABLES.test(variable)));
  const { strings, pointers } = toStrings(command);
  libc.execve(strings[0]!, pointers, environment.pointers);
  throw new Error(`Could not start ${command[0]}.`);
}

const order = JSON.parse(process.env.VIREO_CONFINE ?? "") as Order;
restrictThread(order);
execute(order.command);

/** This file is imported as text. */
export default "";
