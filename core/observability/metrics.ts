import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** Histogram buckets in seconds, for requests and for renders that take minutes. */
const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const SLOW = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800];
const LAG_MS = 500;

export const registry = new Registry();
const shared = { registers: [registry] };

/**
 * Prometheus metrics of this process. Several servers in one process (in tests) share the counters.
 */
export const metrics = {
  requests: new Counter({
    ...shared,
    name: "vireo_http_requests_total",
    help: "Requests by method, route and status.",
    labelNames: ["method", "route", "status"] as const,
  }),
  requestSeconds: new Histogram({
    ...shared,
    name: "vireo_http_request_seconds",
    help: "Response time by route, without event streams.",
    labelNames: ["method", "route"] as const,
    buckets: FAST,
  }),
  generations: new Counter({
    ...shared,
    name: "vireo_generations_total",
    help: "Finished generations by kind, engine and outcome (completed or the fail code).",
    labelNames: ["kind", "engine", "outcome"] as const,
  }),
  generationSeconds: new Histogram({
    ...shared,
    name: "vireo_generation_seconds",
    help: "Time from request to completion of a generation.",
    labelNames: ["kind", "engine"] as const,
    buckets: SLOW,
  }),
  vendorCalls: new Counter({
    ...shared,
    name: "vireo_vendor_calls_total",
    help: "Calls to vendors by status; 0 if there was no response.",
    labelNames: ["vendor", "call", "status"] as const,
  }),
  renders: new Gauge({
    ...shared,
    name: "vireo_renders_running",
    help: "Running child processes.",
    labelNames: ["task"] as const,
  }),
  moduleSeconds: new Counter({
    ...shared,
    name: "vireo_module_seconds_total",
    help: "Time that requests, jobs and schedules of a module or plug-in took.",
    labelNames: ["module", "work"] as const,
  }),
  moduleFaults: new Counter({
    ...shared,
    name: "vireo_module_faults_total",
    help: "Requests that ended with 500, and jobs and schedules that threw, by module or plug-in.",
    labelNames: ["module", "work"] as const,
  }),
  credits: new Counter({
    ...shared,
    name: "vireo_credits_total",
    help: "Credits by type of transaction: grant, charge, refund.",
    labelNames: ["type"] as const,
  }),
};

/**
 * Counts the time of a module's work and whether it failed. `name`: the module, or its work as `<module>.<name>`.
 * `startedAt` comes from `performance.now()`.
 */
export function countWork(
  name: string,
  work: "request" | "job" | "schedule",
  startedAt: number,
  isFault: boolean,
): void {
  const module = name.split(".", 1)[0]!;
  metrics.moduleSeconds.inc({ module, work }, (performance.now() - startedAt) / 1000);
  metrics.moduleFaults.inc({ module, work }, isFault ? 1 : 0);
}

new Gauge({
  ...shared,
  name: "process_resident_memory_bytes",
  help: "Resident memory of the process.",
  collect() {
    this.set(process.memoryUsage.rss());
  },
});
new Gauge({
  ...shared,
  name: "process_start_time_seconds",
  help: "Start time of the process.",
  collect() {
    this.set(Math.round(Date.now() / 1000 - process.uptime()));
  },
});

/** Measures event loop lag by how late timers fire. Returns a function that stops it. */
export function watchLoop(): () => void {
  let expected = Date.now() + LAG_MS;
  const timer = setInterval(() => {
    const late = Math.max(0, Date.now() - expected) / 1000;
    expected = Date.now() + LAG_MS;
    worst = Math.max(worst, late);
  }, LAG_MS);
  timer.unref();
  return () => clearInterval(timer);
}
let worst = 0;
new Gauge({
  ...shared,
  name: "vireo_event_loop_lag_seconds",
  help: "Longest event loop lag since the last collection.",
  collect() {
    this.set(worst);
    worst = 0;
  },
});
