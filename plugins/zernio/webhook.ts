import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { readBody } from "vireo/request";
import { fields, text } from "./json";

/** What an event is about, as far as it is ours. It says where to look, never what is so. */
export interface Hint {
  event: string;
  /** The target that the post was made for. */
  targetId?: string;
}

interface Options {
  secret: string;
  hint(hint: Hint): Promise<void>;
}

const MAX_BYTES = 256 * 1024;
/** Events that are remembered. One that is forgotten is looked after once more, which does no harm. */
const SEEN_MAX = 2000;

/** Whether the header is the hex HMAC-SHA256 of the body. */
export function isSigned(body: Uint8Array, header: string | null, secret: string): boolean {
  if (!header || !/^[0-9a-f]{64}$/i.test(header)) return false;
  return timingSafeEqual(Buffer.from(header, "hex"), createHmac("sha256", secret).update(body).digest());
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    return fields(JSON.parse(body.toString("utf8")));
  } catch {
    throw new ApiError("invalid_json");
  }
}

/** `POST /open/zernio`: where Zernio sends its events. */
export function webhookRoutes({ secret, hint }: Options) {
  const seen = new Set<string>();

  function remember(key: string): void {
    const [oldest] = seen;
    if (seen.size >= SEEN_MAX && oldest !== undefined) seen.delete(oldest);
    seen.add(key);
  }

  return new Elysia({ normalize: false }).post(
    "",
    async ({ request }) => {
      const body = await readBody(request, MAX_BYTES);
      const header = request.headers.get("x-zernio-signature") ?? request.headers.get("x-late-signature");
      if (!isSigned(body, header, secret)) throw new ApiError("unauthorized", "The signature does not fit the body.");
      const event = parse(body);
      // The id of the header stands in the body too, where it is signed.
      const key = text(event.id) ?? createHash("sha256").update(body).digest("hex");
      const name = text(event.event);
      if (!name || seen.has(key)) return new Response(null, { status: 204 });
      const targetId = text(fields(fields(event.post).metadata).targetId);
      await hint({ event: name, ...(targetId && isUuid(targetId) ? { targetId } : {}) });
      remember(key);
      return new Response(null, { status: 204 });
    },
    { parse: "none" },
  );
}
