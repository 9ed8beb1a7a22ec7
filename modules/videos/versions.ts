import { sql } from "kysely";
import type { Database, Transaction } from "vireo/database";
import { notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Media } from "vireo/media";
import { mergeJson } from "vireo/tables";
import type { CaptionsEdit, EditLayer } from "./edit-request";
import { CaptionSettings } from "./schema";

/** Fields that can hold a whole transcript. */
const captionTextFields = ["transcript", "text", "spoken"];

export type Operation = "original" | "captions" | "overlay" | "voiceover" | "trim" | "render";

export type LayerType = EditLayer["operation"];

export interface VersionRow {
  video_id: string;
  version: number;
  operation: Operation;
  file: { key: string };
  created_at: Date;
  /** Length in seconds, if known. */
  duration?: number | null;
  /** Thumbnail, if there is one. */
  thumbnail?: { key: string } | null;
  /** Base version; the previous version if not known. */
  base_version?: number | null;
  /** Edits of a render, in their order. Empty for other operations. */
  layers?: LayerType[] | null;
  /** Captions that the edit added, without their text if several videos are read. */
  captions?: CaptionsEdit | null;
}

const columns = ["video_id", "version", "operation", "file", "created_at"] as const;
/** Engines may store anything under `duration`; only numbers count. */
const seconds = sql<
  number | null
>`case jsonb_typeof(facts->'duration') when 'number' then (facts->>'duration')::float8 end`;

const base = sql<number | null>`(request->>'baseVersion')::int`;
const layers = sql<LayerType[] | null>`jsonb_path_query_array(request, '$.layers[*].operation')`;
/** Of several captions in a render, those on top. */
const captions = sql<CaptionsEdit | null>`case request->>'operation' when 'captions' then request
  else jsonb_path_query_array(request, '$.layers[*] ? (@.operation == "captions")')->-1 end`;
const captionsWithoutText = sql<CaptionsEdit | null>`(${captions}) - ${captionTextFields}::text[]`;
const thumbnail = sql<{ key: string } | null>`files->'thumbnail'`;

/** Lists what an edit added, in order. Empty for the original, and if it is no longer known. */
export function listEdits({ operation, layers }: VersionRow): LayerType[] {
  if (operation === "original") return [];
  return operation === "render" ? (layers ?? []) : [operation];
}

const presentCaptions = (edit: CaptionsEdit | null | undefined): { captions?: CaptionSettings } =>
  edit ? { captions: readCaptionSettings(edit) } : {};

export const presentVersion = (row: VersionRow, media: Media) => ({
  videoId: toPublicId("vid", row.video_id),
  version: row.version,
  url: media.url(row.file.key),
  operation: row.operation,
  ...(row.operation === "original" ? {} : { baseVersion: row.base_version ?? row.version - 1, layers: listEdits(row) }),
  ...presentCaptions(row.captions),
  createdAt: row.created_at.getTime(),
});

/** Reads the versions of these videos, oldest first, in one query. `withText` includes the text of captions. */
export async function readVersions(
  db: Database,
  accountId: string,
  videoIds: readonly string[],
  { withText = false } = {},
): Promise<Map<string, VersionRow[]>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("video_versions")
    .leftJoin("generations", "generations.id", "video_versions.generation_id")
    .selectAll("video_versions")
    .select([seconds.as("duration"), base.as("base_version"), layers.as("layers"), thumbnail.as("thumbnail")])
    .select((withText ? captions : captionsWithoutText).as("captions"))
    .where("video_versions.account_id", "=", accountId)
    .where("video_id", "in", videoIds)
    .orderBy("version")
    .execute();
  return Map.groupBy(rows, (row) => row.video_id);
}

/** Returns a version of a video, the newest by default. Undefined if the video has none yet. Throws `not_found`. */
export async function findVersion(
  db: Database,
  { id, account_id }: Pick<Generation, "id" | "account_id">,
  wanted: number | undefined,
): Promise<VersionRow | undefined> {
  const versions = (await readVersions(db, account_id, [id])).get(id) ?? [];
  if (wanted === undefined) return versions.at(-1);
  const found = versions.find(({ version }) => version === wanted);
  if (!found) throw notFound("version");
  return found;
}

