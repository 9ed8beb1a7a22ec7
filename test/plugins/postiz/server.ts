/** A stand-in for Postiz: its public API as it is written down, and each of its faults when asked for. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createCalendar } from "./calendar";
import { type Fault, KEY, refusalOf } from "./faults";
import { type Integration, mistakeIn, type Order } from "./rules";

const LIMIT_PER_HOUR = 90;

const bad = (message: unknown) => ({ status: 400, json: { statusCode: 400, message, error: "Bad Request" } });

export const integration = (identifier: string): Integration => ({
  id: `int-${identifier}`,
  identifier,
  name: `Shop on ${identifier}`,
  picture: `https://cdn.example/${identifier}.png`,
  profile: `shop.${identifier}`,
  disabled: false,
});

interface Call {
  route: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The client's port: the same for calls over one connection. */
  port: number | undefined;
  raw: Uint8Array<ArrayBuffer>;
  /** Of JSON bodies. */
  body: unknown;
}

const CHANNELS = ["tiktok", "instagram", "instagram-standalone", "youtube", "kick", "tiktok-business"];
/** Channels of other platforms, which a test adds. */
export const OTHERS = [
  ...["linkedin", "linkedin-page", "facebook", "threads", "x", "pinterest", "bluesky", "gmb", "mastodon", "telegram"],
  "discord",
];
const isAccepted = ({ type, name }: File) =>
  (type === "video/mp4" && name.endsWith(".mp4")) || (type === "image/jpeg" && name.endsWith(".jpg"));

async function callOf(request: IncomingMessage): Promise<Call> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const raw = new Uint8Array(Buffer.concat(chunks));
  const { headers, method, socket, url = "" } = request;
  const { pathname, searchParams: query } = new URL(url, "http://postiz");
  const route = `${method} ${pathname.replace(/^(\/api)?\/public\/v1(?=\/)/, "")}`;
  const isJson = headers["content-type"] === "application/json";
  return {
    route,
    query,
    headers,
    port: socket.remotePort,
    raw,
    body: isJson ? JSON.parse(new TextDecoder().decode(raw)) : undefined,
  };
}

class PostizServer {
  integrations = CHANNELS.map(integration);
  uploads: { id: string; path: string; file: File }[] = [];
  calls: Call[] = [];
  faults = new Map<string, Fault[]>();
  calendar = createCalendar(this.integrations);
  count = (route: string) => this.calls.filter((call) => call.route === route).length;

  async receive({ raw, headers }: Call) {
    const form = new Response(raw, { headers: { "content-type": headers["content-type"] ?? "" } });
    const file = (await form.formData()).get("file");
    if (!(file instanceof File)) return bad("No file provided");
    if (!isAccepted(file)) return bad("Unsupported file type. Valid extensions: .mp4");
    const id = crypto.randomUUID();
    const path = `https://uploads.example/${id}.mp4`;
    this.uploads.push({ id, path, file });
    return { status: 201, json: { id, path, name: file.name, originalName: file.name, thumbnail: null, alt: null } };
  }

  create(order: Order) {
    const media = order.posts?.[0]?.value?.[0]?.image ?? [];
    if (!media.every((one) => this.uploads.some(({ id, path }) => one.id === id && one.path === path)))
      return bad("All media must be uploaded through our upload API route");
    const mistake = mistakeIn(order, this.integrations);
    if (mistake) return bad(mistake);
    const { id, order: post } = this.calendar.store(order);
    return { status: 201, json: [{ postId: id, integration: post.integration.id }] };
  }

  routes: Record<
    string,
    (call: Call) => { status: number; json: unknown } | Promise<{ status: number; json: unknown }>
  > = {
    "GET /is-connected": () => ({ status: 200, json: { connected: true } }),
    "GET /integrations": ({ query }) => ({
      status: 200,
      json: this.integrations.filter(({ customer }) => !query.has("group") || customer?.id === query.get("group")),
    }),
    "POST /upload": (call) => this.receive(call),
    "POST /upload-from-url": ({ body }) => {
      const { url } = body as { url: string };
      if (!/^https:.*\.(jpe?g|png|gif|webp|mp4)$/.test(url)) return bad("Unsupported file type");
      return {
        status: 201,
        json: { id: crypto.randomUUID(), path: `https://uploads.example/${crypto.randomUUID()}.jpg` },
      };
    },
    "POST /posts": ({ body }) =>
      this.count("POST /posts") > LIMIT_PER_HOUR
        ? { status: 429, json: { statusCode: 429, message: "ThrottlerException: Too Many Requests" } }
        : this.create(body as Order),
    "GET /analytics/post/:id": ({ route }) => {
      const post = this.calendar.posts.find(({ id }) => route.endsWith(`/${id}`));
      const series = (label: string, ...totals: string[]) => ({ label, data: totals.map((total) => ({ total })) });
      const figures = [series("Views", "3", "120"), series("Likes", "9"), series("Engagement", "0.2")];
      return post ? { status: 200, json: post.releaseId ? figures : { missing: true } } : { status: 404, json: {} };
    },
    "GET /posts": ({ query }) => {
      const [from = Number.NaN, to = Number.NaN] = ["startDate", "endDate"].map((name) =>
        Date.parse(query.get(name) ?? ""),
      );
      return from <= to
        ? { status: 200, json: { posts: this.calendar.list(from, to) } }
        : bad(["startDate must be a date"]);
    },
  };

  async answer(call: Call) {
    const { authorization } = call.headers;
    if (authorization !== KEY)
      return { status: 401, json: { msg: authorization ? "Invalid API key" : "No API Key found" } };
    const missing = () => ({
      status: 404,
      json: { statusCode: 404, message: `Cannot ${call.route}`, error: "Not Found" },
    });
    const route = call.route.replace(/(?<=^GET \/analytics\/post\/).+$/, ":id");
    return (this.routes[route] ?? missing)(call);
  }

  async serve(request: IncomingMessage, response: ServerResponse) {
    const call = await callOf(request);
    this.calls.push(call);
    const asked = /\[fault:([a-z-]+)\]/.exec(JSON.stringify(call.body) ?? "")?.[1] as Fault | undefined;
    const fault = this.faults.get(call.route)?.shift() ?? asked;
    if (fault === "silent-before") return;
    if (fault === "reset-before") return void request.socket.destroy();
    const given: ReturnType<typeof refusalOf> & {} = refusalOf(fault) ?? (await this.answer(call));
    if (fault === "silent-after") return;
    if (fault === "reset-after") return void request.socket.destroy();
    if (fault === "error-after") return void response.writeHead(500).end('{"message":"Internal server error"}');
    const content = given.text ?? JSON.stringify(given.json ?? null);
    response.writeHead(given.status, {
      "content-type": given.text === undefined ? "application/json" : "text/html",
      "content-length": Buffer.byteLength(content),
      ...given.headers,
    });
    if (fault !== "cut-off") return void response.end(content);
    response.write(content.slice(0, 8));
    setTimeout(() => request.socket.destroy(), 10);
  }
}

export async function startPostiz() {
  const state = new PostizServer();
  const { integrations, uploads, calls, faults, count } = state;
  const { posts, control } = state.calendar;
  const server = createServer((request, response) => {
    // A client that hangs up while it sends is one of the things that happen here.
    state.serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ integrations, uploads, calls, posts, control, count },
    /** The next calls of that route meet these faults. A caption with `[fault:name]` asks for one too. */
    fail: (route: string, ...list: Fault[]) => void faults.set(route, list),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
export type Postiz = Awaited<ReturnType<typeof startPostiz>>;
