/** `bun tools/check/long-functions.ts`: fails on a function that is longer than the limit. */
import { findLongFunctions, LIMIT } from "./function-length.ts";

const FOLDERS = ["cli", "core", "db", "examples", "modules", "plugins", "sdk", "test", "tools"];

const { stdout } = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard", ...FOLDERS]);
const files = stdout
  .toString()
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file));
const found = files.map(async (file) => {
  const source = Bun.file(file);
  return (await source.exists()) ? findLongFunctions(file, await source.text()) : [];
});
const long = (await Promise.all(found)).flat();
for (const { file, line, name, lines } of long)
  console.error(`${file}:${line} ${name} has ${lines} lines, at most ${LIMIT}`);
process.exit(long.length === 0 ? 0 : 1);
