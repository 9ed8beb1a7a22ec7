import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { readBody } from "vireo/request";
import { readObject, readText } from "./json";

/** Subject of an event. It only tells what to read, and is never trusted as a status. */
export interface Hint {
  event: string;
  /** Target that the post was created for. */
  targetId?: string;
}

interface Options {
  secret: string;
  hint(hint: Hint): Promise<void>;
}

const MAX_BYTES = 256 * 1024;
/** Number of remembered events. A forgotten one is handled again, which is harmless. */
const MAX_SEEN = 2000;

/** True if the header is the hex HMAC-SHA256 of the body. */
export function isSigned(body: Uint8Array, header: string | null, secret: string): boolean {
  if (!header || !/^[0-9a-f]{64}$/i.test(header)) return false;
  return timingSafeEqual(Buffer.from(header, "hex"), createHmac("sha256", secret).update(body).digest());
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    return readObject(JSON.parse(body.toString("utf8")));
  } catch {
    throw new ApiError("invalid_json");
  }
}

/** Handles `POST /open/zernio`, which receives Zernio's events. */
export function webhookRoutes({ secret, hint }: Options) {
  const seen = new Set<string>();

  function remember(key: string): void {
    const [oldest] = seen;
    if (seen.size >= MAX_SEEN && oldest !== undefined) seen.delete(oldest);
    seen.add(key);
  }

  return new Elysia({ normalize: false }).post(
    "",
    async ({ request }) => {
      const body = await readBody(request, MAX_BYTES);
      const header = request.headers.get("x-zernio-signature") ?? request.headers.get("x-late-signature");
      if (!isSigned(body, header, secret)) throw new ApiError("unauthorized", "The signature does not match the body.");
      const event = parse(body);
      // The id is also in a header, but only the body is signed.
      const key = readText(event.id) ?? createHash("sha256").update(body).digest("hex");
      const name = readText(event.event);
      if (!name || seen.has(key)) return new Response(null, { status: 204 });
      const targetId = readText(readObject(readObject(event.post).metadata).targetId);
      await hint({ event: name, targetId: targetId && isUuid(targetId) ? targetId : undefined });
      remember(key);
      return new Response(null, { status: 204 });
    },
    { parse: "none" },
  );
}
