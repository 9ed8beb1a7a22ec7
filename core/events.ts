import { sql as raw } from "kysely";
import type postgres from "postgres";
import type { Scope } from "#core/access/access";
import type { Changes } from "#core/request/versions";
import type { Transaction } from "#db/tables";

/** What an event is about: who may read it, and the route whose answer its data is. */
interface Facts {
  scope: Scope;
  route?: string;
}

const video: Facts = { scope: "media:read", route: "GET /videos/:videoId" };
const image: Facts = { scope: "media:read", route: "GET /images/:imageId" };
const music: Facts = { scope: "media:read", route: "GET /music/:musicId" };
const post: Facts = { scope: "social:read", route: "GET /social/posts/:postId" };
const analysis: Facts = { scope: "research:read", route: "GET /analyses/:analysisId" };
const plan: Facts = { scope: "research:read", route: "GET /content-plans/:planId" };

/** Everything that happens and that somebody outside may want to know. */
const facts = {
  "video.completed": video,
  "video.failed": video,
  "video.edited": { scope: "media:read", route: "POST /videos/:videoId/captions" },
  "image.completed": image,
  "image.failed": image,
  "music.completed": music,
  "music.failed": music,
  "post.scheduled": post,
  "post.published": post,
  "post.partial": post,
  "post.failed": post,
  "post.cancelled": post,
  "account.connected": { scope: "social:read" },
  "account.disconnected": { scope: "social:read" },
  "analysis.completed": analysis,
  "analysis.failed": analysis,
  "plan.completed": plan,
  "plan.failed": plan,
  "credits.low": { scope: "credits:read" },
} as const satisfies Record<string, Facts>;

export type EventType = keyof typeof facts;
export const eventTypes = Object.keys(facts) as readonly EventType[];
export const scopeOf = (type: EventType): Scope => facts[type].scope;
/** The route whose answer an event's data is, below the base path. */
export const routeOf = (type: EventType): string | undefined => (facts[type] as Facts).route;

/** What is told to every process once the transaction that told it is committed. */
export interface EventListener {
  /** There are events without a place in the order yet, written by this process, and so for it to see to. */
  emitted?(): void;
  /** An account's order has grown; any account's may have, after a lost connection. */
  ordered?(accountId?: string): void;
}

export interface Events {
  /** Writes an event in the transaction of the state change that it tells of. `data` is in the newest API version. */
  emit(trx: Transaction, accountId: string, type: EventType, data: Record<string, unknown>): Promise<void>;
  /** Tells of events that were given their place in the order. */
  announce(trx: Transaction, accountIds: readonly string[]): Promise<void>;
  /** An event's data as an API version shows it. */
  shape(version: string, type: EventType, data: unknown): unknown;
  /** Messages may be lost: they save waiting, and nothing may depend on them. Returns the way to end it. */
  listen(listener: EventListener): () => void;
  stop(): Promise<void>;
}

const CHANNEL = "vireo_events";

export async function createEvents(sql: postgres.Sql, changes: Changes): Promise<Events> {
  const listeners = new Set<EventListener>();
  /** A channel for each process: on one for all, every event would have every replica look for it. */
  const own = `vireo_emitted_${crypto.randomUUID().replaceAll("-", "")}`;
  const emitted = () => {
    for (const listener of listeners) listener.emitted?.();
  };
  const ordered = (accountId: string) => {
    for (const listener of listeners) listener.ordered?.(accountId);
  };
  const connected = () => {
    for (const listener of listeners) {
      listener.emitted?.();
      listener.ordered?.();
    }
  };
  const all = await sql.listen(CHANNEL, ordered, connected);
  const mine = await sql.listen(own, emitted);

  return {
    async emit(trx, accountId, type, data) {
      await trx
        .insertInto("events")
        .values({ account_id: accountId, type, data })
        .returning(raw`pg_notify(${own}, '')`.as("told"))
        .execute();
    },
    async announce(trx, accountIds) {
      const ids = raw.join([...new Set(accountIds)]);
      await raw`select pg_notify(${CHANNEL}, id) from unnest(array[${ids}]::text[]) as id`.execute(trx);
    },
    shape(version, type, data) {
      const route = routeOf(type);
      return route ? changes.response(version, route, data) : data;
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      await all.unlisten();
      await mine.unlisten();
    },
  };
}
