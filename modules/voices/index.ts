import { defineModule } from "vireo/module";
import { createCatalogue } from "./catalogue";
import { addVoiceRoutes } from "./routes";
import { createVoices, type VoiceService } from "./service";

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
    },
    talk: {
      price: "video",
      per: "second",
      missing: "Videos of speaking people are not available. Configure an engine for speaking people.",
    },
  },
  start(context) {
    const routes = context.router();
    addVoiceRoutes(routes, createCatalogue(context));
    return { routes, service: createVoices(context) };
  },
});
