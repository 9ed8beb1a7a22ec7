import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { Group, Url } from "vireo/settings";
import { createEngines } from "./engines";
import { readWorkflows, Workflows } from "./workflows";

/** Images and videos from the operator's own ComfyUI workflows. Requires at least one workflow. */
export const comfyui = defineModule({
  name: "comfyui",
  description: "Your own workflows on ComfyUI.",
  settings: Group({
    baseUrl: Url(
      "COMFYUI_URL",
      "URL of ComfyUI. Configure workflows in the configuration file, in settings.comfyui.workflows.",
      "http://127.0.0.1:8188",
    ),
    token: Type.Optional(
      Type.String({
        pattern: "^[!-~]+$",
        secret: true,
        env: "COMFYUI_TOKEN",
        expected: "a token without spaces",
        description: "Bearer token, for a ComfyUI server behind an authenticating proxy.",
      }),
    ),
    comfyOrgKey: Type.Optional(
      Type.String({
        pattern: "^[!-~]+$",
        secret: true,
        env: "COMFY_ORG_API_KEY",
        expected: "a key without spaces",
        description: "API key of comfy.org. Required by workflows with partner nodes, such as Kling or Veo.",
      }),
    ),
    timeLimitSeconds: Type.Integer({
      minimum: 10,
      maximum: 86_400,
      default: 3600,
      env: "COMFYUI_TIME_LIMIT",
      description: "Time limit of a ComfyUI task in seconds, including its time in the queue.",
    }),
    workflows: Workflows,
  }),
  async start({ settings: { workflows, timeLimitSeconds, ...rest }, log }) {
    const own = await readWorkflows(workflows, log);
    return own.length > 0 ? createEngines({ workflows: own, timeLimitMs: timeLimitSeconds * 1000, ...rest }) : {};
  },
});
