import type { MomentsFacts, MomentsRequest } from "vireo/slots/moments";
import { findMoments } from "../moments/find-moments";
import { readVideo } from "../moments/read";
import type { RenderTools } from "../render";

interface Input {
  request: MomentsRequest;
  source: string;
}

export async function moments({ request, source }: Input, tools: RenderTools): Promise<MomentsFacts> {
  return findMoments(await readVideo(source, request, tools), request.transcript, request);
}
