import { appendFileSync } from "node:fs";
import type { Vireo } from "#core/boot/vireo";
import type { Example } from "#core/examples";
import type { Seen } from "#sdk/testing/app";
import { findOperation } from "#test/contract";

/** File that receives the calls of a test run as lines of JSON; `bun run examples` makes the examples of them. */
const FILE = process.env.RECORD_EXAMPLES;

interface Run {
  /** Time of the record and address of the server, which are made the same in all examples. */
  at: number;
  origin: string;
}
export interface RecordedCall extends Run {
  version: string;
  operationId: string;
  example: Example;
}
export interface RecordedEvent extends Run {
  event: string;
  example: Record<string, unknown>;
}

const write = (line: RecordedCall | RecordedEvent) => FILE && appendFileSync(FILE, `${JSON.stringify(line)}\n`);

/** Records a call that succeeded, if examples are wanted. */
export async function record(vireo: Vireo, { method, path, search, sent, status, headers, body }: Seen): Promise<void> {
  if (!FILE || status >= 300 || headers.has("idempotency-replayed")) return;
  const version = headers.get("service-version") ?? "";
  const found = await findOperation(vireo, version, method, path);
  if (!found || (sent !== undefined && (typeof sent !== "object" || sent === null))) return;
  const { operation, ids } = found;
  const toValue = (text: string) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);
  const query = Object.fromEntries([...new URLSearchParams(search)].map(([name, text]) => [name, toValue(text)]));
  const example: Example = {
    ...(Object.keys(ids).length > 0 ? { path: ids } : {}),
    ...(search ? { query } : {}),
    ...(sent instanceof FormData
      ? { file: (sent.get("file") as File).name }
      : sent === undefined
        ? {}
        : { body: sent }),
    status,
    ...((body as unknown) === "" ? {} : { response: body }),
  };
  write({ version, operationId: operation.operationId, at: Date.now(), origin: vireo.origin, example });
}

/** Records the data of the first event of each type. */
export async function recordEvents({ db, origin }: Vireo): Promise<void> {
  const rows = await db.selectFrom("events").select(["type", "data"]).distinctOn("type").orderBy("type").execute();
  for (const { type, data } of rows)
    write({ event: type, at: Date.now(), origin, example: data as Record<string, unknown> });
}
