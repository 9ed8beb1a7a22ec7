import type { CallToolResult } from "@modelcontextprotocol/server";
import { isTimeZone, NO_ZONE, parseTime, TimeError } from "vireo/zones";
import { type BoundTool, fillPath, nameTools } from "./operations";
import { tools } from "./tools";

type Json = Record<string, unknown>;

/** Sends a request to the API with the caller's key. The path starts below `/api/v1`. */
export type Api = (method: string, path: string, body?: Json, idempotencyKey?: string) => Promise<Response>;

export interface CallOptions {
  api: Api;
  signal: AbortSignal;
  /** Same key for each repetition of one call. */
  idempotencyKey: string;
  /** Percent completed, or a description of the activity if unknown. */
  progress(percent: number, message?: string): Promise<void>;
}

/** Most MCP clients time out after 60 seconds, so the unfinished result is returned before. */
const WAIT_MS = 45_000;
const POLL_MS = 1500;
/** The request of an edit lasts as long as its render. Clients keep waiting while they receive progress. */
const BEAT_MS = 2000;
const TYPES: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  mp3: "audio/mpeg",
};

/** Finds a fault that would lead to another operation, or that the API would not see. It checks all else itself. */
function findFault({ path, hasBody, inputSchema }: BoundTool, input: Json): string | undefined {
  const unknown = hasBody ? undefined : Object.keys(input).find((name) => !Object.hasOwn(inputSchema.properties, name));
  if (unknown !== undefined) return `${unknown}: Unknown field.`;
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
    const value = input[name];
    if (value === undefined) return `${name}: This field is required.`;
    if (typeof value !== "string" || !/^[\w-]+$/.test(value))
      return `${name}: Send the id as another tool returned it.`;
  }
  return undefined;
}

const HAS_OFFSET = /:\d\d.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

/** Converts times that people read to those of the API. Throws TimeError. */
function convertTimes({ times, takesZone }: BoundTool, input: Json): Json {
  const { timezone: zone } = input;
  if (zone !== undefined && !(typeof zone === "string" && isTimeZone(zone))) throw new TimeError("timezone:", NO_ZONE);
  const converted = { ...input };
  for (const name of times) {
    const value = input[name];
    if (value === undefined) continue;
    if (typeof value === "number" || /^\d+$/.test(String(value))) {
      converted[name] = Number(value);
      continue;
    }
    if (typeof value !== "string")
      throw new TimeError(`${name}: This is not a time.`, "Send one such as 2026-12-01T09:00.");
    if (zone === undefined && !HAS_OFFSET.test(value))
      throw new TimeError(`timezone: ${name} is a local time.`, "Send its time zone, such as Europe/Berlin.");
    converted[name] = parseTime(value, (zone as string | undefined) ?? "UTC");
  }
  if (!takesZone && times.size > 0) delete converted.timezone;
  return converted;
}

const refuse = (fault: string): CallToolResult => ({
  content: [{ type: "text", text: `Invalid request: ${fault}` }],
  isError: true,
});

/** Calls the tool's operation, waits for its result, and returns it as text with links to the media. */
export async function callTool(tool: BoundTool, input: Json, options: CallOptions): Promise<CallToolResult> {
  const fault = findFault(tool, input);
  if (fault) return refuse(fault);
  let rest: Json;
  try {
    rest = convertTimes(tool, input);
  } catch (error) {
    if (error instanceof TimeError) return refuse(error.message);
    throw error;
  }
  const path = fillPath(tool.path, rest);
  const query = new URLSearchParams();
  for (const name of tool.query) {
    if (rest[name] !== undefined) query.set(name, String(rest[name]));
    delete rest[name];
  }
  const target = query.size > 0 ? `${path}?${query}` : path;
  const isRead = tool.method === "GET";
  const response = await whileBeating(
    options,
    options.api(tool.method, target, tool.hasBody ? rest : undefined, isRead ? undefined : options.idempotencyKey),
  );
  if (!response.ok) return toError(response);
  if (response.status === 204) return { content: [{ type: "text", text: "Done." }] };
  const result = (await response.json()) as Json;
  const final = tool.wait ? await wait(tool.wait, result, options) : result;
  return toResult(addLocalTimes(final, typeof input.timezone === "string" ? input.timezone : undefined));
}

/**
 * Sends progress until the work has finished. MCP requires progress to increase, so each notification adds 0.001
 * percent.
 */
