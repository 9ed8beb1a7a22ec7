import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { mcp } from "#plugins/mcp/index";
import { tools } from "#plugins/mcp/tools";
import { sandbox } from "#plugins/sandbox/index";
import { startApp, type TestApp } from "#test/app";
import { clipVideos, fakeImages } from "#test/engines";
import { clip, tools as kit } from "#test/plugins/local/edit-clips";
import { until } from "#test/until";

let app: TestApp;
let origin: string;
beforeAll(async () => {
  const clips = clipVideos(await clip(kit(), "clip.mp4", { seconds: 3 }));
  const config = { providers: { video: "clips", image: "fake" } };
  app = await startApp(config, [...modules, sandbox, local, clips.module, fakeImages({}), mcp], { PORT: "0" });
  ({ origin } = await app.vireo.listen());
});
afterAll(() => app.stop());

type Confirm = "accept" | "decline";

/** Versions of the protocol that clients speak. */
type Version = "2026-07-28" | "2025-11-25";

async function connect(key: string | undefined, confirm?: Confirm, version: Version = "2026-07-28"): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: confirm ? { elicitation: {} } : {},
      versionNegotiation: { mode: version === "2025-11-25" ? "legacy" : { pin: version } },
    },
  );
  if (confirm) {
    client.setRequestHandler("elicitation/create", () => ({ action: confirm, content: { publish: true } }));
  }
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    fetch: async (url, init) => app.vireo.handle(new Request(url, init)),
    requestInit: { headers: key ? { authorization: `Bearer ${key}` } : {} },
  });
  await client.connect(transport);
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read results freely
type Any = any;
const callTool = async (client: Client, name: string, input: object = {}): Promise<Any> =>
  client.callTool({ name, arguments: input as Record<string, unknown> });

async function schedule(client: Client, content: string) {
  const accounts = await callTool(client, "list_social_accounts");
  return callTool(client, "create_post", {
    mode: "schedule",
    scheduledFor: Date.now() + 86_400_000,
    content,
    videoUrl: "https://93.184.216.34/video.mp4",
    accountIds: [accounts.structuredContent.accounts[0].accountId],
    tiktokPrivacyLevel: "SELF_ONLY",
  });
}

test("a key that is pinned to an old version of the API works with the tools, which are those of the latest", async () => {
  const { key } = await app.account();
  const pinned = { name: "old", scopes: ["media:read", "media:write"], apiVersion: "2025-11-10" };
  const client = await connect((await app.as(key)("POST", "/keys", pinned)).body.key);
  const image = await callTool(client, "generate_image", { prompt: "A red cup" });
  expect(image.structuredContent).toMatchObject({ status: "completed", imageId: expect.stringMatching(/^img_/) });
});

test("an agent makes a clip, captions it, schedules it in the sandbox and reads its result", async () => {
  const client = await connect((await app.account()).key);
  const board = await callTool(client, "write_storyboard", { prompt: "A red cup. Keeps tea warm.", duration: 3 });
  expect(board.structuredContent.scenes.length).toBeGreaterThan(0);
  const video = await callTool(client, "generate_video", { prompt: "A red cup", duration: 3 });
  expect(video.structuredContent).toMatchObject({ status: "completed" });
  const { videoId } = video.structuredContent;
  const captioned = await callTool(client, "add_captions", { videoId, text: "Keeps tea warm", style: "bold" });
  if (captioned.isError) throw new Error(captioned.content[0].text);
  expect(captioned.structuredContent.versions.map((one: Any) => one.operation)).toEqual(["original", "captions"]);
  expect(captioned.content[1]).toMatchObject({ type: "resource_link", mimeType: "video/mp4" });
  const { accounts } = (await callTool(client, "list_social_accounts")).structuredContent;
  const post = await callTool(client, "create_post", {
    ...{ videoId, accountIds: [accounts[0].accountId], mode: "schedule", scheduledFor: Date.now() + 1500 },
    tiktokPrivacyLevel: "SELF_ONLY",
    content: "Warm for hours",
    overrides: { [accounts[0].accountId]: { content: "Warm for hours, here" } },
  });
  expect(post.structuredContent).toMatchObject({
    status: "scheduled",
    overrides: { [accounts[0].accountId]: { content: "Warm for hours, here" } },
  });
  const { postId } = post.structuredContent;
  const published = await until(async () => {
    const read = await callTool(client, "get_post", { postId });
    return read.structuredContent.status === "published" && read;
  });
  expect(published.structuredContent.targets[0].platformPostUrl).toStartWith("http");
  await client.close();
});

