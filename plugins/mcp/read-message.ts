import { isTooDeep, readBody } from "vireo/request";

/** Error codes of JSON-RPC. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

const refuse = (code: number, message: string): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status: 400 });

/**
 * Reads the one message of a request, within limits of size, depth and time. Returns the response that refuses anything
 * else. A batch would be many calls for the price of one.
 * @throws `payload_too_large`, `request_timeout`
 */
export async function readMessage(request: Request, maxBytes: number): Promise<object | Response> {
  const bytes = await readBody(request, maxBytes);
  if (isTooDeep(bytes)) return refuse(INVALID_REQUEST, "The message is nested too deeply.");
  let message: unknown;
  try {
    message = JSON.parse(bytes.toString("utf8"));
  } catch {
    return refuse(PARSE_ERROR, "The body is not valid JSON.");
  }
  if (Array.isArray(message))
    return refuse(INVALID_REQUEST, "Batches are not supported. Send one message per request.");
  if (typeof message !== "object" || message === null) return refuse(INVALID_REQUEST, "Send a JSON-RPC message.");
  return message;
}
