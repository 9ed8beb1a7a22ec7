import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
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

/** A client that can ask the person opens no stream beside its calls, which is optional: it has to be asked within them. */
async function connect(key: string | undefined, confirm?: Confirm): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { capabilities: confirm ? { elicitation: {} } : {} });
  if (confirm) {
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: confirm, content: { publish: true } }));
  }
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    fetch: async (url, init) =>
      confirm && init?.method === "GET"
        ? new Response(null, { status: 405 })
        : app.vireo.handle(new Request(url, init)),
    requestInit: { headers: key ? { authorization: `Bearer ${key}` } : {} },
  });
  await client.connect(transport as never);
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
  });
}

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
    content: "Warm for hours",
  });
  expect(post.structuredContent.status).toBe("scheduled");
  const { postId } = post.structuredContent;
  const published = await until(async () => {
    const read = await callTool(client, "get_post", { postId });
    return read.structuredContent.status === "published" && read;
  });
  expect(published.structuredContent.targets[0].platformPostUrl).toStartWith("http");
  await client.close();
});

test("an agent makes an image, schedules a post and finds it in the calendar", async () => {
  const { key } = await app.account();
  const client = await connect(key);
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
});

test("progress is reported while something is being made", async () => {
  const client = await connect((await app.account()).key);
  const seen: number[] = [];
  await client.callTool({ name: "generate_image", arguments: { prompt: "a cup" } }, undefined, {
    onprogress: ({ progress }) => void seen.push(progress),
  });
  expect(seen.length).toBeGreaterThan(0);
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
  }
  const { inputSchema, annotations } = listed.find(({ name }) => name === "create_post")!;
  expect(inputSchema.required).toContain("accountIds");
  expect(annotations).toMatchObject({ readOnlyHint: false, openWorldHint: true });
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

test("401 without a valid key; 404 for a session of another key; 403 for a page of another site", async () => {
  await expect(connect(undefined)).rejects.toThrow();
  await expect(connect("vireo_wrong")).rejects.toThrow();
  const { key } = await app.account();
  const other = await app.account();
  const send = (headers: Record<string, string>, body: object) =>
    app.vireo.handle(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
      }),
    );
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } };
  const opened = await send({ authorization: `Bearer ${key}` }, { method: "initialize", params });
  const session = opened.headers.get("mcp-session-id")!;
  const list = { method: "tools/list", params: {} };
  const mine = { authorization: `Bearer ${key}`, "mcp-session-id": session };
  expect((await send(mine, list)).status).toBe(200);
  expect((await send({ ...mine, authorization: `Bearer ${other.key}` }, list)).status).toBe(404);
  expect((await send({ ...mine, origin: "https://evil.example" }, list)).status).toBe(403);
  expect((await send({ "mcp-session-id": session }, list)).status).toBe(401);
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
