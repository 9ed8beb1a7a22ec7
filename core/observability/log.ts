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
  write?(line: string): void;
}

/** Fields with such a name are never logged. */
const SECRET = /authorization|secret|password|token|api_?key|cookie/i;
const API_KEY = /vireo_[0-9A-Za-z]{36}/g;

function redact(name: string, value: unknown): unknown {
  if (SECRET.test(name)) return "[hidden]";
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return value;
}

export function createLog(options: LogOptions, base: Record<string, unknown> = {}): Log {
  const write = options.write ?? ((line: string) => process.stderr.write(`${line}\n`));
  const writeLine = (level: Level, message: string, fields: Record<string, unknown>) => {
    if (levels.indexOf(level) < levels.indexOf(options.level)) return;
    const all: Record<string, unknown> = {};
    for (const [name, value] of Object.entries({ ...base, ...fields })) all[name] = redact(name, value);
    const time = new Date().toISOString();
    const text =
      options.format === "json"
        ? JSON.stringify({ time, level, message, ...all })
        : `${time.slice(11, 23)} ${level.padEnd(5)} ${message}${Object.entries(all)
            .map(([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
            .join("")}`;
    write(text.replace(API_KEY, "vireo_[hidden]"));
  };
  return {
    debug: (message, fields = {}) => writeLine("debug", message, fields),
    info: (message, fields = {}) => writeLine("info", message, fields),
    warn: (message, fields = {}) => writeLine("warn", message, fields),
    error: (message, fields = {}) => writeLine("error", message, fields),
    with: (fields) => createLog(options, { ...base, ...fields }),
  };
}
