import { sniff } from "#core/media/probe";
import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";

/**
 * Plays HeyGen's API v3 by the specification in heygen-cli (7699a8ee): files become assets, a video is made from ids,
 * and its status is read. It refuses what the specification does not name, and answers a repeated Idempotency-Key with
 * the first video. An order in the script ("[fail …]") says what becomes of a video.
 */
export const KEY = "heygen-test-key-0123456789";

export interface HeyGen extends VendorServer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  bodies: any[];
  callbacks: string[];
  uploads: { name: string; type: string; size: number }[];
  /** What becomes of the next video. */
  next?: string;
  hold?: Promise<void>;
  /** Creations that are refused because ten videos are being made. */
  busy: number;
}

const COMMON =
  "type script voice_id voice_settings audio_asset_id audio_url aspect_ratio resolution callback_url callback_id title background caption fit output_format remove_background motion_prompt expressiveness watermark";
/** Fields of `POST /v3/videos` by type. */
const FIELDS: Record<string, Set<string>> = {
  avatar: new Set(`${COMMON} avatar_id engine`.split(" ")),
  image: new Set(`${COMMON} image`.split(" ")),
};
const RATIOS = ["16:9", "9:16", "4:5", "5:4", "1:1", "auto"];
const RESOLUTIONS = ["4k", "1080p", "720p"];
const ASSETS = ["image/png", "image/jpeg", "audio/mpeg", "audio/wav"];

const refuse = (status: number, code: string, message: string, param?: string): Reply => ({
  status,
  json: { error: { code, message, ...(param ? { param } : {}), doc_url: `https://a/error-codes#${code}` } },
});
const invalid = (param: string, message: string) => refuse(400, "invalid_parameter", message, param);

const VOICES = {
  private: [{ voice_id: "own", name: "My voice", language: "English", gender: "female", type: "private" }],
  public: [
    {
      ...{ voice_id: "v1", name: "Anna", language: "English", gender: "female", type: "public" },
      preview_audio_url: "https://a/1.mp3",
    },
    { name: "broken" },
  ],
};
const LOOKS = [
  {
    ...{ id: "Wayne", name: "Wayne in a suit", avatar_type: "studio_avatar", gender: "male", status: null },
    ...{ preview_image_url: "https://a/w.jpg", supported_api_engines: ["avatar_iv", "avatar_iii"] },
  },
  { id: "Old", name: "Old", avatar_type: "studio_avatar", supported_api_engines: ["avatar_iii"] },
  { id: "Training", name: "Training", avatar_type: "digital_twin", status: "processing" },
];

/** One entry a page, so that whoever reads only the first page misses some. */
function page(entries: readonly object[], token: string | null): Reply {
  const at = Number(token ?? 0);
  const more = at + 1 < entries.length;
  return { json: { data: entries.slice(at, at + 1), has_more: more, next_token: more ? String(at + 1) : null } };
}

/** What the specification has against a body. */
function review(body: Call["json"], assets: ReadonlyMap<string, string>): Reply | undefined {
  const fields = FIELDS[body?.type];
  if (!fields) return invalid("type", "Must be one of avatar, image, cinematic_avatar, studio.");
  const unknown = Object.keys(body).find((field) => !fields.has(field));
  if (unknown) return invalid(unknown, "Extra inputs are not permitted.");
  const { avatar_id, image, script, audio_asset_id, voice_id, aspect_ratio, resolution, motion_prompt, callback_url } =
    body;
  if (!script === !audio_asset_id) return invalid("script", "Provide either script or audio.");
  if (script?.length > 5_000) return invalid("script", "At most 5000 characters.");
  if (script && !voice_id && !avatar_id) return invalid("voice_id", "Required with script.");
  if (!RATIOS.includes(aspect_ratio)) return invalid("aspect_ratio", "Not supported.");
  if (!RESOLUTIONS.includes(resolution)) return invalid("resolution", "Not supported.");
  if (callback_url !== undefined && !/^https?:/.test(callback_url)) return invalid("callback_url", "Not a URL.");
  const speed = body.voice_settings?.speed ?? 1;
  if (speed < 0.5 || speed > 1.5) return invalid("voice_settings.speed", "0.5 to 1.5");
  if (audio_asset_id && !assets.get(audio_asset_id)?.startsWith("audio/"))
    return refuse(404, "asset_not_found", "The audio was not found.");
  if (body.type === "image") {
    const isAsset = image?.type === "asset_id" && assets.get(image.asset_id)?.startsWith("image/");
    return isAsset ? undefined : refuse(404, "asset_not_found", "The image was not found.");
  }
  if (motion_prompt) return invalid("motion_prompt", "Not supported for video avatars on Avatar IV.");
  return avatar_id === "Wayne" ? undefined : refuse(404, "avatar_not_found", `Avatar ${avatar_id} was not found.`);
}