test.each(["2026-07-28", "2025-11-25"] as const)(
  "an agent of protocol %s makes an image, schedules a post and finds it in the calendar",
  async (version) => {
    const { key } = await app.account();
    const client = await connect(key, undefined, version);
    const image = await callTool(client, "generate_image", { prompt: "a red cup" });
    expect(image.structuredContent).toMatchObject({ status: "completed" });
    expect(image.content[1]).toMatchObject({ type: "resource_link", mimeType: "image/png" });
    const post = await schedule(client, "From an agent");
    expect(post.structuredContent).toMatchObject({ status: "scheduled" });
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const from = Date.parse(day);
    const calendar = await callTool(client, "get_calendar", { from, to: from + 86_400_000 });
    expect(JSON.stringify(calendar.structuredContent)).toContain("From an agent");
    const removed = await callTool(client, "delete_post", { postId: post.structuredContent.postId });
    expect(removed.isError).toBeUndefined();
    await client.close();
  },
);

test.each(["2026-07-28", "2025-11-25"] as const)(
  "progress is reported in protocol %s while something is being made",
  async (version) => {
    const client = await connect((await app.account()).key, undefined, version);
    const seen: number[] = [];
    await client.callTool(
      { name: "generate_image", arguments: { prompt: "a cup" } },
      { onprogress: ({ progress }) => void seen.push(progress) },
    );
    expect(seen.length).toBeGreaterThan(0);
    await client.close();
  },
);

test("an agent makes three clips about a bakery and schedules them for next week with four calls", async () => {
  const client = await connect((await app.account(5000)).key);
  const { accounts } = (await callTool(client, "list_social_accounts")).structuredContent;
  const youtube = accounts.find(({ platform }: Any) => platform === "youtube");
  const plan = await callTool(client, "create_content_plan", {
    ...{ niche: "a bakery in Berlin", goal: "more visits", platforms: ["youtube"], days: 3, postsPerDay: 1 },
  });
  expect(plan.structuredContent).toMatchObject({ status: "completed" });
  const { planId } = plan.structuredContent;
  const startDate = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const times = { startDate, timezone: "Europe/Berlin", times: ["09:00"] };
  const produced = await callTool(client, "produce_content_plan", {
    ...{ planId, accountIds: [youtube.accountId], mode: "schedule", ...times },
  });
  if (produced.isError) throw new Error(produced.content[0].text);
  const { items } = produced.structuredContent.production;
  expect(items.map((item: Any) => item.scheduledForLocal)).toContain(`${startDate}T09:00 Europe/Berlin`);
  // The fourth call, as often as somebody asks.
  await until(async () => {
    const { production } = (await callTool(client, "get_content_plan", { planId })).structuredContent;
    return production.completed === 3 && production.items.every(({ postId }: Any) => postId);
  });
  await client.close();
});

