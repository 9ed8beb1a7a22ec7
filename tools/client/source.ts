import type { Facts } from "#core/facts";
import type { OpenApiDocument } from "#core/openapi/document";
import { emit } from "./emit";

/** Formats the text like the repository, so that it can be compared with the committed file. */
function formatted(name: string, text: string): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(
    [process.execPath, "x", "biome", "format", `--stdin-file-path=sdk/client/${name}`],
    { stdin: Buffer.from(text), cwd: new URL("../..", import.meta.url).pathname },
  );
  if (exitCode !== 0) throw new Error(`Could not format sdk/client/${name}: ${stderr}`);
  return stdout.toString();
}

/** Generates the client's files from the document of the latest version. */
export function clientFiles(document: OpenApiDocument, { events: types, errors }: Facts): Record<string, string> {
  const events = Object.entries(types).map(([type, { route }]) => ({ type, route }));
  const files = emit({ document, kinds: Object.keys(errors), events });
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, formatted(name, text)]));
}
