/** Starts the program: from a bundle of these very sources if there is one, which takes half of the time. */
import { findBundle } from "#cli/bundle/find";
import { isCompiled } from "#core/process/compiled";

const bundle = isCompiled ? undefined : findBundle();
await (bundle ? import(bundle) : import("#cli/program"));
