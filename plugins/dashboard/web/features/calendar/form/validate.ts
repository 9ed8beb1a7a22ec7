import type { SocialAccount, SocialAccountCreatorInfo } from "vireo/client";
import { fromClock } from "../../../ui/time-zone";
import {
  CAPTION_MAX,
  getPlatforms,
  goesToTikTok,
  type Interaction,
  interactions,
  MEDIA_MAX,
  type Mode,
  TITLE_MAX,
  type TikTokValues,
  type Values,
} from "./values";

/** Settings that all creators of a post allow. */
export interface Creators {
  list: readonly SocialAccountCreatorInfo[];
  privacyLevels: readonly string[];
  allows: Readonly<Record<Interaction, boolean>>;
  /** Names of creators that have reached the daily limit. */
  full: readonly string[];
  /** Longest video that all accept, in seconds. */
  maxSeconds: number | undefined;
}

export function mergeCreators(list: readonly SocialAccountCreatorInfo[]): Creators {
  const [first, ...others] = list;
  const limits = list.flatMap(({ maxVideoSeconds }) => maxVideoSeconds ?? []);
  const allows = (name: Interaction) => list.every((creator) => creator.interactions[name]);
  return {
    list,
    privacyLevels: (first?.privacyLevels ?? []).filter((level) =>
      others.every(({ privacyLevels }) => privacyLevels.includes(level)),
    ),
    allows: { comment: allows("comment"), duet: allows("duet"), stitch: allows("stitch") },
    full: list.filter(({ canPostMore }) => !canPostMore).map(({ nickname }) => nickname),
    maxSeconds: limits.length ? Math.min(...limits) : undefined,
  };
}

export type FieldErrors = Partial<
  Record<"media" | "content" | "title" | "accounts" | "at" | "toInbox" | "privacy" | "disclosure" | "tiktok", string>
>;

/** Names of the fields, to list what is missing. */
export const fieldNames: Readonly<Record<keyof FieldErrors, string>> = {
  media: "video or pictures",
  content: "caption",
  title: "title for YouTube",
  accounts: "channel",
  at: "date and time",
  toInbox: "TikTok inbox",
  privacy: "who can see the video on TikTok",
  disclosure: "TikTok disclosure",
  tiktok: "TikTok settings",
};

/** Returns errors by field. `seconds` is the length of the video, if known. */
export function validatePost(
  values: Values,
  accounts: readonly SocialAccount[],
  creators: Creators | undefined,
  seconds?: number,
  now = Date.now(),
): FieldErrors {
  const { mode, at } = values;
  const errors: FieldErrors = {};
  if (values.media.length > MEDIA_MAX) errors.media = `Use at most ${MEDIA_MAX} pictures and videos.`;
  if (Array.from(values.content).length > CAPTION_MAX)
    errors.content = `Use at most ${CAPTION_MAX.toLocaleString()} characters in the caption.`;
  if (Array.from(values.title).length > TITLE_MAX) errors.title = `Use at most ${TITLE_MAX} characters in the title.`;
  if (values.accountIds.length === 0) errors.accounts = "Choose at least one channel.";
  if (mode === "schedule") {
    const time = fromClock(at.clock, at.zone);
    if (time === undefined) errors.at = "Enter a date and a time.";
    else if (time <= now) errors.at = "Choose a time in the future.";
    else if (time > new Date(now).setFullYear(new Date(now).getFullYear() + 1))
      errors.at = "Choose a time within the next year.";
  }
  const texts = [values.title, values.overrides.youtube?.title, values.overrides.youtube?.content || values.content];
  if (
    mode !== "draft" &&
    getPlatforms(values, accounts).includes("youtube") &&
    !texts.some((text) => typeof text === "string" && text.trim())
  )
    errors.title = "YouTube requires a title or a caption.";
  return goesToTikTok(values, accounts) ? { ...errors, ...validateTikTok(values, creators, seconds) } : errors;
}

/** Returns errors of TikTok's settings by field. */
export function validateTikTok(
  values: TikTokValues & { mode: Mode },
  creators: Creators | undefined,
  seconds?: number,
): FieldErrors {
  const { mode, privacy } = values;
  const errors: FieldErrors = {};
  if (values.toInbox) return errors;
  if (values.branded && values.discloses && privacy === "SELF_ONLY")
    errors.privacy = "Branded content can't be private. Choose another visibility.";
  // A draft can be completed later.
  if (mode === "draft") return errors;
  if (!creators) errors.tiktok = "The TikTok settings of the channel are still loading.";
  else {
    if (mode === "now" && creators.full.length > 0)
      errors.tiktok = `${creators.full.join(", ")} reached the daily posting limit. Schedule the post for later.`;
    if (creators.maxSeconds && seconds && seconds > creators.maxSeconds)
      errors.media = `This channel can post videos of up to ${creators.maxSeconds} seconds. This video has ${Math.ceil(seconds)}.`;
    if (privacy && !creators.privacyLevels.includes(privacy))
      errors.privacy = "This visibility is no longer available. Choose another.";
    if (interactions.some((name) => values.allow[name] && !creators.allows[name]))
      errors.tiktok = "The creator's settings don't allow a selected interaction.";
  }
  if (!privacy) errors.privacy = "Choose who can see the video.";
  if (values.discloses && !values.ownBrand && !values.branded)
    errors.disclosure = "You need to indicate if your content promotes yourself, a third party, or both.";
  return errors;
}
