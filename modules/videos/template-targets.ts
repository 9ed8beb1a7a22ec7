/** What templates of videos and renders are filled into. */
import type { SceneKind } from "vireo/slots/storyboard";
import type { TemplateTarget } from "vireo/templates";
import { RenderBody, VideoBody } from "./schema";

/** Kinds whose rows can stand without their heading. */
const ROW_KINDS: readonly SceneKind[] = ["menu", "chart", "comparison", "place", "contact"];

const listLayerContent = ({ type }: Readonly<Record<string, unknown>>): readonly string[] =>
  type === "captions"
    ? ["text", "subtitles", "subtitlesUrl", "transcript"]
    : ["text", "imageUrl", "audioUrl", "uploadId", "musicId"];

export const videoTemplates: TemplateTarget = {
  schema: VideoBody,
  content: {
    scenes: ({ kind, price }) =>
      price === undefined
        ? ["text", "mediaUrl", ...(ROW_KINDS.includes(kind as SceneKind) ? ["subtext"] : [])]
        : ["price", "mediaUrl"],
    price: () => ["now", "from", "to"],
    layers: listLayerContent,
  },
};

export const renderTemplates: TemplateTarget = {
  schema: RenderBody,
  content: {
    layers: listLayerContent,
  },
};
