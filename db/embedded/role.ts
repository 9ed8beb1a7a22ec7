import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { connect } from "#db/connect";
import type { Connection } from "#db/connection";
import { DATABASE, SUPERUSER } from "#db/embedded/cluster";
import { EmbeddedError } from "#db/embedded/error";
import type { Server } from "#db/embedded/server";
import { replaceFile } from "#db/replace-file";

/** The role of all queries: it owns the database, but is no superuser. */
const ROLE = "vireo_app";

const CLOSED = `# Written by Vireo. Nobody else can connect; the password is in the file next to the cluster.
local all ${ROLE} scram-sha-256
`;
/** Authentication rules while the role is set up: at the first start of a cluster, or if its password is lost. */
const SETTING_UP = `# Written by Vireo, temporarily.
local ${DATABASE} ${SUPERUSER} trust
`;

/**
 * Each connection computes this many hashes on the event loop. They slow down guessing, but the password is 256 random
 * bits, which cannot be guessed.
 */
const SCRAM_ITERATIONS = 1;
const RELOAD_LIMIT_MS = 10_000;
const RELOAD_WAIT_MS = 20;

const getPasswordPath = (directory: string) => join(directory, "password");
const getHbaPath = (cluster: string) => join(cluster, "pg_hba.conf");

/** Reads the role's password; undefined before the role is set up. */
export async function readPassword(directory: string): Promise<string | undefined> {
  const text = await readFile(getPasswordPath(directory), "utf8").catch(() => "");
  return text.trim() || undefined;
}

/** The role's connection. Without a password, the superuser's: servers of earlier versions require none. */
export function toConnection(
  { socketFolder, port }: Pick<Server, "socketFolder" | "port">,
  password?: string,
): Connection {
  const address = { host: socketFolder, port, database: DATABASE };
  return password ? { ...address, user: ROLE, password } : { ...address, user: SUPERUSER };
}

/** The server must be able to read the file, and may run as another user. */
const writeHba = async (cluster: string, text: string): Promise<void> =>
  replaceFile(getHbaPath(cluster), text, await stat(join(cluster, "PG_VERSION")));

/** True if only the role can connect, and its password is known. */
export async function isClosed(cluster: string): Promise<boolean> {
  const hba = await readFile(getHbaPath(cluster), "utf8").catch(() => "");
  return hba === CLOSED && (await readPassword(dirname(cluster))) !== undefined;
}

/**
 * Lets the superuser connect to the cluster to set up the role. Call this before the server starts, or reload the
 * server.
 */
export const openCluster = (cluster: string): Promise<void> => writeHba(cluster, SETTING_UP);

export const reloadServer = ({ pid }: Pick<Server, "pid">): void => void process.kill(pid, "SIGHUP");

/**
 * Creates the role with a new password, gives it everything that the superuser owns, and locks the superuser out.
 * Can be repeated after a crash at any point. Needs `openCluster`.
 */
export async function closeCluster(server: Server, cluster: string, attributes: string): Promise<string> {
  const password = randomBytes(32).toString("base64url");
  await replaceFile(getPasswordPath(dirname(cluster)), `${password}\n`);
  const { sql, close } = connect(toConnection(server), { max: 1 });
  try {
    await waitForReload(() => sql`select`);
    await sql.unsafe(`
      do $$ begin create role ${ROLE}; exception when duplicate_object then null; end $$;
      alter role ${ROLE} nosuperuser;
      alter role ${ROLE} login ${attributes} password '${hashPassword(password)}';
      alter database ${DATABASE} owner to ${ROLE};
      ${TAKE_OVER}`);
  } finally {
    await close();
  }
  await writeHba(cluster, CLOSED);
  reloadServer(server);
  const role = connect(toConnection(server, password), { max: 1 });
  await waitForReload(() => role.sql`select`).finally(role.close);
  return password;
}

/** Retries the query until the server has applied the new pg_hba.conf. */
async function waitForReload(query: () => PromiseLike<unknown>): Promise<void> {
  for (const deadline = Date.now() + RELOAD_LIMIT_MS; ; ) {
    try {
      await query();
      return;
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      if (!code.startsWith("28")) throw error;
      if (Date.now() > deadline) throw new EmbeddedError(`The database server does not let Vireo in: ${message}`);
      await Bun.sleep(RELOAD_WAIT_MS);
    }
  }
}

/** Hashes the password as pg_authid stores it (RFC 5803), so that no statement contains the password itself. */
function hashPassword(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(hmac("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString("base64")}$${stored}:${hmac("Server Key").toString("base64")}`;
}

/** Gives the role everything in the database that the superuser owns, except for the system and extensions. */
const TAKE_OVER = `
  do $$ declare statement text; begin
    for statement in
      with own as (select oid from pg_roles where rolname = '${SUPERUSER}'),
      schemas as (
        select oid, nspname, nspowner from pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema'
      ),
      parts as (select objid, classid, deptype from pg_depend where deptype in ('a', 'i', 'e'))
      select format('alter schema %I owner to ${ROLE}', nspname) from schemas where nspowner = (table own)
      union all
      select format('alter %s %s owner to ${ROLE}',
          case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
            when 'f' then 'foreign table' else 'table' end, oid::regclass)
        from pg_class c
        where relowner = (table own) and relnamespace in (select oid from schemas) and relkind in ('r', 'p', 'S', 'v', 'm', 'f')
          and not exists (select from parts where objid = c.oid and classid = 'pg_class'::regclass
            and (deptype = 'e' or relkind = 'S'))
      union all
      select format('alter routine %s owner to ${ROLE}', oid::regprocedure) from pg_proc p
        where proowner = (table own) and pronamespace in (select oid from schemas)
          and not exists (select from parts where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e')
      union all
      select format('alter type %s owner to ${ROLE}', oid::regtype) from pg_type t
        where typowner = (table own) and typnamespace in (select oid from schemas)
          and (typtype in ('e', 'd', 'r')
            or typtype = 'c' and (select relkind from pg_class where oid = t.typrelid) = 'c')
          and not exists (select from parts where objid = t.oid and classid = 'pg_type'::regclass and deptype = 'e')
    loop execute statement; end loop;
  end $$`;
