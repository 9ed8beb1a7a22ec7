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

export interface AccountCalls {
  /** Makes a call. If the platform rejects the token, it is refreshed and the call repeated once. */
  send(caller: Caller, path: string, call: VendorCall): Promise<VendorResponse | RetryLater>;
  /** Like `send`, for repeatable calls. Throws if there is no response, and RefusedError if access was revoked. */
  request(caller: Caller, path: string, call: VendorCall): Promise<VendorResponse>;
}

/** `isRejected` detects responses to an expired token. `scheme` is the type of the Authorization header. */
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
 * Fingerprint of content that was uploaded early. If the post changes before it is published, the upload is discarded.
 */
export const getFingerprint = (sent: unknown): string =>
  createHash("sha256").update(JSON.stringify(sent)).digest("base64url");

/** Reads the bytes from `start` to `end`, without `end`. */
export const readBytes = (file: MediaFile, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Response(file.stream({ start, end: end - 1 })).bytes();
