import { ApiError } from "vireo/errors";
import type { Context } from "vireo/module";
import type { Actor } from "vireo/request";
import type { SocialProvider } from "vireo/slots/social";
import { presentAccount } from "../posts/present";
import { ProviderError, type SyncDeps, syncAccounts } from "./sync";

/** Number of owners synchronised per run of the schedule. */
const BATCH = 50;

/** Stores the social accounts of each owner, as listed by their providers. */
export function createAccounts(deps: SyncDeps & Pick<Context, "engines" | "log">) {
  const { db, engines, log } = deps;

  /**
   * Synchronises with each provider. Returns the names of those that failed. Throws if the error is not the provider's.
   */
  async function syncWith(owner: string, providers: readonly SocialProvider[], actor?: Actor): Promise<string[]> {
    const results = await Promise.allSettled(providers.map((provider) => syncAccounts(deps, owner, provider, actor)));
    return results.flatMap((result, at) => {
      if (result.status === "fulfilled") return [];
      if (!(result.reason instanceof ProviderError)) throw result.reason;
      const provider = providers[at]?.name ?? "";
      log.warn("accounts not synchronised", { provider, error: result.reason.cause });
      return [provider];
    });
  }

  /** Synchronises with every provider. Returns false if none is configured. Throws `provider_unavailable`. */
  async function sync(owner: string): Promise<boolean> {
    const providers = engines.of("social");
    const failed = await syncWith(owner, providers);
    if (failed.length === 0) return providers.length > 0;
    const detail = `The accounts at ${failed.join(", ")} could not be read. Known accounts are unchanged.`;
    throw new ApiError("provider_unavailable", detail);
  }

  /** Synchronises with new providers first, so that the first list is not empty. */
  async function list(owner: string) {
    const syncs = await db.selectFrom("social_syncs").select("provider").where("account_id", "=", owner).execute();
    const known = new Set(syncs.map(({ provider }) => provider));
    await syncWith(
      owner,
      engines.of("social").filter(({ name }) => !known.has(name)),
      { type: "system" },
    );
    const rows = await db
      .selectFrom("social_accounts")
      .selectAll()
      .where("account_id", "=", owner)
      .orderBy("connected_at")
      .orderBy("id")
      .execute();
    return rows.map((row) => presentAccount(row, deps.secrets));
  }

  /** Synchronises owners whose last attempt was before this time, oldest first. */
  async function syncDue(before: Date, signal: AbortSignal): Promise<void> {
    const rows = await db
      .selectFrom("social_syncs")
      .selectAll()
      .where("tried_at", "<", before)
      .orderBy("tried_at")
      .limit(BATCH)
      .execute();
    for (const { account_id, provider } of rows) {
      if (signal.aborted) return;
      const configured = engines.get("social", provider);
      if (configured) await syncWith(account_id, [configured]);
    }
  }

  return { sync, list, syncDue };
}