describe("times", () => {
  let client: Client;
  let post: { videoUrl: string; accountIds: string[]; tiktokPrivacyLevel: string };
  beforeAll(async () => {
    client = await connect((await app.account()).key);
    const { accounts } = (await callTool(client, "list_social_accounts")).structuredContent;
    post = {
      videoUrl: "https://93.184.216.34/video.mp4",
      accountIds: [accounts[0].accountId],
      tiktokPrivacyLevel: "SELF_ONLY",
    };
  });
  afterAll(() => client.close());
  const schedule = (content: string, input: object) =>
    callTool(client, "create_post", { ...post, content, mode: "schedule", ...input });
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

  test("are local, with their zone, and come back in both forms", async () => {
    const { structuredContent } = await schedule("Local", { scheduledFor: `${day}T09:00`, timezone: "Asia/Tokyo" });
    expect(structuredContent).toMatchObject({
      scheduledFor: Date.parse(`${day}T00:00Z`),
      scheduledForLocal: `${day}T09:00 Asia/Tokyo`,
      timezone: "Asia/Tokyo",
    });
    const range = { from: `${day}T08:59`, to: `${day}T09:01`, timezone: "Asia/Tokyo" };
    const found = await callTool(client, "list_posts", range);
    expect(found).toMatchObject({ structuredContent: { posts: [{ content: "Local" }] } });
    const calendar = await callTool(client, "get_calendar", range);
    expect(calendar.content[0].text).toContain(`${day}T09:00 Asia/Tokyo`);
  });

  test("may have an offset instead, or be milliseconds", async () => {
    const offset = await schedule("Offset", { scheduledFor: `${day}T09:00+02:00` });
    expect(offset.structuredContent.scheduledFor).toBe(Date.parse(`${day}T07:00Z`));
    const number = await schedule("Number", { scheduledFor: Date.parse(`${day}T07:30Z`) });
    expect(number.structuredContent.scheduledForLocal).toBe(`${day}T07:30 UTC`);
    const text = await schedule("Text", { scheduledFor: String(Date.parse(`${day}T08:30Z`)) });
    expect(text.structuredContent.scheduledForLocal).toBe(`${day}T08:30 UTC`);
    const hours = await schedule("Hours", { scheduledFor: `${day}T09:00+02` });
    expect(hours.structuredContent.scheduledForLocal).toBe(`${day}T07:00 UTC`);
  });

  test.each([
    [{ scheduledFor: `${day}T09:00` }, "timezone: scheduledFor is a local time. Send its time zone"],
    [{ scheduledFor: `${day}T09:00`, timezone: "Berlin" }, "timezone: Must be an IANA time zone such as Europe/Berlin"],
    [{ scheduledFor: "tomorrow", timezone: "Europe/Berlin" }, '"tomorrow" is not a time.'],
    [{ scheduledFor: day, timezone: "Europe/Berlin" }, `"${day}" is not a time.`],
    [{ scheduledFor: null, timezone: "Europe/Berlin" }, "scheduledFor: This is not a time. Send one such as 2026-"],
    [{ scheduledFor: {}, timezone: "Europe/Berlin" }, "scheduledFor: This is not a time."],
    [{ scheduledFor: "2020-01-01T09:00Z" }, `The time is now ${new Date().toISOString().slice(0, 10)}`],
  ])("that are unclear are refused: %j", async (input, fault) => {
    const { isError, content } = await schedule("Unclear", input);
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining(fault)]);
  });

  test("in a table of posts are local, too", async () => {
    const row = `${post.videoUrl},${post.accountIds[0]},SELF_ONLY,schedule`;
    const csv = `videoUrl,accountIds,tiktokPrivacyLevel,mode,scheduledFor,timezone,content
${row},${day}T10:00,Europe/Berlin,First
${row},${day}T11:00,Europe/Berlin,Second`;
    const { structuredContent } = await callTool(client, "import_posts", { csv });
    expect(structuredContent).toMatchObject({ created: 2, failed: 0 });
    expect(structuredContent.results[1].post.scheduledForLocal).toBe(`${day}T11:00 Europe/Berlin`);
  });
});

test("the list of tools fits into 9,000 tokens, and names tools instead of routes", async () => {
  const client = await connect((await app.account()).key);
  const list = JSON.stringify(await client.listTools());
  // An estimate of four characters a token.
  expect(list.length / 4).toBeLessThan(9_000);
  expect(list.match(/\b(?:GET|POST|PUT|PATCH|DELETE) \S+|milliseconds since/g)).toBeNull();
  await client.close();
});

test("every tool has an operation, a description and the operation's own input schema", async () => {
  const client = await connect((await app.account()).key);
  const listed = (await client.listTools()).tools;
  const missing = tools.filter((tool) => !listed.some(({ name }) => name === tool.name));
  // The tool of an operation appears when its module does.
  expect(
    missing.map(({ operation }) => operation).filter((one) => one !== "GET /social/posts/{postId}/metrics"),
  ).toEqual([]);
  for (const { description, inputSchema } of listed) {
    expect(description!.length).toBeGreaterThan(10);
    expect(JSON.stringify(inputSchema)).not.toContain("$ref");
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(expect.arrayContaining(inputSchema.required ?? []));
  }
  const { inputSchema, annotations } = listed.find(({ name }) => name === "create_post")!;
  expect(inputSchema.required).toContain("accountIds");
  // Publishing cannot be undone.
  const defaults = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };
  expect({ ...defaults, ...annotations }).toMatchObject(defaults);
  expect(listed.find(({ name }) => name === "get_calendar")!.annotations!.readOnlyHint).toBe(true);
  await client.close();
});

