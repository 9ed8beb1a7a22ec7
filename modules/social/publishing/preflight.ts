import type { CreatorInfo, SocialProvider, SocialTarget } from "vireo/slots/social";
import type { Verdict } from "./settle";

/** How long a creator whose day is used up is left alone. */
const WAIT_MS = 60 * 60_000;
const interactions = { comment: "allowComment", duet: "allowDuet", stitch: "allowStitch" } as const;

type Change = Omit<Verdict, "target">;
const failed = (errorMessage: string): Change => ({ status: "failed", errorCategory: "user_content", errorMessage });

/** What keeps a post from going out with these settings, by what TikTok says of the creator; undefined where nothing does. */
export function judge({ tiktok }: SocialTarget, info: CreatorInfo, now = Date.now()): Change | undefined {
  if (!info.canPostMore) {
    return {
      status: "pending",
      dueAt: new Date(now + WAIT_MS),
      delayReason: "TikTok takes no more posts of this account today.",
    };
  }
  const level = tiktok?.privacyLevel;
  if (level !== undefined && !info.privacyLevels.includes(level)) {
    return failed(
      `This account cannot post with the privacy level ${level}; it can with ${info.privacyLevels.join(", ")}.`,
    );
  }
  for (const [name, setting] of Object.entries(interactions)) {
    if (tiktok?.[setting] && !info.interactions[name as keyof typeof interactions])
      return failed(
        `This account does not allow ${name === "duet" ? "duets" : name === "stitch" ? "stitches" : "comments"}; they cannot be turned on for a post.`,
      );
  }
  return undefined;
}

/** Asks before a direct post to TikTok; an inbox takes everything. */
export async function preflight(
  provider: SocialProvider,
  target: SocialTarget,
  signal: AbortSignal,
): Promise<Change | undefined> {
  if (target.account.platform !== "tiktok" || target.toInbox || !provider.creatorInfo) return undefined;
  return judge(target, await provider.creatorInfo(target.account, signal));
}
