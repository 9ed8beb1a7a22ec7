import { EngineError, type LiveCheck, type Model, type Run } from "vireo/engine";
import { readPicture } from "vireo/inputs/picture";
import { probe, sniff } from "vireo/media";
import type { Voice } from "vireo/slots/speak";
import type { Avatar, Talker, TalkRequest } from "vireo/slots/talk";
import { SENTENCE } from "vireo/speech/live";
import { RetryLater } from "vireo/vendor";
import { cacheHealth } from "vireo/vendor/health";
import { checkMedia } from "vireo/vendor/live";
import type { HeygenClient } from "./client";

/** Limits from docs.heygen.com. Shows HeyGen's avatars, or a portrait. */
const MODEL: Model & { duration: { min: number; max: number; default: number } } = {
  id: "heygen-avatar",
  title: "HeyGen Avatar",
  description: "HeyGen's avatars, or a portrait, speak a script with voices of HeyGen or of a speech engine.",
  duration: { min: 1, max: 300, default: 30 },
  aspectRatios: ["9:16", "16:9", "1:1"],
  resolutions: ["720p", "1080p"],
  faces: ["avatar", "image"],
};

const SIZES: Readonly<Record<string, readonly [number, number]>> = { "9:16": [9, 16], "16:9": [16, 9], "1:1": [9, 9] };
/** Image formats of a talking photo. */
const PHOTOS = ["image/jpeg", "image/png"];
const MAX_TEXT = 5_000;

function toDimension(aspectRatio: string, resolution: string) {
  const [across, down] = SIZES[aspectRatio] ?? [9, 16];
  const unit = (resolution === "1080p" ? 1080 : 720) / 9;
  return { width: across * unit, height: down * unit };
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value ? value : undefined);

/** Returns an entry with those fields that are present. */
function pick<Item extends { id: string; name: string }>(fields: { [Name in keyof Item]?: unknown }): Item[] {
  const { id, name } = fields as { id?: unknown; name?: unknown };
  if (!text(id)) return [];
  const rest = Object.entries(fields).flatMap(([field, value]) => (text(value) ? [[field, value]] : []));
  return [{ ...Object.fromEntries(rest), name: text(name) ?? id } as Item];
}

export function createTalker(client: HeygenClient): Talker {
  const review = ({ imageUrl, avatar, speech }: TalkRequest): Record<string, string> => ({
    ...(imageUrl || avatar ? {} : { characterId: "Requires a character with an image or a HeyGen avatar." }),
    ...(speech.text.length > MAX_TEXT ? { script: `HeyGen accepts at most ${MAX_TEXT} characters.` } : {}),
  });

  /** Uploads come first, because they are free and can be repeated. */
  async function buildScene({ imageUrl, avatar, speech, voicePath }: TalkRequest, run: Run) {
    const [character, voice] = await Promise.all([
      avatar
        ? { type: "avatar", avatar_id: avatar, avatar_style: "normal" }
        : { type: "talking_photo", talking_photo_id: await uploadPortrait(imageUrl ?? "", run) },
      voicePath
        ? { type: "audio", audio_asset_id: await uploadSound(voicePath, run) }
        : {
            ...{ type: "text", input_text: speech.text, voice_id: speech.voice },
            ...(speech.speed ? { speed: Math.min(1.5, Math.max(0.5, speech.speed)) } : {}),
          },
    ]);
    return { character, voice };
  }

  async function uploadPortrait(url: string, run: Run): Promise<string> {
    const { file, kind } = await readPicture(url, run);
    if (!PHOTOS.includes(kind.contentType))
      throw new EngineError("provider_rejected", `${url} is ${kind.contentType}. HeyGen accepts JPEG and PNG.`);
    return client.uploadPortrait(new Blob([await file.arrayBuffer()], { type: kind.contentType }), run.signal);
  }

  async function uploadSound(path: string, run: Run): Promise<string> {
    const seconds = (await probe(path))?.duration ?? 0;
    const { max } = MODEL.duration;
    if (seconds > max)
      throw new EngineError(
        "speech_too_long",
        `The speech takes ${seconds.toFixed(1)} s. HeyGen accepts at most ${max} s.`,
      );
    const bytes = await Bun.file(path).bytes();
    const type = sniff(bytes)?.contentType ?? "application/octet-stream";
    return client.uploadSound(new Blob([bytes], { type }), run.signal);
  }

  const talker: Talker = {
    name: "heygen",
    models: [MODEL],
    check: cacheHealth(() => client.check()),
    review,
    estimateSeconds: () => 240,
    async create(request, run) {
      if (!request.voicePath && !request.speech.voice)
        throw new EngineError("provider_rejected", "Choose a voice of HeyGen, or configure a speech engine.");
      const { callbackUrl, signal } = run;
      const body = {
        video_inputs: [await buildScene(request, run)],
        dimension: toDimension(request.aspectRatio, request.resolution),
        ...(callbackUrl ? { callback_url: callbackUrl } : {}),
      };
      return { state: "pending", task: await client.begin(body, signal) };
    },
    async read(task, { signal }) {
      const status = await client.find(task, signal);
      if (status instanceof RetryLater) return status.toPending(task);
      if (status.state === "running") return { state: "pending", task };
      if (status.state === "failed") return status;
      const poster = status.poster ? { poster: { url: status.poster } } : {};
      return { state: "completed", files: { main: { url: status.url }, ...poster } };
    },
    async listVoices(signal) {
      const all = await client.list("/v2/voices", "voices", signal);
      return all.flatMap(({ voice_id: id, name, language, gender, preview_audio: previewUrl }) =>
        pick<Voice>({ id, name, language, gender, previewUrl }),
      );
    },
    async listAvatars(signal) {
      const all = await client.list("/v2/avatars", "avatars", signal);
      return all.flatMap((avatar) =>
        pick<Avatar>({
          id: avatar.avatar_id,
          name: avatar.avatar_name,
          gender: avatar.gender,
          imageUrl: avatar.preview_image_url,
          previewUrl: avatar.preview_video_url,
        }),
      );
    },
  };
  return { ...talker, live: [createLiveCheck(talker)] };
}

/** The cheapest request: the first avatar says a sentence with the first voice. */
const createLiveCheck = (talker: Talker): LiveCheck => ({
  title: "a sentence by one of its avatars, 720p",
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
