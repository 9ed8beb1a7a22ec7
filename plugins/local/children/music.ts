import type { MusicRequest } from "vireo/slots/music";
import { renderMusic } from "../music/render";
import type { RenderTools } from "../render";

export const music = ({ request }: { request: MusicRequest }, tools: RenderTools) => renderMusic(request, tools);
