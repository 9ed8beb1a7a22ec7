/** Calls of a platform's API with the tokens of connected accounts. */
import { createHash } from "node:crypto";
import { type Connections, expiredAccount } from "#sdk/oauth";
import type { MediaFile, SocialTarget } from "#sdk/slots/social";
import { RetryLater, type Vendor, type VendorCall, type VendorResponse } from "#sdk/vendor/client";

/** The account that a call is made for. */
export interface Caller {
  owner: string;
  account: Pick<SocialTarget["account"], "externalId" | "username">;
}

export interface AccountCalls {
  /** One call. A token that the platform rejects is renewed, and the call made once more. */
  send(caller: Caller, path: string, call: VendorCall): Promise<VendorResponse | RetryLater>;
  /** `send`, for calls that may be repeated. Throws if there is no response, and RefusedError if the access has ended. */
  request(caller: Caller, path: string, call: VendorCall): Promise<VendorResponse>;
}

/** `isRejected` recognizes answers to a token that has ended. `scheme`: how tokens are sent. */
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
    // A stream is used up by now, so only bodies that can be sent again are.
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
 * A fingerprint of what was sent ahead. A post that waits can still be changed, and must then not be published from an
 * upload with its old text.
 */
export const getFingerprint = (sent: unknown): string =>
  createHash("sha256").update(JSON.stringify(sent)).digest("base64url");

/** The bytes from `start` up to `end`. */
export const readBytes = (file: MediaFile, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Response(file.stream({ start, end: end - 1 })).bytes();
