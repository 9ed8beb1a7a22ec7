import { startEmbedded } from "#db/embedded";

/** Another process: starts the database in the folder it is given, says how it went in one line, and holds it until it is killed. */
try {
  const { pid, adopted, connection } = await startEmbedded({ directory: process.argv[2]! });
  process.stdout.write(`${JSON.stringify({ pid, adopted, connection })}\n`);
  setInterval(() => {});
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
}
