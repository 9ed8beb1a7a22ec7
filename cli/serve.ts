import { boot } from "#core/boot/boot";
import type { Vireo, WorkerOptions } from "#core/boot/vireo";
import { type ReadConfig, readConfig } from "#core/config/config";
import { logConsole, logUncaught } from "#core/loader/uncaught";
import type { Module } from "#core/module";
import { createLog, type Log } from "#core/observability/log";
import { isCompiled } from "#core/process/compiled";
import { endAfterSignal } from "#core/process/deadline";

/**
 * Supervisors kill the process after ten seconds. The embedded database also receives the signal and then ends by
 * itself.
 */
const STOP_MS = 9_500;
/** Last resort if even that fails, because a plug-in does not return. */
const LAST_MS = 9_800;

/**
 * Runs until the signal fires or the server cannot continue. Ends within ten seconds of the signal in any case. A
 * second SIGTERM or SIGINT ends the process at once (cli/run.ts).
 */
export async function serve(
  modules: () => Promise<readonly Module[]>,
  signal: AbortSignal,
  worker?: WorkerOptions,
): Promise<number> {
  // Mistakes are reported by `boot`.
  const read = await readConfig().catch(() => undefined);
  const logging = openLog(read);
  const { isJson } = logging;
  const getLog = () => logging.log;
  const stuck = `did not stop within ${LAST_MS / 1000} s, because a plug-in does not return; the process was ended`;
  const line = isJson ? JSON.stringify({ level: "error", message: stuck }) : stuck;
  void endAfterSignal(LAST_MS, line).then((isSet) => {
    if (!isSet) logging.log.debug("a plug-in that does not return can delay the shutdown");
  });
  const failed = Promise.withResolvers<string>();
  const undo = [logUncaught(getLog, failed.resolve), ...(isJson ? [logConsole(getLog)] : [])];
  const end = () =>
    setTimeout(() => {
      logging.log.error(`did not stop within ${STOP_MS / 1000} s; ending the process`);
      process.exit(1);
    }, STOP_MS).unref();
  signal.addEventListener("abort", end, { once: true });
  void failed.promise.then(end);
  try {
    return await run({ modules, signal, read, logging, failed: failed.promise, worker });
  } finally {
    for (const step of undo) step();
  }
}

interface Logging {
  /** Replaced by the configured log, which masks secrets. */
  log: Log;
  isJson: boolean;
}

function openLog(read: ReadConfig | undefined): Logging {
  const isJson = (read ? read.config.log.format : process.env.LOG_FORMAT) === "json";
  return { log: createLog({ level: "info", format: isJson ? "json" : "text" }), isJson };
}

interface Run {
  modules: () => Promise<readonly Module[]>;
  signal: AbortSignal;
  read: ReadConfig | undefined;
  logging: Logging;
  /** Resolves with the reason when an uncaught error occurs. */
  failed: Promise<string>;
  worker?: WorkerOptions;
}

async function run({ modules, signal, read, logging, failed, worker }: Run): Promise<number> {
  const starting = new AbortController();
  void failed.then((reason) => starting.abort(new Error(reason)));
  let vireo: Vireo;
  try {
    vireo = await boot({
      modules,
      worker,
      read,
      signal: AbortSignal.any([signal, starting.signal]),
      onLog: (log) => {
        logging.log = log;
      },
    });
  } catch (error) {
    if (!signal.aborted && !logging.isJson) throw error;
    if (signal.aborted) logging.log.info("stopped during start-up");
    else logging.log.error("could not start", { reason: (error as Error).message });
    return signal.aborted ? 0 : 1;
  }
  if (worker) await announceWorker(vireo, worker);
  else await announce(vireo, await vireo.listen(), logging.isJson);

  const reason = await Promise.race([vireo.broken, failed, untilAborted(signal)]);
  if (signal.aborted) vireo.log.info("stopping");
  else vireo.log.error("shutting down after a fatal error", { reason });
  await vireo.stop();
  return signal.aborted ? 0 : 1;
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

async function announceWorker({ log, listen }: Vireo, { kinds, port }: WorkerOptions): Promise<void> {
  const metrics = port === undefined ? {} : { metrics: new URL("/metrics", await listen()).href };
  log.info("worker started", { kinds: kinds.join(", "), ...metrics });
}

/** From source there is no command `vireo`. */
const PROGRAM = isCompiled ? "vireo" : "bun cli/main.ts";
const NOT_SHOWN = [
  `  Key    Not shown, because this is not a terminal. Create one: ${PROGRAM} keys create operator --scope admin`,
  `  Set-up For the dashboard, print a link: ${PROGRAM} people setup`,
];

const print = (lines: readonly string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(""));

/**
 * Output that is not a terminal is collected and stored, so it contains neither the first key nor the set-up link. The
 * addresses are printed at once, because notices wait for the database.
 */
async function announce(vireo: Vireo, { origin }: URL, isJson: boolean): Promise<void> {
  const database = vireo.config.databaseUrl ? "PostgreSQL at DATABASE_URL" : "embedded PostgreSQL";
  if (isJson) vireo.log.info("listening", { api: `${origin}/api/v1`, docs: `${origin}/docs`, database });
  if (isJson && !process.stdout.isTTY) return;
  const lines = [
    `Vireo ${vireo.config.databaseUrl ? "on PostgreSQL" : "with embedded PostgreSQL"}`,
    `  API    ${origin}/api/v1`,
    `  Docs   ${origin}/docs`,
  ];
  if (!process.stdout.isTTY) return void print([...lines, ...(vireo.firstKey ? NOT_SHOWN : [])]);
  if (vireo.firstKey)
    lines.push(
      `  Key    ${vireo.firstKey}`,
      "         This is your admin key. It won't be shown again, so store it in a password manager.",
    );
  print(lines);
  print((await vireo.notices()).map(([label, line]) => `  ${label.padEnd(6)} ${line}`));
}
