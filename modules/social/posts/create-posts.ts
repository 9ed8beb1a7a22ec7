import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { parseCsv } from "vireo/csv";
import { ApiError, type FieldErrors, invalid, listFieldErrors } from "vireo/errors";
import { newUuid } from "vireo/ids";
import type { Caller } from "vireo/request";
import { isTimeZone, parseTime, TimeError } from "vireo/zones";
import type { Social } from "../context";
import { listOffers, type Offer } from "../platforms";
import { type BulkPosts, CreatePost, type CreatePostBody } from "../schema";
import { createPost, preparePost } from "./create-post";
import { getFingerprint, refuseDuplicate, toDate } from "./post-body";
import { isAccountId } from "./present";
import { refuse } from "./rules";

const MAX_POSTS = 100;
const DAY_MS = 86_400_000;
const LISTS = new Set(["accountIds", "overrides.youtube.tags", "overrides.instagram.collaborators"]);

/** Returns the schema at a dotted path: of the body, or of a setting that a provider declares. */
function findSchema(path: string, offers: readonly Offer[]): TSchema | undefined {
  const listed = path
    .split(".")
    .reduce<TSchema | undefined>((schema, name) => schema?.properties?.[name] as TSchema | undefined, CreatePost);
  if (listed) return listed;
  const [, place = ""] = /^overrides\.([^.]+)\.(?:content|title)$/.exec(path) ?? [];
  if (isAccountId(place)) return Type.String();
  for (const { info } of offers) {
    if (path === `overrides.${info.name}.content`) return Type.String();
    const setting = info.fields?.find(({ field }) => field === path);
    if (setting) return { ...Type.Unknown(), ...setting.schema };
  }
  return undefined;
}

