import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Writes a new plug-in with an image engine, one route and tests. Returns the names of the files. */
export async function scaffoldPlugin(folder: string, name: string, version: string): Promise<string[]> {
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty. Choose another name, or another folder with --in.`);
  }
  await mkdir(folder, { recursive: true });
  const files = listFiles(name, version);
  for (const [file, content] of Object.entries(files)) await Bun.write(join(folder, file), content);
  return Object.keys(files);
}

const toTitle = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, dash, letter) => (dash ? " " : "") + letter.toUpperCase());

const listFiles = (name: string, version: string): Record<string, string> => ({
  "package.json": `${JSON.stringify(
    {
      name: `vireo-plugin-${name}`,
      version: "0.1.0",
      type: "module",
      exports: "./index.ts",
      files: ["index.ts"],
      scripts: { check: "tsc", test: "bun test" },
      devDependencies: {
        "@types/bun": "1.4.4",
        typescript: "7.0.2",
        vireo: `file:./vireo-${version}.tgz`,
      },
    },
    null,
    2,
  )}\n`,
  "tsconfig.json": `${JSON.stringify(
    {
      compilerOptions: {
        target: "ESNext",
        lib: ["ESNext", "DOM", "DOM.Iterable"],
        module: "Preserve",
        moduleResolution: "bundler",
        types: ["bun"],
        strict: true,
        verbatimModuleSyntax: true,
        noEmit: true,
        skipLibCheck: true,
      },
      include: ["*.ts"],
    },
    null,
    2,
  )}\n`,
  ".gitignore": "node_modules/\ndata/\n*.tgz\n",
  "README.md": README(name, version),
  "index.ts": INDEX(name),
  "index.test.ts": TEST(name),
});

const README = (name: string, version: string) => `# ${toTitle(name)}

A plug-in for Vireo ${version}: an image engine and one route.

Copy \`vireo-${version}.tgz\` into this folder first. It is part of every release; \`bun run pack\` builds it from a checkout
of Vireo. Then:

    bun install
    bun run check        # types
    bun test             # the conformance suite, and the plug-in in a running Vireo
    vireo plugin check .

Run Vireo with it, and restart it whenever a file changes:

    VIREO_PLUGINS=./index.ts vireo serve --watch
`;

const INDEX = (name: string) => `import { join } from "node:path";
import { deflateSync } from "node:zlib";
import type { Engine } from "vireo/engine";
import { defineModule } from "vireo/module";
import type { ImageRequest } from "vireo/slots/image";

const SIZES: Record<string, [width: number, height: number]> = { "1:1": [512, 512], "9:16": [540, 960], "16:9": [960, 540] };

/** A PNG of one colour, which depends on the prompt. Replace it with a call to your vendor or model. */
function drawPng(prompt: string, width: number, height: number): Uint8Array {
  const color = Bun.hash.crc32(prompt);
  const pixels = Buffer.alloc(height * (1 + width * 3));
  for (let at = 0; at < pixels.length; at++) {
    const column = at % (1 + width * 3);
    if (column > 0) pixels[at] = (color >>> (8 * ((column - 1) % 3))) & 255;
  }
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    const sum = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(Bun.hash.crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export const engine: Engine<ImageRequest> = {
  name: "${name}",
  models: [{ id: "${name}-1", title: "${toTitle(name)}", aspectRatios: Object.keys(SIZES) }],
  // Safe to run again after a crash: it costs nothing and leaves nothing behind.
  repeatable: true,
  review: (request): Record<string, string> => (request.source ? { imageId: "This engine does not edit images." } : {}),
  async create({ prompt, aspectRatio }, run) {
    const [width, height] = SIZES[aspectRatio] ?? [512, 512];
    const path = join(run.folder, "image.png");
    await Bun.write(path, drawPng(prompt, width, height));
    return { state: "completed", files: { main: { path } } };
  },
};

export default defineModule({
  name: "${name}",
  contract: "1",
  description: "Images of one colour.",
  start({ router, t }) {
    const Greeting = t.Object({ message: t.String() }, { additionalProperties: false });
    const routes = router().get("", () => ({ message: "Hello from ${name}." }), {
      auth: "media:read",
      detail: { summary: "Say hello" },
      response: { 200: Greeting },
    });
    return { routes, engines: { image: engine } };
  },
});
`;

const TEST = (name: string) => `import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { modules } from "vireo/modules";
import type { ImageRequest } from "vireo/slots/image";
import { startApp, type TestApp } from "vireo/testing/app";
import { engineConformance } from "vireo/testing/conformance/engine";
import plugin, { engine } from "./index";

const request: ImageRequest = {
  model: "${name}-1",
  prompt: "a calm evening",
  aspectRatio: "9:16",
  referenceImageUrls: [],
  brief: {},
};
engineConformance<ImageRequest>("${name}", { engine: () => engine, produces: "image", requests: [request] });

// The app starts a database, which can take longer than Bun's default of 5 s.
setDefaultTimeout(60_000);

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ modules: [...modules, plugin] });
});
afterAll(() => app.stop());

test("its route needs a key", async () => {
  expect((await app.as(undefined)("GET", "/${name}")).status).toBe(401);
  expect((await app.api("GET", "/${name}")).body).toEqual({ message: "Hello from ${name}." });
});

test("its engine makes an image", async () => {
  const { status, body } = await app.api("POST", "/images/generate", { prompt: "dusk", model: "${name}-1" });
  expect(status).toBe(202);
  expect(await app.ended(\`/images/\${body.imageId}\`)).toMatchObject({ status: "completed", engine: "${name}" });
});
`;
