import type { AnalyseRequest } from "vireo/slots/analyse";
import { analyse as analyseVideo } from "../analyse/analyse";
import type { RenderTools } from "../render-tools";

interface Input {
  request: AnalyseRequest;
  source: string;
}

export const analyse = ({ request, source }: Input, tools: RenderTools) => analyseVideo(source, request, tools);
