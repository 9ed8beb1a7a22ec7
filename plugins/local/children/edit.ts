import type { CaptionsRequest, OverlayRequest, VoiceoverRequest } from "vireo/slots/edit";
import { renderCaptions } from "../edit/captions";
import { renderOverlay } from "../edit/overlay";
import { renderVoiceover } from "../edit/voiceover";
import type { RenderTools } from "../render";

interface Input {
  request: CaptionsRequest | OverlayRequest | VoiceoverRequest;
  source: string;
  /** The subtitles of a captions request, the picture of an overlay. */
  extra?: string;
}

export const edit = async ({ request, source, extra }: Input, tools: RenderTools) => {
  if (request.operation === "overlay") {
    // The API's schema has validated the anchor.
    const input = { ...request, source, ...(extra ? { image: extra } : {}) } as Parameters<typeof renderOverlay>[0];
    return renderOverlay(input, tools);
  }
  if (request.operation === "voiceover") {
    const { start, volume, originalVolume, voicePath = "" } = request;
    return renderVoiceover({ source, voice: voicePath, start, volume, originalVolume }, tools);
  }
  return renderCaptions({ ...request, source, ...(extra ? { subtitles: await Bun.file(extra).text() } : {}) }, tools);
};
