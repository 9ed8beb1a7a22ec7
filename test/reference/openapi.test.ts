/** The OpenAPI documents as others see them: their linters, their generators, and an example of everything. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import Ajv2020 from "ajv/dist/2020";
import type { OpenApiDocument } from "#core/openapi/document";
import { deriveExample } from "#core/openapi/examples";
import { versions } from "#core/request/versions";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp, type TestApp } from "#test/app";
import { type Operation, operationsOf } from "#test/core/openapi-lint";
import { endless, fakeImages } from "#test/engines";

const MAX_BYTES = 580_000;
const MAX_GZIP_BYTES = 88_000;
const names = versions.map(({ version }) => version);
const documents = {} as Record<(typeof names)[number], OpenApiDocument>;
let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-openapi-"));
  app = await startApp();
  for (const version of names) {
    documents[version] = (await app.as(undefined)("GET", `/openapi.json?version=${version}&samples=true`)).body;
    await Bun.write(join(folder, `${version}.json`), JSON.stringify(documents[version]));
  }
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Media {
  schema: Record<string, unknown>;
  example?: unknown;
}
type Example = Operation & {
  "x-codeSamples"?: { lang: string; source: string }[];
  parameters: { $ref?: string; name: string; in: string; required?: boolean; schema: object; example?: unknown }[];
};

describe.each(names)("the document of %s", (version) => {
  const read = () => [...operationsOf(documents[version])] as [string, Example][];
  const find = (body?: { content?: object }) => Object.values(body?.content ?? {})[0] as Media | undefined;

  test("has a valid example of every operation; otherwise extend test/reference/tour.test.ts and run `bun run examples`", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema({ $id: "doc", components: documents[version].components });
    const mistakes: string[] = [];
    const check = (where: string, schema: object, value: unknown) => {
      const valid = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')));
      if (!valid(value)) mistakes.push(`${where}: ${ajv.errorsText(valid.errors)}`);
    };
    // An example that follows from the schemas is not repeated.
    const { schemas } = documents[version].components;
    const show = ({ schema, example }: Media) => example ?? deriveExample(schema, schemas);
    for (const [name, { examples }] of Object.entries(schemas) as [string, { examples?: unknown[] }][])
      for (const example of examples ?? []) check(name, { $ref: `#/components/schemas/${name}` }, example);
    for (const [type, { post }] of Object.entries(documents[version].webhooks ?? {}) as [string, { post: Example }][]) {
      const message = find(post.requestBody) as Media;
      check(type, message.schema, show(message));
    }
    for (const [where, operation] of read()) {
      const success = Object.entries(operation.responses).find(([status]) => status < "300")?.[1];
      const answer = find(success);
      const shown = answer && show(answer);
      if (answer && shown === undefined) mistakes.push(`${where}: the response has no example.`);
      else if (answer) check(`${where}: response`, answer.schema, shown);
      for (const { name, in: place, required, schema, example } of operation.parameters) {
        if (example !== undefined) check(`${where}: ${name}`, schema, example);
        else if (required && place !== "header") mistakes.push(`${where}: ${name} has no example.`);
      }
      const body = (operation.requestBody?.content["application/json"] as Media | undefined) ?? undefined;
      if (body && body.example === undefined) mistakes.push(`${where}: the body has no example.`);
      else if (body) check(`${where}: body`, body.schema, body.example);
      if (!operation["x-codeSamples"]) mistakes.push(`${where}: there are no code samples.`);
    }
    expect(mistakes).toEqual([]);
  });

  test("tells no secrets and no addresses of the machine that recorded the examples", () => {
    const text = JSON.stringify(read().map(([, operation]) => [operation.requestBody, operation.responses]));
    expect(text).not.toMatch(/127\.0\.0\.1:|vireo_(?!Example)[0-9A-Za-z]{36}/);
  });

  test("satisfies Spectral", async () => {
    const spectral = new Spectral();
    // Examples are validated above: that rule takes 15 seconds, and reads patterns without the flag `u`.
    spectral.setRuleset({ extends: [oas as never], rules: { "oas3-valid-media-example": "off" } });
    const found = await spectral.run(documents[version] as never);
    expect(found.map(({ code, message, path }) => `${code}: ${message} at ${path.join("/")}`)).toEqual([]);
  });

  test("satisfies Redocly", async () => {
    const config = await createConfig({ extends: ["recommended"], rules: { "operation-4xx-response": "error" } });
    const found = await lintFromString({
      source: JSON.stringify(documents[version]),
      absoluteRef: "openapi.json",
      config,
    });
    expect(found.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });

  test("is not too large", async () => {
    const { body } = await app.as(undefined)("GET", `/openapi.json?version=${version}`);
    const text = JSON.stringify(body);
    expect(text.length).toBeLessThan(MAX_BYTES);
    expect(Bun.gzipSync(text).length).toBeLessThan(MAX_GZIP_BYTES);
  });
});

test("engines of a plug-in change no response in the documents, so tests with fake engines share one (test/contract.ts)", async () => {
  const other = await startApp({}, [...modules, ...plugins, fakeImages({}), endless]);
  try {
    for (const version of names) {
      const { body } = await other.as(undefined)("GET", `/openapi.json?version=${version}`);
      const list = (document: OpenApiDocument) => [
        document.components,
        ...[...operationsOf(document)].map(([where, { responses }]) => [where, responses]),
      ];
      expect(list(body)).toEqual(list(documents[version]));
    }
  } finally {
    await other.stop();
  }
});

test("hey-api and openapi-typescript make clients of it that compile", async () => {
  const target = join(folder, "clients");
  await mkdir(target);
  const root = join(import.meta.dir, "../..");
  const run = async (...command: string[]) => {
    const child = Bun.spawn([process.execPath, ...command], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { code: await child.exited, text: out + err };
  };
  const generated = await run("test/reference/generate.ts", join(folder, `${names[0]}.json`), target);
  expect(generated).toEqual({ code: 0, text: expect.any(String) });
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: [], lib: ["ESNext", "DOM"] };
  const options = { ...compilerOptions, target: "ESNext", module: "ESNext", moduleResolution: "bundler" };
  await Bun.write(join(target, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["**/*.ts"] }));
  expect(await run("x", "tsc", "--checkers", "1", "-p", target)).toEqual({ code: 0, text: "" });
});

