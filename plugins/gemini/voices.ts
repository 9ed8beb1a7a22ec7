import type { Model } from "vireo/engine";
import type { Voice } from "vireo/slots/speak";

/** From Google's SDK, 2026-11-10. The first model is the default. */
export const SPEECH_MODELS: readonly Model[] = [
  { id: "gemini-3.8-flash-tts", title: "Gemini 3.8 Flash TTS", description: "Speech in over 70 languages." },
  { id: "gemini-3.8-flash-lite-tts", title: "Gemini 3.8 Flash-Lite TTS" },
  { id: "gemini-3.1-flash-tts-preview", title: "Gemini 3.1 Flash TTS" },
];

/** Prebuilt voices with Google's description of their style. They speak every language. */
const MANNERS: Readonly<Record<string, string>> = {
  Kore: "firm",
  Puck: "upbeat",
  Zephyr: "bright",
  Charon: "informative",
  Fenrir: "excitable",
  Leda: "youthful",
  Orus: "firm",
  Aoede: "breezy",
  Callirrhoe: "easy-going",
  Autonoe: "bright",
  Enceladus: "breathy",
  Iapetus: "clear",
  Umbriel: "easy-going",
  Algieba: "smooth",
  Despina: "smooth",
  Erinome: "clear",
  Algenib: "gravelly",
  Rasalgethi: "informative",
  Laomedeia: "upbeat",
  Achernar: "soft",
  Alnilam: "firm",
  Schedar: "even",
  Gacrux: "mature",
  Pulcherrima: "forward",
  Achird: "friendly",
  Zubenelgenubi: "casual",
  Vindemiatrix: "gentle",
  Sadachbia: "lively",
  Sadaltager: "knowledgeable",
  Sulafat: "warm",
};

export const VOICES: readonly Voice[] = Object.entries(MANNERS).map(([id, manner]) => ({
  id,
  name: `${id} (${manner})`,
}));
