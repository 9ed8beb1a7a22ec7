import { countServers, IN_USE } from "#cli/backup/guard";
import type { Command, Workspace } from "#core/command";
import { renewColumns, sealColumns } from "#core/secrets/columns";
import { generateKey, KeyRing, parseKeys } from "#core/secrets/key-ring";
import { readKeyId, writeKeyId } from "#core/secrets/vault";

/** The key file is read at start, so a running server would continue with the old key. */
async function refuseRunningServer({ config, db, isOnlyWriter }: Workspace): Promise<void> {
  if ((!config.databaseUrl && !isOnlyWriter) || (await countServers(db)) > 0) throw new Error(IN_USE);
}

/** Chooses the new key. It comes first, followed by the current ones. */
async function chooseRing(vireo: Workspace): Promise<KeyRing> {
  const { ring, keyFile } = vireo.vault;
  if (keyFile) {
    await refuseRunningServer(vireo);
    return new KeyRing([...parseKeys(generateKey()), ...ring.keys]);
  }
  if (ring.keys.length > 1) return ring;
  throw new Error(
    'VIREO_SECRET_KEY contains only one key. Set it to the new key and the current one, separated by a comma, and try again. "openssl rand -base64 32" creates a key.',
  );
}

const rotate: Command = {
  name: "secrets rotate",
  summary: "Encrypt the secrets in the database with a new key",
  description: `With the key file, creates a new key and replaces the file. Stop the server first, and copy the new file afterwards.

With VIREO_SECRET_KEY, set it to "NEW,OLD" for this command: everything is encrypted with the first key. Servers may
keep running if they know both keys.`,
  examples: ["vireo secrets rotate", "VIREO_SECRET_KEY=$NEW,$OLD vireo secrets rotate"],
  async run({ vireo, out }) {
    const { vault, db } = vireo;
    const ring = await chooseRing(vireo);
    // The file holds both keys during the change, so a crash loses nothing.
    await vault.replaceKeys(ring);
    const changed = await db.transaction().execute(async (trx) => {
      await writeKeyId(trx, ring.current.id);
      return sealColumns(trx, vault.columns, ring, true);
    });
    await vault.replaceKeys(new KeyRing([ring.current]));
    const copy = vault.keyFile
      ? `Keep a copy of ${vault.keyFile}.`
      : "Set VIREO_SECRET_KEY to the new key alone, once all servers use it.";
    out.result({ key: ring.current.id, changed }, `The key is now ${ring.current.id} (secrets: ${changed}). ${copy}`);
  },
};

const reset: Command = {
  name: "secrets reset",
  summary: "Create new secrets if their key is lost",
  description: `For a database whose key is lost. Replaces the secrets that cannot be decrypted, and lists what must be
entered again. Stop the server first.`,
  options: { yes: { type: "boolean", description: "Confirm that the key is lost" } },
  async run({ vireo, options, out }) {
    const { vault, db } = vireo;
    const id = await readKeyId(db);
    if (id === undefined || vault.keys.some((key) => key.id === id)) {
      throw new Error("The secret key is available, so there is nothing to reset.");
    }
    if (!options.yes) throw new Error(`Secrets encrypted with the key ${id} will be lost. Confirm with --yes.`);
    await refuseRunningServer(vireo);
    const ring = new KeyRing(vault.keys.length > 0 ? vault.keys : parseKeys(generateKey()));
    await vault.replaceKeys(ring);
    const advice = await db.transaction().execute(async (trx) => {
      await writeKeyId(trx, ring.current.id);
      return renewColumns(trx, vault.columns, ring);
    });
    out.result({ key: ring.current.id, advice }, ["Secrets were reset.", ...advice].join("\n"));
  },
};

export const secrets: readonly Command[] = [rotate, reset];
