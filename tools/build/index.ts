/**
 * Makes the program in one file: `bun tools/build/index.ts [target] [--release | --quick]`, into dist/.
 * Keeps the existing program if nothing it is made of has changed. `--release` packs smaller, and takes minutes.
 * `--quick` packs larger in half the time, for tests.
 */
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { constants } from "node:zlib";
import { buildPages } from "#cli/bundle/pages";
import { bundle } from "./bundle";
import { fingerprint } from "./fingerprint";
import { isOurs, modulesFor } from "./modules";
import { pack } from "./pack";
import { dispensable, partsFor } from "./parts";
import { table } from "./table";
import { targets } from "./targets";

const dist = join(import.meta.dir, "../../dist");
/** Nine would save a twentieth of the file and take five times as long. */
const LEVEL = 3;
const RELEASE_LEVEL = 19;
const QUICK_LEVEL = 1;

interface Made {
  fingerprint: string;
  level: number;
  table: string;
}

function readMade(path: string): Made | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

async function build(name: string, level: number): Promise<void> {
  const target = targets.find((one) => one.name === name);
  if (!target) throw new Error(`There is no target ${name}; there are ${targets.map((one) => one.name).join(", ")}.`);
  const isMain = target === targets[0];
  const outfile = join(dist, `vireo${isMain ? "" : `-${name}`}${target.os === "win32" ? ".exe" : ""}`);
  const record = join(dist, `.${name}.json`);
  const current = fingerprint();
  const last = existsSync(outfile) ? readMade(record) : undefined;
  if (last?.fingerprint === current && last.level >= level) {
    console.log(`${last.table}\n${outfile} is up to date.`);
    return;
  }
  const started = performance.now();
  const sources = partsFor(target, await modulesFor(target, join(dist, ".modules")));
  const missing = sources.filter(({ files }) => files.length === 0).map((part) => part.name);
  const needed = missing.filter((part) => !dispensable.includes(part));
  if (needed.length > 0)
    throw new Error(`The registry has no ${needed.join(" and no ")} for ${name}: it cannot be built.`);
  const packed = await Promise.all(
    sources.filter(({ files }) => files.length > 0).map((part) => pack(part, join(dist, ".packed"), level)),
  );
  // Moved into place whole: the one that is there may be running.
  const half = join(dist, `.${process.pid}-${basename(outfile)}`);
  // The best compression takes seconds, so builds for tests leave it out.
  const { BROTLI_MIN_QUALITY, BROTLI_MAX_QUALITY } = constants;
  const quality = level === QUICK_LEVEL ? BROTLI_MIN_QUALITY : BROTLI_MAX_QUALITY;
  await bundle(target, packed, await buildPages(join(dist, ".pages"), quality), half);
  renameSync(half, outfile);
  const made: Made = {
    fingerprint: current,
    level,
    table: table(packed, statSync(outfile).size, isOurs(target) ? statSync(process.execPath).size : undefined, missing),
  };
  writeFileSync(record, JSON.stringify(made));
  console.log(`${made.table}\n${outfile} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const has = (option: string) => process.argv.includes(option);
const level = has("--release") ? RELEASE_LEVEL : has("--quick") ? QUICK_LEVEL : LEVEL;
try {
  for (const name of names.length > 0 ? names : [targets[0]!.name]) await build(name, level);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
