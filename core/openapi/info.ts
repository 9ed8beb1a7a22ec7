import type { Facts } from "#core/facts";
import type { Json } from "#core/openapi/schema";
import { latest, versions } from "#core/request/versions";

/** What a reader must know before the first call; markdown. */
const describe = (
  version: string,
  origin: string,
  errors: Facts["errors"],
) => `Make short-form marketing media, plan with it, and publish it on time.

## Authentication
Send your API key with every request: \`Authorization: Bearer <API_KEY>\`. A key may be limited to scopes such as
\`media:write\`; each operation names the scope it needs.

## Versions
Versions are dates. This document describes **${version}**${version === latest ? ", the latest" : ""}. The \`Service-Version\` header chooses the version
of one request; without it, the version that the key is pinned to applies, then the latest (${latest}). Every answer
says its version in the same header.

${versions.map((one) => `- \`${one.version}\`: ${one.summary}`).join("\n")}

## Asynchronous work
Generation answers 202 at once with \`pending\`. Poll the address in \`Location\` until \`status\` is \`completed\` or \`failed\`.

## Credits
Calls that cost credits say so. They answer with \`X-Credits-Used\` and \`X-Credits-Remaining\`, or with 402 when the
balance is too low. Work that fails is refunded.

## Idempotency
Every POST and PATCH takes an \`Idempotency-Key\`. The same key with the same route and body gets the first answer again for
24 hours, marked \`Idempotency-Replayed: true\`; nothing is done or charged twice.

## Rate limits
Limits count per key and minute. \`RateLimit\`, \`RateLimit-Policy\` and \`X-RateLimit-*\` tell what is left; a 429 says in
\`Retry-After\` how long to wait.

## Errors
Errors are \`application/problem+json\` (RFC 9457): \`type\` leads to a page that explains the kind, \`detail\` says what was
wrong, \`errors\` names the fields.

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
