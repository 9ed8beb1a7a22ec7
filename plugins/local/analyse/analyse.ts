import type { AnalysisFacts } from "vireo/slots/analyse";
import type { RenderTools } from "../render-tools";
import { buildFacts } from "./build-facts";
import { measure } from "./measure";
import { openTextReader } from "./read-text";
import { sample } from "./samples";
import { type KnownAbout, timeScenes } from "./shown";

/**
 * Analyses a video from measurements, its visible text, its caption, its transcript and its metrics. Looks at the first
 * ten minutes.
 * @throws RenderError `source_not_video` or `source_unreadable`
 */
export async function analyse(source: string, request: KnownAbout, tools: RenderTools): Promise<AnalysisFacts> {
  const samples = await sample(source, tools);
  const isKnown = timeScenes(request, samples.duration).length > 0;
  const reader = isKnown ? undefined : await openTextReader();
  const measured = await measure(samples, (share) => tools.progress(99 * share), reader);
  tools.progress(100);
  return buildFacts(measured, request);
}
