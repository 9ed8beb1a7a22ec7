import { type Selectable, sql } from "kysely";
import type { Database, Tables } from "vireo/database";
import { toPublicId, toUuid } from "vireo/ids";

export type MediaRow = Selectable<Tables["viral_media"]>;

/** Analysis of a video itself, with the fields that a search needs. */
export interface MediaAnalysis {
  hook: string;
  summary: string;
  tags: string[];
}

/** A media item with its length and its newest analysis. */
export interface KnownMedia extends MediaRow {
  /** Length in seconds. */
  duration: number | null;
  analysis: MediaAnalysis | null;
}

const PREFIXES = { video: "vid", image: "img", music: "mus", upload: undefined } as const;

/** Id in the API. */
export function toMediaId({ kind, id }: Pick<MediaRow, "kind" | "id">): string {
  const prefix = PREFIXES[kind];
  return prefix ? toPublicId(prefix, id) : id;
}

export const parseGeneratedVideoId = (id: string): string | undefined => toUuid("vid", id);

/** Finds the newest analysis of each video, whichever of its ids the request used. */
async function readAnalyses(db: Database, videos: readonly MediaRow[]): Promise<Map<string, MediaAnalysis>> {
  if (videos.length === 0) return new Map();
  const names = videos.flatMap((video) => [toMediaId(video), video.id]);
  const accounts = [...new Set(videos.map(({ account_id }) => account_id))];
  const { rows } = await sql<{ account: string; name: string; facts: Partial<MediaAnalysis> }>`
    select account_id as account, request->>'videoId' as name, facts from generations
    where kind = 'analysis' and status = 'completed' and account_id = any(${accounts}::uuid[])
      and request->>'videoId' = any(${names}::text[])
    order by created_at`.execute(db);
  return new Map(
    rows.map(({ account, name, facts: { hook = "", summary = "", tags = [] } }) => [
      `${account} ${parseGeneratedVideoId(name)}`,
      { hook, summary, tags },
    ]),
  );
}

/** Reads media by id, of one account or of all. */
export async function readMedia(db: Database, ids: readonly string[], accountId?: string): Promise<KnownMedia[]> {
  if (ids.length === 0) return [];
  const all = db.selectFrom("viral_media").selectAll().where(sql<boolean>`id = any(${ids}::uuid[])`);
  const rows = await (accountId === undefined ? all : all.where("account_id", "=", accountId)).execute();
  const analyses = await readAnalyses(
    db,
    rows.filter(({ kind }) => kind === "video"),
  );
  return rows.map((row) => ({
    ...row,
    duration: typeof row.facts.duration === "number" ? row.facts.duration : null,
    analysis: analyses.get(`${row.account_id} ${row.id}`) ?? null,
  }));
}
