/**
 * `vireo doctor --live`: makes one real, usually paid call per engine, and writes a report that can be attached to a
 * bug report.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "#core/config/config";
import { EngineError, type LiveCheck, type LiveRun, type Provider } from "#core/engine";
import { createSafeFetch, type SafeFetch } from "#core/fetch/fetch";
import type { Engines } from "#core/generations/engines";
import { withFolder } from "#core/process/temp-folder";
import { version } from "#core/version";

/** A check to make, named "slot:engine". */
export interface PlannedCheck extends LiveCheck {
  name: string;
}

export interface LiveFinding {
  name: string;
  title: string;
  usd: number;
  ok: boolean;
  /** Duration in seconds. */
  seconds: number;
  /** Observations or the error. Never a URL or a key. */
  details: string[];
}

const LIMIT_MS = 20 * 60_000;
const MAX_BYTES = 512 * 1024 ** 2;
const MAX_DETAIL = 300;

/**
 * Lists the checks of all engines, or of those with these names ("kie", "video:kie"), and the engines without checks.
 */
export function planLive(engines: Engines, names: readonly string[] = []) {
  const all = engines
    .slots()
    .flatMap((slot) => engines.of(slot).map((engine: Provider) => ({ name: `${slot}:${engine.name}`, engine })));
  const selected = all.filter(
    ({ name, engine }) => names.length === 0 || names.includes(engine.name) || names.includes(name),
  );
  const checks = selected.flatMap(({ name, engine }): PlannedCheck[] =>
    (engine.live ?? []).map((check) => ({ ...check, name })),
  );
  return { checks, without: selected.filter(({ engine }) => !engine.live?.length).map(({ name }) => name) };
}

export const sumUsd = (checks: readonly Pick<LiveCheck, "usd">[]): number =>
  checks.reduce((sum, { usd }) => sum + usd, 0);

/** "$0.15", or "free". */
export const formatUsd = (usd: number): string => (usd === 0 ? "free" : `$${usd.toFixed(usd < 0.01 ? 3 : 2)}`);

/** Runs each check once, in parallel. Throws only if the signal aborts. */
export async function runLive(
  checks: readonly PlannedCheck[],
  { allowHosts }: Pick<Config, "allowHosts">,
  signal: AbortSignal,
): Promise<LiveFinding[]> {
  const fetch = createSafeFetch({ allowHosts });
  return Promise.all(
    checks.map((check) => withFolder(tmpdir(), "vireo-live-", (folder) => runCheck(check, fetch, folder, signal))),
  );
}

async function runCheck(
  check: PlannedCheck,
  fetch: SafeFetch,
  folder: string,
  stop: AbortSignal,
): Promise<LiveFinding> {
  const { name, title, usd } = check;
  const began = performance.now();
  const signal = AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS)]);
  const run: LiveRun = {
    id: Bun.randomUUIDv7(),
    folder,
    signal,
    async download(url, headers = {}) {
      const path = join(folder, crypto.randomUUID());
      await fetch.save(url, path, { maxBytes: MAX_BYTES, timeoutMs: LIMIT_MS, signal, headers });
      return path;
    },
  };
  const finish = (ok: boolean, details: readonly string[]): LiveFinding => {
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    return { name, title, usd, ok, seconds, details: details.map(removeAddresses) };
  };
  try {
    return finish(true, await check.run(run));
  } catch (error) {
    stop.throwIfAborted();
    return finish(false, [describeError(error)]);
  }
}

/** Messages of EngineErrors contain no secrets. Others may, so only their names are shown. */
function describeError(error: unknown): string {
  if (error instanceof EngineError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? `${error.name} (see the log for details)` : "unknown error";
}

/** Result URLs are signed and give access to the file, so hide them. */
const removeAddresses = (text: string): string => text.replace(/https?:\/\/\S+/g, "(address)").slice(0, MAX_DETAIL);

export function formatLive(findings: readonly LiveFinding[], without: readonly string[]): string {
  const head = `Vireo ${version}, ${new Date().toISOString()}, Bun ${Bun.version}, ${process.platform} ${process.arch}`;
  const lines = findings.flatMap(({ name, title, usd, ok, seconds, details }) => [
    `${(ok ? "ok" : "FAIL").padEnd(5)} ${name.padEnd(22)} ${title} (about ${formatUsd(usd)}), ${seconds} s`,
    ...details.map((detail) => `${" ".repeat(29)}${detail}`),
  ]);
  return [head, ...lines, ...(without.length > 0 ? [`Not checked: ${without.join(", ")}`] : [])].join("\n");
}
