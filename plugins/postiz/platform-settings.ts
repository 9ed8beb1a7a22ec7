import type { Platform, SocialTarget } from "vireo/slots/social";
import { cut, titleOf } from "./caption";

type Settings = Record<string, unknown>;

/** What Postiz asks for a post to each platform. All of it is required there, whatever the platform's own defaults are. */
const settings: Record<Platform, (target: SocialTarget) => Settings> = {
  tiktok: ({ tiktok = {}, toInbox, title }) => ({
    // In the inbox the creator chooses; Postiz wants a level all the same.
    privacy_level: tiktok.privacyLevel ?? (toInbox ? "SELF_ONLY" : "PUBLIC_TO_EVERYONE"),
    duet: tiktok.allowDuet ?? false,
    stitch: tiktok.allowStitch ?? false,
    comment: tiktok.allowComment ?? false,
    autoAddMusic: "no",
    brand_content_toggle: tiktok.commercialContentType === "brand_content",
    brand_organic_toggle: tiktok.commercialContentType === "brand_organic",
    video_made_with_ai: tiktok.madeWithAi ?? false,
    content_posting_method: toInbox ? "UPLOAD" : "DIRECT_POST",
    ...(title ? { title: cut(title, 90) } : {}),
  }),
  instagram: () => ({ post_type: "post" }),
  youtube: (target) => ({ title: cut(titleOf(target), 100), type: "public", selfDeclaredMadeForKids: "no" }),
};

/** The settings of one post. `identifier` is what Postiz calls the channel's platform. */
export const settingsFor = (target: SocialTarget, identifier: string): Settings => ({
  __type: identifier,
  ...settings[target.account.platform](target),
});

/** What a post lacks for its platform, for people. */
export function lackOf(target: SocialTarget): string | undefined {
  if (target.account.platform !== "youtube" || Array.from(titleOf(target)).length >= 2) return undefined;
  return "YouTube needs a title of at least 2 characters: give the post a title or a caption.";
}
