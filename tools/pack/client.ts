/** Makes dist/vireo-client-<version>.tgz: the typed client as a package of its own, for Node, Deno, Bun and bundlers. */
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };

const repository = join(import.meta.dir, "../..");
export const NAME = "vireo-client";

const README = `# ${NAME}

Typed client for the API of Vireo, a self-hosted server for short-form marketing media, for Node 20 and later, Deno, Bun and browsers.

\`\`\`ts
import { createClient } from "${NAME}";

const vireo = createClient({ baseUrl: "https://vireo.example.com", apiKey: "vireo_…" });
const video = await vireo.waitFor(await vireo.videos.generate({ prompt: "Cold brew that hits different" }));
console.log(video.url);
\`\`\`

\`verifyWebhook\` of \`${NAME}/webhooks\` verifies webhooks. Every operation and its types: \`/docs\` of your server.
`;

const content = {
  name: NAME,
  version: packageJson.version,
  description: "Typed client for the Vireo API",
  license: packageJson.license,
  type: "module",
  sideEffects: false,
  engines: { node: ">=20" },
  files: ["*.js", "*.d.ts", "README.md", "LICENSE"],
  exports: {
    ".": { types: "./index.d.ts", default: "./index.js" },
    "./webhooks": { types: "./webhooks.d.ts", default: "./webhooks.js" },
  },
  dependencies: { standardwebhooks: packageJson.dependencies.standardwebhooks },
};

/** Compiles the client into the folder: JavaScript and declarations, file by file. */
export async function compileClient(folder: string): Promise<void> {
  const options = ["--outDir", folder, "--noEmit", "false", "--declaration", "--rewriteRelativeImportExtensions"];
  const target = ["--target", "ES2022", "--module", "ESNext", "--lib", "ES2023,DOM,DOM.Iterable", "--types", ""];
  const files = ["index.ts", "webhooks.ts"].map((file) => join("sdk/client", file));
  const strict = [
    "--ignoreConfig",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--skipLibCheck",
    "--moduleResolution",
    "bundler",
  ];
  const command = ["x", "tsc", ...options, ...target, ...strict, ...files];
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...command], { cwd: repository });
  if (exitCode !== 0) throw new Error(`The client does not compile:\n${stdout}${stderr}`);
}

/** @returns path of the package */
export async function packClient(): Promise<string> {
  const folder = join(repository, "dist", ".client");
  const tarball = join(repository, "dist", `${NAME}-${packageJson.version}.tgz`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await compileClient(folder);
  await cp(join(repository, "LICENSE"), join(folder, "LICENSE"));
  await Bun.write(join(folder, "README.md"), README);
  await Bun.write(join(folder, "package.json"), JSON.stringify(content, null, 2));
  const packed = Bun.spawnSync([process.execPath, "pm", "pack", "--filename", tarball, "--quiet"], { cwd: folder });
  if (packed.exitCode !== 0) throw new Error(`bun pm pack failed:\n${packed.stdout}${packed.stderr}`);
  console.log(`${tarball}  ${(Bun.file(tarball).size / 1e3).toFixed(0)} kB`);
  return tarball;
}
