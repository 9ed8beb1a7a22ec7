/** Stands in for cli/main.ts in the package: runs the child tasks of modules and plug-ins. */
import { loadPlugins } from "#core/loader";
import { serveChild } from "#core/process/child";
import { modules } from "#modules/index";

await serveChild([loadPlugins, async () => modules]);
