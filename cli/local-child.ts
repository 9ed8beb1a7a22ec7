/** Runs one child task of the local engines. cli/main.ts imports it for `child local`, which core/process/child.ts starts. */
import { serveChild } from "#core/process/child";
import { local } from "#plugins/local/index";

void serveChild([async () => [local]]);
