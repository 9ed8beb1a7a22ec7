/** Titles, tags and folders of generations. */
import { type Static, Type } from "@sinclair/typebox";
import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { GenerationQuery } from "#core/generations/schema";
import { containsText, listForms, toName, toTags } from "#core/http/list";
import { Closed, OneOf, Text } from "#core/http/schema";
import type { Tables } from "#db/tables";

const MAX_TAGS = 20;
const title = { maxLength: 200 };
const folder = { minLength: 1, maxLength: 100 };
const tag = { minLength: 1, maxLength: 50 };

/** Fields of generated resources that appear in the library. */
export const labelFields = {
  title: Type.Optional(Type.String({ description: "Title in the library." })),
  tags: Type.Optional(Type.Array(Type.String(), { description: "Absent if there are none." })),
  folder: Type.Optional(Type.String({ description: "Folder in the library." })),
};

const orNull = (schema: ReturnType<typeof Text>, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }));

export const LabelBody = Closed({
  title: orNull(Text(title), "Title in the library. null removes it."),
  tags: Type.Optional(
    Type.Array(Text(tag), { maxItems: MAX_TAGS, uniqueItems: true, description: "Replaces all tags." }),
  ),
  folder: orNull(
    Text(folder),
    "Folder to move the resource to; created if it does not exist. null removes it from its folder.",
  ),
});
export type LabelBody = Static<typeof LabelBody>;

export const LibraryQuery = Closed({
  ...GenerationQuery.properties,
  q: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 200,
      description:
        "Only resources whose title, prompt or tags contain this. `total` counts up to 10,000, or up to 1,000 for one or two letters.",
    }),
  ),
  tag: Type.Optional(Text({ ...tag, description: "Only resources with this tag." })),
  folder: Type.Optional(Text({ ...folder, description: "Only resources in this folder." })),
  sort: Type.Optional(
    OneOf(["newest", "oldest", "title"], {
      default: "newest",
      description: "Order of the list. `cursor` needs the default; use `page` with others.",
    }),
  ),
});

export interface LabelFilter {
  q?: string | undefined;
  tag?: string | undefined;
  folder?: string | undefined;
  sort?: "newest" | "oldest" | "title" | undefined;
}

type Labels = Pick<Selectable<Tables["generations"]>, "title" | "tags" | "folder">;

/**
 * Returns the label fields of a row.
 * @example
 * const [row] = (await context.generations.list(accountId, kind, {})).rows;
 * const labels = row && presentLabels(row);
 */
export const presentLabels = ({ title, tags, folder }: Labels) => ({
  ...(title === null ? {} : { title }),
  ...(tags.length === 0 ? {} : { tags }),
  ...(folder === null ? {} : { folder }),
});

/** Returns the columns to set, with names in their canonical form. Drops those that are empty. */
export function toLabelColumns({ title, tags, folder }: LabelBody): Partial<Labels> {
  const clean = (name: string | null) => (name && toName(name)) || null;
  return {
    ...(title === undefined ? {} : { title: clean(title) }),
    ...(tags === undefined ? {} : { tags: toTags(tags) }),
    ...(folder === undefined ? {} : { folder: clean(folder) }),
  };
}

type Matching = SelectQueryBuilder<Tables, "generations", object>;

/** Restricts a list to a folder, a tag, and texts that contain `q`. */
export function filterByLabels(all: Matching, { q, tag, folder }: LabelFilter): Matching {
  let matching = all;
  if (folder !== undefined) matching = matching.where("folder", "in", listForms(folder));
  // The index contains only rows with tags.
  if (tag !== undefined) matching = matching.where(sql<boolean>`tags <> '{}' and tags && ${listForms(tag)}::text[]`);
  if (q === undefined) return matching;
  const texts = [sql.ref("prompt"), sql.ref("title"), sql`array_to_string(tags, ' ')`];
  return matching.where((eb) => eb.or(texts.map((text) => containsText(text, q))));
}

/** Sort key of lists by title. The index `generations_titles` has the same expression. */
export const titleOrder = sql`lower(left(coalesce(title, prompt), 80))`;
