/**
 * Starts the program from its bundle, which halves the CPU time, or from the sources if these have changed. Renders have a
 * bundle of their own: most child processes are renders, and the whole program takes three times as long to load.
 */
import { dirname, join } from "node:path";
import { findBundle } from "#cli/bundle/find";
import { isCompiled } from "#core/process/compiled";

const [command, module] = process.argv.slice(2);
const isLocalChild = command === "child" && module === "local";
const program = isCompiled ? undefined : findBundle();
if (isLocalChild) await (program ? import(join(dirname(program), "local-child.js")) : import("#cli/local-child"));
else await (program ? import(program) : import("#cli/program"));
