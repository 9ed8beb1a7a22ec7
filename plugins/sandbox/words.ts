import type { Platform } from "vireo/slots/social";

/**
 * What a caption can tell the sandbox to do, for people who try their clients: `#sandbox-fail`, or
 * `#sandbox-fail:instagram` where only one platform is meant.
 */
export const words = {
  fail: "It is refused, for certain.",
  "fail-once": "It is refused the first time, and taken when it is retried.",
  "rate-limit": "It is refused because the account has posted too much.",
  expired: "It is refused because the account must be connected again.",
  hang: "Nothing is published, and no answer ever comes: the target ends unconfirmed.",
  late: "The answer comes after three seconds.",
  pending: "It is taken, worked on for three seconds, then published.",
  lose: "It is published, but the answer is lost: the target is unconfirmed until the sandbox is asked.",
  inbox: "It ends in the inbox.",
} as const;
export type Word = keyof typeof words;

/** The first word in a caption that is meant for this platform. */
export function wordIn(content: string, platform: Platform): Word | undefined {
  for (const [, word = "", only] of content.matchAll(/#sandbox-([a-z]+(?:-[a-z]+)*)(?::([a-z]+))?/g)) {
    if (Object.hasOwn(words, word) && (only === undefined || only === platform)) return word as Word;
  }
  return undefined;
}
