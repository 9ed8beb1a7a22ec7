/** `vireo serve --watch`: restarts the server when a file of a configured plug-in changes. For development. */
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { readConfig } from "#core/config/config";
import { resolvePlugin } from "#core/loader/loader";
import { getProgram } from "#core/process/program";

const POLL_MS = 300;
const EXTENSIONS = new Set([".ts", ".tsx", ".js", ".mjs", ".json", ".html", ".css"]);

/** Runs the server as a child process until the signal fires. */
export async function serveWatched(signal: AbortSignal): Promise<number> {
  const { config } = await readConfig();
  if (config.plugins.length === 0) throw new Error("No plug-in to watch. Set VIREO_PLUGINS.");
  const watched = {
    folders: [...new Set(config.plugins.map((name) => dirname(resolvePlugin(name))))],
    // Databases and media change all the time.
    skip: resolve(config.dataDir),
  };
  note(`Watching ${watched.folders.join(", ")}`);
  while (!signal.aborted) {
    const snapshot = await takeSnapshot(watched);
    const server = Bun.spawn([...getProgram(), "serve"], {
      stdio: ["ignore", "inherit", "inherit"],
      // Ctrl-C reaches only this process, which then stops the server once.
      detached: true,
    });
    void server.exited.then((code) => {
      if (code !== 0 && !signal.aborted) note("The server has stopped. Waiting for a change.");
    });
    await waitForChange(watched, snapshot, signal);
    if (!signal.aborted) note("A plug-in has changed. Restarting.");
    server.kill("SIGTERM");
    await server.exited;
  }
  return 0;
}

const note = (text: string) => process.stderr.write(`${text}\n`);

interface Watched {
  folders: readonly string[];
  skip: string;
}

async function waitForChange(watched: Watched, before: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Bun.sleep(POLL_MS);
    const now = await takeSnapshot(watched);
    if (now === before) continue;
    // Editors and compilers write several files, so wait until they are done.
    await Bun.sleep(POLL_MS);
    if ((await takeSnapshot(watched)) === now) return;
  }
}

/** Uses polling, because file events are missing on network drives and in many containers. */
async function takeSnapshot({ folders, skip }: Watched): Promise<string> {
  const lines = await Promise.all(folders.map((folder) => listFiles(folder, skip)));
  return lines.flat().sort().join("\n");
}

async function listFiles(folder: string, skip: string): Promise<string[]> {
  if (folder === skip || !existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const lines = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (basename(path).startsWith(".") || entry.name === "node_modules") return [];
      if (entry.isDirectory()) return listFiles(path, skip);
      if (!EXTENSIONS.has(extname(entry.name))) return [];
      const stats = await stat(path).catch(() => undefined);
      return stats ? [`${path} ${stats.mtimeMs} ${stats.size}`] : [];
    }),
  );
  return lines.flat();
}
