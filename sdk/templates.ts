/** Requests that are made from a template, and how modules that take them fill it. */
import { Kind, type Static, type TObject, Type, TypeRegistry } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { OneOf, Text } from "#core/http/schema";
import { invalid } from "#core/request/errors";
import { validationError } from "#core/validation";
import type { FilledBody, TemplateOrigin } from "#sdk/start-bodies";

export { type FilledBody, refuseFields, startBodies, type TemplateOrigin } from "#sdk/start-bodies";

/** Requests that a template can be for: POST /videos/generate, /images/generate and /videos/{videoId}/render. */
export const templateKinds = ["video", "image", "render"] as const;
/** Kind of request that a template is for. */
export type TemplateKind = (typeof templateKinds)[number];

/** Maximum number of rows of a request. */
const MAX_ROWS = 100;

const Values = Type.Record(
  Type.String(),
  Type.Unsafe<string | number | boolean | null>({
    [Kind]: "FieldValue",
    type: ["string", "number", "boolean", "null"],
  }),
  {
    $id: "TemplateValues",
    description:
      "Values of a template's fields, by name. Without a value, a field has its default; null hides what shows it.",
  },
);
TypeRegistry.Set("FieldValue", (_, value) => value === null || ["string", "number", "boolean"].includes(typeof value));

/** Fields of a request that can be made from a template. Its other fields replace those of the template's body. */
export const templateFields = {
  templateId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "ID of a template from GET /templates." }),
  ),
  templateVersion: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Default: the newest version." }),
  ),
  fields: Type.Optional(Values),
};
/** Several requests from one template. */
export const rowsField = {
  rows: Type.Optional(
    Type.Array(Values, {
      minItems: 1,
      maxItems: MAX_ROWS,
      description:
        "Values for one result per row, which override those in `fields`. If a row is invalid, nothing is made.",
    }),
  ),
};
const templateNames = Object.keys({ ...templateFields, ...rowsField });

/**
 * Creates a hook of a route (`transform`) that checks bodies which use no template. It runs with the other checks of a
 * request, so one response names all faults, and the request does not count. Throws `validation_error`.
 * @param schema of a body without template fields
 * @example
 * import { t } from "vireo/schema";
 * const check = createPlainCheck(t.Object({ prompt: t.String() }));
 * check({ body: {} }); // throws "prompt"
 */
export function createPlainCheck(schema: TObject) {
  const checked = TypeCompiler.Compile(schema);
  return ({ body }: { body: unknown }): void => {
    if (typeof body !== "object" || body === null || templateNames.some((name) => name in body)) return;
    if (!checked.Check(body)) throw validationError(checked.Errors(body), "body");
  };
}

/** Response fields of what was made from a template. */
export const templateOrigin = {
  templateId: Type.Optional(Type.String({ description: "Template that it was made from." })),
  templateVersion: Type.Optional(Type.Integer()),
};
/**
 * Returns the fields of `templateOrigin`. Empty for a request that was not made from a template.
 * @example presentTemplate({ template: { id: "tpl_1", version: 2 } }); // { templateId: "tpl_1", templateVersion: 2 }
 */
export const presentTemplate = ({ template }: { template?: TemplateOrigin }) =>
  template ? { templateId: template.id, templateVersion: template.version } : {};

/** The template fields of a request. */
export interface TemplateUse {
  templateId?: string;
  templateVersion?: number;
  fields?: Static<typeof Values>;
  rows?: Static<typeof Values>[];
}

/** What a module accepts templates for. */
export interface TemplateTarget {
  /** Schema of a body without template fields. */
  schema: TObject;
  /**
   * Fields that hold what an item shows, by the name of its list or object. If one of them is hidden and none is left,
   * the item is removed.
   */
  content: Readonly<Record<string, (item: Readonly<Record<string, unknown>>) => readonly string[]>>;
}

/** Service of the module `templates`. */
export interface Templates {
  /** Accepts templates of a kind. Throws if a declared one is not valid. */
  accept(kind: TemplateKind, target: TemplateTarget): void;
  /** Fills a template, once per row. Throws `validation_error`, `text_too_long`. */
  fill<Body extends object>(
    accountId: string,
    kind: TemplateKind,
    use: Body & TemplateUse,
  ): Promise<FilledBody<Body>[]>;
}

declare module "#core/module" {
  interface Services {
    templates: Templates;
  }
}

/**
 * Returns the bodies of a request: one per row, or the body itself without a template.
 * @param templates undefined if the module `templates` is not loaded
 * @throws ApiError `validation_error` for template fields without `templateId`, and what `Templates.fill` throws
 * @example
 * const bodies = await fillBodies(undefined, "acct_1", "image", { prompt: "Cold brew" });
 * bodies.map(({ body }) => body.prompt); // ["Cold brew"]
 */
export async function fillBodies<Body extends object>(
  templates: Templates | undefined,
  accountId: string,
  kind: TemplateKind,
  use: Body & TemplateUse,
): Promise<FilledBody<Body>[]> {
  if (use.templateId !== undefined) {
    if (!templates) throw invalid("templateId", "Template not found in this account.");
    return templates.fill(accountId, kind, use);
  }
  const orphan = (["fields", "rows", "templateVersion"] as const).find((name) => use[name] !== undefined);
  if (orphan) throw invalid(orphan, "Only with templateId.");
  return [{ body: use, check: (run) => run() }];
}

/**
 * Returns the body of a request that makes one thing, like `fillBodies`. Throws `validation_error` if the request has rows.
 * @example
 * const { body } = await fillBody(context.services.templates, accountId, "render", { text: "Cold brew" });
 */
export async function fillBody<Body extends object>(
  templates: Templates | undefined,
  accountId: string,
  kind: TemplateKind,
  use: Body & TemplateUse,
): Promise<FilledBody<Body>> {
  if (use.rows !== undefined) throw invalid("rows", "Send the values of one row as fields.");
  const [filled] = await fillBodies(templates, accountId, kind, use);
  return filled!;
}

/** Schema of a template's kind. */
export const TemplateKindField = OneOf(templateKinds, {
  description: "`video` for POST /videos/generate, `image` for POST /images/generate, `render` for layers of a video.",
});
