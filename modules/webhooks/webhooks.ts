import { sql } from "kysely";
import { toCreator } from "vireo/access";
import type { Database, Transaction } from "vireo/database";
import { invalid, notFound } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import { newUuid, toPublicId, toUuid } from "vireo/ids";
import { listPage } from "vireo/list";
import type { Caller } from "vireo/request";
import type { Page } from "vireo/schema";
import { latest } from "vireo/versions";
import type { Webhooks } from "./context";
import { requireEvents, requireGrantsOf } from "./grants";
import type { WebhookRow } from "./migrations";
import type { CreateWebhook, PatchWebhook } from "./schema";
import type { Settings } from "./settings";
import { disable } from "./settle";
import { newSecret, SIGNING } from "./signature";

const OVERLAP_MS = 24 * 60 * 60_000;

export const present = (row: WebhookRow) => ({
  webhookId: toPublicId("whk", row.id),
  url: row.url,
  events: row.events,
  description: row.description ?? undefined,
  apiVersion: row.api_version,
  status: row.status,
  disabledReason: row.disabled_reason ?? undefined,
  failingSince: row.failing_since ? row.failing_since.getTime() : undefined,
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

const getRoom = (trx: Transaction, accountId: string, { maxWebhooks }: Settings) => ({
  limit: maxWebhooks,
  name: "webhooks",
  async count() {
    const { total } = await trx
      .selectFrom("webhooks")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    return Number(total);
  },
});

const insertWebhook = (trx: Transaction, caller: Caller, secret: string, input: CreateWebhook): Promise<WebhookRow> =>
  trx
    .insertInto("webhooks")
    .values({
      id: newUuid(),
      account_id: caller.accountId,
      url: input.url,
      events: input.events,
      description: input.description ?? null,
      api_version: input.apiVersion ?? latest,
      secret,
      old_secrets: [],
      ...toCreator(caller),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

async function updateWebhook(
  trx: Transaction,
  { id, status: before }: WebhookRow,
  { apiVersion, status, ...fields }: PatchWebhook,
  creator: Partial<ReturnType<typeof toCreator>>,
): Promise<void> {
  await trx
    .updateTable("webhooks")
    .set({
      ...fields,
      ...creator,
      api_version: apiVersion,
      ...(status === "enabled" ? { status, disabled_reason: null, failing_since: null } : {}),
      updated_at: sql`clock_timestamp()`,
    })
    .where("id", "=", id)
    .execute();
  if (status === "disabled" && before === "enabled") await disable(trx, id, null);
}

/** The URL may contain a secret, so it is not recorded. */
function record(
  { audit }: Pick<Webhooks, "audit">,
  trx: Transaction,
  change: "created" | "updated" | "secret_rotated" | "deleted",
  { id, account_id }: WebhookRow,
  details = {},
) {
  const subject = { type: "webhook", id: toPublicId("whk", id) };
  return audit.record(trx, { action: `webhook.${change}`, accountId: account_id, subject, details });
}

const deleteWebhook = (trx: Transaction, accountId: string, id: string): Promise<WebhookRow | undefined> =>
  trx.deleteFrom("webhooks").where("account_id", "=", accountId).where("id", "=", id).returningAll().executeTakeFirst();

const replaceSecret = (trx: Transaction, id: string, secret: string, old: WebhookRow["old_secrets"]) =>
  trx
    .updateTable("webhooks")
    .set({ secret, old_secrets: old, updated_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .execute();

function parseId(id: string): string {
  const uuid = toUuid("whk", id);
  if (!uuid) throw notFound("webhook");
  return uuid;
}

const createSecret = ({ secrets }: Webhooks, accountId: string) => secrets.seal(newSecret(), SIGNING, accountId);

const selectOwn = (on: Database, accountId: string) => on.selectFrom("webhooks").where("account_id", "=", accountId);

/** Changes one webhook while its row is locked. Refuses callers with fewer read rights than it has. */
const changeWebhook = (
  webhooks: Webhooks,
  caller: Caller,
  id: string,
  work: (trx: Transaction, row: WebhookRow) => Promise<unknown>,
) =>
  webhooks.db.transaction().execute(async (trx): Promise<WebhookRow> => {
    const find = selectOwn(trx, caller.accountId).selectAll().where("id", "=", parseId(id));
    const row = await find.forUpdate().executeTakeFirst();
    if (!row) throw notFound("webhook");
    await requireGrantsOf(webhooks, trx, caller, row);
    await work(trx, row);
    return find.executeTakeFirstOrThrow();
  });

/** Throws `not_found`. */
export async function getWebhook({ db }: Pick<Webhooks, "db">, accountId: string, id: string): Promise<WebhookRow> {
  const row = await selectOwn(db, accountId).selectAll().where("id", "=", parseId(id)).executeTakeFirst();
  if (!row) throw notFound("webhook");
  return row;
}

export const listWebhooks = ({ db }: Webhooks, accountId: string, query: Page) =>
  listPage(selectOwn(db, accountId), query);

/** Throws `insufficient_scope`, `unsafe_url`, `quota_exceeded`. */
export async function createWebhook(webhooks: Webhooks, caller: Caller, input: CreateWebhook): Promise<WebhookRow> {
  const { db, fetch, quotas, settings } = webhooks;
  const { accountId } = caller;
  requireEvents(webhooks, caller, input.events);
  await checkUrls(fetch, { url: input.url });
  return db.transaction().execute(async (trx) => {
    await quotas.requireRoom(trx, accountId, getRoom(trx, accountId, settings));
    const row = await insertWebhook(trx, caller, createSecret(webhooks, accountId), input);
    await record(webhooks, trx, "created", row);
    return row;
  });
}

/** Throws `validation_error`, `unsafe_url`, `not_found`, `insufficient_scope`. */
export async function patchWebhook(
  webhooks: Webhooks,
  caller: Caller,
  id: string,
  input: PatchWebhook,
): Promise<WebhookRow> {
  if (Object.keys(input).length === 0) throw invalid("body", "Send at least one field to change.");
  await checkUrls(webhooks.fetch, { url: input.url });
  return changeWebhook(webhooks, caller, id, async (trx, row) => {
    // Whoever changes the URL or the events, or enables the webhook, becomes its creator.
    const takesOver = input.url !== undefined || input.events !== undefined || input.status === "enabled";
    if (takesOver) requireEvents(webhooks, caller, input.events ?? row.events);
    await updateWebhook(trx, row, input, takesOver ? toCreator(caller) : {});
    await record(webhooks, trx, "updated", row, { changed: Object.keys(input) });
  });
}

/** Sets a new secret. The old ones stay valid for a day, so that receivers have time to switch. Throws `not_found`. */
export async function rotateSecret(webhooks: Webhooks, caller: Caller, id: string) {
  const now = webhooks.now();
  const oldSecretUntil = now + OVERLAP_MS;
  const row = await changeWebhook(webhooks, caller, id, async (trx, before) => {
    // The old secret is moved in its sealed form.
    const current = { secret: before.secret, until: oldSecretUntil };
    const old = [current, ...before.old_secrets.filter(({ until }) => until > now)];
    await replaceSecret(trx, before.id, createSecret(webhooks, caller.accountId), old.slice(0, 5));
    await record(webhooks, trx, "secret_rotated", before);
  });
  return { row, oldSecretUntil };
}

/** Returns the signing secret in clear text, to show it once. */
export const openSecret = ({ secrets }: Webhooks, { account_id, secret }: WebhookRow): string =>
  secrets.open(secret, SIGNING, account_id);

/** Throws `not_found`. */
export async function removeWebhook(webhooks: Webhooks, accountId: string, id: string): Promise<void> {
  await webhooks.db.transaction().execute(async (trx) => {
    const row = await deleteWebhook(trx, accountId, parseId(id));
    if (!row) throw notFound("webhook");
    await record(webhooks, trx, "deleted", row);
  });
}
