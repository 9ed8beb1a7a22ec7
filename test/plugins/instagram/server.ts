/** A stand-in for Business Login for Instagram and its content publishing API. */
import { type Call, type Fault, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";
import { CLIENT, createPeople, FAULT } from "#test/plugins/direct";

interface Container {
  id: string;
  account: string;
  body: Record<string, unknown>;
  bytes: Buffer;
  looks: number;
  mediaId?: string;
}

const VERSION = "/v24.0";
const error = (status: number, code: number, message: string, more: object = {}): Reply => ({
  status,
  json: { error: { message, type: "OAuthException", code, fbtrace_id: "A1", ...more } },
});

class InstagramServer {
  readonly people = createPeople();
  readonly containers = new Map<string, Container>();
  readonly reels: { id: string; account: string; caption: string; at: number }[] = [];
  readonly control = {
    permissions: "instagram_business_basic,instagram_business_content_publish",
    used: 0,
    /** Looks at a container until it is finished. */
    looks: 0,
    status: "FINISHED",
    /** The sentence of a container's `status`. */
    statusText: "Error: the media could not be processed",
    permalinks: true,
    now: Date.now,
  };
  /** Errors of the next calls, with their code and subcode. */
  readonly faults: {
    at: "create" | "publish";
    code: number;
    subcode?: number;
    isTransient?: boolean;
    wasDone?: boolean;
  }[] = [];

  private takeFault(at: "create" | "publish") {
    const index = this.faults.findIndex((fault) => fault.at === at);
    return index < 0 ? undefined : this.faults.splice(index, 1)[0];
  }

  private refuse({ code, subcode, isTransient }: InstagramServer["faults"][number]): Reply {
    const more = { ...(subcode ? { error_subcode: subcode } : {}), is_transient: isTransient ?? false };
    return error(400, code, "An error", { ...more, error_user_msg: `Meta says ${subcode ?? code}.` });
  }

  login({ body }: Call): Reply {
    const form = new URLSearchParams(body.toString());
    if (form.get("client_id") !== CLIENT.id || form.get("client_secret") !== CLIENT.secret)
      return { status: 400, json: { error_type: "OAuthException", code: 400, error_message: "Invalid platform app" } };
    const known = this.people.codes.get(form.get("code") ?? "");
    this.people.codes.delete(form.get("code") ?? "");
    if (!known || known.redirect !== form.get("redirect_uri"))
      return {
        status: 400,
        json: { error_type: "OAuthException", code: 400, error_message: "Invalid authorization code" },
      };
    const { access_token } = this.people.issue(known.account, false);
    return { json: { access_token, user_id: known.account, permissions: this.control.permissions.split(",") } };
  }

  swap({ query }: Call): Reply {
    const account = this.people.access.get(query.get("access_token") ?? "");
    if (!account) return error(400, 190, "Error validating access token");
    if (query.get("grant_type") === "ig_exchange_token" && query.get("client_secret") !== CLIENT.secret)
      return error(400, 101, "Error validating client secret");
    return { json: { ...this.people.issue(account, false), token_type: "bearer", expires_in: 60 * 86_400 } };
  }

  create({ json }: Call, account: string, server: VendorServer): Reply {
    const caption = String(json.caption ?? "");
    const mistake = json.media_type === "REELS" ? this.findReelMistake(json) : this.findPictureMistake(json, account);
    if (mistake) return error(400, 100, mistake);
    if (caption.includes("[fault:bad-request]"))
      return error(400, 100, "Invalid parameter", {
        error_subcode: 2207010,
        error_user_msg: "The caption is not allowed.",
      });
    const refusal = this.takeFault("create");
    if (refusal) return this.refuse(refusal);
    const id = String(17_000_000_000_000_000n + BigInt(this.containers.size));
    this.containers.set(id, { id, account, body: json, bytes: Buffer.alloc(0), looks: this.control.looks });
    const fault = FAULT.exec(caption)?.[1];
    if (fault) server.fail("POST", /media_publish$/, fault as Fault);
    return { json: { id, ...(json.video_url ? {} : { uri: `${server.url}/ig-api-upload${VERSION}/${id}` }) } };
  }

  findReelMistake = (json: Call["json"]) =>
    Boolean(json.video_url) === (json.upload_type === "resumable") ? "Invalid parameter" : undefined;

  findPictureMistake(json: Call["json"], account: string): string | undefined {
    const isChild = json.is_carousel_item === true;
    if (isChild && json.caption !== undefined) return "An item of a carousel has no caption";
    if (json.media_type !== "CAROUSEL") {
      const urls = [json.image_url, ...(isChild ? [json.video_url] : [])].filter(Boolean);
      return urls.length === 1 && /^https:/.test(urls[0]) ? undefined : "Only photo or video can be accepted";
    }
    const children: string[] = json.children ?? [];
    if (children.length < 2 || children.length > 10) return "A carousel has 2 to 10 items";
    const parts = children.map((id) => this.containers.get(id));
    const areReady = parts.every((part) => part?.account === account && part.body.is_carousel_item);
    return areReady && parts.every((part) => this.statusOf(part!) === "FINISHED") ? undefined : "Items are not ready";
  }

  statusOf(container: Container): string {
    if (container.mediaId) return "PUBLISHED";
    if (container.body.upload_type === "resumable" && container.bytes.length === 0) return "IN_PROGRESS";
    return container.looks-- > 0 ? "IN_PROGRESS" : this.control.status;
  }

  publish({ json }: Call, account: string): Reply {
    const container = this.containers.get(String(json.creation_id));
    if (!container || container.account !== account) return error(400, 100, "Unsupported post request");
    if (this.statusOf(container) !== "FINISHED")
      return error(400, 9007, "Media ID is not available", { error_subcode: 2207027 });
    const refusal = this.takeFault("publish");
    if (refusal && !refusal.wasDone) return this.refuse(refusal);
    container.mediaId = String(18_000_000_000_000_000n + BigInt(this.reels.length));
    this.reels.push({
      id: container.mediaId,
      account,
      caption: String(container.body.caption),
      at: this.control.now(),
    });
    return refusal ? this.refuse(refusal) : { json: { id: container.mediaId } };
  }

  reelOf = ({ id, caption, at }: InstagramServer["reels"][number]) => ({
    id,
    caption,
    timestamp: new Date(at).toISOString().replace(/\.\d+Z$/, "+0000"),
    ...(this.control.permalinks ? { permalink: `https://www.instagram.com/reel/${id}/` } : {}),
  });

  graph(call: Call, account: string, server: VendorServer): Reply {
    const { method } = call;
    const [id = "", edge = ""] = call.path.slice(VERSION.length + 1).split("/");
    if (id === "me") return { json: { user_id: account, username: account, name: `Shop ${account}` } };
    if (id === account && edge === "content_publishing_limit")
      return {
        json: { data: [{ quota_usage: this.control.used, config: { quota_total: 50, quota_duration: 86_400 } }] },
      };
    if (id === account && edge === "media_publish") return this.publish(call, account);
    if (id === account && edge === "media" && method === "POST") return this.create(call, account, server);
    if (id === account && edge === "media")
      return {
        json: {
          data: this.reels
            .filter((reel) => reel.account === account)
            .map(this.reelOf)
            .reverse(),
        },
      };
    const reel = this.reels.find((one) => one.id === id && one.account === account);
    if (reel && edge === "insights")
      return {
        json: {
          data: [
            ["views", 120],
            ["likes", 12],
            ["saved", 3],
            ["ig_reels_video_view_total_time", 64_500],
          ].map(([name, value]) => ({ name, period: "lifetime", values: [{ value }] })),
        },
      };
    if (reel) return { json: this.reelOf(reel) };
    const container = this.containers.get(id);
    if (!container || container.account !== account) return error(400, 100, "Object does not exist");
    return { json: { id, status_code: this.statusOf(container), status: this.control.statusText } };
  }

  answer(call: Call, server: VendorServer): Reply {
    const { path, headers } = call;
    if (path === "/oauth/access_token") return this.login(call);
    if (path === "/access_token" || path === "/refresh_access_token") return this.swap(call);
    const account = this.people.access.get(headers.authorization?.replace(/^(Bearer|OAuth) /, "") ?? "");
    if (!account)
      return error(400, 190, "Error validating access token: the session is invalid.", { error_subcode: 460 });
    if (path.startsWith(`/ig-api-upload${VERSION}/`)) {
      const container = this.containers.get(path.split("/").at(-1) ?? "");
      if (!container || !headers.authorization?.startsWith("OAuth ") || Number(headers.file_size) !== call.body.length)
        return { status: 400, json: { debug_info: { retriable: false, message: "Request processing failed" } } };
      container.bytes = call.body;
      return { json: { success: true, message: "Upload successful." } };
    }
    return this.graph(call, account, server);
  }
}

export async function startInstagram() {
  const state = new InstagramServer();
  const { people, containers, reels, control, faults } = state;
  const server = await startVendor((call, server) => state.answer(call, server));
  return {
    ...server,
    ...{ people, containers, reels, control, faults },
    made: (caption: string) => reels.filter((reel) => reel.caption === caption).length,
    env: {
      INSTAGRAM_CLIENT_ID: CLIENT.id,
      INSTAGRAM_CLIENT_SECRET: CLIENT.secret,
      INSTAGRAM_API_URL: server.url,
      INSTAGRAM_TOKEN_URL: server.url,
      INSTAGRAM_LOGIN_URL: server.url,
    },
  };
}
export type Instagram = Awaited<ReturnType<typeof startInstagram>>;
