import type { MomentsFacts, MomentsRequest } from "vireo/slots/moments";
import { findMoments } from "../moments/find-moments";
import { readVideo } from "../moments/read";
import { packReading, unpackReading } from "../moments/stored-reading";
import type { RenderTools } from "../render-tools";

interface Input {
  request: MomentsRequest;
  /** Undefined for a search that should need only the stored reading. */
  source?: string;
}

/** Finds moments. Returns undefined if the source is needed. */
export async function moments({ request, source }: Input, tools: RenderTools): Promise<MomentsFacts | null> {
  const { reading: kept, ...wanted } = request;
  const known = unpackReading(kept, wanted);
  if (!known && source === undefined) return null;
  const stored = known ?? (await readVideo(source!, wanted, tools));
  const packed = known ? undefined : packReading(stored);
  return { ...findMoments(stored.reading, request.transcript, wanted), reading: packed };
}
