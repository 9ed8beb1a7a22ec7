import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { Closed, Nothing, Text, Timestamp } from "vireo/schema";
import { deleteDraft, listDrafts, pruneDrafts, readDraft, writeDraft } from "./drafts";
import { migrations } from "./migrations";

const name = Text({
  pattern: "^[A-Za-z0-9][A-Za-z0-9:_-]{0,99}$",
  description: "Name of the draft: letters, digits, colons, hyphens and underscores, such as `edit:vid_01h…`.",
});
const stored = {
  name: Type.String(),
  revision: Type.Integer({ description: "Number of the latest change. Send it with your next change." }),
  updatedAt: Timestamp("Last change."),
};
const content = Type.Record(Type.String(), Type.Unknown(), { description: "Any JSON object, up to 256 KB." });

/** Unfinished work of people, on every device: an edit, a post. A window never overwrites what another one has saved. */
export const drafts = defineModule({
  name: "drafts",
  description:
    "Unfinished work, such as an edit that was not exported. A draft belongs to the person or key that stored it, and is removed after 90 days without a change.",
  errors: {
    draft_changed: {
      status: 409,
      title: "Draft changed",
      help: "The draft was changed after you read it, such as in another window. Read it again, then send its `revision`.",
      example: { revision: 7, updatedAt: 1_766_000_000_000 },
    },
  },
  migrations,
  start(context) {
    const params = Closed({ name });
    const routes = context
      .router()
      .get("", async ({ query, caller }) => ({ drafts: await listDrafts(context, caller, query.prefix ?? "") }), {
        auth: "any",
        detail: {
          operationId: "listDrafts",
          summary: "List your drafts",
          description: "Returns the 100 most recently changed drafts, without their content.",
        } as object,
        query: Closed({
          prefix: Type.Optional(Text({ maxLength: 100, description: "Only names that start with this." })),
        }),
        response: { 200: Closed({ drafts: Type.Array(Closed(stored)) }) },
      })
      .get("/:name", ({ params, caller }) => readDraft(context, caller, params.name), {
        auth: "any",
        detail: { operationId: "getDraft", summary: "Get a draft" } as object,
        params,
        response: { 200: Closed({ ...stored, content }) },
      })
      .put("/:name", ({ params, body, caller }) => writeDraft(context, caller, params.name, body), {
        auth: "any",
        detail: {
          operationId: "saveDraft",
          summary: "Save a draft",
          description:
            "Send the `revision` that you last read, or 0 for a new draft. If the draft has changed since, nothing is stored: the response is 409 `draft_changed`, or 404 if the draft was deleted.",
          "x-errors": [409],
        } as object,
        params,
        body: Closed({
          content,
          revision: Type.Integer({ minimum: 0, description: "Revision that you last read." }),
        }),
        response: { 200: Closed(stored) },
      })
      .delete(
        "/:name",
        async ({ params, caller, set }) => {
          await deleteDraft(context, caller, params.name);
          set.status = 204;
        },
        {
          auth: "any",
          detail: { operationId: "deleteDraft", summary: "Delete a draft" } as object,
          params,
          response: { 204: Nothing },
        },
      );
    return { routes, schedules: { prune: { cron: "0 11 5 * * *", run: () => pruneDrafts(context) } } };
  },
});
