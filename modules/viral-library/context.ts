import type { Context } from "vireo/module";
import type { Indexes } from "./index-vectors/indexes";
import type { Models } from "./index-vectors/models";
import type { Vectors } from "./index-vectors/vectors";
import type { SearchIndex } from "./search/search-index";
import type { Settings } from "./settings";

/** The module's context with its shared state. */
export interface ViralLibrary extends Context<Settings, never, "videos" | "upload" | "local"> {
  indexes: Indexes;
  models: Models;
  vectors: Vectors;
  searchIndex: SearchIndex;
}
