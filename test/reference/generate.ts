/**
 * Generates clients from an OpenAPI document, as users do: `bun test/reference/generate.ts <document> <folder>`. A process
 * of its own, because the generators need TypeScript 5 under the name of our TypeScript.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

Bun.plugin({
  name: "typescript5",
  setup(build) {
    build.module("typescript", async () => {
      const { default: typescript } = await import("typescript5");
      return { exports: { ...typescript, default: typescript }, loader: "object" };
    });
  },
});

const [document = "", folder = ""] = process.argv.slice(2);
const [{ default: generateTypes, astToString }, { createClient }] = await Promise.all([
  import("openapi-typescript"),
  import("@hey-api/openapi-ts"),
]);
await Bun.write(join(folder, "openapi-typescript.ts"), astToString(await generateTypes(pathToFileURL(document))));
await createClient({
  input: document,
  output: { path: join(folder, "hey-api") },
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
  logs: { level: "error" },
});
