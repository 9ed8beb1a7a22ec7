import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";
import { mp3Of } from "#test/tone";

/**
 * Plays ElevenLabs as npm @elevenlabs/elevenlabs-js 2.73.0 tells it: speech with the times of its characters, voices in
 * pages, and errors whose reason is in `detail`. An order in a text ("[quota]") says what becomes of it.
 */
export const KEY = "sk_elevenlabs_test_0123456789";

/** `AudioWithTimestampsResponse.Raw` and `CharacterAlignmentResponseModel.Raw` of that package. */
interface Alignment {
  characters: string[];
  character_start_times_seconds: number[];
  character_end_times_seconds: number[];
}
interface Speech {
  audio_base64: string;
  alignment?: Alignment | null;
  normalized_alignment?: Alignment | null;
}
/** The fields of `BodyTextToSpeechFullWithTimestamps.Raw` that are sent. */
interface Order {
  text: string;
  model_id?: string;
  voice_settings?: { speed?: number };
}

export interface ElevenLabs extends VendorServer {
  orders: { voice: string; format: string | null; body: Order }[];
  /** Leaves out the times of the characters. */
  withoutTimes?: boolean;
}

const refuse = (status: number, reason: string, message: string): Reply => ({
  status,
  json: { detail: { status: reason, message } },
});
const FAULTS: Record<string, Reply> = {
  quota: refuse(401, "quota_exceeded", "This request exceeds your quota of 10000."),
  busy: refuse(429, "too_many_concurrent_requests", "Too many concurrent requests."),
  policy: refuse(403, "content_against_policy", "The text breaks our terms."),
  invalid: { status: 422, json: { detail: [{ loc: ["body", "text"], msg: "too long", type: "value_error" }] } },
  silent: { json: { audio_base64: "", alignment: null } satisfies Speech },
};

/** Seconds that a character takes. */
export const CHARACTER = 0.05;

function speak(text: string, withoutTimes = false): Reply {
  const characters = [...text];
  const times = {
    characters,
    character_start_times_seconds: characters.map((_, at) => at * CHARACTER),
    character_end_times_seconds: characters.map((_, at) => (at + 1) * CHARACTER),
  };
  const audio_base64 = mp3Of(characters.length * CHARACTER).toString("base64");
  return {
    json: { audio_base64, alignment: withoutTimes ? null : times, normalized_alignment: times } satisfies Speech,
  };
}

const voice = (id: string, name: string, gender: string) => ({
  ...{ voice_id: id, name, category: "premade", preview_url: `https://samples/${id}.mp3` },
  labels: { gender, language: "en", accent: "american" },
});

export async function startElevenLabs(): Promise<ElevenLabs> {
  const vendor = await startVendor(({ headers, path, query, json }: Call): Reply => {
    if (headers["xi-api-key"] !== KEY) return refuse(401, "invalid_api_key", "Invalid API key");
    if (path === "/v1/user/subscription") return { json: { character_count: 400, character_limit: 10_000 } };
    if (path === "/v2/voices") {
      const isSecond = query.get("next_page_token") === "second";
      const voices = isSecond
        ? [voice("eve", "Eve", "female")]
        : [voice("george", "George", "male"), { name: "broken" }];
      return { json: { voices, has_more: !isSecond, next_page_token: isSecond ? null : "second" } };
    }
    const [, id] = /^\/v1\/text-to-speech\/([^/]+)\/with-timestamps$/.exec(path) ?? [];
    if (!id) return { status: 404, json: { detail: "Not Found" } };
    server.orders.push({ voice: decodeURIComponent(id), format: query.get("output_format"), body: json });
    if (id === "nobody") return refuse(400, "voice_not_found", "A voice with the id nobody was not found.");
    if (json.model_id === "gone") return refuse(400, "model_not_found", "The model gone was not found.");
    const [, order = ""] = /\[(\w+)\]/.exec(json.text) ?? [];
    return FAULTS[order] ?? speak(json.text, server.withoutTimes);
  });
  const server: ElevenLabs = Object.assign(vendor, { orders: [] });
  return server;
}