/** Returns the version added by an edit. Undefined if it has not completed. */
export const findEditVersion = (db: Database, edit: Generation): Promise<VersionRow | undefined> =>
  db
    .selectFrom("video_versions")
    .select(columns)
    .where("generation_id", "=", edit.id)
    .where("account_id", "=", edit.account_id)
    .executeTakeFirst();

/** Appends the generation's output as the next version. The transaction must have locked the video's row. */
export async function addVersion(
  trx: Transaction,
  generation: Generation,
  videoId: string,
  operation: Operation,
): Promise<VersionRow> {
  const { main } = generation.files;
  if (!main) throw new Error("A completed generation has a main file.");
  return trx
    .insertInto("video_versions")
    .values({
      video_id: videoId,
      account_id: generation.account_id,
      operation,
      file: main,
      generation_id: generation.id,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from video_versions where video_id = ${videoId})`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Returns the keys that other videos of the same upload reference. */
export async function findSharedKeys(
  trx: Transaction,
  { id, account_id }: Generation,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom("video_versions")
    .select(sql<string>`file->>'key'`.as("key"))
    .where("account_id", "=", account_id)
    .where("video_id", "<>", id)
    .where(sql<string>`file->>'key'`, "in", keys)
    .execute();
  return rows.map(({ key }) => key);
}

/**
 * Makes a video the owner of its upload's file, whose bytes still count for the account. Returns false if there is no
 * such video.
 */
export async function giveFile(trx: Transaction, accountId: string, key: string): Promise<boolean> {
  const version = await trx
    .selectFrom("video_versions")
    .select(["video_id", "file"])
    .where("account_id", "=", accountId)
    .where(sql<string>`file->>'key'`, "=", key)
    .executeTakeFirst();
  if (!version) return false;
  const { key: stored, ...file } = version.file;
  const main = { key: stored, ...file };
  await mergeJson(trx, ["generations", "files"], { id: version.video_id, accountId }, { main });
  return true;
}

/** Facts about the file of a video. */
export interface FileFacts {
  /** Length in seconds. */
  seconds?: number;
  /** First text that is shown or spoken. */
  opening?: string;
  /** Storage key of a still. */
  poster?: string;
}

interface FileRow {
  key: string;
  duration: number | null;
  scenes: { text?: string }[] | null;
  script: string | null;
  poster: string | null;
}

/**
 * Describes files of an account's videos by their storage keys, in one query. Unknown keys are missing in the result.
 */
export async function describeFiles(
  db: Database,
  accountId: string,
  keys: readonly string[],
): Promise<Map<string, FileFacts>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<FileRow>`
    select v.file->>'key' as key,
      case jsonb_typeof(made.facts->'duration') when 'number' then (made.facts->>'duration')::float8 end as duration,
      coalesce(original.facts->'scenes', original.request->'scenes') as scenes, original.request->>'script' as script,
      coalesce(made.files->'thumbnail', original.files->'thumbnail', original.files->'poster')->>'key' as poster
    from video_versions v
      left join generations made on made.id = v.generation_id
      left join generations original on original.id = v.video_id
    where v.account_id = ${accountId} and v.file->>'key' = any(${keys}::text[])`.execute(db);
  return new Map(
    rows.map(({ key, duration, scenes, script, poster }) => {
      const shown = Array.isArray(scenes) ? scenes.find(({ text }) => text)?.text : undefined;
      const opening = shown ?? script ?? undefined;
      return [
        key,
        {
          ...(duration === null ? {} : { seconds: duration }),
          ...(opening ? { opening } : {}),
          ...(poster ? { poster } : {}),
        },
      ];
    }),
  );
}

/** Returns captions as their request described them, without text that was taken from the video's speech. */
function readCaptionSettings({ listen, ...edit }: CaptionsEdit): CaptionSettings {
  const isRequested = (field: string) => field in CaptionSettings.properties && !(field === "text" && edit.said);
  const requested = Object.entries(edit).filter(([field]) => isRequested(field));
  return { ...(Object.fromEntries(requested) as CaptionSettings), ...listen };
}
