import type { Config } from "#core/config/config";
import type { Handle } from "#core/http/edge";

/** Time that open requests get to finish when the server stops. */
const DRAIN_MS = 4_000;

/** Idle seconds in both directions while a request runs. This is Bun's maximum. */
const BUSY_SECONDS = 255;
/**
 * Seconds in which a connection must send the head of a request, however slowly, and after which a client that stopped reading
 * is disconnected. Load balancers keep connections open for 60. Players stop reading while a video is paused.
 */
const IDLE_SECONDS = 75;

/** Creates the HTTP server. `origin.value` is set to the real port once it listens, unless PUBLIC_URL is set. */
export function createServer(
  config: Pick<Config, "host" | "port" | "publicUrl">,
  origin: { value: string },
  handle: Handle,
  idleSeconds = IDLE_SECONDS,
) {
  let server: ReturnType<typeof Bun.serve> | undefined;
  return {
    listen(): URL {
      server = Bun.serve({
        hostname: config.host,
        port: config.port,
        idleTimeout: idleSeconds,
        // The edge checks sizes itself, because Bun's own 413 has no problem body.
        maxRequestBodySize: Number.MAX_SAFE_INTEGER,
        async fetch(request, self) {
          self.timeout(request, BUSY_SECONDS);
          const response = await handle(request, self.requestIP(request)?.address);
          self.timeout(request, idleSeconds);
          return response;
        },
      });
      if (!config.publicUrl) origin.value = getLocalOrigin(config.host, server.port ?? config.port);
      return new URL(origin.value);
    },
    async stop(): Promise<void> {
      if (!server) return;
      await Promise.race([server.stop(), Bun.sleep(DRAIN_MS)]);
      await server.stop(true);
    },
  };
}

/** Paths that a worker serves: probes and metrics. */
const PROBES = new Set(["/health", "/ready", "/metrics"]);

/** Refuses everything but probes and metrics. */
const onlyProbes =
  (handle: Handle): Handle =>
  async (request, address) =>
    PROBES.has(new URL(request.url).pathname)
      ? handle(request, address)
      : new Response(`A worker serves ${[...PROBES].join(", ")} only. Call a server.\n`, { status: 404 });

/** Creates a worker's server. It has its own origin, because media URLs keep that of the API servers. */
export const createProbeServer = (address: { host: string; port: number }, handle: Handle) =>
  createServer(address, { value: "" }, onlyProbes(handle));

/**
 * Returns the URL of this server on its own machine. A wildcard host is replaced, because it cannot be connected to.
 */
export function getLocalOrigin(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
