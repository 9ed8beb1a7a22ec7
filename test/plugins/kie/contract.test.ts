import { expect, test } from "bun:test";
import { dialects } from "#plugins/kie/dialects";
import type { KieModel } from "#plugins/kie/model";
import { models } from "#plugins/kie/models";
import { collectSent, type Endpoint, findMistakes, hostedTable } from "#test/plugins/hosted-contract";
// The fields that docs.kie.ai lists, read 2026-08-19.
import catalogue from "./catalogue.json";

const endpoints: Record<string, Endpoint> = catalogue;
const getDialect = ({ dialect = "jobs" }: KieModel) => dialects[dialect];

const sent = collectSent(models, (model, vendorId, input, request) => {
  const { needsCallback, buildBody } = getDialect(model);
  const body = buildBody({ model, vendorId, input, request });
  return getDialect(model) === dialects.jobs
    ? input
    : { ...body, ...(needsCallback ? { callBackUrl: "https://a" } : {}) };
});

hostedTable("kie", models, sent);

test.each(models.filter(({ retiredAt }) => !retiredAt).map((model) => [model.id, model] as const))(
  "%s: kie.ai's documentation has every field and value it is sent",
  (id, model) => {
    for (const { vendorId, input } of sent.filter((one) => one.model === id)) {
      const endpoint = endpoints[model.dialect ? getDialect(model).create : vendorId];
      if (!endpoint) throw new Error(`The catalogue has no ${vendorId}.`);
      // The Chinese page's name of Veo's ratio, sent along with the English one.
      const { aspectRatio, ...rest } = input;
      const documented = model.dialect === "veo" ? rest : input;
      if (model.dialect === "veo") expect(aspectRatio).toBe(input.aspect_ratio);
      expect(findMistakes(endpoint, documented)).toEqual([]);
    }
  },
);

test.each(models.flatMap((model) => (model.maxPrompt && !model.retiredAt ? [[model.id, model] as const] : [])))(
  "%s: its limits are not above the documented ones",
  (id, { maxPrompt = 0, maxPictures, ...model }) => {
    for (const { vendorId, input } of sent.filter((one) => one.model === id)) {
      const { fields } = endpoints[model.dialect ? getDialect(model as KieModel).create : vendorId]!;
      expect(maxPrompt).toBeLessThanOrEqual(fields.prompt?.maxLength ?? maxPrompt);
      for (const [name, { maxItems }] of Object.entries(fields))
        if (maxPictures && maxItems && /image|picture|input|file/i.test(name) && Array.isArray(input[name]))
          expect(maxPictures).toBeLessThanOrEqual(maxItems);
    }
  },
);
