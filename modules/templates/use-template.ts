/** Fills templates for the modules that accept them. */
import type { TObject } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { ApiError, type FieldErrors, invalid, listFieldErrors } from "vireo/errors";
import type { TemplateField } from "vireo/facts";
import {
  type FilledBody,
  refuseFields,
  type TemplateKind,
  type TemplateTarget,
  type TemplateUse,
} from "vireo/templates";
import { builtIn } from "./built-in/index";
import type { TemplateStore } from "./context";
import { newErrors, readValues, refuseValues } from "./fields";
import { fillJson, type Json, type Value } from "./fill";
import { checkTemplate, findTemplate } from "./templates";

/**
 * Accepts templates of a kind, and checks those that other modules declare. Throws if one is not valid. A test checks our own,
 * because a start need not wait for that.
 */
export function acceptKind(store: TemplateStore, kind: TemplateKind, target: TemplateTarget): void {
  let check: TypeCheck<TObject> | undefined;
  const getCheck = () => (check ??= TypeCompiler.Compile(target.schema));
  store.targets.set(kind, { ...target, getCheck });
  for (const [id, { module, fields, body, kind: own }] of Object.entries(store.templates)) {
    if (own !== kind || Object.hasOwn(builtIn, id)) continue;
    try {
      checkTemplate(store, kind, { fields: [...fields], body: { ...body } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new Error(`The module ${module} is not valid: templates.${id}: ${error.message}`);
    }
  }
}

/** Rows that are filled without a pause for other requests. */
const ROWS_AT_ONCE = 5;

/** Fills a template once per row. Throws `validation_error`, `text_too_long`. */
export async function fillTemplate<Body extends object>(
  store: TemplateStore,
  accountId: string,
  kind: TemplateKind,
  use: Body & TemplateUse,
): Promise<FilledBody<Body>[]> {
  const { templateId = "", templateVersion, fields: shared = {}, rows, ...others } = use;
  const found = await findTemplate(store, accountId, templateId, templateVersion);
  if (!found && templateVersion !== undefined && (await findTemplate(store, accountId, templateId)))
    throw invalid("templateVersion", "The template has no version with this number.");
  if (!found) throw invalid("templateId", "Template not found in this account.");
  const { summary, fields, body } = found;
  if (summary.kind !== kind)
    throw invalid("templateId", `This template is for requests of the kind ${summary.kind}, not ${kind}.`);
  const target = store.targets.get(kind)!;
  const faults = newErrors();
  const common = toEntries(shared, "fields");
  const values = (rows ?? [undefined]).map((row, i) => {
    const sent = new Map([...common, ...(row ? toEntries(row, `rows.${i}`) : [])]);
    return readValues(fields, sent, row ? `rows.${i}` : "fields", faults);
  });
  refuseValues(faults);
  const template = { id: summary.templateId, version: summary.version };
  const filled: FilledBody<Body>[] = [];
  const errors: FieldErrors = {};
  for (const [i, own] of values.entries()) {
    if (i > 0 && i % ROWS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    const json = fillJson(body as Record<string, Json>, own, target.content);
    const result = { ...json.body, ...others } as unknown as Body;
    const toField = (path: string) => nameSource(path, json.sources, rows ? `rows.${i}` : "fields", others);
    const check = target.getCheck();
    if (!check.Check(result)) Object.assign(errors, rename(listFieldErrors(check.Errors(result), ""), toField));
    filled.push({
      body: result,
      template,
      title: findTitle(fields, own),
      check: (run) => run().catch((error) => Promise.reject(renameAll(error, toField))),
    });
  }
  refuseFields(errors);
  return filled;
}

const MAX_TITLE = 100;

/** Returns the first text among the values. */
function findTitle(fields: readonly TemplateField[], values: ReadonlyMap<string, Value>): string | undefined {
  const first = fields.find(({ name, type }) => /text/i.test(type) && typeof values.get(name) === "string");
  return first && String(values.get(first.name)).split("\n")[0]!.slice(0, MAX_TITLE);
}

/** Maximum number of values in a row. No template has more fields. */
const MAX_VALUES = 100;

function toEntries(values: Readonly<Record<string, Value>>, place: string) {
  const entries = Object.entries(values);
  if (entries.length > MAX_VALUES)
    throw invalid(place, `May have at most ${MAX_VALUES} values, not ${entries.length}.`);
  return new Map(entries.map(([name, value]) => [name, { value, place }]));
}

/** Names the field behind a part of a filled body: `scenes.0.text` becomes `fields.headline`. */
function nameSource(path: string, sources: ReadonlyMap<string, string[]>, place: string, others: object): string {
  const [top = ""] = path.split(".");
  if (Object.hasOwn(others, top)) return path;
  const names = sources.get(path) ?? [...sources].find(([text]) => text.startsWith(`${path}.`))?.[1] ?? [];
  return [place, ...names.slice(0, 1)].join(".");
}

/** Renames fields. What cannot be traced keeps its place in the filled body, in the message. */
function rename(errors: FieldErrors, toField: (path: string) => string): FieldErrors {
  const renamed: FieldErrors = Object.create(null);
  for (const [path, messages] of Object.entries(errors)) {
    const field = toField(path);
    const shown = field === path ? messages : messages.map((message) => `${message} (${path || "body"})`);
    renamed[field] = [...(renamed[field] ?? []), ...shown];
  }
  return renamed;
}

function renameAll(error: unknown, toField: (path: string) => string): unknown {
  if (!(error instanceof ApiError) || !error.extra.errors) return error;
  const errors = rename(error.extra.errors, toField);
  const [first] = Object.entries(errors);
  const detail = first ? `${first[0]}: ${first[1][0]}` : error.message;
  return new ApiError(error.kind, detail, { ...error.extra, errors });
}
