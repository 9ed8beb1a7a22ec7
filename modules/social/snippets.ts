/** Texts that a workspace uses again: sets of hashtags, and captions to start from. */
import { type Static, Type } from "@sinclair/typebox";
import { sql } from "kysely";
import { ApiError, invalid, notFound } from "vireo/errors";
import { toName } from "vireo/list";
import type { Router } from "vireo/router";
import { Closed, Nothing, OneOf, Text } from "vireo/schema";
import { lockUntilEnd } from "vireo/transaction";
import type { Social } from "./context";
import { CONTENT_MAX } from "./schema";

/** Maximum number of snippets of an account. */
const MAX_SNIPPETS = 200;
export const snippetKinds = ["hashtags", "caption"] as const;

export const snippetsMigration = `
  create table social_snippets (
    account_id uuid not null references accounts on delete cascade,
    name text not null,
    kind text not null check (kind in ('hashtags', 'caption')),
    text text not null,
    primary key (account_id, name)
  )`;

const Name = Text({ minLength: 1, maxLength: 60, pattern: "\\S", description: "Name of a snippet." });
const SetSnippet = Closed({
  kind: OneOf(snippetKinds, { description: "hashtags: a set of them. caption: a text to start from." }),
  text: Text({
    minLength: 1,
    maxLength: CONTENT_MAX,
    pattern: "\\S",
    description: "The text. Hashtags are separated by spaces.",
    examples: ["#coldbrew #coffee #summer"],
  }),
});
const Snippet = Closed({ name: Type.String(), kind: OneOf(snippetKinds), text: Type.String() });
const Snippets = Closed({ snippets: Type.Array(Snippet, { description: "Snippets by name." }) });
const Params = Closed({ name: Name });

const listSnippets = ({ db }: Social, accountId: string): Promise<Static<typeof Snippet>[]> =>
  db
    .selectFrom("social_snippets")
    .select(["name", "kind", "text"])
    .where("account_id", "=", accountId)
    .orderBy(sql`lower(name)`)
    .orderBy("name")
    .execute();

const HASHTAGS = /^#[\p{L}\p{M}\p{N}_]+(\s+#[\p{L}\p{M}\p{N}_]+)*$/u;

/** Creates or replaces a snippet. Throws `validation_error` and `conflict`. */
async function setSnippet({ db }: Social, accountId: string, given: string, body: Static<typeof SetSnippet>) {
  const text = body.text.trim();
  if (body.kind === "hashtags" && !HASHTAGS.test(text))
    throw invalid("text", "Must be hashtags separated by spaces, such as #coldbrew #coffee.");
  const snippet = { name: toName(given), kind: body.kind, text };
  await db.transaction().execute(async (trx) => {
    await lockUntilEnd(trx, `vireo:social-snippets:${accountId}`);
    const { count } = await trx
      .selectFrom("social_snippets")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("account_id", "=", accountId)
      .where("name", "<>", snippet.name)
      .executeTakeFirstOrThrow();
    if (count >= MAX_SNIPPETS)
      throw new ApiError("conflict", `An account can have at most ${MAX_SNIPPETS} snippets. Delete one first.`);
    await trx
      .insertInto("social_snippets")
      .values({ account_id: accountId, ...snippet })
      .onConflict((conflict) => conflict.columns(["account_id", "name"]).doUpdateSet({ kind: snippet.kind, text }))
      .execute();
  });
  return snippet;
}

/** Throws `not_found`. */
async function deleteSnippet({ db }: Social, accountId: string, name: string): Promise<void> {
  const own = db.deleteFrom("social_snippets").where("account_id", "=", accountId).where("name", "=", toName(name));
  if ((await own.executeTakeFirst()).numDeletedRows === 0n) throw notFound("snippet");
}

export function addSnippetRoutes(router: Router, social: Social): void {
  router
    .get("/snippets", async ({ caller }) => ({ snippets: await listSnippets(social, caller.accountId) }), {
      auth: "social:read",
      detail: {
        operationId: "listSocialSnippets",
        summary: "List the sets of hashtags and the caption templates",
      },
      response: { 200: Snippets },
    })
    .put("/snippets/:name", ({ caller, params, body }) => setSnippet(social, caller.accountId, params.name, body), {
      auth: "social:draft",
      limit: "posts",
      detail: {
        operationId: "setSocialSnippet",
        summary: "Create a set of hashtags or a caption template, or replace it",
        "x-errors": [409],
      } as object,
      params: Params,
      body: SetSnippet,
      response: { 200: Snippet },
    })
    .delete(
      "/snippets/:name",
      async ({ caller, params, set }) => {
        await deleteSnippet(social, caller.accountId, params.name);
        set.status = 204;
      },
      {
        auth: "social:draft",
        limit: "posts",
        detail: { operationId: "deleteSocialSnippet", summary: "Delete a set of hashtags or a caption template" },
        params: Params,
        response: { 204: Nothing },
      },
    );
}
