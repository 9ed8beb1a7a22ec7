import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "vireo/database";
import { notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Media } from "vireo/media";
import { mergeJson } from "vireo/tables";
import type { EditRequest, LayerType, VersionLayer } from "./edits/layers";
import { readTimeline, toOwnCues } from "./edits/timeline";
import { CaptionSettings } from "./schema";

export type Operation = "original" | "clip" | EditRequest["operation"];

export interface VersionRow {
  video_id: string;
  version: number;
  operation: Operation;
  file: { key: string };
  created_at: Date;
  /** Layers that are applied to the file of the version `original`. Null if it is an original, or the layers are not known. */
  layers: VersionLayer[] | null;
  original: number | null;
  /** Length in seconds, if known. */
  duration?: number | null;
  /** Thumbnail, if there is one. */
  thumbnail?: { key: string } | null;
  /** Base version; the previous version if not known. */
  base_version?: number | null;
  /** Length of the original in seconds, if known. */
  original_duration?: number | null;
  /** Of a clip: the long video, whose version `original` is. */
  source_id?: string | null;
  /** Ids of the layers that the edit added or changed. */
  added?: string[] | null;
  /** Types of the layers of an edit whose layers are not known. */
  legacy_layers?: LayerType[] | null;
  /** Its captions, without their text if several videos are read. */
  legacy_captions?: LegacyCaptions | null;
}

const columns = ["video_id", "version", "operation", "file", "created_at", "original"] as const;
const rowColumns = columns.map((column) => `video_versions.${column}` as const);
/** Engines may store anything under the name of a length; only numbers count. */
const readSeconds = (name: string) => sql<number | null>`case jsonb_typeof(generations.facts->${sql.lit(name)})
  when 'number' then (generations.facts->>${sql.lit(name)})::float8 end`;
/** Two versions of a video may be of the same generation: without its layers, and with them. */
const seconds = sql<number | null>`coalesce(
  case when video_versions.layers is null then ${readSeconds("originalDuration")} end, ${readSeconds("duration")})`;

const base = sql<number | null>`(request->>'baseVersion')::int`;
/** The request of a narrated video has only an estimate. */
export const originalDuration = sql<number | null>`coalesce(
  ${readSeconds("originalDuration")}, case when request ? 'order' then ${readSeconds("duration")} end,
  case jsonb_typeof(request->'duration') when 'number' then (request->>'duration')::float8 end)`;
const added = sql<string[] | null>`request->'added'`;
const thumbnail = sql<{ key: string } | null>`files->'thumbnail'`;

/** Parts of layers that can be as long as the video. */
const longFields = ["{fields,transcript}", "{fields,text}", "{fields,shots}"];
const longResults = ["{made,transcript}", "{made,shots}", "{made,speech}", "{made,voice,words}", "{made,voice,heard}"];
const strip = (paths: readonly string[]) => paths.reduce((rest, path) => sql`${rest} #- ${path}::text[]`, sql`layer`);
const listLayers = (layer: RawBuilder<unknown>) => sql<
  VersionLayer[] | null
>`case when video_versions.layers is not null
  then coalesce((select jsonb_agg(${layer} order by at)
    from jsonb_array_elements(video_versions.layers) with ordinality as list (layer, at)), '[]') end`;
export const layersWithoutText = listLayers(strip([...longResults, ...longFields]));
/** Layers with the texts that the version added or changed. */
const layersWithNewText = listLayers(sql`case when
  coalesce(request->'added', request->'planned'->'added') ? (layer->>'id')
  then ${strip(longResults)} else ${strip([...longResults, ...longFields])} end`);

/** Requests of edits before layers were stored with versions. */
const legacyLayers = sql<LayerType[] | null>`case request->>'operation'
  when 'render' then jsonb_path_query_array(request, '$.layers[*].operation')
  else jsonb_build_array(request->'operation') end`;
/** Of several captions in a render, those on top. */
const legacyCaptions = sql<LegacyCaptions | null>`case request->>'operation' when 'captions' then request
  else jsonb_path_query_array(request, '$.layers[*] ? (@.operation == "captions")')->-1 end`;
const legacyCaptionsWithoutText = sql<LegacyCaptions | null>`(${legacyCaptions}) - '{transcript,text,spoken}'::text[]`;

/** Returns the number of the version whose file a version's layers are applied to. */
const getOriginal = ({ original, version }: VersionRow): number => original ?? version;

/** Finds the version whose file a version's layers are applied to: of `versions`, or of a clip's long video. */
export async function findOriginal(
  db: Database,
  { account_id }: Pick<Generation, "account_id">,
  versions: readonly VersionRow[],
  version: VersionRow,
): Promise<VersionRow> {
  const { source_id } = version;
  const all = source_id ? await listVersions(db, { id: source_id, account_id }) : versions;
  const original = all.find((one) => one.version === getOriginal(version));
  if (!original) throw notFound("original");
  return original;
}

/** Lists the types of the layers that an edit added or changed, in order. */
function listAdded({ operation, layers, added, legacy_layers }: VersionRow): LayerType[] {
  if (operation === "original") return [];
  if (!layers) return legacy_layers ?? [];
  return layers.filter(({ id }) => added?.includes(id) ?? true).map(({ type }) => type);
}

/** Returns the settings of captions that the edit added or changed. */
function findCaptions(row: VersionRow): CaptionSettings | undefined {
  const { layers, added, original_duration, legacy_captions } = row;
  if (!layers) return legacy_captions ? readLegacyCaptions(legacy_captions) : undefined;
  const captions = layers.findLast(({ id, type }) => type === "captions" && (added?.includes(id) ?? true));
  if (captions?.type !== "captions") return undefined;
  const { z: _, transcript, ...settings } = captions.fields;
  if (!transcript) return settings;
  return { ...settings, transcript: toOwnCues(readTimeline(layers, original_duration ?? undefined), transcript) };
}

