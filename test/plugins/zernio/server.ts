/** A stand-in for Zernio: its API as it is written down, and each of its faults when asked for. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listAnalytics } from "./analytics";
import { answerOf, type Fault, faultIn, KEY } from "./faults";
import { createPosts, type Order } from "./posts";
import { type Account, mistakeIn } from "./rules";

interface Call {
  /** Method and path below the base: `GET /v1/posts`. */
  route: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The client's port: the same for calls over one connection. */
  port: number | undefined;
  raw: Uint8Array<ArrayBuffer>;
  /** Of JSON bodies. */
  body: unknown;
}
interface Reply {
  status: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

const LIST_MAX = 100;
const bad = (error: string): Reply => ({ status: 400, json: { error, type: "invalid_request_error" } });
/** Platforms whose accounts a test adds. */
export const OTHERS = [
  ...["linkedin", "facebook", "threads", "twitter", "pinterest", "bluesky", "googlebusiness", "telegram", "discord"],
  ...["reddit", "snapchat"],
];
export const account = (platform: string): Account => ({
  _id: Buffer.from(platform.padEnd(12, "-")).toString("hex"),
  platform,
  profileId: "profile-1",
  username: `shop.${platform}`,
  displayName: `Shop on ${platform}`,
  profilePicture: null,
  profileUrl: `https://${platform}.example/@shop`,
  isActive: true,
});
const interaction = (enabled: boolean) => ({ enabled, required: true, default: false, label: "Allow" });

async function callOf(request: IncomingMessage): Promise<Call> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const raw = new Uint8Array(Buffer.concat(chunks));
  const { pathname, searchParams: query } = new URL(request.url ?? "", "http://zernio");
  const route = `${request.method} ${pathname.replace(/^\/api(?=\/)/, "")}`;
  const isJson = request.headers["content-type"] === "application/json";
  const body = isJson ? JSON.parse(new TextDecoder().decode(raw)) : undefined;
  return { route, query, headers: request.headers, port: request.socket.remotePort, raw, body };
}

class ZernioServer {
  thumbnails: string[] = [];
  accounts = ["tiktok", "instagram", "youtube", "whatsapp"].map(account);
  uploads = new Map<string, { bytes: Uint8Array; type: string }>();
  byRequestId = new Map<string, string>();
  calls: Call[] = [];
  faults = new Map<string, Fault[]>();
  readonly book = createPosts();
  control = {
    /** Accounts on a page, where the list has pages unasked. */
    pageSize: undefined as number | undefined,
    creator: { canPostMore: true, duet: true },
    /** Requests left in the minute; undefined where no answer tells. */
    remaining: undefined as number | undefined,
    resetAt: 0,
    hasAnalytics: true,
  };
  origin = "";

  listAccounts({ query }: Call): Reply {
    if (query.has("page") !== query.has("limit")) return bad("page and limit must be sent together");
    const profile = query.get("profileId");
    const all = this.accounts.filter(
      ({ profileId, enabled }) => (!profile || profileId === profile) && enabled !== false,
    );
    const limit = query.has("limit") ? Number(query.get("limit")) : this.control.pageSize;
    const page = Number(query.get("page") ?? 1);
    if (!limit) return { status: 200, json: { accounts: all, hasAnalyticsAccess: false } };
    const pagination = { page, limit, total: all.length, pages: Math.ceil(all.length / limit) };
    const shown = all.slice((page - 1) * limit, page * limit);
    return { status: 200, json: { accounts: shown, hasAnalyticsAccess: false, pagination } };
  }

  creatorInfo = (): Reply => ({
    status: 200,
    json: {
      creator: { nickname: "Shop", avatarUrl: "https://cdn.example/a.png", isVerified: false, ...this.control.creator },
      privacyLevels: ["PUBLIC_TO_EVERYONE", "SELF_ONLY"].map((value) => ({ value, label: value })),
      postingLimits: {
        maxVideoDurationSec: 600,
        interactionSettings: {
          allow_comment: interaction(true),
          allow_duet: interaction(this.control.creator.duet),
          allow_stitch: interaction(true),
        },
      },
    },
  });

  create({ body, headers }: Call): Reply {
    const order = body as Order;
    const id = String(headers["x-request-id"] ?? "");
    const first = this.byRequestId.get(id);
    const known = this.book.posts.find(({ _id }) => _id === first);
    if (known) return { status: 200, json: { existingPost: this.book.view(known), message: "Already made" } };
    const mistake = mistakeIn(order, this.accounts);
    if (mistake) return bad(mistake);
    const wanted = order.platforms[0]?.accountId;
    const twin = this.book.posts.find(
      ({ order: { content, platforms }, status }) =>
        status !== "failed" && content === order.content && platforms[0]?.accountId === wanted,
    );
    if (twin) {
      const { platform, accountId } = twin.target;
      return {
        status: 409,
        json: {
          error: "The same content was posted to this account",
          details: { accountId, platform, existingPostId: twin._id },
        },
      };
    }
    const post = this.book.make(order);
    if (id) this.byRequestId.set(id, post._id);
    const { platform, status, errorMessage = null } = post.target;
    if (post.fate === "aborted")
      return { status: 207, json: { message: "Already being processed", post: this.book.view(post) } };
    if (post.status === "failed" || post.target.status === "failed")
      return {
        status: 207,
        json: {
          error: "No platform published",
          post: this.book.view(post),
          platformResults: [{ platform, status, error: errorMessage }],
        },
      };
    return { status: 201, json: { message: "Post published", post: this.book.view(post) } };
  }

