import type { MusicRequest } from "vireo/slots/music";
import { renderMusic } from "../music/render";
import { type Common, renderer } from "./tools";

export const music = renderer(({ request }: Common & { request: MusicRequest }, tools) => renderMusic(request, tools));
