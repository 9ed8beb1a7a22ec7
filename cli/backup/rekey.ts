import type { Workspace } from "#core/command";
import { renewColumns, sealColumns } from "#core/secrets/columns";
import { generateKey, KeyRing, parseKeys, type SecretKey } from "#core/secrets/key-ring";
import { readKeyId, writeKeyId } from "#core/secrets/vault";
import type { Transaction } from "#db/tables";
import type { Header } from "./format";

const REENTER = "Other secrets, such as tokens of connected accounts, have to be entered again.";

/** Returns why the secrets of a backup cannot be restored with these keys; undefined if they can. */
export function findMissingKey(
  { secretKey }: Header,
  keys: readonly SecretKey[],
  { vault: { columns, keyFile } }: Workspace,
): string | undefined {
  if (secretKey === undefined || keys.some(({ id }) => id === secretKey)) return undefined;
  const place = keyFile ? `copy its file to ${keyFile}, or set VIREO_SECRET_KEY to it` : "add it to VIREO_SECRET_KEY";
  const lost = [...new Set(columns.flatMap((column) => column.lost ?? [])), REENTER].join("\n  ");
  return `The secrets in the backup are encrypted with the key ${secretKey} of the server that made it: ${place}, and try again.
If the key is lost, use --without-secrets. Then:
  ${lost}`;
}

/**
 * Makes restored secrets readable for this server: its own key encrypts them from now on, or the backup's if it has none.
 * Secrets whose key is missing are replaced. Returns what people must do then.
 */
export async function rekey(
  trx: Transaction,
  { vault }: Workspace,
  backupKeys: readonly SecretKey[],
): Promise<string[]> {
  const known = [...vault.keys, ...backupKeys];
  const ring = new KeyRing(known.length > 0 ? known : parseKeys(generateKey()));
  const used = await readKeyId(trx);
  const advice = used && !ring.has(used) ? await renewColumns(trx, vault.columns, ring) : [];
  await sealColumns(trx, vault.columns, ring, true);
  await writeKeyId(trx, ring.current.id);
  // Before the rows can be seen: a crash must not leave them without their key.
  if (vault.keys.length === 0) await vault.replaceKeys(new KeyRing([ring.current]));
  return advice;
}
