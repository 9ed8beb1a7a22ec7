import type { Health } from "vireo/engine";
import { sniff } from "vireo/media";
import type { Speaker, Voice } from "vireo/slots/speak";
import { createSpeechCheck } from "vireo/speech/live";
import { type SpokenPart, speakParts } from "vireo/speech/speak";
import { toWords } from "vireo/speech/words";
import type { Vendor } from "vireo/vendor";
import { models, USUAL_TEXT } from "./models";

interface Options {
  model: string;
  /** Voice of requests that name none. */
  voice: string;
  /** Time limit of one call, in milliseconds. */
  timeoutMs: number;
}

/** MP3 format that every plan includes. */
const FORMAT = "mp3_44100_128";
/** Speeds that ElevenLabs accepts. */
const SPEED = { min: 0.7, max: 1.2 };
/** Maximum response size: ten minutes of audio in base64, with character times. */
const MAX_BYTES = 32 * 1024 ** 2;
const PAGE = 100;
const MAX_PAGES = 5;

interface Alignment {
  characters?: unknown;
  character_start_times_seconds?: unknown;
  character_end_times_seconds?: unknown;
}

const toList = <Item>(value: unknown): Item[] => (Array.isArray(value) ? value : []);

const parseWords = ({ characters, ...times }: Alignment) =>
  toWords({
    characters: toList<string>(characters),
    starts: toList<number>(times.character_start_times_seconds),
    ends: toList<number>(times.character_end_times_seconds),
  });

/** A voice from GET /v2/voices. */
function parseVoice(json: unknown): Voice[] {
  const voice = (json ?? {}) as { voice_id?: unknown; name?: unknown; labels?: unknown; preview_url?: unknown };
  if (typeof voice.voice_id !== "string") return [];
  const { gender, language } = (voice.labels ?? {}) as { gender?: unknown; language?: unknown };
  return [
    {
      id: voice.voice_id,
      name: typeof voice.name === "string" ? voice.name : voice.voice_id,
      gender: typeof gender === "string" ? gender : undefined,
      language: typeof language === "string" ? language : undefined,
      previewUrl: typeof voice.preview_url === "string" ? voice.preview_url : undefined,
    },
  ];
}

/** Creates the engine for speech by ElevenLabs with word times, so that captions need no transcription. */
export function createSpeaker(vendor: Vendor, { model, voice, timeoutMs }: Options): Speaker {
  const listed = models.find(({ id }) => id === model);
  const { maxText: limit = USUAL_TEXT, ...shown } = listed ?? { id: model, title: model };

  async function speakPart(
    text: string,
    request: { voice?: string; speed?: number },
    signal: AbortSignal,
  ): Promise<SpokenPart> {
    const speed = request.speed && Math.min(SPEED.max, Math.max(SPEED.min, request.speed));
    const path = `/v1/text-to-speech/${encodeURIComponent(request.voice ?? voice)}/with-timestamps`;
    const { json } = await vendor.create(`${path}?output_format=${FORMAT}`, {
      json: { text, model_id: model, voice_settings: speed ? { speed } : undefined },
      signal,
      timeoutMs,
      maxBytes: MAX_BYTES,
    });
    const { audio_base64, alignment } = (json ?? {}) as { audio_base64?: unknown; alignment?: Alignment | null };
    const sound = Buffer.from(typeof audio_base64 === "string" ? audio_base64 : "", "base64");
    if (sniff(sound)?.kind !== "audio")
      throw vendor.error("provider_error", `ElevenLabs returned no audio. ${vendor.errorMessage({ json })}`.trim());
    return { sound, words: parseWords(alignment ?? {}) };
  }

  async function listVoices(signal: AbortSignal): Promise<Voice[]> {
    const all: Voice[] = [];
    let next = "";
    for (let page = 0; page < MAX_PAGES; page++) {
      const response = await vendor.fetch(`/v2/voices?page_size=${PAGE}${next}`, { signal });
      const { voices, has_more, next_page_token } = (response.json ?? {}) as Record<string, unknown>;
      if (response.status >= 300 || !Array.isArray(voices))
        throw vendor.error("provider_error", `ElevenLabs returned no voices. ${vendor.errorMessage(response)}`.trim());
      all.push(...voices.flatMap(parseVoice));
      if (has_more !== true || typeof next_page_token !== "string") break;
      next = `&next_page_token=${encodeURIComponent(next_page_token)}`;
    }
    return all;
  }

  const speaker: Speaker = {
    name: "elevenlabs",
    models: [shown],
    check: () => checkKey(vendor),
    listVoices,
    speak: ({ text, ...request }, run) =>
      speakParts(text, { title: "ElevenLabs", limit }, run, (part) => speakPart(part, request, run.signal)),
  };
  return { ...speaker, live: [createSpeechCheck(() => speaker, 0.01)] };
}

/** Keys can be limited: a key that cannot read the account's usage may still speak. */
async function checkKey(vendor: Vendor): Promise<Health> {
  const health = await vendor.check("/v1/user/subscription", (json) => {
    const { character_count: used, character_limit: limit } = (json ?? {}) as Record<string, unknown>;
    if (typeof used !== "number" || typeof limit !== "number") return undefined;
    const left = Math.max(0, limit - used);
    return { ok: left > 0, detail: `ElevenLabs accepts the key; ${left} characters left` };
  });
  const isLimited = !health.ok && /missing.{0,20}permission/i.test(health.detail);
  return isLimited ? { ok: true, detail: "ElevenLabs accepts the key, but the key cannot read the usage" } : health;
}
