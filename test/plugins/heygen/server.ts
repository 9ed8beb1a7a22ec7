import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";

/**
 * Plays HeyGen as docs.heygen.com and public programs tell it: files are uploaded as they are, a video is generated from
 * ids, and its status is read. An order in the text or the voice ("[fail …]") says what becomes of a video.
 */
export const KEY = "heygen-test-key-0123456789";

export interface HeyGen extends VendorServer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  bodies: any[];
  callbacks: string[];
  uploads: { path: string; type: string; size: number }[];
  /** What becomes of the next video. */
  next?: string;
  hold?: Promise<void>;
}

const refuse = (status: number, code: string, message: string): Reply => ({
  status,
  json: { data: null, error: { code, message } },
});

export async function startHeygen(results: { video: string; image: string }): Promise<HeyGen> {
  const videos = new Map<string, { order: string; reads: number }>();

  async function generate(body: Call["json"]): Promise<Reply> {
    const [{ character, voice }] = body.video_inputs;
    if (character.avatar_id === "nobody") return refuse(404, "avatar_not_found", "The avatar was not found.");
    const order = server.next ?? /\[([^\]]+)\]/.exec(voice.input_text ?? "")?.[1] ?? "";
    delete server.next;
    if (order === "quota")
      return refuse(400, "insufficient_credit", "Insufficient credit. This operation requires API credits.");
    const id = `video_${videos.size}`;
    videos.set(id, { order, reads: 0 });
    server.bodies.push(body);
    if (body.callback_url) server.callbacks.push(body.callback_url);
    await server.hold;
    return { json: { error: null, data: { video_id: id } } };
  }

  function report(id: string): Reply {
    const video = videos.get(id);
    if (!video) return { status: 400, json: { code: 400113, message: "invalid video_id" } };
    const [order, ...reason] = video.order.split(" ");
    const data = { id, video_url: null, thumbnail_url: null, error: null };
    const answer = (more: object): Reply => ({ json: { code: 100, message: "Success", data: { ...data, ...more } } });
    if (order === "never") return answer({ status: "processing" });
    if (video.reads++ === 0) return answer({ status: "waiting" });
    if (order === "fail") {
      const error = { code: 40119, message: reason.join(" ") || "Video generation failed", detail: "…" };
      return answer({ status: "failed", error });
    }
    if (order === "empty") return answer({ status: "completed" });
    return answer({ status: "completed", video_url: results.video, thumbnail_url: results.image, duration: 2 });
  }

  function upload({ path, headers, body }: Call): Reply {
    server.uploads.push({ path, type: headers["content-type"] ?? "", size: body.length });
    if (path === "/v1/asset")
      return { json: { code: 100, data: { id: `asset_${server.uploads.length}`, url: "https://a" } } };
    return { json: { code: 100, data: { talking_photo_id: `photo_${server.uploads.length}` } } };
  }

  const vendor = await startVendor((call): Reply | Promise<Reply> => {
    const { method, path, query, headers, json } = call;
    if (headers["x-api-key"] !== KEY) return { status: 401, json: { code: 400112, message: "Unauthorized" } };
    if (method === "POST" && path === "/v2/video/generate") return generate(json);
    if (path === "/v1/video_status.get") return report(query.get("video_id") ?? "");
    if (method === "POST" && (path === "/v1/asset" || path === "/v1/talking_photo")) return upload(call);
    if (path === "/v2/user/remaining_quota") return { json: { error: null, data: { remaining_quota: 600 } } };
    if (path === "/v2/voices") {
      const voice = {
        voice_id: "v1",
        name: "Anna",
        language: "English",
        gender: "female",
        preview_audio: "https://a/1.mp3",
      };
      return { json: { error: null, data: { voices: [voice, { name: "broken" }] } } };
    }
    if (path === "/v2/avatars") {
      const avatar = {
        avatar_id: "Wayne",
        avatar_name: "Wayne in a suit",
        gender: "male",
        preview_image_url: "https://a/w.jpg",
      };
      return { json: { error: null, data: { avatars: [avatar], talking_photos: [] } } };
    }
    return { status: 404, json: { message: "Not Found" } };
  });
  const server: HeyGen = Object.assign(vendor, { bodies: [], callbacks: [], uploads: [] });
  return server;
}
