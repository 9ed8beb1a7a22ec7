import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createEngines } from "./engines";
import { readWorkflows, Workflows } from "./workflows";

/** Images and videos by the operator's own workflows on their ComfyUI. Without a workflow it offers nothing. */
export const comfyui = defineModule({
  name: "comfyui",
  description: "Your own workflows on ComfyUI.",
  settings: Type.Object(
    {
      baseUrl: Type.String({
        pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$",
        default: "http://127.0.0.1:8188",
        env: "COMFYUI_URL",
        expected: "an http(s) address",
        description: "Where ComfyUI answers. Its workflows are named in the file, in settings.comfyui.workflows.",
      }),
      token: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          env: "COMFYUI_TOKEN",
          expected: "a token without spaces",
          description: "Sent to ComfyUI as a bearer token, for servers behind a proxy that wants one.",
        }),
      ),
      timeLimitSeconds: Type.Integer({
        minimum: 10,
        maximum: 86_400,
        default: 3600,
        env: "COMFYUI_TIME_LIMIT",
        description: "Longest task of ComfyUI, its wait in the queue included, seconds.",
      }),
      workflows: Workflows,
    },
    { additionalProperties: false, default: {} },
  ),
  async start({ settings: { workflows, timeLimitSeconds, ...rest }, log }) {
    const ready = await readWorkflows(workflows, log);
    return ready.length > 0 ? createEngines({ workflows: ready, timeLimitMs: timeLimitSeconds * 1000, ...rest }) : {};
  },
});
