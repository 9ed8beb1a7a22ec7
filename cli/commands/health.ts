import type { Command } from "#core/command";

const LIMIT_MS = 5_000;
/** Wildcard addresses to listen on, which cannot be connected to. */
const ANY: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

export const health: Command = {
  name: "health",
  summary: "Check that the server on this machine responds",
  description:
    "Calls GET /health at HOST and PORT. Exits with 1 if it does not respond within five seconds. For container health checks.",
  isPlain: true,
  async run({ out, signal }) {
    const { readConfig } = await import("#core/config/config");
    const { config } = await readConfig();
    const host = ANY[config.host] ?? (config.host.includes(":") ? `[${config.host}]` : config.host);
    const url = `http://${host}:${config.port}/health`;
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]) }).catch(
      () => undefined,
    );
    if (!response?.ok) throw new Error(`No healthy server at ${url}${response ? ` (${response.status})` : ""}.`);
    const { version } = (await response.json()) as { version: string };
    out.result({ healthy: true, url, version }, `Vireo ${version} is up at ${url}`);
  },
};
