/** `bun run client`: generates sdk/client/types.ts and operations.ts from the OpenAPI document. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boot } from "#core/boot/boot";
import type { OpenApiDocument } from "#core/openapi/document";
import { setEntryPoint } from "#core/process/program";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { clientFiles } from "./source";

setEntryPoint(new URL("../../cli/main.ts", import.meta.url).pathname);
const dataDir = await mkdtemp(join(tmpdir(), "vireo-client-"));
const vireo = await boot({
  modules: [...modules, ...plugins],
  env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: "warn" },
});
try {
  const response = await vireo.handle(new Request("http://localhost/openapi.json"));
  const files = clientFiles((await response.json()) as OpenApiDocument, vireo.tools.facts);
  for (const [name, text] of Object.entries(files))
    await Bun.write(new URL(`../../sdk/client/${name}`, import.meta.url), text);
  const paths = Object.keys(files).map((name) => `sdk/client/${name}`);
  console.log(`Wrote ${paths.join(", ")}`);
} finally {
  await vireo.stop();
  await rm(dataDir, { recursive: true, force: true });
}
