/** Templates: those that modules declare, and the account's own with their versions. */
import { type Selectable, sql } from "kysely";
import type { Tables, Transaction } from "vireo/database";
import { ApiError, type FieldErrors, invalid, listFieldErrors, notFound } from "vireo/errors";
import type { DeclaredTemplate, TemplateField } from "vireo/facts";
import { newUuid, toPublicId, toUuid } from "vireo/ids";
import { containsText, toName } from "vireo/list";
import { paginate, window } from "vireo/schema";
import { refuseFields, type TemplateKind } from "vireo/templates";
import type { TemplateStore } from "./context";
import { checkFields, getSample } from "./fields";
import { fillJson, hasBrokenPlaceholder, type Json, listNames, listTexts } from "./fill";
import { findPreview } from "./previews";
import type { CreateTemplate, CreateVersion, TemplateQuery } from "./schema";

const PREFIX = "tpl";
/** Maximum size of fields and body as JSON, in bytes. */
const MAX_BYTES = 65_536;
const MAX_TEMPLATES = 500;
const MAX_VERSIONS = 500;
/** Maximum number of placeholders in a body. */
const MAX_PLACEHOLDERS = 500;

type Row = Selectable<Tables["templates"]>;
/** Fields and body of a version. */
interface Contents {
  fields: TemplateField[];
  body: Record<string, unknown>;
}

const getDeclaredId = (id: string): string => `${PREFIX}_${id}`;

