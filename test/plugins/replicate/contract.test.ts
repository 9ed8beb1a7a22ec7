import { expect, test } from "bun:test";
import type { Prediction } from "replicate";
import { models } from "#plugins/replicate/models";
import { startVendor } from "#sdk/testing/vendor-server";
import { collectSent, type Endpoint, findMistakes, hostedTable } from "#test/plugins/hosted-contract";
// The fields on the API page of each model at replicate.com, read 2026-11-22.
import catalogue from "./catalogue.json";
import { make } from "./make";

const endpoints: Record<string, Endpoint> = catalogue;
const sent = collectSent(models);
hostedTable("replicate", models, sent);

test.each(sent.map((one) => [one.vendorId, JSON.stringify(one.input), one] as const))(
  "%s: its page has every field and value of %s",
  (id, _, { input }) => {
    const endpoint = endpoints[id];
    if (!endpoint) throw new Error(`The catalogue has no ${id}.`);
    expect(findMistakes(endpoint, input)).toEqual([]);
  },
);

test("every status of Replicate's package is understood", async () => {
  const statuses = {
    ...{ starting: "pending", processing: "pending", succeeded: "completed" },
    ...{ failed: "failed", canceled: "failed", aborted: "failed" },
  } satisfies Record<Prediction["status"], string>;
  for (const [status, state] of Object.entries(statuses)) {
    const answer = { id: "p1", status, output: "https://files/x.png", error: null };
    const server = await startVendor(() => ({ json: answer }));
    const run = { id: "", folder: "", signal: AbortSignal.timeout(60_000), progress() {}, download: async () => "" };
    expect(await make(server.url).image.read!("p1", run)).toMatchObject({ state });
    await server.stop();
  }
});
