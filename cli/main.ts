/** Starts the program from its bundle, which halves the CPU time, or from the sources if these have changed. */
import { findBundle } from "#cli/bundle/find";
import { isCompiled } from "#core/process/compiled";

const bundle = isCompiled ? undefined : findBundle();
await (bundle ? import(bundle) : import("#cli/program"));
