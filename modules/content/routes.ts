import type { Context } from "vireo/module";
import type { Router } from "vireo/router";
import { Closed, Nothing, pageQuery, paginate, Text, t, window } from "vireo/schema";
import type { ContentType } from "./content-types";
import type { Values } from "./migrations";
import { createItem, deleteItem, getItem, listItems, updateItem } from "./resource";
import { createSchemas } from "./schema";

/** Pages by number only, because a cursor cannot point to a built-in item. */
const { cursor: _, ...numberedPages } = pageQuery;
const ListQuery = Closed({
  ...numberedPages,
  q: t.Optional(Text({ minLength: 1, maxLength: 200, description: "Only names that contain this." })),
});

/** Adds the five routes of a type of content. */
export function addContentRoutes(router: Router, context: Context, content: ContentType): void {
  const { type, path, plural, param } = content;
  const { Create, Patch, One, List } = createSchemas(content);
  const all = `/${path}` as const;
  const itemPath = `/${path}/:${param}` as const;
  const idIn = (params: object) => (params as Record<string, string>)[param] ?? "";

  router
    .get(
      all,
      async ({ query, caller }) => {
        const { items, total } = await listItems(context, caller.accountId, content, {
          ...window(query),
          q: query.q,
        });
        return { [plural]: items, pagination: paginate(query, total) };
      },
      { auth: "content:read", detail: { summary: `List ${plural}` }, query: ListQuery, response: { 200: List } },
    )
    .post(
      all,
      async ({ body, caller, set }) => {
        const created = await createItem(context, caller.accountId, content, body as Values);
        set.status = 201;
        set.headers.location = `/api/v1/${path}/${created.id}`;
        return created;
      },
      { auth: "content:write", detail: { summary: `Create a ${type}` }, body: Create, response: { 201: One } },
    )
    .get(itemPath, ({ params, caller }) => getItem(context, caller.accountId, content, idIn(params)), {
      auth: "content:read",
      detail: { summary: `Get a ${type}` },
      response: { 200: One },
    })
    .patch(
      itemPath,
      ({ params, body, caller }) => updateItem(context, caller.accountId, content, idIn(params), body as Values),
      {
        auth: "content:write",
        detail: { summary: `Update a ${type}` },
        body: Patch,
        response: { 200: One },
      },
    )
    .delete(
      itemPath,
      async ({ params, caller, set }) => {
        await deleteItem(context, caller.accountId, content, idIn(params));
        set.status = 204;
      },
      { auth: "content:write", detail: { summary: `Delete a ${type}` }, response: { 204: Nothing } },
    );
}
