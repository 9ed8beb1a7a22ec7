import type { Module } from "#core/module";
import { apify } from "./apify";
import { comfyui } from "./comfyui";
import { dashboard } from "./dashboard";
import { embedder } from "./embedder";
import { fal } from "./fal";
import { gemini } from "./gemini";
import { kie } from "./kie";
import { local } from "./local";
import { openai } from "./openai";
import { postiz } from "./postiz";
import { replicate } from "./replicate";
import { sampleLibrary } from "./sample-library";
import { sandbox } from "./sandbox";
import { scrapecreators } from "./scrapecreators";
import { tikwm } from "./tikwm";
import { whisper } from "./whisper";
import { zernio } from "./zernio";

export const plugins: readonly Module[] = [
  local,
  embedder,
  sandbox,
  postiz,
  zernio,
  apify,
  scrapecreators,
  tikwm,
  openai,
  kie,
  fal,
  replicate,
  gemini,
  comfyui,
  whisper,
  dashboard,
  // The last source: it is used while no other is there.
  sampleLibrary,
];
