import type { Progress } from "vireo/slots/social";

/** A provider's notes about one target, in memory. */
export function createTestProgress(): Progress {
  let saved = "null";
  return {
    load: async () => JSON.parse(saved) ?? undefined,
    async save(value) {
      saved = JSON.stringify(value);
    },
  };
}
