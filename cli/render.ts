/** Runs one child task of the local engines; started by core/process/child.ts. */
import { serveChild } from "#core/process/child";
import { local } from "#plugins/local/index";

void serveChild([async () => [local]]);
