import type { AnalyseRequest } from "vireo/slots/analyse";
import { analyse as analyseVideo } from "../analyse/analyse";
import { type Common, renderer } from "./tools";

interface Input extends Common {
  request: AnalyseRequest;
  source: string;
}

export const analyse = renderer(({ request, source }: Input, tools) => analyseVideo(source, request, tools));
