import type { MusicRequest } from "vireo/slots/music";
import { renderMusic } from "../music/render-music";
import type { RenderTools } from "../render-tools";

export const music = ({ request }: { request: MusicRequest }, tools: RenderTools) => renderMusic(request, tools);
