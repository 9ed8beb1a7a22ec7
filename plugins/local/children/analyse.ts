import { analyse as analyseVideo } from "../analyse/analyse";
import type { KnownAbout } from "../analyse/shown";
import type { RenderTools } from "../render-tools";

interface Input {
  request: KnownAbout;
  source: string;
}

export const analyse = ({ request, source }: Input, tools: RenderTools) => analyseVideo(source, request, tools);
