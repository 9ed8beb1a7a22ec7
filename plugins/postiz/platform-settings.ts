import type { Platform, SocialTarget } from "vireo/slots/social";
import { getTitle, truncate } from "./caption";

type Settings = Record<string, unknown>;

/** Settings by platform. Postiz requires all of them, regardless of the platform's defaults. */
const settings: Record<Platform, (target: SocialTarget) => Settings> = {
  tiktok: ({ tiktok = {}, toInbox, title, aiGenerated }) => ({
    // The creator chooses in the inbox, but Postiz requires a level.
    privacy_level: tiktok.privacyLevel ?? (toInbox ? "SELF_ONLY" : "PUBLIC_TO_EVERYONE"),
    duet: tiktok.allowDuet ?? false,
    stitch: tiktok.allowStitch ?? false,
    comment: tiktok.allowComment ?? false,
    autoAddMusic: "no",
    brand_content_toggle: tiktok.commercialContentType === "brand_content",
    brand_organic_toggle: tiktok.commercialContentType === "brand_organic",
    video_made_with_ai: aiGenerated,
    content_posting_method: toInbox ? "UPLOAD" : "DIRECT_POST",
    ...(title ? { title: truncate(title, 90) } : {}),
  }),
  instagram: ({ instagram = {} }) => ({
    post_type: "post",
    ...(instagram.collaborators?.length ? { collaborators: instagram.collaborators.map((label) => ({ label })) } : {}),
  }),
  youtube: (target) => ({
    title: truncate(getTitle(target), 100),
    type: target.youtube?.visibility ?? "public",
    selfDeclaredMadeForKids: target.youtube?.madeForKids ? "yes" : "no",
    ...(target.youtube?.tags?.length ? { tags: target.youtube.tags.map((tag) => ({ value: tag, label: tag })) } : {}),
  }),
};

/** Returns the settings of a post. `identifier` is Postiz's name of the platform. */
export const getSettings = (target: SocialTarget, identifier: string): Settings => ({
  __type: identifier,
  ...settings[target.account.platform](target),
});

/** Describes the missing data of a post for its platform. */
export function findMissing(target: SocialTarget): string | undefined {
  if (target.account.platform !== "youtube" || Array.from(getTitle(target)).length >= 2) return undefined;
  return "YouTube requires a title of at least 2 characters. Add a title or a caption.";
}
