/** A stand-in for TikTok's Login Kit, Content Posting API and Display API. */
import { type Call, type Fault, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";
import { CLIENT, createPeople, FAULT } from "#test/plugins/direct";

interface Post {
  account: string;
  isInbox: boolean;
  info: Record<string, unknown>;
  size: number;
  chunk: number;
  count: number;
  bytes: Buffer;
  looks: number;
  fault?: Fault | undefined;
  postId?: string;
}

const MB = 1024 ** 2;
const ok = { code: "ok", message: "", log_id: "1" };
const error = (status: number, code: string, message = code): Reply => ({
  status,
  json: { data: {}, error: { code, message, log_id: "1" } },
});

class TikTokServer {
  readonly people = createPeople();
  readonly posts = new Map<string, Post>();
  readonly control = {
    scope: "user.info.basic,user.info.profile,video.publish,video.upload,video.list",
    isAudited: true,
    canPost: true,
    /** Reads of a post until TikTok has processed it. */
    looks: 0,
    failReason: "",
    /** False while moderation keeps a post's id back. */
    hasIds: true,
  };

  token({ body }: Call): Reply {
    const form = new URLSearchParams(body.toString());
    const invalid = (error: string) => ({ status: 400, json: { error, error_description: "Refused.", log_id: "1" } });
    if (form.get("client_key") !== CLIENT.id || form.get("client_secret") !== CLIENT.secret)
      return invalid("invalid_client");
    const old = form.get("refresh_token") ?? "";
    const account =
      form.get("grant_type") === "authorization_code" ? this.people.exchange(form) : this.people.refresh.get(old);
    if (!account) return invalid("invalid_grant");
    this.people.refresh.delete(old);
    return {
      json: {
        ...this.people.issue(account),
        open_id: account,
        scope: this.control.scope,
        refresh_expires_in: 15_552_000,
        token_type: "Bearer",
      },
    };
  }

  revoke({ body }: Call): Reply {
    const token = new URLSearchParams(body.toString()).get("token") ?? "";
    this.people.revoked.push(token);
    this.people.withdraw(this.people.access.get(token) ?? "");
    return { json: {} };
  }

  creator = (account: string): Reply =>
    this.control.canPost
      ? {
          json: {
            data: {
              creator_username: account,
              creator_nickname: `Shop ${account}`,
              creator_avatar_url: "https://tiktok.example/a.jpg",
              privacy_level_options: ["PUBLIC_TO_EVERYONE", "MUTUAL_FOLLOW_FRIENDS", "SELF_ONLY"],
              comment_disabled: false,
              duet_disabled: true,
              stitch_disabled: false,
              max_video_post_duration_sec: 600,
            },
            error: ok,
          },
        }
      : error(403, "spam_risk_too_many_posts");

  init({ json, path }: Call, account: string, server: VendorServer): Reply {
    const { post_info: info = {}, source_info: source } = json;
    const isInbox = path.includes("/inbox/");
    const { video_size: size, chunk_size: chunk, total_chunk_count: count } = source;
    if (source.source !== "FILE_UPLOAD" || count !== Math.floor(size / chunk)) return error(400, "invalid_params");
    if (size >= 5 * MB && (chunk < 5 * MB || chunk > 64 * MB)) return error(400, "invalid_params");
    if (!isInbox && !this.control.isAudited && info.privacy_level !== "SELF_ONLY")
      return error(403, "unaudited_client_can_only_post_to_private_accounts");
    const title = String(info.title ?? "");
    if (title.includes("[fault:bad-request]")) return error(400, "invalid_params", "The title is not allowed.");
    const id = `v_pub_file~v2-1.${this.posts.size}`;
    const fault = FAULT.exec(title)?.[1] as Fault | undefined;
    const post: Post = {
      account,
      isInbox,
      info,
      size,
      chunk,
      count,
      bytes: Buffer.alloc(0),
      looks: this.control.looks,
      fault,
    };
    this.posts.set(id, post);
    this.failLast(id, post, server);
    return {
      json: {
        data: { publish_id: id, upload_url: `${server.url}/upload/${encodeURIComponent(id)}?token=x` },
        error: ok,
      },
    };
  }

  /** Announces a photo post, which publishes it. */
  initPhotos({ json }: Call, account: string): Reply {
    const { post_mode: mode, post_info: info = {}, source_info: source = {} } = json;
    const isInbox = mode === "MEDIA_UPLOAD";
    const urls: string[] = source.photo_images ?? [];
    const isPulled = source.source === "PULL_FROM_URL" && Number.isInteger(source.photo_cover_index);
    if (json.media_type !== "PHOTO" || !isPulled || urls.length < 1 || urls.length > 35)
      return error(400, "invalid_params");
    if (!urls.every((url) => url.startsWith("https://photos.example/"))) return error(403, "url_ownership_unverified");
    if (!isInbox && [info.brand_content_toggle, info.brand_organic_toggle].some((flag) => typeof flag !== "boolean"))
      return error(400, "invalid_params");
    if (!isInbox && typeof info.privacy_level !== "string") return error(400, "invalid_params");
    const id = `p_pub_url~v2.${this.posts.size}`;
    const postId = String(7_300_000_000_000_000_001n + BigInt(this.posts.size));
    const size = { size: 0, chunk: 1, count: 0, bytes: Buffer.alloc(0), looks: this.control.looks };
    this.posts.set(id, { account, isInbox, info: { ...info, urls }, ...size, fault: undefined, postId });
    return { json: { data: { publish_id: id }, error: ok } };
  }

  sent = ({ bytes, chunk }: Post) => Math.floor(bytes.length / chunk);

  /** Plans the fault of the last chunk. */
  failLast(id: string, post: Post, server: VendorServer): void {
    if (!post.fault || this.sent(post) < post.count - 1) return;
    const path = encodeURIComponent(id).replace(/[.~]/g, "\\$&");
    server.fail("PUT", new RegExp(`${path}$`), post.fault);
    post.fault = undefined;
  }

  put({ path, headers, body }: Call, server: VendorServer): Reply {
    const id = decodeURIComponent(path.slice("/upload/".length));
    const post = this.posts.get(id);
    const [, from = "", to = "", total = ""] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
    if (!post || headers.authorization) return { status: 403 };
    const isLast = this.sent(post) === post.count - 1;
    const expected = isLast ? post.size - post.bytes.length : post.chunk;
    if (Number(total) !== post.size || Number(to) - Number(from) + 1 !== body.length) return { status: 400 };
    if (Number(from) !== post.bytes.length || body.length !== expected) return { status: 416 };
    post.bytes = Buffer.concat([post.bytes, body]);
    if (post.bytes.length === post.size) {
      post.postId = String(7_300_000_000_000_000_001n + BigInt(this.posts.size));
      return { status: 201 };
    }
    this.failLast(id, post, server);
    return { status: 206 };
  }

  status({ json }: Call, account: string): Reply {
    const post = this.posts.get(json.publish_id);
    if (!post || post.account !== account) return error(400, "invalid_publish_id");
    const respond = (data: string): Reply => ({
      body: `{"data":${data},"error":{"code":"ok","message":"","log_id":"1"}}`,
      headers: { "content-type": "application/json" },
    });
    if (!post.postId || post.looks-- > 0)
      return respond(JSON.stringify({ status: "PROCESSING_UPLOAD", uploaded_bytes: post.bytes.length }));
    if (this.control.failReason)
      return respond(JSON.stringify({ status: "FAILED", fail_reason: this.control.failReason }));
    if (post.isInbox) return respond(JSON.stringify({ status: "SEND_TO_USER_INBOX" }));
    // Ids are numbers there, too large for JavaScript's.
    const ids =
      this.control.hasIds && post.info.privacy_level !== "SELF_ONLY"
        ? `,"publicaly_available_post_id":[${post.postId}]`
        : "";
    return respond(`{"status":"PUBLISH_COMPLETE"${ids}}`);
  }

  query({ json }: Call, account: string): Reply {
    const wanted = json.filters.video_ids as string[];
    const videos = [...this.posts.values()].flatMap(({ postId, account: of }) =>
      postId && of === account && wanted.includes(postId)
        ? [{ id: postId, view_count: 1000, like_count: 90, comment_count: 8, share_count: 7 }]
        : [],
    );
    return { json: { data: { videos }, error: ok } };
  }

  answer(call: Call, server: VendorServer): Reply {
    const { path } = call;
    if (path === "/v2/oauth/token/") return this.token(call);
    if (path === "/v2/oauth/revoke/") return this.revoke(call);
    if (path.startsWith("/upload/")) return this.put(call, server);
    const account = this.people.owner(call.headers.authorization);
    if (!account) return error(401, "access_token_invalid", "The access token is invalid or not found in the request.");
    if (path === "/v2/user/info/")
      return {
        json: { data: { user: { open_id: account, username: account, display_name: `Shop ${account}` } }, error: ok },
      };
    if (path === "/v2/post/publish/creator_info/query/") return this.creator(account);
    if (path === "/v2/post/publish/content/init/") return this.initPhotos(call, account);
    if (/^\/v2\/post\/publish\/(inbox\/)?video\/init\/$/.test(path)) return this.init(call, account, server);
    if (path === "/v2/post/publish/status/fetch/") return this.status(call, account);
    if (path === "/v2/video/query/") return this.query(call, account);
    return error(404, "not_found");
  }
}

export async function startTikTok() {
  const state = new TikTokServer();
  const { people, posts, control } = state;
  people.rotates = true;
  const server = await startVendor((call, server) => state.answer(call, server));
  return {
    ...server,
    ...{ people, posts, control },
    /** Posts that were made with this caption. */
    made: (title: string) => [...posts.values()].filter(({ info, postId }) => postId && info.title === title).length,
    env: {
      TIKTOK_CLIENT_ID: CLIENT.id,
      TIKTOK_CLIENT_SECRET: CLIENT.secret,
      TIKTOK_API_URL: server.url,
      TIKTOK_LOGIN_URL: server.url,
    },
  };
}
export type TikTok = Awaited<ReturnType<typeof startTikTok>>;
