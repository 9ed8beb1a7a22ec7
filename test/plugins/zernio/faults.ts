export const KEY = `sk_${"5f1d0c9be7a24c6d".repeat(4)}`;

interface Answer {
  status: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

/** Answers that are given instead of any work. */
const answers = {
  "bad-request": {
    status: 400,
    json: { error: "Caption is too long", type: "invalid_request_error", param: "content" },
  },
  "over-plan": { status: 402, json: { error: "Payment is needed to publish more", code: "payment_required" } },
  expired: { status: 403, json: { error: "The account is disconnected", code: "ACCOUNT_DISCONNECTED" } },
  "not-enabled": { status: 403, json: { error: "Not enabled", code: "ACCOUNT_NOT_ENABLED_FOR_POSTING" } },
  "over-limit": { status: 403, json: { error: "Too many profiles", code: "PROFILE_OVER_LIMIT" } },
  "no-right": { status: 403, json: { error: "The key may not publish", code: "insufficient_permissions" } },
  "rate-limit": { status: 429, json: { error: "Rate limit exceeded", type: "rate_limit_error", details: {} } },
  "rate-limit-after": { status: 429, json: { error: "Too many posts" }, headers: { "retry-after": "45" } },
  "error-before": { status: 500, json: { error: "Internal server error", type: "api_error" } },
  unavailable: { status: 503, text: "<html><h1>Service Unavailable</h1></html>" },
  timeout: { status: 408, json: { error: "Request timeout" } },
  wall: { status: 403, text: "<html><h1>Attention Required!</h1></html>" },
  html: { status: 200, text: "<html><h1>Welcome</h1></html>" },
  list: { status: 200, json: [] },
  empty: { status: 200, json: {} },
  redirect: { status: 307, headers: { location: "/elsewhere" } },
  "echo-key": { status: 400, json: { error: `The key ${KEY}\nmay not do that` } },
  huge: { status: 200, text: `{"a":"${"x".repeat(9 << 20)}"}` },
} satisfies Record<string, Answer>;

/** Ends of a call: `…-before` and `…-after` tell whether its work was done by then. */
const ends = [
  "error-after",
  "html-after",
  "reset-before",
  "reset-after",
  "cut-off",
  "silent-before",
  "silent-after",
] as const;
/** What becomes of a post that was taken. */
const fates = ["partial", "aborted", "slow", "stuck", "late-url", "retried"] as const;

export type Fault = keyof typeof answers | (typeof ends)[number];
export type Fate = (typeof fates)[number];

const named = (words: string): string | undefined => /\[fault:([a-z-]+)\]/.exec(words)?.[1];

/** The fault that a request's own words ask for. */
export function faultIn(words: string): Fault | undefined {
  const name = named(words);
  return name && (Object.hasOwn(answers, name) || ends.some((end) => end === name)) ? (name as Fault) : undefined;
}
export const fateIn = (words: string): Fate | undefined => fates.find((fate) => fate === named(words));

/** The error category that a caption asks for: `[category:auth_expired]`. */
export const categoryIn = (words: string): string | undefined => /\[category:([a-z_]+)\]/.exec(words)?.[1];

export const answerOf = (fault: Fault | undefined): Answer | undefined =>
  fault && Object.hasOwn(answers, fault) ? answers[fault as keyof typeof answers] : undefined;