test("a read-only key can neither generate nor publish, and is told why", async () => {
  const { key } = await app.account(1000, { scopes: ["media:read", "social:read"] });
  const client = await connect(key);
  expect((await callTool(client, "list_videos")).isError).toBeUndefined();
  for (const [name, input] of [
    ["generate_image", { prompt: "a cup" }],
    ["generate_video", { prompt: "a cup" }],
    ["add_captions", { videoId: "vid_x", text: "a cup" }],
    ["create_post", { videoUrl: "https://93.184.216.34/video.mp4", accountIds: ["soc_x"], mode: "now" }],
    ["publish_post", { postId: "post_x" }],
    ["delete_post", { postId: "post_x" }],
  ] as const) {
    const { isError, content } = await callTool(client, name, input);
    expect([name, isError]).toEqual([name, true]);
    expect(content[0].text).toMatch(/^Missing scope \(403\): .* does not have the scope/);
  }
  await client.close();
});

test("invalid input is explained field by field", async () => {
  const client = await connect((await app.account()).key);
  const { isError, content } = await callTool(client, "generate_image", { prompt: "", aspectRatio: "banana" });
  expect(isError).toBe(true);
  expect(content[0].text).toContain("- aspectRatio:");
  await client.close();
});

test.each([
  ["get_video", {}, "videoId: This field is required."],
  ["get_video", { videoId: "" }, "videoId: Send the id as another tool returned it."],
  ["get_video", { videoId: "." }, "videoId: Send the id as another tool returned it."],
  ["get_video", { videoId: "\ud800" }, "videoId: Send the id as another tool returned it."],
  ["add_captions", { videoId: "..", text: "x" }, "videoId: Send the id as another tool returned it."],
  ["list_videos", { state: "failed" }, "state: Unknown field."],
])("%s %j is refused, and reads nothing else instead", async (tool, input, fault) => {
  const client = await connect((await app.account()).key);
  const { isError, content } = await callTool(client, tool, input);
  expect([isError, content[0].text]).toEqual([true, `Invalid request: ${fault}`]);
});

test("an error says each fault once, and names tools", async () => {
  const client = await connect((await app.account()).key);
  const wrong = { accountIds: ["soc_none"], mode: "draft", media: [] };
  const { content } = await callTool(client, "create_post", wrong);
  expect(content[0].text).toBe(
    "Invalid request (400): accountIds.0: Account not found. List connected accounts with list_social_accounts.",
  );
});

test("an agent lists the posts that wait, and approves one", async () => {
  const { key, api } = await app.account();
  await api("PUT", "/social/approval", { requireApproval: "everyone" });
  const client = await connect(key);
  const { structuredContent: post } = await schedule(client, "Please approve");
  expect(post.status).toBe("needs_approval");
  const waiting = await callTool(client, "list_posts", { status: "needs_approval" });
  expect(waiting.structuredContent.posts).toHaveLength(1);
  const { postId, approval } = waiting.structuredContent.posts[0];
  const { structuredContent } = await callTool(client, "approve_post", { postId, revision: approval.revision });
  expect(structuredContent.status).toBe("scheduled");
});

test("a client that can ask the person publishes only what the person confirms", async () => {
  const { key } = await app.account();
  const refusing = await connect(key, "decline");
  const declined = await schedule(refusing, "Declined");
  expect(declined).toMatchObject({ isError: true });
  expect((await callTool(refusing, "list_posts")).structuredContent.posts).toEqual([]);
  const willing = await connect(key, "accept");
  expect((await schedule(willing, "Confirmed")).structuredContent.status).toBe("scheduled");
  await Promise.all([refusing.close(), willing.close()]);
});

test("a week of posts is offered as a prompt", async () => {
  const client = await connect((await app.account()).key);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["week_of_posts"]);
  const { messages } = await client.getPrompt({ name: "week_of_posts", arguments: { product: "a cup" } });
  expect(JSON.stringify(messages)).toContain("a cup");
  await client.close();
});

