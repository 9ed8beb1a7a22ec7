/**
 * `bun run examples`: records the examples of the API reference with the tests. With test files as arguments, adds what
 * they call to the operations that have no example yet.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Example } from "#core/examples";
import type { RecordedCall, RecordedEvent } from "#test/reference/recorder";

const FILE = new URL("../plugins/reference/examples.json", import.meta.url).pathname;
const TOUR = "test/reference/tour.test.ts";
/** The day on which all examples take place. */
const DAY = Date.parse("2026-12-01T09:00:00Z");
const ROUND_MS = 10_000;

type Line = RecordedCall | RecordedEvent;
interface Examples {
  operations: Record<string, Record<string, Example>>;
  events: Record<string, object>;
}

/** Values that differ with each run, replaced by ones that stay the same. */
function createCleaner({ at: start, origin }: Line) {
  const names = new Map<string, string>();
  const number = (text: string, write: (count: number) => string) => {
    const known = names.get(text) ?? write(names.size);
    names.set(text, known);
    return known;
  };
  const move = (time: number) => DAY + Math.round((time - start) / ROUND_MS) * ROUND_MS;
  const letters = (count: number, length: number) => count.toString(16).padStart(length, "0");
  const rules: readonly (readonly [RegExp, (text: string, ...parts: string[]) => string])[] = [
    [new RegExp(`${origin}|http://localhost(?!:)`, "g"), () => "https://vireo.example.com"],
    [/http:\/\/(?:127\.0\.0\.1|localhost):\d+/g, () => "https://hooks.example.com"],
    [/vireo_[0-9A-Za-z]{36}/g, () => "vireo_ExampleExampleExampleExampleExample0"],
    [/whsec_[\w+/=]+/g, () => `whsec_${btoa("an example, thirty-two bytes long")}`],
    [/([?&](?:token|state|code_challenge)=)[\w-]+/g, (_, name) => `${name}EXAMPLE`],
    [/http%3A%2F%2F(?:127\.0\.0\.1|localhost)%3A\d+/g, () => "https%3A%2F%2Fvireo.example.com"],
    [/(\/(?:open\/uploads?|review)\/)[\w.-]+/g, (_, path) => `${path}EXAMPLE`],
    [/(\/media\/)([\w/-]+)(?=\.\w+)/g, (_, path, name) => path + number(name!, (n) => `4f1c9d/${letters(n, 4)}`)],
    [
      /\b([a-z]{3,8})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g,
      (id, prefix) => `${prefix}_${number(id, (n) => `01kbc2p0m8f4r9y7c3w6d5${letters(n, 4)}`)}`,
    ],
    [
      /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
      (id) => number(id, (n) => `019ad82b-0288-7a4b-9e17-${letters(n, 12)}`),
    ],
    [/(?<![\w.])1[6-9]\d{11}(?![\w.])/g, (time) => String(move(Number(time)))],
    [/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (time) => new Date(move(Date.parse(time))).toISOString()],
  ];
  return <T>(example: T): T =>
    JSON.parse(rules.reduce((text, [pattern, write]) => text.replace(pattern, write), JSON.stringify(example)));
}

const LONG_TEXT = 200;

/** A list of objects or long texts shows what its items look like, and a page that it is one. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isLong = value.some((item) => typeof item === "object" || String(item).length > LONG_TEXT);
    return (isLong ? value.slice(0, 1) : value).map(shorten);
  }
  if (typeof value === "string") return value.replace(/^(<!doctype html>)[\s\S]*/, "$1…");
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shorten(child)]));
}

const isCompleted = ({ response }: Partial<Example>) =>
  (response as { status?: string } | undefined)?.status === "completed";

/** The last call of each operation and the events, cleaned. Completed work wins. */
function read(lines: readonly Line[]): Examples {
  const [first] = lines;
  const examples: Examples = { operations: {}, events: {} };
  if (!first) return examples;
  const clean = createCleaner(first);
  for (const line of lines) {
    if ("event" in line) {
      examples.events[line.event] = shorten(clean(line.example)) as object;
      continue;
    }
    const { response, ...request } = clean(line.example);
    examples.operations[line.version] ??= {};
    const operations = examples.operations[line.version]!;
    const known = operations[line.operationId];
    if (known && isCompleted(known) && !isCompleted(line.example)) continue;
    operations[line.operationId] = {
      ...request,
      ...(response === undefined ? {} : { response: shorten(response) }),
    };
  }
  return examples;
}

const sort = <T>(all: Record<string, T>) =>
  Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Those of `over` win. */
function merge(under: Examples, over: Examples): Examples {
  const versions = [...new Set([...Object.keys(under.operations), ...Object.keys(over.operations)])]
    .toSorted()
    .reverse();
  return {
    operations: Object.fromEntries(
      versions.map((version) => [version, sort({ ...under.operations[version], ...over.operations[version] })]),
    ),
    events: sort({ ...under.events, ...over.events }),
  };
}

const files = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "vireo-examples-"));
const lines = join(folder, "calls.jsonl");
try {
  const run = Bun.spawn([process.execPath, "test/run.ts", ...(files.length > 0 ? files : [TOUR])], {
    env: { ...process.env, RECORD_EXAMPLES: lines },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((await run.exited) !== 0) throw new Error("The tests failed, so nothing was recorded.");
  const text = await readFile(lines, "utf8");
  const recorded = read(
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
  const before: Examples = JSON.parse(await readFile(FILE, "utf8"));
  const after = files.length > 0 ? merge(recorded, before) : merge(before, recorded);
  await Bun.write(FILE, `${JSON.stringify(after, null, 2)}\n`);
  Bun.spawnSync([process.execPath, "x", "biome", "format", "--write", FILE]);
  const counts = Object.entries(after.operations).map(([version, all]) => `${version}: ${Object.keys(all).length}`);
  console.log(`Wrote ${relative(process.cwd(), FILE)} (operations of ${counts.join(", ")})`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
