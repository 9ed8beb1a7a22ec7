import { Elysia } from "elysia";
import { notFound } from "vireo/errors";
import type { Router } from "vireo/router";
import { Nothing } from "vireo/schema";
import type { TemplateStore } from "./context";
import { findPreview } from "./previews";
import { CreateTemplate, CreateVersion, Template, TemplateQuery, Templates, VersionQuery } from "./schema";
import { createTemplate, createVersion, deleteTemplate, getTemplate, listTemplates } from "./templates";

export function addTemplateRoutes(router: Router, store: TemplateStore): void {
  router
    .get("", ({ query, caller }) => listTemplates(store, caller.accountId, query), {
      auth: "media:read",
      detail: {
        summary: "List templates",
        description: "Your own, newest first, then those of plug-ins and the built-in ones.",
      },
      query: TemplateQuery,
      response: { 200: Templates },
    })
    .post(
      "",
      async ({ body, caller, set }) => {
        const created = await createTemplate(store, caller.accountId, body);
        set.status = 201;
        set.headers.location = `/api/v1/templates/${created.templateId}`;
        return created as never;
      },
      {
        auth: "media:write",
        detail: {
          summary: "Create a template",
          description:
            "A request with its `templateId` and `fields` fills in the body, then runs like a request with that body. A line or a scene whose fields are hidden is left out. The body is checked with the examples of the fields.",
          "x-errors": [409, 507],
        } as object,
        body: CreateTemplate,
        response: { 201: Template },
      },
    )
    .get(
      "/:templateId",
      async ({ params, query: { version }, caller }) =>
        (await getTemplate(store, caller.accountId, params.templateId, version ? Number(version) : undefined)) as never,
      {
        auth: "media:read",
        detail: { summary: "Get a template with its fields and body" },
        query: VersionQuery,
        response: { 200: Template },
      },
    )
    .post(
      "/:templateId/versions",
      async ({ params, body, caller, set }) => {
        set.status = 201;
        return (await createVersion(store, caller.accountId, params.templateId, body)) as never;
      },
      {
        auth: "media:write",
        detail: {
          operationId: "createTemplateVersion",
          summary: "Add a version to a template",
          description: "Versions never change. Requests without `templateVersion` use the newest one.",
          "x-errors": [403, 409, 507],
        } as object,
        body: CreateVersion,
        response: { 201: Template },
      },
    )
    .delete(
      "/:templateId",
      async ({ params, caller, set }) => {
        await deleteTemplate(store, caller.accountId, params.templateId);
        set.status = 204;
      },
      {
        auth: "media:write",
        detail: {
          summary: "Delete a template with all its versions",
          description: "Videos and images made from it stay.",
        },
        response: { 204: Nothing },
      },
    );
}

/** Adds the routes of previews, at the URLs that lists return. */
export const previewRoutes = () =>
  new Elysia({ normalize: false }).get("/:file", ({ params }) => {
    const [, id] = /^([a-z0-9_]{1,40})\.webp$/.exec(params.file) ?? [];
    const picture = id && findPreview(id);
    if (!picture) throw notFound("preview");
    return new Response(picture, {
      headers: { "content-type": "image/webp", "cache-control": "public, max-age=86400" },
    });
  });
