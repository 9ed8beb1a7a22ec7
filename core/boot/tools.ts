import type { Kernel } from "#core/boot/kernel";
import type { OpenDatabase } from "#core/boot/open-database";
import type { Vireo } from "#core/boot/vireo";
import type { Workspace } from "#core/command";
import type { SettingsEditor } from "#core/settings/editor";
import { version } from "#core/version";
import { createLocks, type Locks } from "#db/advisory";

/** Locks need a separate connection, which most commands can do without. */
const createTryWithLock = (sql: OpenDatabase["sql"], cleanup: AsyncDisposableStack): Workspace["tryWithLock"] => {
  let locks: Locks | undefined;
  cleanup.defer(async () => locks?.end());
  return (name, work) => {
    locks ??= createLocks(sql);
    return locks.tryWithLock(name, work);
  };
};

/** Collects the parts of the server that commands use. */
export function createTools(
  kernel: Kernel,
  database: OpenDatabase,
  settings: SettingsEditor,
  cleanup: AsyncDisposableStack,
): Vireo["tools"] {
  const { access, audit, checks, credits, engines, events, facts, modules, storage, vault } = kernel;
  return {
    access,
    audit,
    checks,
    credits,
    engines,
    events,
    facts,
    modules,
    settings,
    storage,
    vault,
    version,
    isDerived: kernel.files.isDerived,
    tryWithLock: createTryWithLock(database.sql, cleanup),
    migrated: database.migrated,
    isOnlyWriter: database.embedded !== undefined,
  };
}
