import type { Command } from "#core/command";
import type { Module } from "#core/module";

export const serveCommand = (builtIn: () => Promise<readonly Module[]>): Command => ({
  name: "serve",
  summary: "Start the server (default)",
  description: `Starts the embedded PostgreSQL in the data directory, or connects to DATABASE_URL. Applies migrations, then serves
requests until it receives SIGTERM or SIGINT.`,
  examples: ["vireo serve", "PORT=8080 DATA_DIR=/var/lib/vireo vireo serve"],
  options: {
    watch: { type: "boolean", description: "Restart when a file of a configured plug-in changes. For development." },
  },
  isPlain: true,
  async run({ signal, options }) {
    if (options.watch) return (await import("./watch")).serveWatched(signal);
    return (await import("./serve")).serve(builtIn, signal);
  },
});