/** True if a version is not an edit of another one of its video. */
const isFirst = ({ operation }: VersionRow): boolean => operation === "original" || operation === "clip";

export function presentVersion(row: VersionRow, media: Media) {
  const captions = findCaptions(row);
  return {
    videoId: toPublicId("vid", row.video_id),
    version: row.version,
    url: media.url(row.file.key),
    operation: row.operation,
    layers: row.operation === "original" ? undefined : listAdded(row),
    baseVersion: isFirst(row) ? undefined : (row.base_version ?? row.version - 1),
    captions,
    createdAt: row.created_at.getTime(),
  };
}

/**
 * Reads the versions of these videos, oldest first, in one query. Their layers are for display: what was made for them is
 * incomplete, and texts are only included `withText`, if the version added them.
 */
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
    .select(rowColumns)
    .select([seconds.as("duration"), base.as("base_version"), thumbnail.as("thumbnail"), added.as("added")])
    .select([originalDuration.as("original_duration"), legacyLayers.as("legacy_layers")])
    .select((withText ? legacyCaptions : legacyCaptionsWithoutText).as("legacy_captions"))
    .select((withText ? layersWithNewText : layersWithoutText).as("layers"))
    .leftJoin("video_sources", "video_sources.video_id", "video_versions.video_id")
    .select("video_sources.source_id")
    .where("video_versions.account_id", "=", accountId)
    .where("video_versions.video_id", "in", videoIds)
    .orderBy("video_versions.version")
    .execute();
  return Map.groupBy(rows, (row) => row.video_id);
}

/** Reads the versions of one video, oldest first, like `readVersions`. */
export const listVersions = async (
  db: Database,
  { id, account_id }: Pick<Generation, "id" | "account_id">,
): Promise<VersionRow[]> => (await readVersions(db, account_id, [id])).get(id) ?? [];

/** Returns the storage keys of all versions of these videos. */
export async function listKeys(db: Database, accountId: string, videoIds: readonly string[]): Promise<string[]> {
  if (videoIds.length === 0) return [];
  const rows = await db
    .selectFrom("video_versions")
    .select("file")
    .where("account_id", "=", accountId)
    .where("video_id", "in", videoIds)
    .execute();
  return rows.map(({ file }) => file.key);
}

/** Returns the complete layers of a version. Empty if they are not known. */
export async function readLayers(
  db: Database,
  { video_id, version }: Pick<VersionRow, "video_id" | "version">,
): Promise<VersionLayer[]> {
  const rows = db.selectFrom("video_versions").select("layers").where("video_id", "=", video_id);
  return (await rows.where("version", "=", version).executeTakeFirst())?.layers ?? [];
}

/** Returns a version of a video, the newest by default. Undefined if the video has none yet. Throws `not_found`. */
export async function findVersion(
  db: Database,
  video: Pick<Generation, "id" | "account_id">,
  wanted: number | undefined,
): Promise<VersionRow | undefined> {
  const versions = await listVersions(db, video);
  if (wanted === undefined) return versions.at(-1);
  const found = versions.find(({ version }) => version === wanted);
  if (!found) throw notFound("version");
  return found;
}

/** Returns the version added by an edit. Undefined if it has not completed. */
export const findEditVersion = (db: Database, edit: Generation): Promise<VersionRow | undefined> =>
  db
    .selectFrom("video_versions")
    .select([...columns, "layers"])
    .where("generation_id", "=", edit.id)
    .where("account_id", "=", edit.account_id)
    .executeTakeFirst();

/** Returns the number of the newest version of a video; 0 if it has none. */
export async function findNewest(db: Database, { id, account_id }: Pick<Generation, "id" | "account_id">) {
  const { newest } = await db
    .selectFrom("video_versions")
    .select(({ fn }) => fn.max("version").as("newest"))
    .where("video_id", "=", id)
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

interface NewVersion {
  videoId: string;
  operation: Operation;
  /** Role of its file among those of the generation. Default: `main`. */
  role?: "main" | "original";
  /** Layers, and the number of the version that they are applied to. Absent for an original. */
  layers?: readonly VersionLayer[];
  original?: number;
}

/** Appends a file of the generation as the next version. The transaction must have locked the video's row. */
export async function addVersion(
  trx: Transaction,
  generation: Generation,
  { videoId, operation, role = "main", layers, original }: NewVersion,
): Promise<VersionRow> {
  const { [role]: file, thumbnail = null } = generation.files;
  if (!file) throw new Error(`The generation has no file ${role}.`);
  const row = await trx
    .insertInto("video_versions")
    .values({
      video_id: videoId,
      account_id: generation.account_id,
      operation,
      file,
      generation_id: generation.id,
      layers: layers ? sql`${JSON.stringify(layers)}::text::jsonb` : null,
      original: original ?? null,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from video_versions where video_id = ${videoId})`,
    })
    .returning([...columns, "layers"])
    .executeTakeFirstOrThrow();
  return { ...row, thumbnail };
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
          seconds: duration ?? undefined,
          opening,
          poster: poster ?? undefined,
        },
      ];
    }),
  );
}

/** Captions in the request of an edit before layers were stored. */
type LegacyCaptions = CaptionSettings & { said?: boolean; listen?: { language?: string } };

/** Returns captions as their request described them, without text that was taken from the video's speech. */
function readLegacyCaptions({ listen, ...edit }: LegacyCaptions): CaptionSettings {
  const isRequested = (field: string) => field in CaptionSettings.properties && !(field === "text" && edit.said);
  const requested = Object.entries(edit).filter(([field]) => isRequested(field));
  return { ...(Object.fromEntries(requested) as CaptionSettings), ...listen };
}