const presentRow = (row: Row) => ({
  templateId: toPublicId(PREFIX, row.id),
  name: row.name,
  description: row.description ?? undefined,
  kind: row.kind,
  source: "own" as const,
  version: row.version,
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

const presentDeclared = (
  { host }: TemplateStore,
  id: string,
  { name, description, kind, module }: DeclaredTemplate,
) => ({
  templateId: getDeclaredId(id),
  name,
  description,
  kind: kind as TemplateKind,
  source: module === "templates" ? ("built-in" as const) : ("plug-in" as const),
  version: 1,
  previewUrl: module === "templates" && findPreview(id) ? `${host.origin}/open/templates/${id}.webp` : undefined,
});

/** Lists the account's own templates, newest first, followed by those of plug-ins and the built-in ones. */
export async function listTemplates(store: TemplateStore, accountId: string, query: TemplateQuery) {
  const { kind, q } = query;
  const { limit, offset } = window(query);
  let matching = store.db.selectFrom("templates").where("account_id", "=", accountId);
  if (kind) matching = matching.where("kind", "=", kind);
  if (q) matching = matching.where(containsText(sql`name`, q));
  const [rows, { total }] = await Promise.all([
    matching.selectAll().orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).offset(offset).execute(),
    matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  const part = toName(q ?? "").toLowerCase();
  const declared = Object.entries(store.templates)
    .filter(([, one]) => (!kind || one.kind === kind) && store.targets.has(one.kind as TemplateKind))
    .filter(([, { name }]) => name.toLowerCase().includes(part))
    .toSorted(([, a], [, b]) => Number(a.module === "templates") - Number(b.module === "templates"));
  const from = Math.max(0, offset - Number(total));
  const others = declared.slice(from, from + limit - rows.length);
  return {
    templates: [...rows.map(presentRow), ...others.map(([id, one]) => presentDeclared(store, id, one))],
    pagination: paginate(query, Number(total) + declared.length),
  };
}

/** Returns the declared template with a public id. */
function findDeclared({ templates }: TemplateStore, templateId: string): [string, DeclaredTemplate] | undefined {
  const id = templateId.startsWith(`${PREFIX}_`) ? templateId.slice(PREFIX.length + 1) : "";
  return Object.hasOwn(templates, id) ? [id, templates[id]!] : undefined;
}

/** Finds a version of a template, the newest by default. */
export async function findTemplate(store: TemplateStore, accountId: string, templateId: string, version?: number) {
  const declared = findDeclared(store, templateId);
  if (declared) {
    if (version !== undefined && version !== 1) return undefined;
    const [id, one] = declared;
    return { summary: presentDeclared(store, id, one), fields: [...one.fields], body: { ...one.body } };
  }
  const uuid = toUuid(PREFIX, templateId);
  const found = uuid
    ? await store.db
        .selectFrom("templates")
        .innerJoin("template_versions as v", "v.template_id", "templates.id")
        .selectAll("templates")
        .select(["v.fields", "v.body", "v.version as shown"])
        .where("templates.id", "=", uuid)
        .where("templates.account_id", "=", accountId)
        .where("v.account_id", "=", accountId)
        .where("v.version", "=", version ?? sql<number>`templates.version`)
        .executeTakeFirst()
    : undefined;
  if (!found) return undefined;
  return { summary: { ...presentRow(found), version: found.shown }, fields: found.fields, body: found.body };
}

/** Throws `not_found`. */
export async function getTemplate(store: TemplateStore, accountId: string, templateId: string, version?: number) {
  const found = await findTemplate(store, accountId, templateId, version);
  if (!found) throw notFound(version === undefined ? "template" : "version of the template");
  const { summary, fields, body } = found;
  return { ...summary, fields, body };
}

/** Layers alone are for a video that exists. */
const guessKind = ({ layers, prompt, scenes, script }: Record<string, unknown>): TemplateKind =>
  layers !== undefined && [prompt, scenes, script].every((field) => field === undefined) ? "render" : "video";

/** Throws `validation_error`, `quota_exceeded`, `storage_quota_exceeded`. */
export async function createTemplate(store: TemplateStore, accountId: string, input: CreateTemplate) {
  const { name, description, kind = guessKind(input.body), fields, body } = input;
  const contents = { fields, body };
  const bytes = checkTemplate(store, kind, contents);
  const { row } = await store.db.transaction().execute(async (trx) => {
    await store.quotas.requireRoom(trx, accountId, {
      limit: MAX_TEMPLATES,
      name: "templates",
      count: () => countRows(trx, accountId),
    });
    const row = await trx
      .insertInto("templates")
      .values({
        id: newUuid(),
        account_id: accountId,
        name: toName(name),
        kind,
        version: 1,
        description: description?.trim() || null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await insertVersion(store, trx, row, contents, bytes);
    await record(store, trx, "created", row);
    return { row };
  });
  return { ...presentRow(row), ...contents };
}

/** Adds a version to an own template. Throws `not_found`, `read_only`, `validation_error`, `quota_exceeded`. */
export async function createVersion(
  store: TemplateStore,
  accountId: string,
  templateId: string,
  { name, description, fields, body }: CreateVersion,
) {
  const id = requireOwn(store, templateId);
  const contents = { fields, body };
  const row = await store.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom("templates")
      .selectAll()
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw notFound("template");
    const bytes = checkTemplate(store, before.kind, contents);
    const count = async () => before.version;
    await store.quotas.requireRoom(trx, accountId, { limit: MAX_VERSIONS, name: "versions of the template", count });
    const changed = await trx
      .updateTable("templates")
      .set({
        version: before.version + 1,
        updated_at: sql`clock_timestamp()`,
        name: name === undefined ? undefined : toName(name),
        description: description === undefined ? undefined : description.trim() || null,
      })
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await insertVersion(store, trx, changed, contents, bytes);
    await record(store, trx, "updated", changed);
    return changed;
  });
  return { ...presentRow(row), ...contents };
}

/** Throws `not_found` and `read_only`. */
export async function deleteTemplate(store: TemplateStore, accountId: string, templateId: string): Promise<void> {
  const id = requireOwn(store, templateId);
  await store.db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom("templates")
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound("template");
    await record(store, trx, "deleted", row);
  });
}

/** Returns the UUID of a template that may be changed. */
function requireOwn(store: TemplateStore, templateId: string): string {
  if (findDeclared(store, templateId))
    throw new ApiError("read_only", "A built-in template cannot be changed. Create your own with POST /templates.");
  const id = toUuid(PREFIX, templateId);
  if (!id) throw notFound("template");
  return id;
}

async function countRows(trx: Transaction, accountId: string): Promise<number> {
  const { total } = await trx
    .selectFrom("templates")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

const toJson = (value: object) => sql<string>`${JSON.stringify(value)}::text::jsonb`;

async function insertVersion(
  { quotas }: TemplateStore,
  trx: Transaction,
  row: Row,
  { fields, body }: Contents,
  bytes: number,
): Promise<void> {
  await quotas.checkStorage(trx, row.account_id, bytes);
  await trx
    .insertInto("template_versions")
    .values({
      template_id: row.id,
      version: row.version,
      account_id: row.account_id,
      bytes,
      fields: toJson(fields),
      body: toJson(body),
    })
    .execute();
}

const record = (
  { audit }: TemplateStore,
  trx: Transaction,
  change: "created" | "updated" | "deleted",
  { id, account_id, name, version }: Row,
) =>
  audit.record(trx, {
    action: `template.${change}`,
    accountId: account_id,
    subject: { type: "template", id: toPublicId(PREFIX, id), name },
    details: { version },
  });

/** Checks fields and body with sample values, and returns their size. Throws `validation_error`. */
export function checkTemplate({ targets }: TemplateStore, kind: TemplateKind, { fields, body }: Contents): number {
  const target = targets.get(kind);
  if (!target) throw invalid("kind", `This server makes nothing of the kind ${kind}.`);
  const bytes = Buffer.byteLength(JSON.stringify({ fields, body }));
  if (bytes > MAX_BYTES)
    throw invalid("body", `Fields and body may have at most ${MAX_BYTES} bytes as JSON, not ${bytes}.`);
  checkFields(fields);
  checkPlaceholders(fields, body);
  const samples = new Map(fields.map((field) => [field.name, getSample(field)]));
  const filled = fillJson(body as Record<string, Json>, samples, target.content);
  const check = target.getCheck();
  if (check.Check(filled.body)) return bytes;
  const errors = Object.entries(listFieldErrors(check.Errors(filled.body), "")).map(([place, messages]) => [
    place ? `body.${place}` : "body",
    messages,
  ]);
  refuseFields(Object.fromEntries(errors));
  return bytes;
}

/** Throws `validation_error` if a placeholder names no field, or a field has no placeholder. */
function checkPlaceholders(fields: readonly TemplateField[], body: Record<string, unknown>): void {
  const known = new Set(fields.map(({ name }) => name));
  const used = new Set<string>();
  const errors: FieldErrors = {};
  let count = 0;
  for (const [path, text] of listTexts(body as Json)) {
    const names = listNames(text);
    count += names.length;
    for (const name of names) used.add(name);
    const unknown = names.filter((name) => !known.has(name));
    if (hasBrokenPlaceholder(text)) errors[`body.${path}`] = ["Write placeholders as {{name}}."];
    else if (unknown.length > 0)
      errors[`body.${path}`] = [`Placeholders without a field: ${unknown.slice(0, 20).join(", ")}.`];
  }
  if (count > MAX_PLACEHOLDERS) throw invalid("body", `May have at most ${MAX_PLACEHOLDERS} placeholders.`);
  for (const [i, { name }] of fields.entries())
    if (!used.has(name)) errors[`fields.${i}.name`] = [`The body has no placeholder {{${name}}}.`];
  refuseFields(errors);
}