/** Converts a cell to the value of its column. Lists are separated by spaces. */
function parseCell(column: string, schema: TSchema, text: string): unknown {
  if (LISTS.has(column) || schema.type === "array")
    return text.split(column === "accountIds" ? /[\s,;|]+/ : /\s*[,;|]\s*/).filter(Boolean);
  if (schema.type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (schema.type === "integer" && /^\d+$/.test(text)) return Number(text);
  return text;
}

/**
 * Reads posts from a table whose columns are named like the fields, such as `overrides.youtube.title` for a field of
 * one platform.
 */
function parsePosts(csv: string, offers: readonly Offer[]): unknown[] {
  let rows: string[][];
  try {
    rows = parseCsv(csv, MAX_POSTS + 1);
  } catch (error) {
    throw invalid("csv", (error as Error).message);
  }
  const [header = [], ...lines] = rows;
  const unknown = header.filter((name) => !findSchema(name, offers) || name === "overrides");
  if (unknown.length > 0) {
    // A file that is not a table has one column of any length, or thousands of them.
    const names = unknown
      .slice(0, 10)
      .map((name) => (name.length > 50 ? `${name.slice(0, 50).toWellFormed()}…` : name));
    const others = unknown.length > names.length ? ` and ${unknown.length - names.length} more` : "";
    throw invalid("csv", `Unknown column: ${names.join(", ")}${others}. The first row must name the fields of a post.`);
  }
  const faults: FieldErrors = {};
  const posts = lines.map((line, index) => {
    const post: Record<string, unknown> = {};
    for (const [at, column] of header.entries()) {
      const text = line[at];
      if (!text) continue;
      const names = column.split(".");
      const last = names.pop()!;
      let place = post;
      for (const name of names) {
        place[name] ??= {};
        place = place[name] as Record<string, unknown>;
      }
      place[last] = parseCell(column, findSchema(column, offers)!, text);
    }
    const text = line[header.indexOf("scheduledFor")];
    // An unknown time zone is reported with the other fields.
    const zone = typeof post.timezone === "string" && isTimeZone(post.timezone) ? post.timezone : "UTC";
    try {
      if (text && !/^\d+$/.test(text)) post.scheduledFor = parseTime(text, zone);
    } catch (error) {
      if (!(error instanceof TimeError)) throw error;
      faults[`posts.${index}.scheduledFor`] = [error.message];
    }
    return post;
  });
  refuse(faults);
  return posts;
}

/** Converts the errors of POST /social/posts for one post to errors at its position in the request. */
const checkPost = (post: unknown, index: number): FieldErrors =>
  Object.fromEntries(
    Object.entries(listFieldErrors(Value.Errors(CreatePost, post), "")).map(([field, messages]) => [
      `posts.${index}${field && `.${field}`}`,
      messages,
    ]),
  );

/** Creates many posts. If one is invalid, none is created. Otherwise each has its own result. `dryRun` only checks. */
export async function createPosts(
  social: Social,
  caller: Caller,
  body: Static<typeof BulkPosts>,
  idempotencyKey?: string,
) {
  if ((body.posts === undefined) === (body.csv === undefined)) throw invalid("posts", "Send either posts or csv.");
  const posts = body.posts ?? parsePosts(body.csv ?? "", listOffers(social));
  if (posts.length === 0 || posts.length > MAX_POSTS)
    throw invalid(body.csv === undefined ? "posts" : "csv", `Must have 1 to ${MAX_POSTS} posts, not ${posts.length}.`);
  const prepared = await preparePosts(social, caller, posts, body.dryRun === true);
  if (body.dryRun) return findDuplicates(social, caller.accountId, prepared);
  const results = [];
  for (const [index, { post, media }] of prepared.entries()) {
    const key = idempotencyKey && `${idempotencyKey}:${index}`;
    const result = await createPost(social, caller, post, { idempotencyKey: key, knownMedia: media }).then(
      (created) => ({ index, post: created }),
      (error) => ({ index, error: toFailure(error) }),
    );
    results.push(result);
  }
  const created = results.filter((result) => "post" in result).length;
  return { results, created, failed: results.length - created };
}

interface PreparedPost extends Awaited<ReturnType<typeof preparePost>> {
  post: CreatePostBody;
}

/** Prepares all posts. Throws `validation_error` with all errors of all of them. */
async function preparePosts(
  social: Social,
  caller: Caller,
  posts: readonly unknown[],
  isDryRun: boolean,
): Promise<PreparedPost[]> {
  const faults: FieldErrors = {};
  const prepared: PreparedPost[] = [];
  for (const [index, post] of posts.entries()) {
    const found = checkPost(post, index);
    Object.assign(faults, found);
    if (Object.keys(found).length > 0) continue;
    try {
      prepared.push({
        post: post as CreatePostBody,
        ...(await preparePost(social, caller, post as CreatePostBody, { isDryRun })),
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      const fields = Object.entries(error.extra.errors ?? { "": [error.message] });
      for (const [field, messages] of fields) faults[`posts.${index}${field && `.${field}`}`] = messages;
    }
  }
  refuse(faults);
  return prepared;
}

/** Reports the posts that would be duplicates, of stored posts or of earlier ones in the list. Stores nothing. */
async function findDuplicates(social: Social, accountId: string, prepared: readonly PreparedPost[]) {
  const results = [];
  const seen = new Map<string, number>();
  for (const [index, { post, socialAccounts, media }] of prepared.entries()) {
    const { content = "", scheduledFor, allowDuplicate } = post;
    const ids = socialAccounts.map(({ id }) => id);
    const fingerprint = getFingerprint(content, media);
    const day = Math.floor((scheduledFor ?? social.now()) / DAY_MS);
    const names = ids.map((id) => `${fingerprint.toHex()}:${id}:${day}`);
    const first = names.map((name) => seen.get(name)).find((at) => at !== undefined);
    for (const name of names) seen.set(name, first ?? index);
    const columns = { id: newUuid(), account_id: accountId, fingerprint, scheduled_for: toDate(scheduledFor) };
    const check = async () => {
      if (allowDuplicate) return;
      if (first !== undefined)
        throw new ApiError(
          "conflict",
          "An earlier post of this list has the same content, video and account. Leave one of them out.",
        );
      await social.db.transaction().execute((trx) => refuseDuplicate(trx, columns, ids));
    };
    results.push(
      await check().then(
        () => ({ index }),
        (error) => ({ index, error: toFailure(error) }),
      ),
    );
  }
  return { results, created: 0, failed: results.filter((result) => "error" in result).length };
}

/** Returns the result of a post that could not be created. Throws errors of the server. */
function toFailure(error: unknown) {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const { existingPostId } = (error.extra.members ?? {}) as { existingPostId?: string };
  return { status: error.status, type: error.kind, detail: error.message, existingPostId: existingPostId || undefined };
}
