import { expect, test } from "bun:test";
import { models } from "#plugins/replicate/models";
import { collectSent, type Endpoint, findMistakes, hostedTable } from "#test/plugins/hosted-contract";
// The fields on the API page of each model at replicate.com, read 2026-11-22.
import catalogue from "./catalogue.json";

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
