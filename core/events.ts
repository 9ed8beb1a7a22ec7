import { sql as raw } from "kysely";
import type postgres from "postgres";
import type { Scope } from "#core/access/scopes";
import { type EventConsumer, orderEvents, pruneEvents } from "#core/event-order";
import { type Examples, findEventSample } from "#core/examples";
import type { EventFact } from "#core/facts";
import type { Log } from "#core/observability/log";
import type { Changes } from "#core/request/versions";
import { singleFlight } from "#core/timing";
import { afterCommit } from "#db/dialect";
import type { Database, Transaction } from "#db/tables";

/** Domain events, such as `note.created`. Modules declare theirs. */
export type EventType = string;

/** Notified in every process after a transaction has committed. */
export interface EventListener {
  /** This process has emitted events that have no position in the order yet. */
  emitted?(): void;
  /** An account has new events in the order. Without an id, any account may have, because the connection was lost. */
  ordered?(accountId?: string): void;
}

export interface Events {
  /** All declared event types. */
  readonly types: readonly EventType[];
  /** Scope that a key needs to receive an event. */
  getScope(type: EventType): Scope;
  /** Writes an event in the transaction of the state change it reports. `data` is in the newest API version. */
  emit(trx: Transaction, accountId: string, type: EventType, data: Record<string, unknown>): Promise<void>;
  /** Returns an event's data as shown by an API version. */
  shape(version: string, type: EventType, data: unknown): unknown;
  /** Returns sample data of an event as shown by an API version. Undefined if there is none. */
  getSample(version: string, type: EventType): Promise<unknown>;
  /**
   * Subscribes to notifications. They save polling and may be lost, so nothing may depend on them. Returns a function
   * that unsubscribes.
   */
  listen(listener: EventListener): () => void;
  /** Adds a consumer that sees every event exactly once, in order. Call it while the module starts. */
  consume(consumer: EventConsumer): void;
  /** Sets the retention of events in days. Default 30. */
  retain(days: number): void;
}

/** Events, with the methods that only the kernel calls. */
export interface EventLog extends Events {
  /** Starts ordering. Called once all consumers are added, since an event is ordered only once. */
  begin(): void;
  /** Orders waiting events. */
  order(): Promise<void>;
  /** Deletes events older than the retention. */
  prune(): Promise<void>;
  stop(): Promise<void>;
}

const CHANNEL = "vireo_events";
const RETENTION_DAYS = 30;

const announce = async (trx: Transaction, accountIds: readonly string[]): Promise<void> => {
  const ids = [...new Set(accountIds)];
  await raw`select pg_notify(${CHANNEL}, id) from unnest(${ids}::text[]) as id`.execute(trx);
};

interface Options {
  db: Database;
  sql: postgres.Sql;
  /** Declared event types. */
  facts: Readonly<Record<EventType, EventFact>>;
  changes: Changes;
  /** Recorded examples, used as sample events. */
  examples?(): Promise<Examples>;
  log: Log;
}

const createShape =
  (facts: Options["facts"], changes: Changes): Events["shape"] =>
  (version, type, data) => {
    // The event may have been stored by a plug-in that is no longer loaded.
    const route = facts[type]?.route;
    return route ? changes.response(version, route, data) : data;
  };

export async function createEvents({ db, sql, facts, changes, examples, log }: Options): Promise<EventLog> {
  const getFact = (type: EventType): EventFact => {
    const fact = facts[type];
    if (!fact) throw new Error(`No module declares the event ${type}.`);
    return fact;
  };
  const shape = createShape(facts, changes);
  const listeners = new Set<EventListener>();
  const consumers: EventConsumer[] = [];
  let retentionDays = RETENTION_DAYS;
  let isOrdering = false;
  let ordering: Promise<void> | undefined;

  const order = singleFlight(() =>
    orderEvents(db, async (trx, events) => {
      for (const consume of consumers) await consume(trx, events);
      await announce(
        trx,
        events.map((event) => event.account_id),
      );
    }),
  );
  const orderSoon = () => {
    if (isOrdering) ordering = order().catch((error) => log.error("events not ordered", { error }));
  };
  const emitted = () => {
    orderSoon();
    for (const listener of listeners) listener.emitted?.();
  };
  const ordered = (accountId?: string) => {
    for (const listener of listeners) listener.ordered?.(accountId);
  };
  const connected = () => {
    emitted();
    ordered();
  };
  const shared = await sql.listen(CHANNEL, ordered, connected);

  return {
    types: Object.keys(facts),
    getScope: (type) => getFact(type).scope,
    async emit(trx, accountId, type, data) {
      getFact(type);
      await trx.insertInto("events").values({ account_id: accountId, type, data }).execute();
      // This process orders the event itself. NOTIFY would make transactions wait for each other (core/work/wake.ts).
      await afterCommit(trx, emitted);
    },
    shape,
    async getSample(version, type) {
      const sample = findEventSample((await examples?.()) ?? {}, type);
      return sample && shape(version, type, sample);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    consume: (consumer) => void consumers.push(consumer),
    retain(days) {
      retentionDays = days;
    },
    begin() {
      isOrdering = true;
      orderSoon();
    },
    order,
    prune: () => pruneEvents(db, retentionDays),
    async stop() {
      isOrdering = false;
      await ordering;
      await shared.unlisten();
    },
  };
}
