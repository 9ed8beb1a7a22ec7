import { FetchError, type SafeFetch, UnsafeUrlError } from "vireo/fetch";

/** Number of bytes of a response that are stored. */
const KEPT_BYTES = 1024;

/** Result of one attempt. Accepted if there is no error. */
export interface Attempt {
  statusCode?: number;
  error?: string;
  responseBody?: string;
  durationMs: number;
}

/** Reads the start of a body and drops the rest. A truncated body ends there. */
async function readStart(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  try {
    for (let size = 0; size < KEPT_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
  } catch {
    // Only the status decides; the body is for the log.
  }
  await reader.cancel().catch(() => {});
  const bytes = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
  return new TextDecoder().decode(bytes).replaceAll("\0", "\uFFFD");
}

function describeRefusal(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  const redirect = status >= 300 && status < 400 ? "; redirects are not followed" : "";
  return `The webhook responded with status ${status}${redirect}.`;
}

function describeError(cause: unknown, timeoutMs: number): string {
  if (cause instanceof FetchError && cause.code === "timeout")
    return `The webhook did not respond within ${timeoutMs / 1000} s.`;
  return cause instanceof FetchError || cause instanceof UnsafeUrlError
    ? cause.message
    : "The message could not be sent.";
}

/** Sends a message once. Any 2xx is a success, regardless of the body. */
export async function send(
  fetch: SafeFetch,
  url: string,
  headers: Record<string, string>,
  body: string,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<Attempt> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  try {
    const response = await fetch.open(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      maxBytes: Number.MAX_SAFE_INTEGER,
      maxRedirects: 0,
      ...limits,
    });
    const responseBody = await readStart(response.body);
    const error = describeRefusal(response.status);
    return { statusCode: response.status, error: error || undefined, responseBody, durationMs: durationMs() };
  } catch (cause) {
    return { error: describeError(cause, limits.timeoutMs), durationMs: durationMs() };
  }
}