/** Takes a file as an asset, whatever its name says. */
async function receive(
  { headers, body }: Call,
  assets: Map<string, string>,
  uploads: HeyGen["uploads"],
): Promise<Reply> {
  const type = headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return invalid("file", "Send the file as multipart/form-data.");
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const file = form.get("file");
  if (!(file instanceof File)) return invalid("file", "Field required.");
  const mime = sniff(await file.bytes())?.contentType ?? "unknown";
  if (!ASSETS.includes(mime)) return invalid("file", `Unsupported type ${mime}.`);
  const id = `asset_${assets.size}`;
  assets.set(id, mime);
  uploads.push({ name: file.name, type: mime, size: file.size });
  return { json: { data: { asset_id: id, url: "https://a", mime_type: mime, size_bytes: file.size } } };
}

export async function startHeygen(results: { video: string; image: string }): Promise<HeyGen> {
  const videos = new Map<string, { order: string; reads: number }>();
  const assets = new Map<string, string>();
  /** Id of the video by Idempotency-Key. */
  const made = new Map<string, string>();

  async function generate({ json: body, headers }: Call): Promise<Reply> {
    const key = String(headers["idempotency-key"] ?? "");
    if (!key) return invalid("Idempotency-Key", "The adapter has to send one.");
    const replayed = made.get(key);
    if (replayed) return { json: { data: { video_id: replayed, status: "waiting" } } };
    if (server.busy > 0) {
      server.busy--;
      const reply = refuse(429, "rate_limit_exceeded", "You have 10 videos in progress.");
      return { ...reply, headers: { "retry-after": "0" } };
    }
    const problem = review(body, assets);
    if (problem) return problem;
    const order = server.next ?? /\[([^\]]+)\]/.exec(body.script ?? "")?.[1] ?? "";
    delete server.next;
    if (order === "credit") return refuse(402, "insufficient_credit", "Your account has 5 credits but needs 10.");
    if (order === "trial") return refuse(429, "trial_video_limit_exceeded", "daily api trial limit 5");
    if (order === "twice") return refuse(409, "conflict", "A request with this Idempotency-Key is in progress.");
    if (order === "blocked") return refuse(400, "moderation_blocked", "The script has words that are not allowed.");
    const id = `video_${videos.size}`;
    videos.set(id, { order, reads: 0 });
    made.set(key, id);
    server.bodies.push(body);
    if (body.callback_url) server.callbacks.push(body.callback_url);
    await server.hold;
    return { json: { data: { video_id: id, status: "waiting", output_format: "mp4" } } };
  }

  function report(id: string): Reply {
    const video = videos.get(id);
    if (!video) return refuse(404, "video_not_found", "The video was not found.");
    const [order, code = null, ...reason] = video.order.split(" ");
    const answer = (more: object): Reply => ({ json: { data: { id, video_url: null, thumbnail_url: null, ...more } } });
    if (order === "never") return answer({ status: "processing" });
    if (video.reads++ === 0) return answer({ status: "pending" });
    if (order === "lost") {
      videos.delete(id);
      return report(id);
    }
    if (order === "fail")
      return answer({ status: "failed", failure_code: code, failure_message: reason.join(" ") || null });
    if (order === "empty") return answer({ status: "completed" });
    return answer({ status: "completed", video_url: results.video, thumbnail_url: results.image, duration: 2 });
  }

  const vendor = await startVendor((call): Reply | Promise<Reply> => {
    const { method, path, query, headers } = call;
    if (headers["x-api-key"] !== KEY) return refuse(401, "unauthorized", "Invalid API key.");
    switch (`${method} ${path}`) {
      case "POST /v3/videos":
        return generate(call);
      case "POST /v3/assets":
        return receive(call, assets, server.uploads);
      case "GET /v3/users/me": {
        const wallet = { currency: "usd", remaining_balance: 12.5, auto_reload: null };
        return { json: { data: { username: "ann", billing_type: "wallet", wallet, subscription: null } } };
      }
      case "GET /v3/voices":
        return page(VOICES[(query.get("type") ?? "public") as keyof typeof VOICES], query.get("token"));
      case "GET /v3/avatars/looks":
        return page(LOOKS, query.get("token"));
    }
    const id = /^\/v3\/videos\/([^/]+)$/.exec(path)?.[1];
    if (method === "GET" && id) return report(id);
    // The older versions of the API ended on 1 November 2026.
    return { status: 410, json: { message: "This endpoint was removed on 2026-11-01." } };
  });
  const server: HeyGen = Object.assign(vendor, { bodies: [], callbacks: [], uploads: [], busy: 0 });
  return server;
}
