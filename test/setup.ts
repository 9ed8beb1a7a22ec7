import { afterAll } from "bun:test";
import { setEntryPoint } from "#core/process/program";
import { stopCluster } from "#test/db/cluster";

setEntryPoint(new URL("../cli/main.ts", import.meta.url).pathname);
// Preloaded: this runs once, after the last test file.
afterAll(stopCluster);
