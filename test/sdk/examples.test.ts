/** Every function of the SDK has an example in its comment. All examples compile, and the results they state are true. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
/** In the repository, so that `vireo/*` resolves, and hidden from its tsconfig.json by the dot. */
const folder = join(root, "dist", `.examples-${process.pid}`);

/** Functions without an example, by module or by module and name, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  "client/call": "Parts of createClient, whose example shows what they do.",
  "client/error toError": "As client/call.",
  "client/events": "As client/call.",
  "client/pages": "As client/call.",
  "client/pause": "As client/call.",
  "client/upload": "As client/call.",
  "client/wait": "As client/call.",
  "hosted/pictures createPictures": "Parts of createHostedEngines, whose example shows what they do.",
  "hosted/review": "As hosted/pictures.",
  "hosted/speaker": "As hosted/pictures.",
  "hosted/talker": "As hosted/pictures.",
  "hosted/tasks": "As hosted/pictures.",
  "llm/plan-prompt": "Part of writePlan.",
  "models/checksums": "Part of openModel.",
  "models/thread": "Part of serveModel.",
  "process lacks": "Only the native parts of Vireo's own plug-ins have names.",
  "process nativePath": "As process lacks.",
  "process unpacked": "As process lacks.",
  "process setNativeEnv": "A workaround for native libraries of Vireo's own plug-ins.",
  "process trimNativeHeap": "As process setNativeEnv.",
};

/** What examples take as given: what `start`, an engine, a route or a test has. */
const GIVEN = `
import type { Generated } from "kysely";
import type { BriefSource } from "vireo/brief";
import type { Transaction } from "vireo/database";
import type { Engine, Run } from "vireo/engine";
import type { GenerationKind } from "vireo/generations";
import type { ModelPlace } from "vireo/models/place";
import type { Context, Module } from "vireo/module";
import type { Connections } from "vireo/oauth";
import type {} from "vireo/previews";
import type { Exchange } from "vireo/request";
import type { AnalyseRequest } from "vireo/slots/analyse";
import type { ImageRequest } from "vireo/slots/image";
import type { MomentsRequest } from "vireo/slots/moments";
import type { PlanRequest } from "vireo/slots/plan";
import type { Scraper } from "vireo/slots/scrape";
import type { SocialProvider } from "vireo/slots/social";
import type { Speaker } from "vireo/slots/speak";
import type { StockLibrary } from "vireo/slots/stock";
import type { Talker } from "vireo/slots/talk";
import type { Transcriber } from "vireo/slots/transcribe";
import type { Vendor } from "vireo/vendor";
declare module "vireo/database" {
  interface Tables {
    notes: {
      id: string;
      account_id: string;
      text: string;
      facts: Generated<object>;
      created_at: Generated<Date>;
      due_at: Generated<Date>;
      attempts: Generated<number>;
      lease_until: Date | null;
    };
  }
}
declare global {
  const context: Context<unknown, never, "local" | "templates"> & { services: { content?: BriefSource } };
  const trx: Transaction, exchange: Exchange, accountId: string, signal: AbortSignal;
  const run: Run, vendor: Vendor, connections: Connections, place: ModelPlace;
  const painter: Engine<ImageRequest>, analyser: Engine<AnalyseRequest>;
  const finder: Engine<MomentsRequest>, planner: Engine<PlanRequest>;
  const scraper: Scraper, provider: SocialProvider, speaker: Speaker, library: StockLibrary;
  const talker: Talker, transcriber: Transcriber, video: HTMLVideoElement, gradients: Module, kind: GenerationKind;
}`;

const TSCONFIG = {
  extends: "../../tsconfig.json",
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
  include: ["*.ts", "../../core/**/assets.d.ts"],
};

interface Exported {
  module: string;
  name: string;
  /** Names that the module exports. Its examples use them without an import. */
  scope: readonly string[];
  code?: string;
}

/** Returns the comment of an export, wherever it is declared. Undefined if another module of the SDK declares it. */
async function findComment(path: string, name: string): Promise<string | undefined> {
  const source = await Bun.file(join(root, path)).text();
  const comment = String.raw`(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?`;
  const declaration = new RegExp(`${comment}export (?:async )?(?:function\\*?|class|const) ${name}\\b`).exec(source);
  if (declaration) return declaration[1] ?? "";
  for (const [, names = "", from] of source.matchAll(/^(?:import|export) \{([^}]*)\} from "#((?:core|db)\/[^"]+)"/gm))
    if (new RegExp(`\\b${name}\\b`).test(names)) return findComment(`${from}.ts`, name);
  return undefined;
}

