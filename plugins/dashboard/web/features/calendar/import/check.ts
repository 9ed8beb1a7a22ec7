import type { QueryClient } from "@tanstack/react-query";
import { type SocialPostBulk, VireoError } from "vireo/client";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { getRowField, isTitle, type Options, type Row, type RowErrors, toPost } from "./table";

export type Post = ReturnType<typeof toPost>["post"];

export interface Checked {
  posts: Post[];
  /** By the row's id. Rows without an error are missing. */
  errors: Record<number, RowErrors>;
}

/** Finds videos of the library by their whole title, with or without the ending of a file. */
async function findVideos(client: QueryClient, rows: readonly Row[]): Promise<Record<string, string | undefined>> {
  const titles = [...new Set(rows.map(({ video }) => video.trim()).filter(isTitle))];
  const strip = (title: string) => title.toLowerCase().replace(/\.\w{2,4}$/, "");
  const find = async (title: string) => {
    const query = { q: strip(title).slice(0, 100), status: "completed", pageSize: 20 } as const;
    const { videos } = await client.fetchQuery({
      queryKey: keys.media("videos", query),
      queryFn: () => vireo.videos.list(query),
      staleTime: 60_000,
    });
    // An untitled video is shown by the first text of its scenes, or by its prompt.
    const isNamed = (name: string | undefined) => name !== undefined && strip(name) === strip(title);
    return videos.find((one) => [one.title, one.scenes?.find(({ text }) => text)?.text, one.prompt].some(isNamed))
      ?.videoId;
  };
  return Object.fromEntries(await Promise.all(titles.map(async (title) => [title, await find(title)] as const)));
}

/** Converts a refusal of several posts to errors of their rows. Throws other errors. */
function toRowErrors(error: unknown, rows: readonly Row[]): Record<number, RowErrors> {
  const found: Record<number, RowErrors> = {};
  if (!(error instanceof VireoError) || error.status !== 400) throw error;
  for (const [path, [message = ""]] of Object.entries(error.errors)) {
    const [, index, field = ""] = /^posts\.(\d+)\.?(.*)$/.exec(path) ?? [];
    const row = rows[Number(index)];
    if (!row) throw error;
    const isQueue = field === "mode";
    const text = isQueue ? "The channel has no posting times. Enter a time." : message;
    found[row.id] = { ...found[row.id], [isQueue ? "time" : getRowField(field)]: text };
  }
  return found;
}

/** Lists posts that were not created, such as duplicates, as errors of their rows. */
export const listRefused = ({ results }: SocialPostBulk, rows: readonly Row[]): Record<number, RowErrors> =>
  Object.fromEntries(
    results.flatMap(({ index, error }) => {
      const row = rows[index];
      return error && row ? [[row.id, { row: error.detail }]] : [];
    }),
  );

/** Checks all rows, here and on the server, without creating a post. */
export async function checkRows(
  client: QueryClient,
  rows: readonly Row[],
  options: Omit<Options, "videos">,
): Promise<Checked> {
  const videos = await findVideos(client, rows);
  const planned = rows.map((row) => ({ row, ...toPost(row, { ...options, videos }) }));
  const errors: Record<number, RowErrors> = Object.fromEntries(
    planned.filter(({ errors }) => Object.keys(errors).length > 0).map(({ row, errors }) => [row.id, errors]),
  );
  const sent = planned.filter(({ row }) => !errors[row.id]);
  const sentRows = sent.map(({ row }) => row);
  if (sent.length > 0) {
    const refused = await vireo.social.posts.bulk.create({ posts: sent.map(({ post }) => post), dryRun: true }).then(
      (result) => listRefused(result, sentRows),
      (error) => toRowErrors(error, sentRows),
    );
    Object.assign(errors, refused);
  }
  return { posts: planned.map(({ post }) => post), errors };
}