  listPosts({ query }: Call): Reply {
    const limit = Number(query.get("limit") ?? 10);
    if (limit > LIST_MAX) return bad("limit is too large");
    const page = Number(query.get("page") ?? 1);
    const wanted = query.get("accountId");
    const all = this.book.posts.filter(({ order }) => !wanted || order.platforms[0]?.accountId === wanted);
    all.forEach(this.book.progress);
    const shown = all.slice((page - 1) * limit, page * limit).map(this.book.view);
    const pagination = { page, limit, total: all.length, pages: Math.max(1, Math.ceil(all.length / limit)) };
    return { status: 200, json: { posts: shown, pagination } };
  }

  readPost(id: string): Reply {
    const post = this.book.posts.find(({ _id }) => _id === id);
    if (!post) return { status: 404, json: { error: "Post not found", type: "not_found" } };
    this.book.progress(post);
    return { status: 200, json: { post: this.book.view(post) } };
  }

  updateMetadata(id: string, { body }: Call): Reply {
    const { platform, thumbnailUrl, ...rest } = body as { platform: string; thumbnailUrl: string };
    const post = this.book.posts.find(({ _id }) => _id === id);
    if (post?.status !== "published" || platform !== "youtube" || Object.keys(rest).length > 0) return bad("Invalid");
    if (thumbnailUrl.includes("unverified")) return bad("The channel is not verified");
    this.thumbnails.push(thumbnailUrl);
    return { status: 200, json: { success: true, videoId: post.target.platformPostId, updatedFields: ["thumbnail"] } };
  }

  presign({ body }: Call): Reply {
    const { filename, contentType, size } = body as { filename: string; contentType: string; size: number };
    if (!/^(video\/(mp4|mpeg|quicktime|webm)|image\/(jpeg|png|webp))$/.test(contentType))
      return bad("Unsupported content type");
    if (size > 5 * 1024 ** 3) return bad("The file is too large");
    const key = `${crypto.randomUUID()}/${filename}`;
    const uploadUrl = `${this.origin}/storage/${key}?X-Amz-Signature=deadbeef`;
    return { status: 200, json: { uploadUrl, publicUrl: `https://media.example/${key}`, key, expiresIn: 3600 } };
  }

  store({ route, headers, raw, query }: Call): Reply {
    if (query.get("X-Amz-Signature") !== "deadbeef" || headers.authorization) return { status: 403, text: "<Error/>" };
    if (headers["transfer-encoding"]) return { status: 411, text: "<Error><Code>MissingContentLength</Code></Error>" };
    const key = route.slice("PUT /storage/".length);
    this.uploads.set(`https://media.example/${key}`, { bytes: raw, type: headers["content-type"] ?? "" });
    return { status: 200, text: "" };
  }

  answer(call: Call): Reply {
    const { route, headers } = call;
    if (route.startsWith("PUT /storage/")) return this.store(call);
    if (headers.authorization !== `Bearer ${KEY}`) return { status: 401, json: { error: "Invalid API key" } };
    if (route === "GET /v1/accounts") return this.listAccounts(call);
    if (/^GET \/v1\/accounts\/[^/]+\/tiktok\/creator-info$/.test(route)) return this.creatorInfo();
    if (route === "POST /v1/media/presign") return this.presign(call);
    if (route === "POST /v1/posts") return this.create(call);
    if (route === "GET /v1/analytics") return listAnalytics(this.book.posts, call.query, this.control.hasAnalytics);
    if (route === "GET /v1/posts") return this.listPosts(call);
    const updated = /^POST \/v1\/posts\/(\w+)\/update-metadata$/.exec(route)?.[1];
    if (updated) return this.updateMetadata(updated, call);
    if (route.startsWith("GET /v1/posts/")) return this.readPost(route.slice("GET /v1/posts/".length));
    return { status: 404, json: { error: "Not found", type: "not_found" } };
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await callOf(request);
    this.calls.push(call);
    const fault = this.faults.get(call.route)?.shift() ?? faultIn(JSON.stringify(call.body) ?? "");
    if (fault === "silent-before") return;
    if (fault === "reset-before") return void request.socket.destroy();
    let reply: Reply = answerOf(fault) ?? this.answer(call);
    if (fault === "silent-after") return;
    if (fault === "reset-after") return void request.socket.destroy();
    if (fault === "error-after") reply = { status: 502, json: { error: "Bad gateway" } };
    if (fault === "html-after") reply = { status: 200, text: "<html></html>" };
    if (this.control.remaining !== undefined) {
      this.control.remaining = Math.max(0, this.control.remaining - 1);
      response.setHeader("x-ratelimit-limit", "60");
      response.setHeader("x-ratelimit-remaining", String(this.control.remaining));
      response.setHeader("x-ratelimit-reset", String(this.control.resetAt));
    }
    const text = reply.text ?? JSON.stringify(reply.json ?? {});
    response.writeHead(reply.status, {
      "content-type": reply.text === undefined ? "application/json" : "text/html",
      "content-length": Buffer.byteLength(text),
      ...reply.headers,
    });
    if (fault !== "cut-off") return void response.end(text);
    response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
  }
}

export async function startZernio() {
  const state = new ZernioServer();
  const { accounts, uploads, calls, faults, control, book } = state;
  const server = createServer((request, response) => {
    state.serve(request, response).catch((error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `${state.origin}/api`,
    ...{ accounts, uploads, calls, faults, control, posts: book.posts, thumbnails: state.thumbnails },
    /** Posts that were made with this caption, and calls that asked for one. */
    made: book.count,
    asked: (content: string) =>
      calls.filter(({ route, body }) => route === "POST /v1/posts" && (body as Order).content === content).length,
    routes: () => calls.map(({ route }) => route),
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
export type Zernio = Awaited<ReturnType<typeof startZernio>>;
