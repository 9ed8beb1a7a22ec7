import {
  type CallToolResult,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { type Api, callTool } from "./call-tool";
import type { BoundTool } from "./operations";

const weekOfPosts: Prompt = {
  name: "week_of_posts",
  title: "A week of posts for my product",
  description: "Plans, makes and schedules seven short videos for a product.",
  arguments: [
    { name: "product", description: "Description of the product and its audience.", required: true },
    { name: "time", description: "Daily publishing time, such as 18:00 Europe/Berlin." },
  ],
};

const INSTRUCTIONS = `Vireo generates videos, images and music, plans content, and publishes it to TikTok, Instagram and YouTube.
Generating costs credits: see list_prices and get_credits. Videos are ready when their status is "completed".
For several videos about one topic, call list_social_accounts, create_content_plan and produce_content_plan: they write, make
and schedule all of them. For a single video, call generate_video and create_post (mode "schedule"). Send times as local time with
a time zone.`;

/** Maximum number of calls that one account has running at a time in this process. A call may last as long as a render. */
const MAX_CALLS = 20;
/** Input by which a person confirms that something is published. */
const CONFIRMATION = "confirmation";

export interface ServerOptions {
  version: string;
  accountId: string;
  tools: ReadonlyMap<string, BoundTool>;
  /** Number of running calls by account, shared by all requests. */
  calls: Map<string, number>;
  /** Calls the API with the key of the request. */
  api: Api;
}

const describe = ({ name, title, description, method, inputSchema, isDestructive, isPublishing }: BoundTool): Tool => ({
  name,
  title,
  description,
  inputSchema: inputSchema as Tool["inputSchema"],
  annotations: {
    // Hints that are left out have the protocol's default: a tool that writes, destroys and reaches the outside.
    readOnlyHint: method === "GET" || undefined,
    // Nobody can take back what has been published.
    destructiveHint: method === "GET" || isDestructive || isPublishing ? undefined : false,
    idempotentHint: method === "DELETE" || undefined,
    // Publishing reaches people outside of this server.
    openWorldHint: isPublishing ? undefined : false,
  },
});

/** Creates an MCP server for one request. */
export function createMcpServer(options: ServerOptions): Server {
  const { version, tools } = options;
  const capabilities = { tools: {}, prompts: {} };
  const server = new Server({ name: "vireo", title: "Vireo", version }, { capabilities, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", () => ({ tools: listTools(tools) }));
  server.setRequestHandler("prompts/list", () => ({ prompts: [weekOfPosts] }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    if (params.name === weekOfPosts.name) return getWeekOfPosts(params.arguments ?? {});
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No prompt "${params.name}".`);
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = tools.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No tool "${params.name}".`);
    const input = params.arguments ?? {};
    const isPublishing = tool.isPublishing && input.mode !== "draft";
    const instead = isPublishing ? confirm(server, tool, context) : undefined;
    return instead ?? (await runCall(options, tool, input, context));
  });
  return server;
}

const listed = new WeakMap<object, Tool[]>();

/** Describes the tools, once. */
function listTools(tools: ReadonlyMap<string, BoundTool>): Tool[] {
  const known = listed.get(tools) ?? [...tools.values()].map(describe);
  listed.set(tools, known);
  return known;
}

const toError = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true });

/** Calls a tool, unless its account has too many calls running. */
async function runCall(
  { api, calls, accountId }: ServerOptions,
  tool: BoundTool,
  input: Record<string, unknown>,
  { mcpReq }: ServerContext,
): Promise<CallToolResult> {
  const running = calls.get(accountId) ?? 0;
  if (running >= MAX_CALLS) return toError(`${MAX_CALLS} calls of this account are running. Wait for one to finish.`);
  calls.set(accountId, running + 1);
  const token = mcpReq._meta?.progressToken;
  try {
    return await callTool(tool, input, {
      api,
      signal: mcpReq.signal,
      idempotencyKey: `mcp-${crypto.randomUUID()}`,
      async progress(percent, message) {
        if (token === undefined) return;
        const params = { progressToken: token, progress: percent, total: 100, message: message || undefined };
        await mcpReq.notify({ method: "notifications/progress", params });
      },
    });
  } finally {
    const left = calls.get(accountId)! - 1;
    if (left > 0) calls.set(accountId, left);
    else calls.delete(accountId);
  }
}

/**
 * Asks the person for confirmation, if the client supports it: the result is then a question, and the client repeats the
 * call with the answer. Other clients ask for confirmation themselves before they call a tool. Returns undefined once
 * the call may run.
 */
function confirm(
  server: Server,
  { title }: BoundTool,
  { mcpReq }: ServerContext,
): CallToolResult | InputRequiredResult | undefined {
  // Only requests of protocol 2026-07-28 carry what their client can do.
  if (!mcpReq.envelope || !server.getClientCapabilities()?.elicitation) return undefined;
  const answer = inputResponse(mcpReq.inputResponses, CONFIRMATION);
  if (answer.kind === "elicit")
    return answer.action === "accept" && answer.content?.publish === true
      ? undefined
      : toError("The person declined. Nothing was published.");
  const question = inputRequired.elicit({
    message: `${title}?`,
    requestedSchema: {
      type: "object",
      properties: { publish: { type: "boolean", title: "Publish", default: true } },
      required: ["publish"],
    },
  });
  return inputRequired({ inputRequests: { [CONFIRMATION]: question } });
}

const getWeekOfPosts = ({ product = "my product", time }: Record<string, string>): GetPromptResult => ({
  description: weekOfPosts.description ?? "",
  messages: [
    {
      role: "user",
      content: {
        type: "text",
        text: `Make a week of short videos for this product: ${product}

1. Search for viral videos about the same topic, and note what their hooks have in common.
2. Create a content plan for seven days, and show me the seven ideas with what they cost. Wait until I agree.
3. Produce the plan: it makes the videos and schedules them on my social accounts, one a day${time ? ` at ${time}` : ""}.
4. Show me the calendar of that week.`,
      },
    },
  ],
});
