import { defineModule } from "vireo/module";

/** Examples of all operations for the API reference. `bun run examples` records them with the tests. */
export const reference = defineModule({
  name: "reference",
  description: "Examples in the API reference.",
  examples: async () => (await import("./examples.json")).default,
  start: () => ({}),
});
