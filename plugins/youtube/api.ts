import { type Connections, expiredAccount } from "vireo/oauth";
import type { SocialTarget } from "vireo/slots/social";
import { createVendor, RetryLater, type Vendor, type VendorCall, type VendorResponse } from "vireo/vendor";

export interface App {
  clientId: string;
  clientSecret: string;
  apiUrl: string;
  tokenUrl: string;
  loginUrl: string;
}

export const createApi = ({ apiUrl, clientSecret }: App): Vendor =>
  createVendor({
    title: "YouTube",
    baseUrl: apiUrl,
    headers: {},
    secrets: [clientSecret],
    keyName: "YOUTUBE_CLIENT_ID",
  });

/** The account that a call is made for. */
export type Caller = Pick<SocialTarget, "owner"> & {
  account: Pick<SocialTarget["account"], "externalId" | "username">;
};

/** Calls with the token of an account. A token that is rejected is renewed once. */
export function createCalls(api: Vendor, connections: Connections) {
  async function send(
    { owner, account }: Caller,
    path: string,
    call: VendorCall,
  ): Promise<VendorResponse | RetryLater> {
    const authorize = (token: string): VendorCall => ({
      ...call,
      headers: { ...call.headers, authorization: `Bearer ${token}` },
    });
    const token = await connections.getToken(owner, account.externalId, call.signal);
    const response = await api.send(path, authorize(token));
    // A stream is used up by now, so only bodies that can be sent again are.
    if (response instanceof RetryLater || response.status !== 401 || call.body instanceof ReadableStream)
      return response;
    return api.send(path, authorize(await connections.replaceToken(owner, account.externalId, token, call.signal)));
  }

  /** `send`, for calls that may be repeated. Throws if there is no response, and RefusedError if access has ended. */
  async function request(caller: Caller, path: string, call: VendorCall): Promise<VendorResponse> {
    const response = await send(caller, path, call);
    if (response instanceof RetryLater) throw new Error(response.reason);
    if (response.status === 401) throw expiredAccount(caller.account.username);
    return response;
  }

  return { send, request };
}
export type Calls = ReturnType<typeof createCalls>;