test("the code samples can be run: TypeScript compiles, Python and curl parse", async () => {
  const target = join(folder, "samples");
  await mkdir(target);
  const samples = [...operationsOf(documents[names[0]!])].flatMap(([, operation]) =>
    ((operation as Example)["x-codeSamples"] ?? []).map((sample) => ({ ...sample, name: operation.operationId })),
  );
  const pick = (lang: string) => samples.filter((sample) => sample.lang === lang);
  for (const { name, source } of pick("TypeScript"))
    await Bun.write(join(target, `${name}.ts`), `${source}\nexport {};\n`);
  const client = join(import.meta.dir, "../../sdk/client/index.ts");
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: ["bun"] },
    ...{ target: "ESNext", module: "ESNext", moduleResolution: "bundler", lib: ["ESNext", "DOM"] },
    typeRoots: [join(import.meta.dir, "../../node_modules/@types")],
    paths: { "vireo-client": [client] },
  };
  await Bun.write(join(target, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const compiled = Bun.spawnSync([process.execPath, "x", "tsc", "--checkers", "1", "-p", target], {
    cwd: join(import.meta.dir, "../.."),
  });
  expect(compiled.stdout.toString()).toBe("");
  for (const { source } of pick("Shell")) expect(Bun.spawnSync(["sh", "-n", "-c", source]).exitCode).toBe(0);
  const python = Bun.which("python3");
  if (!python) return console.log("python3 is not installed: the Python samples were not checked");
  const check = "import ast, json, sys\nfor source in json.load(sys.stdin): ast.parse(source)";
  const stdin = Buffer.from(JSON.stringify(pick("Python").map(({ source }) => source)));
  expect(Bun.spawnSync([python, "-c", check], { stdin }).exitCode).toBe(0);
});
