/**
 * Receives webhooks and verifies them, with the typed client. Your own project imports it from "vireo-client/webhooks".
 *
 *     WEBHOOK_SECRET=whsec_… PORT=8080 bun docs/examples/webhook.ts
 */
import { createServer, type IncomingMessage } from "node:http";
import { verifyWebhook } from "vireo/client/webhooks";

const { WEBHOOK_SECRET: secret = "", PORT: port = "8080" } = process.env;
const MAX_BYTES = 1_000_000;
/** Messages are repeated until they are acknowledged. A real program keeps their ids in its database. */
const seen = new Set<string>();

/** The body as it was sent: the signature is of these bytes, not of parsed JSON. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error("The message is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const server = createServer(async (request, response) => {
  try {
    const event = verifyWebhook(await readBody(request), request.headers, secret);
    const id = String(request.headers["webhook-id"]);
    // Acknowledge first and work afterwards: the server waits a few seconds only.
    response.writeHead(204).end();
    if (seen.has(id)) return;
    seen.add(id);
    if (event.type === "video.completed") console.log(`${event.data.videoId} is ready: ${event.data.url}`);
    else console.log(event.type);
  } catch {
    response.writeHead(401).end();
  }
});
server.listen(Number(port), "127.0.0.1", () => console.log(`Listening on ${port}`));
