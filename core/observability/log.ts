export type Level = "debug" | "info" | "warn" | "error" | "silent";
const order: readonly Level[] = ["debug", "info", "warn", "error", "silent"];

export interface Log {
  debug(message: string, facts?: Record<string, unknown>): void;
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
  /** The same log with facts added to every line. */
  with(facts: Record<string, unknown>): Log;
}

export interface LogOptions {
  level: Level;
  format: "json" | "text";
  write?(line: string): void;
}

/** Values of facts whose name looks like a secret never reach a log. */
const SECRET = /authorization|secret|password|token|api_?key|cookie/i;
const KEY_FORM = /vireo_[0-9A-Za-z]{36}/g;

function clean(name: string, value: unknown): unknown {
  if (SECRET.test(name)) return "[hidden]";
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return value;
}

export function createLog(options: LogOptions, base: Record<string, unknown> = {}): Log {
  const write = options.write ?? ((line: string) => process.stderr.write(`${line}\n`));
  const line = (level: Level, message: string, facts: Record<string, unknown>) => {
    if (order.indexOf(level) < order.indexOf(options.level)) return;
    const all: Record<string, unknown> = {};
    for (const [name, value] of Object.entries({ ...base, ...facts })) all[name] = clean(name, value);
    const time = new Date().toISOString();
    const text =
      options.format === "json"
        ? JSON.stringify({ time, level, message, ...all })
        : `${time.slice(11, 23)} ${level.padEnd(5)} ${message}${Object.entries(all)
            .map(([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
            .join("")}`;
    write(text.replace(KEY_FORM, "vireo_[hidden]"));
  };
  return {
    debug: (message, facts = {}) => line("debug", message, facts),
    info: (message, facts = {}) => line("info", message, facts),
    warn: (message, facts = {}) => line("warn", message, facts),
    error: (message, facts = {}) => line("error", message, facts),
    with: (facts) => createLog(options, { ...base, ...facts }),
  };
}
