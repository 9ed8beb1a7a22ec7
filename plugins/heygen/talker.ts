import { EngineError, type Files, type LiveCheck, type Model, type Run } from "vireo/engine";
import { readPicture } from "vireo/inputs/picture";
import { probe, sniff } from "vireo/media";
import type { Voice } from "vireo/slots/speak";
import type { Avatar, Talker, TalkRequest } from "vireo/slots/talk";
import { SENTENCE } from "vireo/speech/live";
import { RetryLater } from "vireo/vendor";
import { cacheHealth } from "vireo/vendor/health";
import { checkMedia } from "vireo/vendor/live";
import type { HeygenClient } from "./client";

type Bytes = Uint8Array<ArrayBuffer>;

/** Limits from developers.heygen.com, "Usage limits". */
const MODEL: Model & { duration: { min: number; max: number; default: number } } = {
  id: "heygen-avatar",
  title: "HeyGen Avatar",
  description: "HeyGen's avatars, or a portrait, speak a script with voices of HeyGen or of a speech engine.",
  duration: { min: 1, max: 600, default: 30 },
  aspectRatios: ["9:16", "16:9", "1:1"],
  resolutions: ["720p", "1080p"],
  faces: ["avatar", "image"],
};

const MAX_TEXT = 5_000;
const MAX_UPLOAD_BYTES = 32 * 1024 ** 2;
/** Types that HeyGen accepts. The name of a file must end as its type demands. */
const PORTRAITS = { "image/jpeg": "portrait.jpg", "image/png": "portrait.png" };
const SPEECHES = { "audio/mpeg": "speech.mp3", "audio/wav": "speech.wav" };
/** The engine that HeyGen uses unless a request names another. */
const ENGINE = "avatar_iv";

const text = (value: unknown): string | undefined => (typeof value === "string" && value ? value : undefined);

/** Returns an entry with those fields that are present. */
function pick<Item extends { id: string; name: string }>(fields: { [Name in keyof Item]?: unknown }): Item[] {
  const { id, name } = fields as { id?: unknown; name?: unknown };
  if (!text(id)) return [];
  const rest = Object.entries(fields).flatMap(([field, value]) => (text(value) ? [[field, value]] : []));
  return [{ ...Object.fromEntries(rest), name: text(name) ?? id } as Item];
}

/** Uploads come first, because they are free and can be repeated. */
async function buildBody(
  client: HeygenClient,
  { imageUrl, avatar, speech, voicePath, prompt, ...frame }: TalkRequest,
  run: Run,
) {
  const person = avatar
    ? { type: "avatar", avatar_id: avatar }
    : {
        type: "image",
        image: { type: "asset_id", asset_id: await uploadPortrait(client, imageUrl ?? "", run) },
        motion_prompt: prompt || undefined,
      };
  const voice = voicePath
    ? { audio_asset_id: await uploadSound(client, voicePath, run) }
    : {
        script: speech.text,
        voice_id: speech.voice,
        voice_settings: speech.speed ? { speed: Math.min(1.5, Math.max(0.5, speech.speed)) } : undefined,
      };
  const { callbackUrl } = run;
  return {
    ...person,
    ...voice,
    aspect_ratio: frame.aspectRatio,
    resolution: frame.resolution,
    callback_url: callbackUrl,
  };
}

async function upload(
  client: HeygenClient,
  bytes: Bytes,
  what: string,
  names: Readonly<Record<string, string>>,
  run: Run,
) {
  const type = sniff(bytes)?.contentType ?? "an unknown type";
  const name = names[type];
  if (!name)
    throw new EngineError(
      "provider_rejected",
      `${what} is ${type}. HeyGen accepts ${Object.keys(names).join(" and ")}.`,
    );
  if (bytes.length > MAX_UPLOAD_BYTES) {
    const size = `${(bytes.length / 1024 ** 2).toFixed(1)} MB`;
    throw new EngineError("provider_rejected", `${what} has ${size}. HeyGen accepts at most 32 MB.`);
  }
  return client.upload(new File([bytes], name, { type }), run.signal);
}

