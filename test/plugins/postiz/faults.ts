export const KEY = "pz_5f1d0c9be7a24c6d";

/** `…-before` and `…-after`: whether the call had done its work by then. */
export type Fault =
  | keyof typeof refusals
  | "error-after"
  | "reset-before"
  | "reset-after"
  | "cut-off"
  | "silent-before"
  | "silent-after";

interface Refusal {
  status: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

/** Faults that are answers, given instead of any work. */
const refusals = {
  "bad-request": {
    status: 400,
    json: { statusCode: 400, message: [{ provider: "tiktok", name: "Shop", error: "The video is too long" }] },
  },
  "no-subscription": { status: 401, json: { msg: "No subscription found" } },
  "over-plan": { status: 402, json: { statusCode: 402, message: "You have reached the posts of your plan" } },
  "too-large": { status: 413, text: "<html><h1>413 Request Entity Too Large</h1></html>" },
  throttled: { status: 429, json: { statusCode: 429, message: "ThrottlerException: Too Many Requests" } },
  "error-before": { status: 500, json: { statusCode: 500, message: "Internal server error" } },
  "bad-gateway": { status: 502, text: "<html><h1>502 Bad Gateway</h1></html>" },
  html: { status: 200, text: "<html><h1>Welcome</h1></html>" },
  redirect: { status: 302, headers: { location: "/elsewhere" } },
  "echo-key": { status: 400, json: { message: `The key ${KEY} may not do that` } },
  huge: { status: 200, text: "[".repeat(20 << 20) },
} satisfies Record<string, Refusal>;

export const refusalOf = (fault: Fault | undefined): Refusal | undefined =>
  fault && fault in refusals ? refusals[fault as keyof typeof refusals] : undefined;