/** Reads the functions and classes of a public module, with the code of their examples. */
async function readModule([module, path]: readonly [string, string]): Promise<Exported[]> {
  const source = await Bun.file(join(root, path)).text();
  const exported = Object.entries(await import(join(root, path))).filter(([, value]) => value !== undefined);
  const types = source.matchAll(/^export (?:interface|type) (\w+)|^ *(?:export \{ )?type (\w+)[,}]/gm);
  const scope = [...exported.map(([name]) => name), ...types.map(([, own, other]) => `type ${own ?? other}`)];
  const read = async (name: string): Promise<Exported[]> => {
    const comment = await findComment(path, name);
    const code = /^@example\s([\s\S]+)/m.exec(comment?.replace(/^(?:\/\*\*| \*\/| \*) ?/gm, "") ?? "")?.[1];
    return comment === undefined ? [] : [{ module, name, scope, code: code?.trim() }];
  };
  const names = exported.filter(([, value]) => typeof value === "function").map(([name]) => name);
  return (await Promise.all(names.map(read))).flat();
}

// The entry point of child processes cannot be imported.
const files = [...new Bun.Glob("**/*.ts").scanSync(join(root, "sdk"))].filter((file) => file !== "testing/child.ts");
const modules: [string, string][] = files.sort().map((file) => [file.replace(/\.ts$/, ""), `sdk/${file}`]);
modules.push(["engine", "core/engine.ts"], ["module", "core/module.ts"]);
const functions = (await Promise.all(modules.map(readModule))).flat();

/** `call; // result`, `const name = call; // result`, or `call; // throws "part of the message"`. */
const RESULT = /^(?:const (\w+) = )?(\S.*); \/\/ (throws )?(.+)$/;

function checkResult(line: string): string {
  const [, name, call = "", throws, result] = RESULT.exec(line) ?? [];
  if (!result) return line;
  if (throws) return `await expect(async () => ${call}).toThrow(${result});`;
  if (name) return `const ${name} = ${call}; expect<unknown>(${name}).toEqual(${result});`;
  return `expect<unknown>(await (${call})).toEqual(${result});`;
}

/** A module that exports the example as a function, with its results as expectations. */
function toSource({ module, scope, code = "" }: Exported): string {
  const lines = code.split("\n");
  const isImport = (line: string) => line.startsWith("import ");
  const imports = lines.filter(isImport);
  const taken = new Set(imports.join(" ").match(/\w+/g));
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(code) && !taken.has(name);
  const used = scope.filter((name) => isUsed(name.replace("type ", "")));
  const body = lines.filter((line) => !isImport(line)).map(checkResult);
  return [
    'import { expect } from "bun:test";',
    ...imports,
    `import { ${used.join(", ")} } from "vireo/${module}";`,
    `export default async () => {\n${body.join("\n")}\n};`,
  ].join("\n");
}

const getFile = ({ module, name }: Exported) => join(folder, `${module.replaceAll("/", "-")}.${name}.ts`);
const examples = functions.filter(({ code }) => code);
const withResult = examples.filter(({ code = "" }) => code.split("\n").some((line) => RESULT.test(line)));

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  await Bun.write(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  await Bun.write(join(folder, "given.ts"), GIVEN);
  for (const example of examples) await Bun.write(getFile(example), toSource(example));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("every function has an example", () => {
  const isExempt = ({ module, name }: Exported) => module in EXEMPT || `${module} ${name}` in EXEMPT;
  const missing = functions.filter((one) => !one.code && !isExempt(one));
  expect(missing.map(({ module, name }) => `${module} ${name}`)).toEqual([]);
});

test("no exemption is left over", () => {
  const bare = functions.filter(({ code }) => !code).flatMap(({ module, name }) => [module, `${module} ${name}`]);
  expect(Object.keys(EXEMPT).filter((name) => !bare.includes(name))).toEqual([]);
});

test("the examples compile", async () => {
  const compiler = Bun.spawn([process.execPath, "x", "tsc", "--checkers", "1", "-p", folder], { cwd: root });
  expect([await new Response(compiler.stdout).text(), await compiler.exited]).toEqual(["", 0]);
}, 180_000);

test.each(withResult.map((example) => [example.module, example.name, example] as const))(
  "%s: the example of %s has the result that it states",
  async (_module, _name, example) => {
    const { default: run } = await import(getFile(example));
    await run();
  },
);
