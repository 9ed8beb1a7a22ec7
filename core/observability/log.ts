import { currentRequest } from "#core/observability/current-request";

export type Level = "debug" | "info" | "warn" | "error" | "silent";
const levels: readonly Level[] = ["debug", "info", "warn", "error", "silent"];

export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
  /** Returns a log that adds these fields to every line. */
  with(fields: Record<string, unknown>): Log;
}

export interface LogOptions {
  level: Level;
  format: "json" | "text";
  /** Values that never appear in a log line, such as vendor keys. */
  secrets?: Mask;
  write?(line: string): void;
}

/** Text in fields with such a name is never logged. */
const SECRET = /authorization|secret|password|token|api_?key|cookie/i;
const API_KEY = /vireo_[0-9A-Za-z]{36}/g;
const MIN_SECRET = 8;

/** Values to mask in text. Short ones are ignored, because they could be part of any word. */
export class Mask {
  readonly #values = new Set<string>();

  constructor(values: readonly string[] = []) {
    this.add(values);
  }

  add(values: readonly string[]): void {
    for (const value of values) {
      if (value.length >= MIN_SECRET) this.#values.add(value).add(escapeJson(value));
    }
  }

  hide(text: string): string {
    let hidden = text;
    for (const value of this.#values) hidden = hidden.replaceAll(value, "[hidden]");
    return hidden;
  }
}

/** Replacer for JSON.stringify, so that nested values are covered too. */
function redact(name: string, value: unknown): unknown {
  if (SECRET.test(name) && value !== null && typeof value !== "number" && typeof value !== "boolean") return "[hidden]";
  if (typeof value === "bigint") return String(value);
  if (!(value instanceof Error)) return value;
  const { message, stack, cause } = value;
  const { code } = value as { code?: unknown };
  return { name: value.name, message, stack, code, cause: cause || undefined };
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, redact) ?? String(value);
  } catch (error) {
    return JSON.stringify(`[not logged: ${(error as Error).message.split("\n")[0]}]`);
  }
}

const formatText = (time: string, level: Level, message: string, fields: Record<string, unknown>) =>
  `${time.slice(11, 23)} ${level.padEnd(5)} ${message}${Object.entries(fields)
    .map(([name, field]) => [name, redact(name, field)] as const)
    .map(([name, field]) => ` ${name}=${typeof field === "string" ? field : toJson(field)}`)
    .join("")}`;

function formatJson(time: string, level: Level, message: string, fields: Record<string, unknown>): string {
  const parts = Object.entries({ time, level, message, ...fields }).filter(([, field]) => field !== undefined);
  return `{${parts.map(([name, field]) => `${JSON.stringify(name)}:${toJson(redact(name, field))}`).join(",")}}`;
}

export function createLog(options: LogOptions, base: Record<string, unknown> = {}): Log {
  const { level: lowest, format, secrets } = options;
  const write = options.write ?? ((line: string) => process.stderr.write(`${line}\n`));
  const writeLine = (level: Level, message: string, fields: Record<string, unknown>) => {
    if (levels.indexOf(level) < levels.indexOf(lowest)) return;
    const request = currentRequest.getStore();
    const ids = request && { requestId: request.id, ownId: request.ownId === request.id ? undefined : request.ownId };
    const all = { ...ids, ...base, ...fields };
    const line = (format === "json" ? formatJson : formatText)(new Date().toISOString(), level, message, all);
    const masked = line.replace(API_KEY, "vireo_[hidden]");
    write(secrets ? secrets.hide(masked) : masked);
  };
  return {
    debug: (message, fields = {}) => writeLine("debug", message, fields),
    info: (message, fields = {}) => writeLine("info", message, fields),
    warn: (message, fields = {}) => writeLine("warn", message, fields),
    error: (message, fields = {}) => writeLine("error", message, fields),
    with: (fields) => createLog(options, { ...base, ...fields }),
  };
}

const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);
