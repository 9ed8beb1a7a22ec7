import type { Static } from "@sinclair/typebox";
import type { Selectable } from "kysely";
import { type Access, getAccountStatus, requireScope } from "vireo/access";
import type { Database, Tables } from "vireo/database";
import { ApiError, invalid, notFound } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { listPage } from "vireo/list";
import { type Context, defineModule } from "vireo/module";
import type { Router } from "vireo/router";
import { Nothing, PageQuery } from "vireo/schema";
import { commands } from "./commands";
import { AccountDeletion } from "./deletion";
import {
  Account,
  Accounts,
  CreateAccount,
  createKeySchemas,
  Key,
  Keys,
  PatchAccount,
  ShownKey,
  settings,
  Usage,
} from "./schema";

type Quotas = Context["quotas"];

const presentKey = (row: Selectable<Tables["api_keys"]>) => ({
  keyId: row.id,
  accountId: row.account_id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes,
  ...(row.api_version ? { apiVersion: row.api_version } : {}),
  ...(row.expires_at ? { expiresAt: row.expires_at.getTime() } : {}),
  ...(row.created_by_key || row.created_by_person ? { createdBy: presentCreator(row) } : {}),
  ...(row.last_used_at ? { lastUsedAt: row.last_used_at.getTime() } : {}),
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

const presentCreator = (row: Selectable<Tables["api_keys"]>) => ({
  ...(row.created_by_key ? { keyId: row.created_by_key } : {}),
  ...(row.created_by_person ? { personId: row.created_by_person } : {}),
});

type AccountRow = Selectable<Tables["accounts"]>;

const presentAccount = (row: AccountRow, quotas: Quotas) => ({
  accountId: row.id,
  name: row.name,
  balance: row.balance,
  status: getAccountStatus(row),
  ...(row.suspended_at ? { suspendedAt: row.suspended_at.getTime() } : {}),
  ...(row.delete_at ? { deleteAt: row.delete_at.getTime() } : {}),
  ...quotas.get(row),
  createdAt: row.created_at.getTime(),
});

const presentWithUsage = async (row: AccountRow, db: Database, quotas: Quotas) => ({
  ...presentAccount(row, quotas),
  usage: (await quotas.read(db, row.id)).usage,
});

/** The columns of the quotas in a body. `null` restores the configured number. */
const toColumns = ({ concurrentJobs, storageBytes, keys }: Static<typeof PatchAccount>) => ({
  ...(concurrentJobs === undefined ? {} : { concurrent_jobs: concurrentJobs }),
  ...(storageBytes === undefined ? {} : { storage_bytes: storageBytes }),
  ...(keys === undefined ? {} : { max_keys: keys }),
});

interface LifeParts {
  access: Access;
  deletion: AccountDeletion;
  present(row: AccountRow): ReturnType<typeof presentWithUsage>;
}

/** Adds the routes that suspend, resume and delete accounts. */
const addLifeRoutes = (router: Router, { access, deletion, present }: LifeParts) =>
  router
    .post(
      "/accounts/:accountId/suspend",
      async ({ params, caller }) => present(await access.suspendAccount(params.accountId, caller.accountId)),
      {
        auth: "admin",
        detail: {
          operationId: "suspendAccount",
          summary: "Suspend an account",
          description:
            "Its keys and sessions get 403 `account_suspended` at once. Jobs that run are finished; those that wait, due posts and webhook deliveries wait until the account is resumed. Nothing is published, and nothing is charged. Your own account and the owner account cannot be suspended.",
          "x-errors": [409],
        } as object,
        response: { 200: Account },
      },
    )
    .post("/accounts/:accountId/resume", async ({ params }) => present(await access.resumeAccount(params.accountId)), {
      auth: "admin",
      detail: {
        operationId: "resumeAccount",
        summary: "Resume an account",
        description:
          "Ends a suspension, and cancels a deletion that has not begun. Posts that are too late by now fail with `missed`, and can be retried.",
        "x-errors": [409],
      } as object,
      response: { 200: Account },
    })
    .delete(
      "/accounts/:accountId",
      async ({ params, caller, set }) => {
        const row = await deletion.schedule(params.accountId, undefined, caller.accountId);
        set.status = 202;
        return present(row);
      },
      {
        auth: "admin",
        detail: {
          summary: "Delete an account",
          description:
            "Suspends the account, and deletes it with all its data at `deleteAt`: rows, media, search index, keys, people and secrets. Until then, POST /accounts/{accountId}/resume cancels it. The audit log keeps what was done, without names.",
          "x-errors": [409],
        } as object,
        response: { 202: Account },
      },
    );

export const accounts = defineModule({
  name: "accounts",
  prefix: "",
  scopes: ["keys:manage"],
  settings,
  commands,
  audited: ["account.updated"],
  description: "Accounts own all resources.",
  tags: { "API Keys": { description: "API keys give access to an account.", paths: ["/keys"] } },
  start({ router, access, audit, db, credits, host, quotas, now, settings }) {
    /** Parses an expiry. Throws `validation_error` if it has passed. */
    const parseExpiry = (expiresAt: number | undefined | null): Date | undefined => {
      if (expiresAt === undefined || expiresAt === null) return undefined;
      if (expiresAt <= now()) throw invalid("expiresAt", "Must be in the future.");
      return new Date(expiresAt);
    };
    const { CreateKey, PatchKey } = createKeySchemas(access.scopes.grantable);
    const present = (row: AccountRow) => presentWithUsage(row, db, quotas);
    const deletion = new AccountDeletion(access, settings.graceDays);
    const routes = addLifeRoutes(router(), { access, deletion, present })
      .post(
        "/accounts",
        async ({ body, set }) => {
          const row = await db.transaction().execute(async (trx) => {
            const { id } = await access.createAccount(trx, body.name);
            const first = body.credits ?? host.initialCredits;
            if (first > 0) await credits.grant(trx, { accountId: id, amount: first, note: "Initial credits" });
            const limits = toColumns(body);
            if (Object.keys(limits).length > 0)
              await trx.updateTable("accounts").set(limits).where("id", "=", id).execute();
            return trx.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
          });
          set.status = 201;
          set.headers.location = `/api/v1/accounts/${row.id}`;
          return presentAccount(row, quotas);
        },
        { auth: "admin", detail: { summary: "Create an account" }, body: CreateAccount, response: { 201: Account } },
      )
      .get(
        "/usage",
        async ({ caller }) => {
          const { quotas: limits, usage } = await quotas.read(db, caller.accountId);
          const meter = (name: keyof typeof usage) => ({ used: usage[name], limit: limits[name] });
          return {
            concurrentJobs: meter("concurrentJobs"),
            storageBytes: meter("storageBytes"),
            keys: meter("keys"),
          };
        },
        {
          auth: "any",
          detail: { operationId: "getUsage", summary: "Get the usage and quotas of your account" } as object,
          response: { 200: Usage },
        },
      )
      .get(
        "/accounts",
        async ({ query }) => {
          const { rows, pagination } = await listPage(db.selectFrom("accounts"), query);
          return { accounts: rows.map((row) => presentAccount(row, quotas)), pagination };
        },
        { auth: "admin", detail: { summary: "List accounts" }, query: PageQuery, response: { 200: Accounts } },
      )
      .get(
        "/accounts/:accountId",
        async ({ params }) => {
          const row = isUuid(params.accountId)
            ? await db.selectFrom("accounts").selectAll().where("id", "=", params.accountId).executeTakeFirst()
            : undefined;
          if (!row) throw new ApiError("not_found", "Account not found.");
          return presentWithUsage(row, db, quotas);
        },
        { auth: "admin", detail: { summary: "Get an account" }, response: { 200: Account } },
      )
      .patch(
        "/accounts/:accountId",
        async ({ params, body }) => {
          if (Object.keys(body).length === 0) throw invalid("body", "Provide at least one field to change.");
          const changes = { ...toColumns(body), ...(body.name === undefined ? {} : { name: body.name }) };
          const row = await db.transaction().execute(async (trx) => {
            const row = isUuid(params.accountId)
              ? await trx
                  .updateTable("accounts")
                  .set({ ...changes, updated_at: new Date() })
                  .where("id", "=", params.accountId)
                  .returningAll()
                  .executeTakeFirst()
              : undefined;
            if (!row) throw new ApiError("not_found", "Account not found.");
            const subject = { type: "account", id: row.id, name: row.name };
            const details = { changed: Object.keys(body) };
            await audit.record(trx, { action: "account.updated", accountId: row.id, subject, details });
            return row;
          });
          return presentWithUsage(row, db, quotas);
        },
        {
          auth: "admin",
          detail: { summary: "Update an account", description: "Changes the name and the quotas of an account." },
          body: PatchAccount,
          response: { 200: Account },
        },
      )
      .post(
        "/keys",
        async ({ body, caller, set }) => {
          const accountId = body.accountId ?? caller.accountId;
          if (accountId !== caller.accountId) requireScope(caller, "admin");
          const { name, apiVersion } = body;
          const scopes = body.scopes
            ? access.scopes.expand(body.scopes)
            : [...caller.scopes].filter((scope) => scope !== "admin");
          const input = { accountId, name, scopes, apiVersion, expiresAt: parseExpiry(body.expiresAt), by: caller };
          const { row, key } = await db.transaction().execute(async (trx) => {
            if (isUuid(accountId)) await quotas.checkKeys(trx, accountId);
            return access.createKey(trx, input);
          });
          set.status = 201;
          set.headers.location = `/api/v1/keys/${row.id}`;
          return { ...presentKey(row), key };
        },
        {
          auth: "keys:manage",
          secret: ["key"],
          detail: {
            summary: "Create an API key",
            description:
              "The new key never has more than the key that creates it: its scopes are among that key's, and its expiry and version are not later. Without `expiresAt` and `apiVersion` it inherits them.",
          },
          body: CreateKey,
          response: { 201: ShownKey },
        },
      )
      .get(
        "/keys",
        async ({ query, caller }) => {
          const mine = db.selectFrom("api_keys").where("account_id", "=", caller.accountId);
          const { rows, pagination } = await listPage(mine.where("revoked_at", "is", null), query);
          return { keys: rows.map(presentKey), pagination };
        },
        { auth: "keys:manage", detail: { summary: "List API keys" }, query: PageQuery, response: { 200: Keys } },
      )
      .get(
        "/keys/:keyId",
        async ({ params, caller }) => {
          const row = isUuid(params.keyId)
            ? await db
                .selectFrom("api_keys")
                .selectAll()
                .where("id", "=", params.keyId)
                .where("account_id", "=", caller.accountId)
                .where("revoked_at", "is", null)
                .executeTakeFirst()
            : undefined;
          if (!row) throw notFound("key");
          return presentKey(row);
        },
        { auth: "keys:manage", detail: { summary: "Get a key" }, response: { 200: Key } },
      )
      .patch(
        "/keys/:keyId",
        async ({ params, body, caller }) => {
          if (Object.keys(body).length === 0) throw invalid("body", "Provide at least one field to change.");
          const expiresAt = body.expiresAt === null ? null : parseExpiry(body.expiresAt);
          const row = await access.updateKey(caller, params.keyId, {
            ...(body.name === undefined ? {} : { name: body.name }),
            ...(body.scopes === undefined ? {} : { scopes: access.scopes.expand(body.scopes) }),
            ...(body.apiVersion === undefined ? {} : { apiVersion: body.apiVersion }),
            ...(expiresAt === undefined ? {} : { expiresAt }),
          });
          return presentKey(row);
        },
        {
          auth: "keys:manage",
          detail: {
            summary: "Update an API key",
            description:
              "A key cannot change a key with scopes that it lacks, and cannot set an expiry after its own. So no key extends its own expiry.",
          },
          body: PatchKey,
          response: { 200: Key },
        },
      )
      .post(
        "/keys/:keyId/rotate",
        async ({ params, caller }) => {
          const { row, key } = await access.rotateKey(caller, params.keyId);
          return { ...presentKey(row), key };
        },
        {
          auth: "keys:manage",
          secret: ["key"],
          detail: { summary: "Rotate an API key" },
          response: { 200: ShownKey },
        },
      )
      .delete(
        "/keys/:keyId",
        async ({ params, caller, set }) => {
          await access.revokeKey(caller, params.keyId);
          set.status = 204;
        },
        { auth: "keys:manage", detail: { summary: "Revoke an API key" }, response: { 204: Nothing } },
      );
    return { routes, service: deletion };
  },
});
