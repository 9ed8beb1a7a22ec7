import type { AnalyseRequest, AnalysisFacts } from "vireo/slots/analyse";
import type { RenderTools } from "../render";
import { buildFacts } from "./facts";
import { measure } from "./measure";
import { sample } from "./samples";

/**
 * Analyses a video from measurements, its caption, its transcript and its metrics.
 * Looks at the first ten minutes.
 * @throws RenderError `source_not_video` or `source_unreadable`
 */
export async function analyse(source: string, request: AnalyseRequest, tools: RenderTools): Promise<AnalysisFacts> {
  const samples = await sample(source, tools);
  const measured = await measure(samples, (share) => tools.progress(99 * share));
  tools.progress(100);
  return buildFacts(measured, request);
}
