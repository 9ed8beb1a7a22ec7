import type { Selectable } from "kysely";
import type { StoredOutput } from "#core/database/tables";
import type { MediaSlot, Run } from "#core/engine";
import type { EventType } from "#core/events";
import type { Tables, Transaction } from "#db/tables";

/** A row of `generations`. `Request` is the kind's input for engines. */
export type Generation<Request extends object = object> = Omit<Selectable<Tables["generations"]>, "request"> & {
  request: Request;
};

/** Files in storage, by role. */
export type StoredFiles = Record<string, StoredOutput>;

/** Stored result of a call to an engine. */
export interface EngineResult {
  files: StoredFiles;
  facts: Record<string, unknown>;
}

export interface SecondCall {
  slot: MediaSlot;
  engine: string;
  /** Facts of the first call, to which those of the second are added. */
  facts: Record<string, unknown>;
}

export interface WithoutSecond {
  facts: Record<string, unknown>;
  /** Credits that are refunded. */
  refund: number;
}

/** A kind of generation, declared by a module. The kernel runs its life cycle. */
export interface GenerationKind<Request extends object = object> {
  /** Value of the `kind` column: "image". */
  kind: string;
  slot: MediaSlot;
  /** Further slots that can make it. A generation started with such a slot keeps it. */
  otherSlots?: readonly MediaSlot[];
  /** Prefix of public ids, such as "img". */
  prefix: string;
  /** Name in messages, such as "track". Default: the kind. */
  noun?: string;
  /** Media type of the main file; "facts" if there is no file and `facts` are the result. */
  produces: "image" | "video" | "audio" | "facts";
  /** Completes the request, if that takes extra work. Runs again after a crash. Throws EngineError. */
  prepare?(row: Generation<Request>, run: Run): Promise<object>;
  /** Validates the facts and returns the ones to store. Throws EngineError. */
  check?(facts: Record<string, unknown>, row: Generation<Request>): Record<string, unknown>;
  /** Improves checked facts, if that takes extra work. Runs again after a crash. Throws EngineError. */
  refine?(facts: Record<string, unknown>, row: Generation<Request>, run: Run): Promise<Record<string, unknown>>;
  /** The resource as the newest API version shows it; also the data of its events. */
  present(row: Generation<Request>): Record<string, unknown>;
  /**
   * Writes rows in the transaction that completes the generation, which has locked the generation and its parent. Runs
   * again after a deadlock. Returns the event's data.
   */
  onCompleted?(trx: Transaction, row: Generation<Request>): Promise<Record<string, unknown>>;
  /**
   * Returns the engine that continues after the first one, if the result needs two. The generation keeps the files of the
   * first call, its main file as `original`, and waits for the other engine: `prepare` builds the request for it, and its
   * files and facts are added. Once it is stored, the first call is never repeated.
   */
  findSecondCall?(row: Generation<Request>, first: EngineResult): SecondCall | undefined;
  /** What a generation is completed with if its second call fails. Its main file is the `original`. */
  settleWithout?(row: Generation<Request>, failure: { code: string; message: string }): WithoutSecond;
  /** True if vendors are called beside the engine, so that cancelling keeps the charge. */
  isPaidFor?(trx: Transaction, row: Generation<Request>): Promise<boolean>;
  events: { completed: EventType; failed?: EventType };
}

/** A finished file from another source that becomes a resource like an engine's output. */
export interface Adoption<Request extends object = object> {
  /** A kind, or the name of one. */
  kind: string | GenerationKind<Request>;
  accountId: string;
  model: string;
  prompt: string;
  request: Request;
  facts: Record<string, unknown>;
}

/** Value of `engine` for rows that no engine made. */
export const NO_ENGINE = "none";

/** Kind of work that reads the tasks of vendors. */
export const READ_TASKS = "generations.read";

export const parseQueueSlot = (queue: string): string | undefined => /^generate\.([^.]+)\./.exec(queue)?.[1];
export const getQueueName = (slot: string, engine: string): string => `generate.${slot}.${engine}`;