interface Sent {
  key?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends a request as the protocol describes it, without a client. */
const send = (message: object, { key, headers = {}, body }: Sent = {}) =>
  app.vireo.handle(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...headers,
      },
      body: JSON.stringify(body ?? { jsonrpc: "2.0", id: 1, ...message }),
    }),
  );
const list = { method: "tools/list", params: {} };
const initialize = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
};

test("every request needs a valid key and comes from no page of another site", async () => {
  await expect(connect(undefined)).rejects.toThrow();
  await expect(connect("vireo_wrong")).rejects.toThrow();
  const { key } = await app.account();
  expect((await send(list, { key })).status).toBe(200);
  const opened = await send(initialize, { key });
  expect([opened.status, opened.headers.get("mcp-session-id")]).toEqual([200, null]);
  for (const message of [list, initialize]) {
    expect((await send(message)).status).toBe(401);
    expect((await send(message, { key: `vireo_${"C".repeat(36)}` })).status).toBe(401);
    expect((await send(message, { key, headers: { origin: "https://evil.example" } })).status).toBe(403);
  }
});

test("a key that is revoked, or whose account is suspended, is refused at the next request", async () => {
  const revoked = await app.account();
  expect((await send(list, { key: revoked.key })).status).toBe(200);
  const [{ keyId }] = (await revoked.api("GET", "/keys")).body.keys;
  await revoked.api("DELETE", `/keys/${keyId}`);
  expect((await send(list, { key: revoked.key })).status).toBe(401);
  const suspended = await app.account();
  await app.api("POST", `/accounts/${suspended.accountId}/suspend`);
  for (const message of [list, initialize]) expect((await send(message, { key: suspended.key })).status).toBe(403);
});

test("every request counts: a key and an address are limited as elsewhere, and get no further with wrong keys", async () => {
  const limited = await startApp({}, [...modules, mcp], { RATE_LIMIT_PER_MINUTE: "5" });
  try {
    const post = async (key: string, message: object) => {
      const headers = { accept: "application/json, text/event-stream", authorization: `Bearer ${key}` };
      const response = await limited.as(undefined)(
        "POST",
        "http://localhost/mcp",
        { jsonrpc: "2.0", id: 1, ...message },
        headers,
      );
      return response.status;
    };
    const { body: own } = await limited.api("POST", "/keys", { name: "x" });
    const counted = [];
    for (let i = 0; i < 7; i++) counted.push(await post(own.key, list));
    expect(counted).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const guessed = [];
    for (let i = 0; i < 7; i++) guessed.push(await post(`vireo_${String(i).repeat(36)}`, initialize));
    expect(guessed).toEqual([401, 401, 401, 401, 401, 429, 429]);
  } finally {
    await limited.stop();
  }
});

test("a batch is refused, and so are bodies that are too large, too deep or no message", async () => {
  const { key } = await app.account();
  const batch = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, ...list }));
  const refused = await send({}, { key, body: batch });
  expect([refused.status, (await refused.json()).error.message]).toEqual([400, expect.stringContaining("Batches")]);
  expect((await send({}, { key, body: "x".repeat(20_000_000) })).status).toBe(413);
  expect((await send({}, { key, body: JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`) })).status).toBe(400);
  expect((await send({}, { key, body: "text" })).status).toBe(400);
});

test("there are no streams to hold open", async () => {
  const { key } = await app.account();
  const get = new Request("http://localhost/mcp", {
    headers: { authorization: `Bearer ${key}`, accept: "text/event-stream" },
  });
  expect((await app.vireo.handle(get)).status).toBe(405);
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const listen = await send(
    { method: "subscriptions/listen", params: { _meta: meta, notifications: { toolsListChanged: true } } },
    { key, headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" } },
  );
  // The response ends: a stream would wait here.
  expect(await listen.text()).toContain('"error"');
});

test("`vireo mcp` connects a desktop client with a server", async () => {
  const { key } = await app.account();
  const client = new Client({ name: "desktop", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [`${import.meta.dir}/../../../cli/main.ts`, "mcp", "--url", origin],
      env: { PATH: process.env.PATH ?? "", VIREO_API_KEY: key },
    }),
  );
  expect((await callTool(client, "get_credits")).structuredContent.balance).toBe(1000);
  await client.close();
});
