import type { Config } from "#core/config/config";
import type { Handle } from "#core/http/edge";

/** How long open requests get to finish when the server stops. */
const DRAIN_MS = 4_000;

/** The HTTP server. `origin.value` gets the real port once it listens, unless PUBLIC_URL is set. */
export function createServer(config: Config, origin: { value: string }, handle: Handle) {
  let server: ReturnType<typeof Bun.serve> | undefined;
  return {
    listen(): URL {
      server = Bun.serve({
        hostname: config.host,
        port: config.port,
        idleTimeout: 255,
        // The edge checks sizes itself: Bun's own 413 has no problem body.
        maxRequestBodySize: Number.MAX_SAFE_INTEGER,
        fetch: (request, self) => handle(request, self.requestIP(request)?.address),
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

/** The address of this server on its own machine. A wildcard host is replaced, because nobody can connect to it. */
export function getLocalOrigin(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
