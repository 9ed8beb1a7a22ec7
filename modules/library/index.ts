import { sql } from "kysely";
import { listForms, toName } from "vireo/list";
import { defineModule } from "vireo/module";
import { Labels, LabelsQuery, Renamed, RenameFolder } from "./schema";

/** Kinds of generations that appear in the library. */
const KINDS = ["video", "image", "music"];
/** Maximum number of folders and of tags listed. */
const MAX_LISTED = 500;

export const library = defineModule({
  name: "library",
  title: "Library",
  description:
    "Folders and tags of videos, images and music. PATCH on one of them sets its title, tags and folder; a folder exists as long as something is in it.",
  scopes: ["media:read", "media:write"],
  start({ router, db }) {
    const routes = router()
      .get(
        "",
        async ({ caller, query }) => {
          const kinds = query.kind === undefined ? KINDS : [query.kind];
          const own = db
            .selectFrom("generations")
            .where("account_id", "=", caller.accountId)
            .where("kind", "in", kinds);
          const count = sql<number>`count(*)::int`.as("count");
          const [folders, tags] = await Promise.all([
            own
              .where("folder", "is not", null)
              .select([sql<string>`folder`.as("name"), count])
              .groupBy("folder")
              .orderBy("folder")
              .limit(MAX_LISTED)
              .execute(),
            own
              .where("tags", "<>", sql<string[]>`'{}'`)
              .innerJoin(sql<{ name: string }>`lateral unnest(tags)`.as<"tag">(sql`tag(name)`), (join) => join.onTrue())
              .select(["tag.name", count])
              .groupBy("tag.name")
              .orderBy("tag.name")
              .limit(MAX_LISTED)
              .execute(),
          ]);
          return { folders, tags };
        },
        {
          auth: "media:read",
          detail: { operationId: "getLibrary", summary: "List folders and tags" } as object,
          query: LabelsQuery,
          response: { 200: Labels },
        },
      )
      .patch(
        "/folders",
        async ({ caller, body }) => {
          const { numUpdatedRows } = await db
            .updateTable("generations")
            .set({ folder: (body.name && toName(body.name)) || null })
            .where("account_id", "=", caller.accountId)
            .where("kind", "in", KINDS)
            .where("folder", "in", listForms(body.folder))
            .executeTakeFirstOrThrow();
          return { changed: Number(numUpdatedRows) };
        },
        {
          auth: "media:write",
          detail: {
            operationId: "renameLibraryFolder",
            summary: "Rename or remove a folder",
            description:
              "Resources of a removed folder stay, without a folder. If the new name already exists, both folders are merged.",
          } as object,
          body: RenameFolder,
          response: { 200: Renamed },
        },
      );
    return { routes };
  },
});
