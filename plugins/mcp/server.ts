import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { type Api, callTool } from "./call-tool";
import type { BoundTool } from "./operations";
import { getWeekOfPosts, weekOfPosts } from "./prompts";

const INSTRUCTIONS = `Vireo generates videos, images and music, plans content, and publishes it to TikTok, Instagram and YouTube.
Generating costs credits: see list_prices and get_credits. Videos are ready when their status is "completed".
Schedule posts with create_post (mode "schedule"), and check them with get_calendar.`;

export interface ServerOptions {
  version: string;
  /** Identifies the session, so that a repeated call of one session is treated as the same call. */
  sessionId: string;
  tools: ReadonlyMap<string, BoundTool>;
  /** Calls the API with the key of the current request. */
  apiFor(authInfo: unknown): Api;
}

const describe = ({ name, title, description, method, inputSchema, isDestructive, isPublishing }: BoundTool) => ({
  name,
  title,
  description,
  inputSchema,
  annotations: {
    title,
    readOnlyHint: method === "GET",
    destructiveHint: isDestructive === true,
    // Publishing reaches people outside of this server.
    openWorldHint: isPublishing === true,
  },
});

/** Creates an MCP server for one session. */
export function createServer({ version, sessionId, tools, apiFor }: ServerOptions): Server {
  const capabilities = { tools: {}, prompts: {} };
  const server = new Server({ name: "vireo", title: "Vireo", version }, { capabilities, instructions: INSTRUCTIONS });

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(describe) }));
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [weekOfPosts] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name !== weekOfPosts.name) throw new McpError(ErrorCode.InvalidParams, `No prompt "${params.name}".`);
    return getWeekOfPosts(params.arguments ?? {});
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `No tool "${params.name}".`);
    const input = params.arguments ?? {};
    if (tool.isPublishing && input.mode !== "draft" && !(await confirm(server, tool, extra))) return declined;
    const token = params._meta?.progressToken;
    return callTool(tool, input, {
      api: apiFor(extra.authInfo),
      signal: extra.signal,
      idempotencyKey: `mcp-${sessionId}-${extra.requestId}`,
      async progress(percent, message) {
        if (token === undefined) return;
        const params = { progressToken: token, progress: percent, total: 100, ...(message ? { message } : {}) };
        await extra.sendNotification({ method: "notifications/progress", params });
      },
    });
  });
  return server;
}

const declined: CallToolResult = {
  content: [{ type: "text", text: "The person declined. Nothing was published." }],
  isError: true,
};

type Asking = Pick<RequestHandlerExtra<ServerRequest, ServerNotification>, "requestId" | "signal">;

/**
 * Asks the person for confirmation, if the client supports it. Other clients ask for confirmation themselves before
 * they call a tool.
 */
async function confirm(server: Server, { title }: BoundTool, { requestId, signal }: Asking): Promise<boolean> {
  if (!server.getClientCapabilities()?.elicitation) return true;
  const { action, content } = await server.elicitInput(
    {
      message: `${title}?`,
      requestedSchema: {
        type: "object",
        properties: { publish: { type: "boolean", title: "Publish", default: true } },
        required: ["publish"],
      },
    },
    // Send it with the response to the call, because the client's own stream is optional and may not be open yet.
    { relatedRequestId: requestId, signal },
  );
  return action === "accept" && content?.publish === true;
}
