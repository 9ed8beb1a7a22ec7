import type { Command } from "vireo/command";

const LOCAL = "http://127.0.0.1:3000";

/** Connects a desktop client, which starts this program and communicates over stdin and stdout, to a server. */
export const command: Command = {
  name: "mcp",
  summary: "Connect an MCP client to a server over stdin and stdout",
  description: `Set VIREO_API_KEY to an API key of that server. Without --url it connects to ${LOCAL}.`,
  isPlain: true,
  options: { url: { type: "text", value: "url", description: "URL of the server." } },
  examples: ["VIREO_API_KEY=vireo_… vireo mcp --url https://vireo.example.com"],
  async run({ options, signal }) {
    const key = process.env.VIREO_API_KEY;
    if (!key) throw new Error("Set VIREO_API_KEY to an API key of the server.");
    const [{ StdioServerTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
      import("@modelcontextprotocol/server/stdio"),
      import("@modelcontextprotocol/client"),
    ]);
    const client = new StdioServerTransport();
    const server = new StreamableHTTPClientTransport(new URL("/mcp", String(options.url ?? LOCAL)), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    });
    const ended = Promise.withResolvers<void>();
    client.onmessage = (message) => server.send(message).catch(ended.reject);
    server.onmessage = (message) => client.send(message).catch(ended.reject);
    server.onerror = (error) => process.stderr.write(`${error.message}\n`);
    process.stdin.once("end", ended.resolve);
    signal.addEventListener("abort", () => ended.resolve());
    await server.start();
    await client.start();
    await ended.promise.finally(() => Promise.allSettled([client.close(), server.close()]));
    return 0;
  },
};
