import type { Progress } from "vireo/slots/social";

/**
 * Creates a provider's notes about one target, in memory.
 * @example
 * const notes = createTestProgress();
 * await notes.save({ uploadUrl: "https://acme.example/1" });
 * await notes.load(); // { uploadUrl: "https://acme.example/1" }
 */
export function createTestProgress(): Progress {
  let saved = "null";
  return {
    load: async () => JSON.parse(saved) ?? undefined,
    async save(value) {
      saved = JSON.stringify(value);
    },
  };
}
