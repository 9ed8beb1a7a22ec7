/** A stand-in for Google's sign-in and the YouTube Data API v3, as their documents describe them. */
import { type Call, type Fault, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";
import { CLIENT, createPeople, FAULT } from "#test/plugins/direct";

interface Session {
  channel: string;
  size: number;
  bytes: Buffer;
  video: { snippet: Snippet; status: Record<string, unknown> };
  videoId?: string;
  /** Fault of the call that makes the video. */
  last?: Fault | undefined;
}
interface Snippet {
  title: string;
  description: string;
  tags?: string[];
}

const UNIT = 256 * 1024;
const error = (status: number, reason: string, message: string): Reply => ({
  status,
  json: { error: { code: status, message, errors: [{ message, domain: "youtube", reason }] } },
});
const SCOPE = "https://www.googleapis.com/auth/youtube.upload https://www.googleapis.com/auth/youtube.readonly";

class YouTubeServer {
  readonly people = createPeople();
  readonly sessions = new Map<string, Session>();
  readonly videos = new Map<string, Session & { thumbnail?: Buffer; isProcessed?: boolean }>();
  thumbnailCalls = 0;
  readonly control = {
    scope: SCOPE,
    /** Status of videos once they are processed. */
    uploadStatus: "processed",
    /** Reads that show a video as being processed. */
    processing: 0,
    /** Reads that show a video that plays already as being processed. */
    encoding: 0,
    forcePrivate: false,
    quota: Number.POSITIVE_INFINITY,
    /** Bytes of a chunk that the server stores; the rest must be sent again. */
    stores: Number.POSITIVE_INFINITY,
    thumbnails: true,
  };

  token({ body }: Call): Reply {
    const form = new URLSearchParams(body.toString());
    if (form.get("client_id") !== CLIENT.id || form.get("client_secret") !== CLIENT.secret)
      return { status: 401, json: { error: "invalid_client", error_description: "Unauthorized" } };
    const isCode = form.get("grant_type") === "authorization_code";
    const account = isCode ? this.people.exchange(form) : this.people.refresh.get(form.get("refresh_token") ?? "");
    if (!account)
      return { status: 400, json: { error: "invalid_grant", error_description: "Token has been expired or revoked." } };
    return { json: { ...this.people.issue(account, isCode), scope: this.control.scope, token_type: "Bearer" } };
  }

  revoke({ body }: Call): Reply {
    const token = new URLSearchParams(body.toString()).get("token") ?? "";
    const account = this.people.refresh.get(token) ?? this.people.access.get(token);
    this.people.revoked.push(token);
    if (!account) return { status: 400, json: { error: "invalid_token" } };
    this.people.withdraw(account);
    return { json: {} };
  }

  insert({ json, headers, query }: Call, channel: string, server: VendorServer): Reply {
    const { snippet, status } = json as Session["video"];
    if (query.get("uploadType") !== "resumable") return error(400, "badRequest", "Only resumable uploads.");
    if (this.sessions.size >= this.control.quota)
      return error(
        403,
        "quotaExceeded",
        "The request cannot be completed because you have exceeded your <a>quota</a>.",
      );
    if (!snippet.title || [...snippet.title].length > 100 || /[<>]/.test(snippet.title))
      return error(400, "invalidTitle", "The request metadata specifies an invalid or empty video title.");
    if (Buffer.byteLength(snippet.description) > 5000 || snippet.description.includes("[fault:bad-request]"))
      return error(400, "invalidDescription", "The request metadata specifies an invalid video description.");
    const id = crypto.randomUUID();
    const size = Number(headers["x-upload-content-length"]);
    const last = FAULT.exec(snippet.description)?.[1] as Fault | undefined;
    const session: Session = { channel, size, bytes: Buffer.alloc(0), video: { snippet, status }, last };
    this.sessions.set(id, session);
    this.failLast(id, session, server);
    return { headers: { location: `${server.url}/upload/session/${id}?upload_id=${id}` } };
  }

  /** Plans the fault of the call that brings the last bytes. */
  failLast(id: string, session: Session, server: VendorServer): void {
    if (!session.last || session.size - session.bytes.length > UNIT) return;
    server.fail("PUT", new RegExp(id), session.last);
    session.last = undefined;
  }

  incomplete = ({ bytes }: Session): Reply => ({
    status: 308,
    headers: bytes.length > 0 ? { range: `bytes=0-${bytes.length - 1}` } : {},
  });
  resource = ({ videoId, video }: Session): Reply => ({ json: { kind: "youtube#video", id: videoId, ...video } });

  put({ path, headers, body }: Call, server: VendorServer): Reply {
    const id = path.split("/").at(-1) ?? "";
    const session = this.sessions.get(id);
    if (!session) return error(404, "notFound", "Not Found");
    const range = headers["content-range"] ?? "";
    if (/^bytes \*\/\d+$/.test(range)) return session.videoId ? this.resource(session) : this.incomplete(session);
    const [, from = "", to = "", total = ""] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? [];
    const [start, end] = [Number(from), Number(to) + 1];
    if (Number(total) !== session.size || end - start !== body.length) return error(400, "badRequest", "Invalid range");
    if (start > session.bytes.length) return { status: 503, body: "gap" };
    if (end < session.size && body.length % UNIT !== 0)
      return error(400, "badRequest", "Chunks are multiples of 256 KB.");
    if (session.videoId) return this.resource(session);
    const kept = body.subarray(session.bytes.length - start, this.control.stores);
    session.bytes = Buffer.concat([session.bytes, kept]);
    this.failLast(id, session, server);
    if (session.bytes.length < session.size) return this.incomplete(session);
    session.videoId = `v${this.videos.size + 1}`.padEnd(11, "x");
    this.videos.set(session.videoId, session);
    return this.resource(session);
  }

  list({ query }: Call, channel: string): Reply {
    const id = query.get("id") ?? "";
    const video = this.videos.get(id);
    if (!video || video.channel !== channel) return { json: { items: [] } };
    if (query.get("part") === "statistics")
      return { json: { items: [{ id, statistics: { viewCount: "4321", likeCount: "56", commentCount: "7" } }] } };
    const isEncoding = this.control.processing > 0 || this.control.encoding-- > 0;
    const processingDetails = { processingStatus: isEncoding ? "processing" : "succeeded" };
    video.isProcessed = !isEncoding;
    const uploadStatus = this.control.processing-- > 0 ? "uploaded" : this.control.uploadStatus;
    const privacyStatus = this.control.forcePrivate ? "private" : video.video.status.privacyStatus;
    return {
      json: {
        items: [
          {
            id,
            status: { ...video.video.status, uploadStatus, privacyStatus, rejectionReason: "duplicate" },
            processingDetails,
          },
        ],
      },
    };
  }

  thumbnail({ query, body }: Call): Reply {
    const video = this.videos.get(query.get("videoId") ?? "");
    if (!this.control.thumbnails || !video)
      return error(403, "forbidden", "The thumbnail can't be set for the specified video.");
    if (body.length > 50 * 1024 ** 2) return error(400, "mediaBodyRequired", "The image is too large.");
    this.thumbnailCalls++;
    // Of a Short, an early thumbnail is accepted and not applied.
    if (video.isProcessed) video.thumbnail = body;
    return { json: { items: [] } };
  }

  answer(call: Call, server: VendorServer): Reply {
    const { method, path } = call;
    if (path === "/token") return this.token(call);
    if (path === "/revoke") return this.revoke(call);
    const channel = this.people.owner(call.headers.authorization);
    if (!channel) return error(401, "authError", "Invalid Credentials");
    if (path === "/youtube/v3/channels")
      return {
        json: {
          items: [
            {
              id: channel,
              snippet: {
                title: `Shop ${channel}`,
                customUrl: `@${channel}`,
                thumbnails: { default: { url: "https://yt.example/a.jpg" } },
              },
            },
          ],
        },
      };
    if (method === "POST" && path === "/upload/youtube/v3/videos") return this.insert(call, channel, server);
    if (method === "PUT" && path.startsWith("/upload/session/")) return this.put(call, server);
    if (path === "/youtube/v3/videos") return this.list(call, channel);
    if (path === "/upload/youtube/v3/thumbnails/set") return this.thumbnail(call);
    return error(404, "notFound", "Not Found");
  }
}

export async function startYouTube() {
  const state = new YouTubeServer();
  const { people, sessions, videos, control } = state;
  const server = await startVendor((call, server) => state.answer(call, server));
  return {
    ...server,
    ...{ people, sessions, videos, control },
    thumbnailCalls: () => state.thumbnailCalls,
    /** Videos that were made with this text. */
    made: (text: string) => [...videos.values()].filter(({ video }) => video.snippet.description === text).length,
    env: {
      YOUTUBE_CLIENT_ID: CLIENT.id,
      YOUTUBE_CLIENT_SECRET: CLIENT.secret,
      YOUTUBE_API_URL: server.url,
      YOUTUBE_TOKEN_URL: server.url,
      YOUTUBE_LOGIN_URL: server.url,
    },
  };
}
export type YouTube = Awaited<ReturnType<typeof startYouTube>>;
