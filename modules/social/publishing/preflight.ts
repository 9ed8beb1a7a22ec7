import type { CreatorInfo, SocialProvider, SocialTarget } from "vireo/slots/social";
import type { Change } from "./outcome";

/** Delay when a creator has reached the daily number of posts. */
const WAIT_MS = 60 * 60_000;
const interactions = { comment: "allowComment", duet: "allowDuet", stitch: "allowStitch" } as const;

const failed = (errorMessage: string): Change => ({ status: "failed", errorCategory: "user_content", errorMessage });

/** Checks a post's settings against the creator's. Returns undefined if the post may be published. */
export function checkSettings({ tiktok }: SocialTarget, info: CreatorInfo, now: number): Change | undefined {
  if (!info.canPostMore) {
    return {
      status: "pending",
      dueAt: new Date(now + WAIT_MS),
      delayReason: "TikTok accepts no more posts from this account today.",
    };
  }
  const level = tiktok?.privacyLevel;
  if (level !== undefined && !info.privacyLevels.includes(level)) {
    return failed(
      `This account does not support the privacy level ${level}. Supported: ${info.privacyLevels.join(", ")}.`,
    );
  }
  for (const [name, setting] of Object.entries(interactions)) {
    if (tiktok?.[setting] && !info.interactions[name as keyof typeof interactions])
      return failed(
        `This account does not allow ${name === "duet" ? "duets" : name === "stitch" ? "stitches" : "comments"}. They cannot be turned on for a post.`,
      );
  }
  return undefined;
}

/** Checks a direct post to TikTok. An inbox accepts everything. */
export async function preflight(
  provider: SocialProvider,
  target: SocialTarget,
  now: () => number,
  signal: AbortSignal,
): Promise<Change | undefined> {
  if (target.account.platform !== "tiktok" || target.toInbox || !provider.creatorInfo) return undefined;
  return checkSettings(target, await provider.creatorInfo(target.account, signal, target.owner), now());
}
