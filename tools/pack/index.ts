/**
 * `bun run pack`: makes dist/vireo-<version>.tgz, the package that plug-in authors install, and the client's. It holds the sources that
 * tests run on, and declarations, so that an author's compiler options never apply to our sources.
 */
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { packClient } from "./client";

const repository = join(import.meta.dir, "../..");
const FOLDERS = ["core", "db", "modules", "sdk"];
const MAX_BYTES = 3_000_000;

/** Large native libraries that few plug-ins need: the author adds them where needed. */
const OPTIONAL = ["@huggingface/transformers", "@lancedb/lancedb", "apache-arrow"];

/** Every conditional path: the compiler reads declarations, Bun reads sources. */
const withTypes = (paths: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [
      name,
      { types: path.replace("./", "./types/").replace(/\.ts$/, ".d.ts"), default: path },
    ]),
  );

/** The dependencies that the packed sources import, at our versions. */
async function findDependencies(folder: string): Promise<Record<string, string>> {
  const specifiers = new Set<string>();
  for await (const file of new Bun.Glob(`{${FOLDERS.join(",")}}/**/*.ts`).scan(folder)) {
    const source = await Bun.file(join(folder, file)).text();
    for (const [, specifier] of source.matchAll(/(?:from|import)\s*\(?\s*"([^".#][^"]*)"/g)) specifiers.add(specifier!);
  }
  const isImported = ([name]: [string, string]) =>
    [...specifiers].some((specifier) => specifier === name || specifier.startsWith(`${name}/`));
  return Object.fromEntries(Object.entries(packageJson.dependencies).filter(isImported));
}

async function writePackageJson(folder: string): Promise<void> {
  const { name, version, description, license, type, engines } = packageJson;
  const all = Object.entries(await findDependencies(folder));
  const isOptional = ([dependency]: [string, string]) => OPTIONAL.includes(dependency);
  const imports = Object.fromEntries(
    Object.entries(packageJson.imports).filter(([alias]) => FOLDERS.includes(alias.slice(1, -2))),
  );
  const content = {
    name,
    version,
    description,
    license,
    type,
    engines,
    imports: withTypes(imports),
    exports: withTypes(packageJson.exports),
    dependencies: {
      ...Object.fromEntries(all.filter((one) => !isOptional(one))),
      "@types/bun": packageJson.devDependencies["@types/bun"],
    },
    optionalDependencies: packageJson.optionalDependencies,
    peerDependencies: Object.fromEntries(all.filter(isOptional)),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL.map((dependency) => [dependency, { optional: true }])),
  };
  await Bun.write(join(folder, "package.json"), JSON.stringify(content, null, 2));
}

function run(command: string[], cwd: string): void {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...command], { cwd });
  if (exitCode !== 0) throw new Error(`bun ${command.join(" ")} failed:\n${stdout}${stderr}`);
}

export async function pack(): Promise<string> {
  const folder = join(repository, "dist", ".package");
  const tarball = join(repository, "dist", `vireo-${packageJson.version}.tgz`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of FOLDERS) await cp(join(repository, name), join(folder, name), { recursive: true });
  // Authors of plug-ins need no pictures of samples and templates.
  await Bun.write(join(folder, "modules/viral-library/videos/sample-thumbnails.bin"), "");
  await Bun.write(join(folder, "modules/templates/previews.bin"), "{}\n");
  await cp(join(repository, "LICENSE"), join(folder, "LICENSE"));
  await cp(join(repository, "docs/plugins.md"), join(folder, "README.md"));
  run(["x", "tsc", "--checkers", "1", "-p", "tools/pack/tsconfig.json", "--outDir", join(folder, "types")], repository);
  await writePackageJson(folder);
  run(["pm", "pack", "--filename", tarball, "--quiet"], folder);
  const { size } = Bun.file(tarball);
  if (size > MAX_BYTES) throw new Error(`${tarball} has ${size} bytes; at most ${MAX_BYTES} are allowed.`);
  console.log(`${tarball}  ${(size / 1e6).toFixed(1)} MB`);
  return tarball;
}

if (import.meta.main) {
  await pack();
  await packClient();
}
