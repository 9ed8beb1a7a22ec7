import { join } from "node:path";
import { leaveOutUnused, MINIFY } from "#cli/bundle/options";
import type { Packed } from "./pack";
import { replaceFiles } from "./replace";
import type { Target } from "./targets";

const repository = join(import.meta.dir, "../..");

/** Programs and workers: each is started by its path. */
const ENTRIES = [
  "cli/main.ts",
  "core/media/worker.ts",
  "plugins/embedder/worker.ts",
  "plugins/kokoro/worker.ts",
  "plugins/local/music/worker.ts",
  "plugins/whisper/worker.ts",
];

/** Makes the program in one file. Throws with everything that the bundler has to say. */
export async function bundle(
  target: Target,
  packed: readonly Packed[],
  pages: Readonly<Record<string, string>> | undefined,
  outfile: string,
): Promise<void> {
  const { plugin, unmet } = replaceFiles(packed, pages);
  const result = await Bun.build({
    entrypoints: ENTRIES.map((path) => join(repository, path)),
    root: repository,
    plugins: [leaveOutUnused, plugin],
    format: "esm",
    bytecode: true,
    minify: MINIFY,
    sourcemap: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    throw: false,
    compile: {
      target: `bun-${target.name}` as Bun.Build.CompileTarget,
      outfile,
      // The directory it is started in is not its own, but for the packages that plug-ins come in.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: true,
    },
  });
  const errors = result.logs.filter(({ level }) => level === "error").map(String);
  if (!result.success) throw new Error(errors.join("\n") || "The bundler failed without a word.");
  const missed = unmet();
  if (missed.length > 0) throw new Error(`Nothing was replaced in ${missed.join(", ")}: see build/replace.ts.`);
}
