import { Value } from "@sinclair/typebox/value";
import { EngineError } from "vireo/engine";
import { type Generation, type GenerationKind, presentCommon } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { AnalysisFacts as Facts } from "vireo/slots/analyse";
import { createSubjects, type StoredRequest, type SubjectParts } from "./analysis-subject";
import { type AnalyseVideo, AnalysisFacts } from "./schema";

const PREFIX = "ana";

type Parts = SubjectParts & Pick<Context, "prices">;

export function createAnalyses(parts: Parts) {
  const { generations, prices, services } = parts;
  const subjects = createSubjects(parts);

  const start = (exchange: Exchange, accountId: string, body: AnalyseVideo) =>
    generations.start(exchange, {
      kind,
      model: body.model,
      toRequest: async ({ model }) => ({ ...(await subjects.resolve(accountId, body)), model: model.id }),
      toPrompt: ({ url, videoId }) => videoId ?? url,
      price: (model) => prices.get("analysis", model),
      toReason: () => "Video analysis",
      seconds: 30,
    });

  function present(row: Generation<StoredRequest>) {
    const { url, videoId } = row.request;
    return {
      analysisId: toPublicId(PREFIX, row.id),
      ...presentCommon(row),
      url,
      ...(videoId ? { videoId } : {}),
      analysis:
        row.status === "completed"
          ? { ...(row.facts as unknown as Facts), analyzedAt: row.completed_at?.getTime() ?? 0 }
          : null,
    };
  }

  const kind: GenerationKind<StoredRequest> & { slot: "analyse" } = {
    kind: "analysis",
    slot: "analyse",
    prefix: PREFIX,
    produces: "facts",
    present,
    prepare: subjects.prepare,
    check(facts) {
      if (!Value.Check(AnalysisFacts, facts)) {
        throw new EngineError("engine_bad_result", "The engine returned an incomplete analysis.");
      }
      return facts;
    },
    async onCompleted(trx, row) {
      const { libraryId, videoId } = row.request;
      const view = present(row);
      if (libraryId && view.analysis) {
        await services["viral-library"].analysed(trx, row.account_id, libraryId, view.analysis);
      }
      if (!libraryId && videoId) await services["viral-library"].mediaAnalysed(trx, videoId);
      return view;
    },
    events: { completed: "analysis.completed", failed: "analysis.failed" },
  };

  return { start, present, kind };
}
