import { findMissingPrivacy, type SocialTarget } from "vireo/slots/social";
import { getTitle, truncate } from "./caption";

type Settings = Record<string, unknown>;

/** An image in Postiz's media library. */
export interface Picture {
  id: string;
  path: string;
}

/** Settings by platform. Postiz requires all of them, regardless of the platform's defaults. */
const settings: Readonly<Record<string, (target: SocialTarget) => Settings>> = {
  tiktok: ({ tiktok = {}, toInbox, title, aiGenerated }) => ({
    // The creator chooses in the inbox, but Postiz requires a level. `findMissing` refuses other posts without one.
    privacy_level: tiktok.privacyLevel ?? "SELF_ONLY",
    duet: tiktok.allowDuet ?? false,
    stitch: tiktok.allowStitch ?? false,
    comment: tiktok.allowComment ?? false,
    autoAddMusic: "no",
    brand_content_toggle: tiktok.commercialContentType === "brand_content",
    brand_organic_toggle: tiktok.commercialContentType === "brand_organic",
    video_made_with_ai: aiGenerated,
    content_posting_method: toInbox ? "UPLOAD" : "DIRECT_POST",
    title: title ? truncate(title, 90) : undefined,
  }),
  instagram: ({ instagram = {} }) => ({
    post_type: "post",
    collaborators: instagram.collaborators?.length ? instagram.collaborators.map((label) => ({ label })) : undefined,
  }),
  youtube: (target) => ({
    title: truncate(getTitle(target), 100),
    type: target.youtube?.visibility ?? "public",
    selfDeclaredMadeForKids: target.youtube?.madeForKids ? "yes" : "no",
    tags: target.youtube?.tags?.length ? target.youtube.tags.map((tag) => ({ value: tag, label: tag })) : undefined,
  }),
  x: ({ settings = {}, aiGenerated }) => ({
    who_can_reply_post: settings.replies ?? "everyone",
    made_with_ai: aiGenerated ? true : undefined,
  }),
  pinterest: ({ title, settings = {} }) => ({
    board: settings.board,
    title: title ? truncate(title, 100) : undefined,
    link: settings.link,
  }),
  discord: ({ settings = {} }) => ({ channel: settings.channel }),
};

/** Returns the settings of a post. `identifier` is Postiz's name of the platform. */
export const getSettings = (target: SocialTarget, identifier: string, thumbnail?: Picture): Settings => ({
  __type: identifier,
  ...settings[target.account.platform]?.(target),
  thumbnail,
});

/** Describes the missing data of a post for its platform. */
export function findMissing(target: SocialTarget): string | undefined {
  const privacy = findMissingPrivacy(target);
  if (privacy) return privacy;
  if (target.account.platform !== "youtube" || Array.from(getTitle(target)).length >= 2) return undefined;
  return "YouTube requires a title of at least 2 characters. Add a title or a caption.";
}

/** Says which settings of a post do not reach the platform, because Postiz's API has no field for them. */
export function describeDropped({ account, aiGenerated, instagram = {} }: SocialTarget): string | undefined {
  const { platform } = account;
  const names =
    platform === "instagram"
      ? [
          ...(instagram.thumbOffset === undefined ? [] : ["overrides.instagram.thumbOffset"]),
          ...(instagram.shareToFeed === false ? ["overrides.instagram.shareToFeed"] : []),
        ]
      : [];
  if (aiGenerated && platform !== "tiktok" && platform !== "x") names.push("aiGenerated");
  return names.length > 0 ? `Published without ${names.join(" and ")}, which Postiz does not pass on.` : undefined;
}
