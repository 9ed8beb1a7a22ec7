import type { Workspace } from "#core/command";
import { renewColumns, sealColumns } from "#core/secrets/columns";
import { generateKey, KeyRing, parseKeys, type SecretKey } from "#core/secrets/key-ring";
import { readKeyId, writeKeyId } from "#core/secrets/vault";
import type { Transaction } from "#db/tables";
import type { Header } from "./format";

const REENTER = "Other secrets, such as tokens of connected accounts, must be entered again.";

/** Returns why the secrets of a backup cannot be restored with these keys. Undefined if they can. */
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
 * Makes restored secrets readable for this server. They are encrypted with its own key from now on, or with the
 * backup's if it has none. Replaces secrets whose key is missing. Returns the actions required afterwards.
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
  // Adopt the key before the rows become visible: a crash must not leave them without it.
  if (vault.keys.length === 0) await vault.replaceKeys(new KeyRing([ring.current]));
  return advice;
}
