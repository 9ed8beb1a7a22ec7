import type { Command } from "#core/command";
import type { Module } from "#core/module";

export const workerCommand = (builtIn: () => Promise<readonly Module[]>): Command => ({
  name: "worker",
  summary: "Run jobs of the given kinds without serving requests",
  description: `Runs renders on separate machines. Needs the same settings as the servers, with DATABASE_URL and S3_BUCKET. Runs until
SIGTERM or SIGINT; a render that is interrupted starts again elsewhere. Servers run all kinds, except those in
LEAVE_TO_WORKERS. With --port, the worker serves only GET /health, /ready and /metrics there.`,
  examples: ["vireo worker --kinds video,edit,analyse", "LOCAL_RENDERS=8 vireo worker --kinds video --port 9100"],
  options: {
    kinds: { type: "text", value: "list", description: "Kinds of jobs, separated by commas", required: true },
    port: { type: "integer", value: "number", description: "Port for probes and metrics, at HOST. Default: none" },
  },
  isPlain: true,
  async run({ signal, options }) {
    const kinds = String(options.kinds)
      .split(",")
      .map((kind) => kind.trim())
      .filter(Boolean);
    if (kinds.length === 0) throw new Error("--kinds needs at least one kind, such as video.");
    const port = options.port as number | undefined;
    if (port !== undefined && (port < 0 || port > 65535)) throw new Error("--port must be between 0 and 65535.");
    return (await import("./serve")).serve(builtIn, signal, { kinds, port });
  },
});
