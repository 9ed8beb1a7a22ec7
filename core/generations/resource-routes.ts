import type { TSchema } from "@sinclair/typebox";
import type { Generation, GenerationKind } from "#core/generations/generation";
import type { Generations } from "#core/generations/generations";
import { LabelBody, LibraryQuery } from "#core/generations/labels";
import { CANCELS, GenerationQuery } from "#core/generations/schema";
import type { Router } from "#core/http/router";
import { Nothing } from "#core/http/schema";

/** A kind of generation as a resource of the API. */
export interface GenerationResource<Request extends object> {
  /** A kind, or the name of one. */
  kind: string | GenerationKind<Request>;
  /** Path of the list, within the module. */
  path: string;
  /** Name of the id in paths: "imageId". */
  idName: string;
  /** Singular for summaries: "an image". */
  one: string;
  /** Plural for summaries: "images". */
  all: string;
  /** Name of the array in lists. */
  plural: string;
  /** Its scopes are `<scope>:read` and `<scope>:write`. */
  scope: string;
  schemas: { one: TSchema; list: TSchema };
  present(row: Generation<Request>): object;
  /** True if title, tags and folder can be changed. */
  hasLabels: boolean;
}

/**
 * Adds the routes that list, read, label and delete the generations of a kind.
 * @example
 * import { t } from "vireo/schema";
 * const Clip = t.Object({ clipId: t.String() });
 * addResourceRoutes(context.router(), context.generations, {
 *   ...{ kind, path: "", idName: "clipId", one: "a clip", all: "clips", plural: "clips", scope: "media" },
 *   schemas: { one: Clip, list: t.Object({ clips: t.Array(Clip) }) },
 *   present: (row) => ({ clipId: row.id }),
 *   hasLabels: false,
 * });
 */
export function addResourceRoutes<Request extends object>(
  router: Router,
  generations: Generations,
  { kind, path, idName, one, all, plural, scope, schemas, present, hasLabels }: GenerationResource<Request>,
): void {
  const [read, write] = [`${scope}:read`, `${scope}:write`];
  const item = `${path}/:${idName}`;
  const getId = (params: object) => (params as Record<string, string>)[idName] ?? "";

  router
    .get(
      path,
      async ({ query, caller }) => {
        const { rows, pagination } = await generations.list(caller.accountId, kind, query);
        return { [plural]: rows.map(present), pagination };
      },
      {
        auth: read,
        detail: { summary: `List ${all}` },
        query: hasLabels ? LibraryQuery : GenerationQuery,
        response: { 200: schemas.list },
      },
    )
    .get(item, async ({ params, caller }) => present(await generations.get(caller.accountId, kind, getId(params))), {
      auth: read,
      detail: { summary: `Get ${one}` },
      response: { 200: schemas.one },
    });
  if (hasLabels)
    router.patch(
      item,
      async ({ params, caller, body }) => present(await generations.label(caller.accountId, kind, getId(params), body)),
      {
        auth: write,
        detail: { summary: `Change the title, tags or folder of ${one}` },
        body: LabelBody,
        response: { 200: schemas.one },
      },
    );
  router.delete(
    item,
    async ({ params, caller, set }) => {
      await generations.remove(await generations.get(caller.accountId, kind, getId(params)));
      set.status = 204;
    },
    {
      auth: write,
      detail: { summary: `Delete or cancel ${one}`, description: CANCELS, "x-errors": [409] } as object,
      response: { 204: Nothing },
    },
  );
}
