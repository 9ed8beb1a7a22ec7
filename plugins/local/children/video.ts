import { captionStyles } from "vireo/captions/styles";
import type { Narration, VideoRequest } from "vireo/slots/video";
import type { VideoEncoder } from "../codec/encoders";
import { placeFont } from "../edit/font-choice";
import { toBrandFaces } from "../fonts/own";
import type { PlacedFonts } from "../fonts/place";
import type { RenderTools } from "../render-tools";
import { renderNarrated } from "../video/narrated";
import { renderVideo, type VideoInput } from "../video/render-video";
import { type LayerFiles, placeLayers } from "./edit";

interface Input {
  /** Request whose scenes name files instead of URLs. */
  request: VideoRequest;
  firstFrame?: string;
  /** Path of the music. Servers of earlier versions that still run send it under this name. */
  track?: string;
  logo?: string;
  fonts?: PlacedFonts;
  captionFont?: string;
  layerFiles?: LayerFiles;
  encoder?: VideoEncoder;
}

export const video = ({ encoder, ...files }: Input, runTools: RenderTools) => {
  const { request, firstFrame, track, logo, fonts, captionFont, layerFiles } = files;
  const tools = { ...runTools, encoder };
  const { prompt, brief, aspectRatio, resolution, duration, seed, negativePrompt, mediaVolume, scenes } = request;
  // The API has checked ratio and resolution against the model's lists.
  const input = {
    promptContext: { ...brief, prompt },
    aspectRatio,
    resolution,
    duration,
    layers: request.layers && layerFiles && placeLayers(request.layers, layerFiles),
    faces: toBrandFaces(fonts),
    scenes,
    seed,
    firstFrame,
    musicPath: track,
    logo,
    negativePrompt,
    mediaVolume,
  } as VideoInput;
  const narration = request.narration && withCaptionFont(request.narration, captionFont);
  return narration && scenes ? renderNarrated({ ...input, scenes, narration }, tools) : renderVideo(input, tools);
};

const withCaptionFont = ({ captions, ...narration }: Narration, path: string | undefined): Narration =>
  captions ? { ...narration, captions: placeFont(captions, path, captionStyles[captions.style]) } : narration;