async function uploadPortrait(client: HeygenClient, url: string, run: Run): Promise<string> {
  const { file } = await readPicture(url, run);
  return upload(client, new Uint8Array(await file.arrayBuffer()), url, PORTRAITS, run);
}

async function uploadSound(client: HeygenClient, path: string, run: Run): Promise<string> {
  const seconds = (await probe(path))?.duration ?? 0;
  const { max } = MODEL.duration;
  if (seconds > max)
    throw new EngineError(
      "speech_too_long",
      `The speech takes ${seconds.toFixed(1)} s. HeyGen accepts at most ${max} s.`,
    );
  return upload(client, await Bun.file(path).bytes(), "The speech", SPEECHES, run);
}

export function createTalker(client: HeygenClient): Talker {
  const review = ({ imageUrl, avatar, speech }: TalkRequest): Record<string, string> => ({
    ...(imageUrl || avatar ? {} : { characterId: "Requires a character with an image or a HeyGen avatar." }),
    ...(speech.text.length > MAX_TEXT ? { script: `HeyGen accepts at most ${MAX_TEXT} characters.` } : {}),
  });

  const talker: Talker = {
    name: "heygen",
    models: [MODEL],
    check: cacheHealth(() => client.check()),
    review,
    estimateSeconds: () => 240,
    async create(request, run) {
      if (!request.voicePath && !request.speech.voice)
        throw new EngineError("provider_rejected", "Choose a voice of HeyGen, or configure a speech engine.");
      return { state: "pending", task: await client.begin(await buildBody(client, request, run), run.id, run.signal) };
    },
    async read(task, { signal }) {
      const status = await client.find(task, signal);
      if (status instanceof RetryLater) return status.toPending(task);
      if (status.state === "running") return { state: "pending", task };
      if (status.state === "failed") return status;
      const poster: Partial<Files> = status.poster ? { poster: { url: status.poster } } : {};
      return { state: "completed", files: { main: { url: status.url }, ...poster } };
    },
    async listVoices(signal) {
      // Without a type, HeyGen lists public voices only.
      const own = await client.list("/v3/voices?type=private&limit=100", signal);
      const all = [...own, ...(await client.list("/v3/voices?type=public&limit=100", signal))];
      return all.flatMap(({ voice_id: id, name, language, gender, preview_audio_url: previewUrl }) =>
        pick<Voice>({ id, name, language, gender, previewUrl }),
      );
    },
    async listAvatars(signal) {
      const all = await client.list("/v3/avatars/looks?limit=50", signal);
      return all.filter(canSpeak).flatMap((look) =>
        pick<Avatar>({
          id: look.id,
          name: look.name,
          gender: look.gender,
          imageUrl: look.preview_image_url,
          previewUrl: look.preview_video_url,
        }),
      );
    },
  };
  return { ...talker, live: [createLiveCheck(talker)] };
}

/** True for an avatar that has been trained and that HeyGen's default engine can show. */
function canSpeak({ status, supported_api_engines: engines }: Record<string, unknown>): boolean {
  if (typeof status === "string" && status !== "completed") return false;
  return !Array.isArray(engines) || engines.length === 0 || engines.includes(ENGINE);
}

/** The cheapest request: the first avatar says a sentence with the first voice. */
const createLiveCheck = (talker: Talker): LiveCheck => ({
  title: "a sentence by one of its avatars, 720p (API v3, not yet confirmed with a key)",
  // The shortest video is charged as some seconds at a dollar per minute.
  usd: 0.5,
  async run(live) {
    const [[person], voices = []] = await Promise.all([
      talker.listAvatars?.(live.signal) ?? [],
      talker.listVoices?.(live.signal),
    ]);
    const voice = voices.find(({ language }) => /english|^en/i.test(language ?? "")) ?? voices[0];
    if (!person || !voice) throw new EngineError("provider_error", "HeyGen lists no avatars or no voices.");
    const speech = { text: SENTENCE, voice: voice.id };
    const request = { model: MODEL.id, prompt: "", avatar: person.id, speech, aspectRatio: "9:16", resolution: "720p" };
    const seen = await checkMedia(() => talker, request, { kind: "video", aspectRatio: "9:16", isHeard: true })(live);
    return [...seen, `${voices.length} voices`];
  },
});