async function whileBeating<T>({ progress }: CallOptions, work: Promise<T>): Promise<T> {
  let beats = 0;
  const timer = setInterval(() => void progress(++beats / 1000, "Working").catch(() => {}), BEAT_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Reads the result until it is finished or the time is up. */
async function wait(path: string, started: Json, { api, signal, progress }: CallOptions): Promise<Json> {
  const target = fillPath(path, { ...started });
  let latest = started;
  for (const end = performance.now() + WAIT_MS; performance.now() < end && !signal.aborted; ) {
    if (latest.status === "completed" || latest.status === "failed") break;
    await Bun.sleep(POLL_MS);
    const response = await api("GET", target);
    if (!response.ok) break;
    latest = (await response.json()) as Json;
    await progress(Number(latest.progress ?? 0));
  }
  return latest;
}

function toResult(result: Json): CallToolResult {
  const isUnfinished = result.status === "pending" || result.status === "processing";
  const text = summarize(result);
  return {
    content: [
      { type: "text", text: isUnfinished ? `Not finished yet. Read it again to wait longer.\n${text}` : text },
      ...toLinks(result),
    ],
    structuredContent: result,
    isError: result.status === "failed" ? true : undefined,
  };
}

function toLinks({ url, title, prompt }: Json): CallToolResult["content"] {
  if (typeof url !== "string") return [];
  const mimeType = TYPES[url.split(".").at(-1) ?? ""];
  const name = String(title ?? prompt ?? "media").slice(0, 100);
  return [{ type: "resource_link", uri: url, name, mimeType: mimeType || undefined }];
}

/** Maximum number of invalid fields in an answer to an agent. */
const MAX_FAULTS = 20;

/** Returns the problem's message and each invalid field. */
async function toError(response: Response): Promise<CallToolResult> {
  const problem = (await response.json().catch(() => ({}))) as {
    title?: string;
    detail?: string;
    errors?: Record<string, string[]>;
  };
  const retryAfter = response.headers.get("retry-after");
  const faults = Object.entries(problem.errors ?? {}).map(([field, messages]) => `${field}: ${messages.join(" ")}`);
  const lines = [
    `${problem.title ?? "Error"} (${response.status}): ${problem.detail ?? "No details."}`,
    // A single fault is the detail itself.
    ...faults
      .filter((fault) => fault !== problem.detail)
      .slice(0, MAX_FAULTS)
      .map((fault) => `- ${fault}`),
    ...(faults.length > MAX_FAULTS ? [`- and ${faults.length - MAX_FAULTS} more`] : []),
    ...(retryAfter ? [`Try again in ${retryAfter} seconds.`] : []),
  ];
  return { content: [{ type: "text", text: nameTools(lines.join("\n"), tools) }], isError: true };
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Times that agents tell people. */
const TIMES: ReadonlySet<string> = new Set(["scheduledFor", "publishedAt", "delayedUntil"]);

const formatLocal = (time: number, zone: string): string =>
  `${Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" })} ${zone}`;

/**
 * Adds a readable form to each time: `scheduledForLocal: "2026-12-01T09:00 Europe/Berlin"`, in the zone of the call, or
 * in that of the post.
 */
function addLocalTimes<Value>(value: Value, zone?: string): Value {
  if (Array.isArray(value)) return value.map((one) => addLocalTimes(one, zone)) as Value;
  if (!isObject(value)) return value;
  const own = zone ?? (typeof value.timezone === "string" ? value.timezone : undefined);
  const entries = Object.entries(value as Json).flatMap(([name, one]): [string, unknown][] => [
    [name, addLocalTimes(one, own)],
    ...(TIMES.has(name) && typeof one === "number"
      ? [[`${name}Local`, formatLocal(one, own ?? "UTC")] satisfies [string, string]]
      : []),
  ]);
  return Object.fromEntries(entries) as Value;
}

const MAX_TEXT = 300;
const MAX_ITEMS = 20;

/** Returns a result as compact JSON: long texts and lists are cut, empty members left out. Links are kept whole. */
const summarize = (result: unknown): string => JSON.stringify(cut(result));

function cut(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > MAX_TEXT && !/^https?:/.test(value) ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map(cut);
    return value.length > MAX_ITEMS ? [...items, `… and ${value.length - MAX_ITEMS} more`] : items;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null && one !== "" && !(Array.isArray(one) && one.length === 0))
      .map(([name, one]) => [name, cut(one)]),
  );
}
