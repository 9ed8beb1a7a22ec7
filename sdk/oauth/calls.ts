/** Calls to a platform's API with the tokens of connected accounts. */
import { createHash } from "node:crypto";
import { type Connections, expiredAccount } from "#sdk/oauth";
import type { MediaFile, SocialTarget } from "#sdk/slots/social";
import { RetryLater, type Vendor, type VendorCall, type VendorResponse } from "#sdk/vendor/client";

/** Account whose token a call uses. */
export interface Caller {
  owner: string;
  account: Pick<SocialTarget["account"], "externalId" | "username">;
}

/** Calls that are authorised by a connected account. */
export interface AccountCalls {
  /** Makes a call. If the platform rejects the token, it is refreshed and the call repeated once. */
  send(caller: Caller, path: string, call: VendorCall): Promise<VendorResponse | RetryLater>;
  /** Like `send`, for repeatable calls. Throws if there is no response, and RefusedError if access was revoked. */
  request(caller: Caller, path: string, call: VendorCall): Promise<VendorResponse>;
}

/**
 * Creates calls to a platform that carry the token of a connected account.
 * @param isRejected detects responses to an expired token. Default: status 401
 * @param scheme type of the Authorization header
 * @example
 * const calls = createAccountCalls(vendor, connections);
 * const caller = { owner: accountId, account: { externalId: "UC123", username: "ann" } };
 * const { json } = await calls.request(caller, "/v1/channels?mine=true", { signal });
 */
export function createAccountCalls(
  vendor: Vendor,
  connections: Connections,
  isRejected: (response: VendorResponse) => boolean = ({ status }) => status === 401,
  scheme = "Bearer",
): AccountCalls {
  async function send(
    { owner, account }: Caller,
    path: string,
    call: VendorCall,
  ): Promise<VendorResponse | RetryLater> {
    const authorize = (token: string): VendorCall => ({
      ...call,
      headers: { ...call.headers, authorization: `${scheme} ${token}` },
    });
    const token = await connections.getToken(owner, account.externalId, call.signal);
    const response = await vendor.send(path, authorize(token));
    // A stream has been consumed, so only other bodies can be sent again.
    if (response instanceof RetryLater || !isRejected(response) || call.body instanceof ReadableStream) return response;
    return vendor.send(path, authorize(await connections.replaceToken(owner, account.externalId, token, call.signal)));
  }

  return {
    send,
    async request(caller, path, call) {
      const response = await send(caller, path, call);
      if (response instanceof RetryLater) throw new Error(response.reason);
      if (isRejected(response)) throw expiredAccount(caller.account.username);
      return response;
    },
  };
}

/**
 * Returns the fingerprint of content that was uploaded early. If the post changes before it is published, the fingerprint
 * differs, and the upload is discarded.
 * @example getFingerprint({ title: "Cold brew" }) === getFingerprint({ title: "Hot brew" }); // false
 */
export const getFingerprint = (sent: unknown): string =>
  createHash("sha256").update(JSON.stringify(sent)).digest("base64url");

/**
 * Reads the bytes from `start` to `end`, without `end`.
 * @example
 * const file = { size: 4, contentType: "text/plain", stream: () => new Blob(["brew"]).stream() };
 * new TextDecoder().decode(await readBytes(file, 0, 4)); // "brew"
 */
export const readBytes = (file: MediaFile, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Response(file.stream({ start, end: end - 1 })).bytes();
