import type { PlatformName } from "vireo/slots/social";

/** Hashtags in a caption that make the sandbox fail: `#sandbox-fail`, or `#sandbox-fail:instagram` for one platform. */
export const commands = {
  fail: "The post is rejected.",
  "fail-once": "The post is rejected the first time, and published when retried.",
  "rate-limit": "The post is rejected because the account posted too much.",
  expired: "The post is rejected because the account must be reconnected.",
  hang: "Nothing is published and there is no response: the target ends unconfirmed.",
  late: "The response takes three seconds.",
  pending: "The post is accepted, and published three seconds later.",
  lose: "The post is published but the response is lost: the target is unconfirmed until the sandbox is read.",
  inbox: "The post goes to the inbox.",
} as const;
export type Command = keyof typeof commands;

/** Returns the first command in a caption that applies to this platform. */
export function findCommand(content: string, platform: PlatformName): Command | undefined {
  for (const [, name = "", only] of content.matchAll(/#sandbox-([a-z]+(?:-[a-z]+)*)(?::([a-z]+))?/g)) {
    if (Object.hasOwn(commands, name) && (only === undefined || only === platform)) return name as Command;
  }
  return undefined;
}
