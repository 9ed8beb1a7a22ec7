import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { newUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import type { ProviderAccount, SocialProvider } from "vireo/slots/social";
import { deadline } from "vireo/timing";
import { presentAccount } from "../posts/present";
import type { SocialAccount } from "../tables";

const LIST_MS = 30_000;
/** Owners synchronised in one go of the schedule. */
const BATCH = 50;

type AccountContext = Pick<Context, "db" | "engines" | "events" | "log"> & {
  /** Whether every account may use what a provider with one key of the operator's lists. */
  share: boolean;
};

/** The accounts of each owner, as their providers list them. */
export function createAccounts({ db, engines, events, log, share }: AccountContext) {
  /** The operator's account is the one that was there first. */
  async function serves(owner: string, provider: SocialProvider): Promise<boolean> {
    if (share || provider.perAccount) return true;
    const first = await db
      .selectFrom("accounts")
      .select("id")
      .orderBy("created_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    return first?.id === owner;
  }

  /** Inserts or brings up to date one account, and tells of it where its status changed. */
  async function store(
    trx: Transaction,
    owner: string,
    provider: string,
    listed: ProviderAccount,
    old?: SocialAccount,
  ) {
    const now = new Date();
    const facts = {
      platform: listed.platform,
      username: listed.username,
      display_name: listed.displayName ?? null,
      profile_url: listed.profileUrl ?? null,
      avatar_url: listed.avatarUrl ?? null,
      status: listed.status,
      last_synced_at: now,
    };
    const row = old
      ? await trx
          .updateTable("social_accounts")
          .set({ ...facts, ...(old.status === "disconnected" ? { connected_at: now } : {}) })
          .where("id", "=", old.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto("social_accounts")
          .values({ id: newUuid(), account_id: owner, provider, external_id: listed.externalId, ...facts })
          .returningAll()
          .executeTakeFirstOrThrow();
    if (row.status === old?.status) return;
    const type = row.status === "active" ? "account.connected" : "account.disconnected";
    await events.emit(trx, owner, type, presentAccount(row));
  }

  async function disconnect(trx: Transaction, { id, account_id }: SocialAccount): Promise<void> {
    const row = await trx
      .updateTable("social_accounts")
      .set({ status: "disconnected" })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await events.emit(trx, account_id, "account.disconnected", presentAccount(row));
  }

  /** Asks one provider. Where it cannot be asked nothing changes but the time of the trial, and the fault is thrown. */
  async function syncOne(owner: string, provider: SocialProvider): Promise<void> {
    const tried = new Date();
    await db
      .insertInto("social_syncs")
      .values({ account_id: owner, provider: provider.name, tried_at: tried, synced_at: null })
      .onConflict((conflict) => conflict.columns(["account_id", "provider"]).doUpdateSet({ tried_at: tried }))
      .execute();
    const limit = deadline(LIST_MS, () => new Error("The provider did not answer in time."));
    let listed: ProviderAccount[];
    try {
      listed = (await serves(owner, provider)) ? await provider.accounts(owner, limit.signal) : [];
    } finally {
      limit.end();
    }
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`social.sync:${owner}:${provider.name}`}, 0))`.execute(
        trx,
      );
      // An answer that is older than what was stored meanwhile says nothing new.
      const newer = await trx
        .selectFrom("social_syncs")
        .select("synced_at")
        .where("account_id", "=", owner)
        .where("provider", "=", provider.name)
        .where("synced_at", ">", tried)
        .executeTakeFirst();
      if (newer) return;
      const rows = await trx
        .selectFrom("social_accounts")
        .selectAll()
        .where("account_id", "=", owner)
        .where("provider", "=", provider.name)
        .execute();
      const known = new Map(rows.map((row) => [row.external_id, row]));
      const unique = new Map(listed.map((one) => [one.externalId, one]));
      for (const one of unique.values()) await store(trx, owner, provider.name, one, known.get(one.externalId));
      for (const row of rows) {
        if (!unique.has(row.external_id) && row.status !== "disconnected") await disconnect(trx, row);
      }
      await trx
        .updateTable("social_syncs")
        .set({ synced_at: tried })
        .where("account_id", "=", owner)
        .where("provider", "=", provider.name)
        .execute();
    });
  }

  /** Asks every provider; false where none is configured. Throws `provider_unavailable` where one cannot be asked. */
  async function sync(owner: string): Promise<boolean> {
    const providers = engines.of("social");
    const results = await Promise.allSettled(providers.map((provider) => syncOne(owner, provider)));
    const failed = results.flatMap((result, at) =>
      result.status === "rejected" ? [{ result, name: providers[at]?.name }] : [],
    );
    for (const { result, name } of failed)
      log.warn("accounts not synchronised", { provider: name, error: result.reason });
    if (failed.length > 0) {
      const names = failed.map(({ name }) => name).join(", ");
      throw new ApiError(
        "provider_unavailable",
        `The accounts at ${names} could not be read; those known stay as they are.`,
      );
    }
    return providers.length > 0;
  }

  /** Providers that were never asked for this owner are asked now, so that a first look is not empty. */
  async function syncNew(owner: string): Promise<void> {
    const asked = await db.selectFrom("social_syncs").select("provider").where("account_id", "=", owner).execute();
    const fresh = engines.of("social").filter(({ name }) => !asked.some(({ provider }) => provider === name));
    const results = await Promise.allSettled(fresh.map((provider) => syncOne(owner, provider)));
    for (const result of results)
      if (result.status === "rejected") log.warn("accounts not synchronised", { error: result.reason });
  }

  return {
    sync,
    async list(owner: string) {
      await syncNew(owner);
      const rows = await db
        .selectFrom("social_accounts")
        .selectAll()
        .where("account_id", "=", owner)
        .orderBy("connected_at")
        .orderBy("id")
        .execute();
      return rows.map(presentAccount);
    },
    /** Owners whose accounts were last asked for before this time. */
    async syncDue(before: Date, signal: AbortSignal): Promise<void> {
      const rows = await db
        .selectFrom("social_syncs")
        .selectAll()
        .where("tried_at", "<", before)
        .orderBy("tried_at")
        .limit(BATCH)
        .execute();
      for (const { account_id, provider } of rows) {
        if (signal.aborted) return;
        const found = engines.get("social", provider);
        if (found)
          await syncOne(account_id, found).catch((error) => log.warn("accounts not synchronised", { provider, error }));
      }
    },
  };
}
