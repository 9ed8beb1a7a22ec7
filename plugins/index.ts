import type { Module } from "vireo/module";
import { apify } from "./apify/index";
import { comfyui } from "./comfyui/index";
import { dashboard } from "./dashboard/index";
import { elevenlabs } from "./elevenlabs/index";
import { embedder } from "./embedder/index";
import { fal } from "./fal/index";
import { gemini } from "./gemini/index";
import { heygen } from "./heygen/index";
import { instagram } from "./instagram/index";
import { kie } from "./kie/index";
import { kokoro } from "./kokoro/index";
import { local } from "./local/index";
import { mcp } from "./mcp/index";
import { oauth } from "./mcp/oauth/index";
import { openai } from "./openai/index";
import { pexels } from "./pexels/index";
import { pixabay } from "./pixabay/index";
import { postiz } from "./postiz/index";
import { reference } from "./reference/index";
import { replicate } from "./replicate/index";
import { sampleLibrary } from "./sample-library/index";
import { sandbox } from "./sandbox/index";
import { scrapecreators } from "./scrapecreators/index";
import { tiktok } from "./tiktok/index";
import { tikwm } from "./tikwm/index";
import { whisper } from "./whisper/index";
import { youtube } from "./youtube/index";
import { zernio } from "./zernio/index";

export const plugins: readonly Module[] = [
  local,
  embedder,
  sandbox,
  postiz,
  zernio,
  youtube,
  instagram,
  tiktok,
  apify,
  scrapecreators,
  tikwm,
  elevenlabs,
  openai,
  kie,
  fal,
  heygen,
  replicate,
  gemini,
  comfyui,
  pexels,
  pixabay,
  whisper,
  kokoro,
  dashboard,
  mcp,
  oauth,
  reference,
  // Last, because it is only used if no other source is configured.
  sampleLibrary,
];
