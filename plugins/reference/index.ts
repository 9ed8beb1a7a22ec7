import { defineModule } from "vireo/module";

/** An example of each operation in the API reference. `bun run examples` records them with the tests. */
export const reference = defineModule({
  name: "reference",
  description: "Examples in the API reference.",
  examples: async () => (await import("./examples.json")).default,
  start: () => ({}),
});
