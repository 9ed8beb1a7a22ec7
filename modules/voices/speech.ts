/** Which engine speaks a text, and with which voice. */
import { EngineError, MADE_NOTHING } from "vireo/engine";
import { ApiError } from "vireo/errors";
import type { Context } from "vireo/module";
import type { Speaker, SpeakRequest, SpeakRun, Spoken } from "vireo/slots/speak";

/** A voice, and its engine if the request names it. */
export interface VoiceChoice {
  engine?: string;
  voice?: string;
}

export interface VoiceService {
  /** Parses the engine and voice of `voice`: an id, or `<engine>:<id>`. */
  parse(voice: string | undefined): VoiceChoice;
  /** Throws 503 `provider_unavailable` if no engine can speak. */
  require(engine?: string): Speaker;
  /** True if the named engine, or the default one, can repeat a call after an interruption. */
  isRepeatable(engine?: string): boolean;
  /**
   * Speaks a text with the named engine, or the default one. If that has certainly not started, the next one takes
   * over. Throws EngineError.
   */
  speak(request: SpeakRequest & { engine?: string }, run: SpeakRun): Promise<Spoken & { engine: string }>;
}

const HOW_TO =
  'Set, for example, KOKORO_MODEL (on this machine), ELEVENLABS_API_KEY, OPENAI_API_KEY, OPENAI_SPEECH_URL, FAL_KEY, KIE_API_KEY or GEMINI_API_KEY. If there are several, name one in the configuration: providers: { speak: "elevenlabs" }.';

const isKnown = ({ engines }: Context, engine: string) =>
  engines.get("speak", engine) !== undefined || engines.get("talk", engine) !== undefined;

/** See `VoiceService.parse`. */
export function parseVoice(context: Context, voice: string | undefined): VoiceChoice {
  if (voice === undefined) return {};
  const [, engine = "", id = ""] = /^([a-z][a-z0-9-]*):(.+)$/.exec(voice) ?? [];
  if (isKnown(context, engine)) return { engine, voice: id };
  // Only its own engine can speak with a listed voice.
  const lister = context.engines.of("speak").find(({ voices }) => voices?.includes(voice));
  return { voice, engine: lister?.name };
}

/** See `VoiceService.require`. */
export function requireSpeaker(context: Context, engine?: string): Speaker {
  const { engines } = context;
  const speaker = engine === undefined ? engines.of("speak")[0] : engines.get("speak", engine);
  if (speaker) return speaker;
  throw new ApiError(
    "provider_unavailable",
    engine && isKnown(context, engine)
      ? `The voices of ${engine} only speak in its own videos. Choose another with GET /voices.`
      : `No speech engine is configured. ${HOW_TO}`,
  );
}

/** See `VoiceService.isRepeatable`. */
export function isRepeatable({ engines }: Context, engine?: string): boolean {
  const speakers =
    engine === undefined ? engines.chain("speak") : engines.of("speak").filter(({ name }) => name === engine);
  return speakers.length > 0 && speakers.every(({ repeatable }) => repeatable);
}

/** See `VoiceService.speak`. */
export async function speak(
  { engines, log }: Context,
  { engine, ...request }: SpeakRequest & { engine?: string },
  run: SpeakRun,
): Promise<Spoken & { engine: string }> {
  const named = engine === undefined ? undefined : engines.get("speak", engine);
  const candidates = engine === undefined ? engines.chain("speak") : named ? [named] : [];
  let failure: unknown = new EngineError("engine_missing", "No speech engine is configured.");
  for (const [at, speaker] of candidates.entries()) {
    // A voice belongs to its engine, so the next engine uses its own default.
    const { voice, ...rest } = request;
    try {
      const spoken = await speaker.speak(at === 0 && voice ? { ...rest, voice } : rest, run);
      return { ...spoken, engine: speaker.name };
    } catch (error) {
      failure = error;
      if (!(error instanceof EngineError) || !MADE_NOTHING.has(error.code)) throw error;
      log.warn("speech engine failed", { engine: speaker.name, code: error.code });
    }
  }
  throw failure;
}
