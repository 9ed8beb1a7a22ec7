import { createVendor, type Vendor } from "vireo/vendor";

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
