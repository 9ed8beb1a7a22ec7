import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { hasClearSecrets, listColumns, type OwnedColumn, sealColumns, type WithSecrets } from "#core/secrets/columns";
import { SecretError } from "#core/secrets/error";
import {
  type Binding,
  formatKey,
  generateKey,
  isSealed,
  KeyRing,
  parseKeys,
  type SecretKey,
} from "#core/secrets/key-ring";
import { replaceFile } from "#db/replace-file";
import type { Database, Transaction } from "#db/tables";
import { lockUntilEnd } from "#db/transaction";

/** Encrypts secrets for the database, with a key that is stored outside of it. */
export interface Secrets {
  /**
   * Encrypts a secret, for a column that the module declares in `secrets` with this purpose. `accountId` is the row's
   * account, if the table has a column `account_id`.
   */
  seal(text: string, purpose: string, accountId?: string): string;
  /**
   * Decrypts a secret. Text that is not sealed is returned unchanged, because versions before 0.2 stored that. Throws
   * SecretError if it was sealed for something else, or the key is missing.
   */
  open(sealed: string, purpose: string, accountId?: string): string;
}

export interface Vault {
  /** Returns the keys. Throws SecretError if the database's secrets are encrypted with another one. */
  readonly ring: KeyRing;
  /** All keys that this server has. */
  readonly keys: readonly SecretKey[];
  columns: readonly OwnedColumn[];
  /** Path of the key file; undefined if the keys are in VIREO_SECRET_KEY. */
  keyFile: string | undefined;
  /** Returns the secrets of one module. */
  of(module: string): Secrets;
  /** Ensures that a key exists, that the database knows it, and that no secret is in clear text. */
  prepare(): Promise<void>;
  /** Replaces the keys, in this process and in the key file. */
  replaceKeys(ring: KeyRing): Promise<void>;
}

const NO_LASTING_KEY =
  'VIREO_SECRET_KEY is not set. Servers that share a database and a bucket need the same secret key. Create one with "openssl rand -base64 32", keep a copy, and set it on every server.';

const SEALED_MIGRATION = "010_contract_sealed_secrets";

/** Reads the id of the key that the database's secrets are encrypted with. Undefined if there is none yet. */
export async function readKeyId(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom("secret_keys").select("id").orderBy("created_at", "desc").limit(1).executeTakeFirst();
  return row?.id;
}

/** Records the key that secrets are encrypted with from now on. */
export async function writeKeyId(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom("secret_keys").execute();
  await trx.insertInto("secret_keys").values({ id }).execute();
}

const missingKey = (id: string, keyFile: string) =>
  new SecretError(
    `The secrets in the database are encrypted with the key ${id}, which this server does not have. Set VIREO_SECRET_KEY to it, or copy its file to ${keyFile}. If the key is lost, "vireo secrets reset" creates new secrets.`,
  );

/** True once no server of an earlier version is left, which would read secrets in clear text. */
async function isSealingAllowed(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from vireo_migrations where module = 'core' and name = ${SEALED_MIGRATION}`.execute(db);
  return rows.length > 0;
}

const KEY_FILE_HEADER = `# The key that encrypts secrets in Vireo's database. Keep a copy of this file, apart from your backups.
`;

const getKeyPath = (dataDir: string): string => join(dataDir, "secret.key");

/** Reads the keys. Returns an empty list if the file does not exist. */
async function readKeyFile(path: string): Promise<SecretKey[]> {
  const text = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return parseKeys(text.replace(/^#.*$/gm, ""));
}

/** Writes the keys, readable by this user only. */
const writeKeyFile = (path: string, keys: readonly SecretKey[]): Promise<void> =>
  replaceFile(path, `${KEY_FILE_HEADER}${keys.map(formatKey).join("\n")}\n`);

/** Where the keys come from, and whether other servers need the same. */
interface KeySettings {
  dataDir: string;
  secretKey?: string;
  databaseUrl?: string;
  s3: { bucket?: string };
}

/** Reads the keys from VIREO_SECRET_KEY or the key file. Creates nothing: see `prepare`. */
export async function openVault(config: KeySettings, modules: readonly WithSecrets[], db: Database): Promise<Vault> {
  const columns = listColumns(modules);
  const path = getKeyPath(config.dataDir);
  const keyFile = config.secretKey ? undefined : path;
  let ring = new KeyRing(config.secretKey ? parseKeys(config.secretKey) : await readKeyFile(path));
  const used = await readKeyId(db);
  let missing = used !== undefined && !ring.has(used) ? missingKey(used, path) : undefined;

  function getRing(): KeyRing {
    if (missing) throw missing;
    return ring;
  }

  async function replaceKeys(next: KeyRing): Promise<void> {
    if (keyFile) await writeKeyFile(keyFile, next.keys);
    ring = next;
    missing = undefined;
  }

  /** One server at a time, because several may start on one database. */
  const exclusively = <Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (trx) => {
      await lockUntilEnd(trx, "vireo:secrets");
      return work(trx);
    });

  async function register(): Promise<void> {
    if (getRing().keys.length === 0) {
      if (config.databaseUrl && config.s3.bucket) throw new SecretError(NO_LASTING_KEY);
      await replaceKeys(new KeyRing(parseKeys(generateKey())));
    }
    await exclusively(async (trx) => {
      const id = await readKeyId(trx);
      if (id === undefined) return writeKeyId(trx, ring.current.id);
      if (!ring.has(id)) throw missingKey(id, path);
    });
  }

  return {
    columns,
    keyFile,
    replaceKeys,
    get keys() {
      return ring.keys;
    },
    get ring() {
      return getRing();
    },
    of: (module) => createSecrets(module, columns, getRing),
    async prepare() {
      if (used === undefined || missing) await register();
      if (!(await hasClearSecrets(db, columns)) || !(await isSealingAllowed(db))) return;
      await exclusively((trx) => sealColumns(trx, columns, ring, false));
    },
  };
}

function createSecrets(module: string, columns: readonly OwnedColumn[], getRing: () => KeyRing): Secrets {
  const bind = (purpose: string, accountId: string | undefined): Binding => {
    // Otherwise the secret would be lost when the key is changed.
    if (!columns.some((column) => column.module === module && column.purpose === purpose))
      throw new Error(`The module "${module}" does not declare a column in "secrets" with the purpose "${purpose}".`);
    return { module, purpose, accountId };
  };
  return {
    seal: (text, purpose, accountId) => getRing().seal(text, bind(purpose, accountId)),
    open: (sealed, purpose, accountId) =>
      isSealed(sealed) ? getRing().open(sealed, bind(purpose, accountId)) : sealed,
  };
}
