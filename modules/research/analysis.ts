import { Value } from "@sinclair/typebox/value";
import { EngineError } from "vireo/engine";
import { type Generation, type GenerationKind, presentCommon } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Exchange } from "vireo/request";
import type { AnalysisFacts as Facts } from "vireo/slots/analyse";
import { prepareAnalysis, resolveSubject, type StoredRequest } from "./analysis-subject";
import type { Research } from "./context";
import { type AnalyseVideo, AnalysisFacts } from "./schema";

const PREFIX = "ana";

export function presentAnalysis(row: Generation<StoredRequest>) {
  const { url, videoId } = row.request;
  return {
    analysisId: toPublicId(PREFIX, row.id),
    ...presentCommon(row),
    url,
    videoId: videoId || undefined,
    analysis:
      row.status === "completed"
        ? { ...(row.facts as unknown as Facts), analyzedAt: row.completed_at?.getTime() ?? 0 }
        : null,
  };
}

export const defineAnalysisKind = (research: Research): GenerationKind<StoredRequest> => ({
  kind: "analysis",
  slot: "analyse",
  prefix: PREFIX,
  produces: "facts",
  present: presentAnalysis,
  prepare: (row, run) => prepareAnalysis(research, row, run),
  check(facts) {
    if (!Value.Check(AnalysisFacts, facts)) {
      throw new EngineError("engine_bad_result", "The engine returned an incomplete analysis.");
    }
    return facts;
  },
  async onCompleted(trx, row) {
    const library = research.services["viral-library"];
    const { libraryId, videoId } = row.request;
    const view = presentAnalysis(row);
    if (libraryId && view.analysis) await library.analysed(trx, row.account_id, libraryId, view.analysis);
    if (!libraryId && videoId) await library.mediaAnalysed(trx, videoId);
    return view;
  },
  events: { completed: "analysis.completed", failed: "analysis.failed" },
});

export const startAnalysis = (research: Research, accountId: string, body: AnalyseVideo, exchange: Exchange) =>
  research.generations.start(exchange, {
    kind: "analysis",
    slot: "analyse",
    model: body.model,
    toRequest: async ({ model }) => ({ ...(await resolveSubject(research, accountId, body)), model: model.id }),
    toPrompt: ({ url, videoId }) => videoId ?? url,
    price: (model) => research.prices.get("analysis", model),
    toReason: () => "Video analysis",
    seconds: 30,
  });
