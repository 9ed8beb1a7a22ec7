import type { Facts } from "#core/facts";
import type { Json } from "#core/openapi/schema";
import { latest, versions } from "#core/request/versions";

/** Introduction of the reference, in Markdown. */
const describe = (
  version: string,
  origin: string,
  errors: Facts["errors"],
) => `Make short-form marketing media, plan with it, and publish it on time.

## Authentication
Send your API key with every request: \`Authorization: Bearer <API_KEY>\`. Keys can be limited to scopes such as
\`media:write\`. Each operation lists the scope it requires.

## Versions
Versions are dates. This document describes **${version}**${version === latest ? ", the latest" : ""}. Set the \`Service-Version\` header
to choose the version of a request. Without it, the version pinned to the API key applies, then the latest (${latest}). Every
response returns its version in the same header.

${versions.map((version) => `- \`${version.version}\`: ${version.summary}`).join("\n")}

## Asynchronous work
Generation requests return 202 with the status \`pending\`. Poll the path in \`Location\` until \`status\` is \`completed\` or
\`failed\`, or subscribe to events.

## Credits
Operations that cost credits list their price. Their responses have \`X-Credits-Used\` and \`X-Credits-Remaining\`. If the
balance is too low, they return 402. Failed work is refunded.

## Idempotency
Every POST and PATCH accepts an \`Idempotency-Key\`. For 24 hours, a request with the same key, route and body returns the
first response again, with \`Idempotency-Replayed: true\`. Nothing runs or is charged twice.

## Rate limits
Limits apply per key and minute. \`RateLimit\`, \`RateLimit-Policy\` and \`X-RateLimit-*\` show what is left. After a 429, wait
for the number of seconds in \`Retry-After\`.

## Errors
Errors are \`application/problem+json\` (RFC 9457). \`type\` links to a page about the kind of error, \`detail\` describes the
problem, and \`errors\` lists invalid fields.

${Object.entries(errors)
  .filter(([, fact]) => fact.documented !== false)
  .map(([kind, { status, title }]) => `- ${status} [\`${kind}\`](${origin}/errors/${kind}): ${title}`)
  .join("\n")}
`;

export const createInfo = (version: string, origin: string, software: string, errors: Facts["errors"]): Json => ({
  title: "Vireo",
  summary: "Self-hosted API for short-form marketing media",
  description: describe(version, origin, errors),
  version,
  contact: { name: "The operator of this server", url: origin },
  license: { name: "MIT", identifier: "MIT" },
  "x-software-version": software,
});
