import { engineShapes } from "vireo/engine-shapes";
import { defineModule } from "vireo/module";
import { addVoiceRoutes } from "./routes";
import { isRepeatable, parseVoice, requireSpeaker, speak, type VoiceService } from "./speech";

declare module "vireo/module" {
  interface Services {
    voices: VoiceService;
  }
}

export const voices = defineModule({
  name: "voices",
  prefix: "",
  title: "Voices",
  description: "Voices of all speech engines, and avatars of engines for speaking people.",
  scopes: ["media:read"],
  slots: {
    speak: {
      price: "voiceover",
      missing: "Voice-overs and narrated scripts are not available. Configure a speech engine.",
      engine: engineShapes.speak,
    },
    talk: {
      price: "video",
      per: "second",
      missing: "Videos of speaking people are not available. Configure an engine for speaking people.",
      engine: engineShapes.talk,
    },
  },
  start(context) {
    const routes = context.router();
    addVoiceRoutes(routes, { ...context, lists: new Map() });
    const service: VoiceService = {
      parse: (voice) => parseVoice(context, voice),
      require: (engine) => requireSpeaker(context, engine),
      isRepeatable: (engine) => isRepeatable(context, engine),
      speak: (request, run) => speak(context, request, run),
    };
    return { routes, service };
  },
});
