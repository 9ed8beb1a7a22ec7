import { FetchError, type SafeFetch, UnsafeUrlError } from "vireo/fetch";

/** The last answer's beginning that is kept, bytes. */
const KEPT_BYTES = 1024;

/** How one attempt ended. Without an error it was accepted. */
export interface Attempt {
  statusCode?: number;
  error?: string;
  responseBody?: string;
  durationMs: number;
}

/** Reads the beginning of a body and drops the rest; a body that breaks off ends there. */
async function beginning(body: ReadableStream<Uint8Array>): Promise<string> {
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
    // The status has said how it went.
  }
  await reader.cancel().catch(() => {});
  const bytes = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
  return new TextDecoder().decode(bytes).replaceAll("\0", "\uFFFD");
}

function refusal(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  const redirect = status >= 300 && status < 400 ? "; redirects are not followed" : "";
  return `The webhook answered with status ${status}${redirect}.`;
}

function reasonOf(cause: unknown, timeoutMs: number): string {
  if (cause instanceof FetchError && cause.code === "timeout")
    return `The webhook did not answer within ${timeoutMs / 1000} s.`;
  return cause instanceof FetchError || cause instanceof UnsafeUrlError
    ? cause.message
    : "The message could not be sent.";
}

/** Sends a message once. Only a 2xx is success, whatever the body of the answer. */
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
    const answer = await fetch.open(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      maxBytes: Number.MAX_SAFE_INTEGER,
      maxRedirects: 0,
      ...limits,
    });
    const responseBody = await beginning(answer.body);
    const error = refusal(answer.status);
    return { statusCode: answer.status, ...(error ? { error } : {}), responseBody, durationMs: durationMs() };
  } catch (cause) {
    return { error: reasonOf(cause, limits.timeoutMs), durationMs: durationMs() };
  }
}
