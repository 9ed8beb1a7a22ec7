/** Entry point of child processes of a test app: runs one task of a plug-in named in `plugins`. */
import { loadPlugins } from "#core/loader/loader";
import { serveChild } from "#core/process/child";

await serveChild([loadPlugins]);
