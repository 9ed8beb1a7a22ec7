import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, chown, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EmbeddedError } from "#db/embedded/error";

/** The user that the server runs as. PostgreSQL refuses to run as root. */
export interface Identity {
  /** Command prefix. */
  prefix: readonly string[];
  /** User and group to switch to, if they differ from the current ones. */
  ids?: { uid: number; gid: number };
}

interface User {
  name: string;
  uid: number;
  gid: number;
}

function listUsers(): User[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .flatMap(([name, , uid, gid]) => (name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []))
    .filter(({ uid }) => uid > 0);
}

const succeeds = (command: readonly string[], ids?: Identity["ids"]) =>
  spawnSync(command[0]!, command.slice(1), { stdio: "ignore", cwd: "/", ...ids }).status === 0;

/**
 * Runs the server in a user namespace that maps root to an ordinary user: it owns root's files but has no root
 * privileges. initdb requires that the user has a name.
 */
function createNamespace(): Identity | undefined {
  const user = listUsers()[0];
  if (!user) return undefined;
  const prefix = ["unshare", "--user", `--map-user=${user.uid}`, `--map-group=${user.gid}`];
  return succeeds([...prefix, "true"]) ? { prefix } : undefined;
}

/** Gives a new, empty directory to `nobody`. */
async function handOver(directory: string): Promise<Identity["ids"] | undefined> {
  const user = listUsers().find(({ name }) => name === "nobody");
  if (!user) return undefined;
  await chown(directory, user.uid, user.gid);
  return { uid: user.uid, gid: user.gid };
}

/** Lets the user's group traverse the parent folder of the directory. */
async function letPass(directory: string, { gid }: { gid: number }): Promise<void> {
  const parent = dirname(directory);
  const { uid, mode } = await stat(parent);
  if (uid !== 0 || (mode & 0o001) !== 0) return;
  await chown(parent, 0, gid);
  await chmod(parent, (mode & 0o777) | 0o010);
}

/**
 * Chooses the user: the current one unless it is root (or has no name and must create a cluster); then the directory's
 * owner; then the current one in a user namespace; then, for a new database, `nobody`. Throws EmbeddedError if none
 * can be used.
 * @param directory must exist. `isNew` if it contains no cluster yet.
 * @param program path that the user must be able to execute.
 */
export async function chooseIdentity(directory: string, isNew: boolean, program: string): Promise<Identity> {
  const self = process.getuid?.();
  if (self !== 0) {
    const isNameless = isNew && process.platform === "linux" && !listUsers().some((user) => user.uid === self);
    return (isNameless && createNamespace()) || { prefix: [] };
  }
  const { uid, gid } = await stat(directory);
  if (uid === 0) {
    const identity = createNamespace();
    if (identity) return identity;
  }
  const ids = uid !== 0 ? { uid, gid } : isNew ? await handOver(directory) : undefined;
  if (ids) await letPass(directory, ids);
  if (ids && succeeds(["test", "-w", directory, "-a", "-x", program], ids)) return { prefix: [], ids };
  const who = ids ? `user ${ids.uid} cannot reach ${directory} and ${program}` : `${directory} belongs to root`;
  throw new EmbeddedError(
    `PostgreSQL cannot run as root, and ${who}. Run Vireo as a user that owns its data directory (chown -R), or set DATABASE_URL.`,
  );
}
