import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, chown, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EmbeddedError } from "#db/embedded/error";

/** As whom the server runs. PostgreSQL refuses to run as root. */
export interface Identity {
  /** Goes before the command. */
  prefix: readonly string[];
  /** The user and group to change to, where they are not ours. */
  ids?: { uid: number; gid: number };
}

interface User {
  name: string;
  uid: number;
  gid: number;
}

function users(): User[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .flatMap(([name, , uid, gid]) => (name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []))
    .filter(({ uid }) => uid > 0);
}

const succeeds = (command: readonly string[], ids?: Identity["ids"]) =>
  spawnSync(command[0]!, command.slice(1), { stdio: "ignore", cwd: "/", ...ids }).status === 0;

/**
 * A namespace in which root's files belong to an ordinary user, and nothing else does: outside of
 * it the server still owns what root owns, without root's powers. The user must have a name: initdb looks it up.
 */
function inNamespace(): Identity | undefined {
  const user = users()[0];
  if (!user) return undefined;
  const prefix = ["unshare", "--user", `--map-user=${user.uid}`, `--map-group=${user.gid}`];
  return succeeds([...prefix, "true"]) ? { prefix } : undefined;
}

/** Gives a new, empty directory to `nobody`, and that user's group a way to it. */
async function handOver(directory: string): Promise<Identity["ids"] | undefined> {
  const user = users().find(({ name }) => name === "nobody");
  if (!user) return undefined;
  const parent = dirname(directory);
  const { uid, mode } = await stat(parent);
  if (uid === 0 && (mode & 0o011) === 0) {
    await chown(parent, 0, user.gid);
    await chmod(parent, (mode & 0o777) | 0o010);
  }
  await chown(directory, user.uid, user.gid);
  return { uid: user.uid, gid: user.gid };
}

/**
 * Chooses the user: ourselves unless we are root (or, to make a cluster, have no name); then the directory's owner; then ourselves in a
 * user namespace; then, for a new database only, `nobody`. Throws an EmbeddedError when none will do.
 * @param directory exists; `isNew` when no cluster is in it yet.
 * @param program what that user must be able to run.
 */
export async function chooseIdentity(directory: string, isNew: boolean, program: string): Promise<Identity> {
  const self = process.getuid?.();
  if (self !== 0) {
    const nameless = isNew && process.platform === "linux" && !users().some((user) => user.uid === self);
    return (nameless && inNamespace()) || { prefix: [] };
  }
  const { uid, gid } = await stat(directory);
  if (uid === 0) {
    const identity = inNamespace();
    if (identity) return identity;
  }
  const ids = uid !== 0 ? { uid, gid } : isNew ? await handOver(directory) : undefined;
  if (ids && succeeds(["test", "-w", directory, "-a", "-x", program], ids)) return { prefix: [], ids };
  const who = ids ? `user ${ids.uid} cannot reach ${directory} and ${program}` : `${directory} belongs to root`;
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and ${who}: run Vireo as another user that owns its data directory (chown -R), or set DATABASE_URL.`,
  );
}
