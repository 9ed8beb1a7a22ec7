/** Commands for backups at the configured target (BACKUP_TO). */
import { generateBackupKey } from "#cli/backup/encryption";
import { openTarget } from "#cli/backup/open-target";
import { runBackup, verifyBackup } from "#cli/backup/run";
import { findBackup, listBackups, pruneBackups, type StoredBackup } from "#cli/backup/store";
import { createThrottle } from "#cli/backup/throttle";
import type { Command } from "#core/command";
import { formatBytes } from "#core/format-bytes";
import { sealEverything } from "./backup";
import { createBars } from "./progress";

const describe = ({ name, takenAt, bytes, rows, media, vireo, verified, recipient }: StoredBackup) => ({
  name,
  takenAt,
  bytes,
  rows,
  mediaFiles: media.files,
  vireo,
  verified,
  recipient,
});

const run: Command = {
  name: "backup run",
  summary: "Write an encrypted backup to BACKUP_TO now",
  description: `Writes an encrypted backup, reads it back, deletes backups that BACKUP_KEEP_DAILY, _WEEKLY and _MONTHLY do not keep,
and reports the outcome. The server does the same at the times of BACKUP_SCHEDULE.`,
  async run({ out, signal, vireo }) {
    await sealEverything(vireo);
    const bars = createBars(out);
    const throttle = createThrottle(vireo.isOnlyWriter, signal);
    const made = await runBackup(vireo, { throttle, progress: bars.at, signal }).finally(bars.end);
    const checked = made.verified === "content" ? "every checksum compared" : "bytes compared";
    out.result(
      made,
      `Wrote ${made.name} to ${made.location} (${formatBytes(made.bytes)}, ${checked}). Deleted: ${made.removed.length}.`,
    );
  },
};

const list: Command = {
  name: "backup list",
  summary: "List the backups in BACKUP_TO",
  isPlain: true,
  async run({ out }) {
    const { target } = await openConfigured();
    const { backups, leftovers } = await listBackups(target);
    if (leftovers.length > 0)
      out.note(`Incomplete, and never restored: ${leftovers.map(({ name }) => name).join(", ")}.`);
    out.list(
      backups.map((backup) => {
        const row = describe(backup);
        return { ...row, taken: new Date(row.takenAt), size: formatBytes(row.bytes) };
      }),
      {
        name: "NAME",
        taken: "TAKEN",
        size: "SIZE",
        rows: "ROWS",
        mediaFiles: "MEDIA",
        vireo: "VERSION",
        verified: "VERIFIED",
      },
    );
  },
};

const verify: Command = {
  name: "backup verify",
  summary: "Verify the checksums of a backup in BACKUP_TO",
  arguments: [
    { name: "name", description: 'Name, as shown by "vireo backup list". Default: the latest', optional: true },
  ],
  async run({ arguments: { name = "latest" }, out, signal, vireo }) {
    const target = await openTarget(vireo.config);
    const backup = await findBackup(target, name);
    const bars = createBars(out);
    const throttle = createThrottle(true, signal);
    const verified = await verifyBackup(vireo, target, backup, { throttle, progress: bars.at }).finally(bars.end);
    const what =
      verified === "content"
        ? "it was decrypted, and every checksum matches"
        : "its bytes match those written. Set VIREO_BACKUP_KEY to the key that decrypts it to verify its content, too";
    out.result({ ...describe(backup), verified }, `${backup.name} is intact: ${what}.`);
  },
};

const prune: Command = {
  name: "backup prune",
  summary: "Delete backups that are past their retention",
  description: `Keeps the newest backup of each of the last BACKUP_KEEP_DAILY days, BACKUP_KEEP_WEEKLY weeks and
BACKUP_KEEP_MONTHLY months that have one, and always the latest. The server does this after every backup.`,
  isPlain: true,
  async run({ out }) {
    const { target, keep } = await openConfigured();
    const removed = await pruneBackups(target, keep, new Date());
    out.result({ removed }, removed.length === 0 ? "Nothing to delete." : `Deleted ${removed.join(", ")}.`);
  },
};

const key: Command = {
  name: "backup key",
  summary: "Create a key for encrypted backups",
  description: `Prints a key pair in the age format. Set VIREO_BACKUP_KEY to the key itself, so that the server reads its backups back
after writing them, or to the public half, if an attacker who takes over the server must not be able to read them. Keep the key outside the
server: without it, nobody can read the backups.`,
  isPlain: true,
  async run({ out }) {
    const { identity, recipient } = await generateBackupKey();
    out.result(
      { key: identity, publicKey: recipient },
      `Key          ${identity}\nPublic half  ${recipient}\n\nStore the key in a password manager. Without it, nobody can read the backups.`,
    );
  },
};

async function openConfigured() {
  const { readConfig } = await import("#core/config/config");
  const { config } = await readConfig();
  return { target: await openTarget(config), keep: config.backup.keep };
}

export const backups: readonly Command[] = [run, list, verify, prune, key];
