import type { SocialAccount, SocialAccountCreatorInfo } from "vireo/client";
import { fromClock } from "../../../ui/time-zone";
import { CAPTION_MAX, goesToTikTok, type Interaction, interactions, TITLE_MAX, type Values } from "./values";

/** What all creators of a post allow together. */
export interface Creators {
  list: readonly SocialAccountCreatorInfo[];
  privacyLevels: readonly string[];
  allows: Readonly<Record<Interaction, boolean>>;
  /** Names of those whose day is used up. */
  full: readonly string[];
  /** Seconds. */
  longest: number | undefined;
}

export function mergeCreators(list: readonly SocialAccountCreatorInfo[]): Creators {
  const [first, ...others] = list;
  const limits = list.flatMap(({ maxVideoSeconds }) => maxVideoSeconds ?? []);
  const allows = (name: Interaction) => list.every((one) => one.interactions[name]);
  return {
    list,
    privacyLevels: (first?.privacyLevels ?? []).filter((level) =>
      others.every(({ privacyLevels }) => privacyLevels.includes(level)),
    ),
    allows: { comment: allows("comment"), duet: allows("duet"), stitch: allows("stitch") },
    full: list.filter(({ canPostMore }) => !canPostMore).map(({ nickname }) => nickname),
    longest: limits.length ? Math.min(...limits) : undefined,
  };
}

export type FieldErrors = Partial<
  Record<"video" | "content" | "title" | "accounts" | "at" | "toInbox" | "privacy" | "disclosure" | "tiktok", string>
>;

/** What is missing or wrong, by field; empty where it can be sent. `seconds`: length of the video, where that is known. */
export function validatePost(
  values: Values,
  accounts: readonly SocialAccount[],
  creators: Creators | undefined,
  seconds?: number,
  now = Date.now(),
): FieldErrors {
  const { mode, at, privacy } = values;
  const problems: FieldErrors = {};
  if (!values.video) problems.video = "Choose a video.";
  if (Array.from(values.content).length > CAPTION_MAX)
    problems.content = `The caption may have ${CAPTION_MAX.toLocaleString()} characters.`;
  if (Array.from(values.title).length > TITLE_MAX) problems.title = `The title may have ${TITLE_MAX} characters.`;
  if (values.accountIds.length === 0) problems.accounts = "Choose at least one account.";
  if (mode === "schedule") {
    const time = fromClock(at.clock, at.zone);
    if (time === undefined) problems.at = "Give a date and a time.";
    else if (time <= now) problems.at = "This time has passed. Choose a later one.";
    else if (time > new Date(now).setFullYear(new Date(now).getFullYear() + 1))
      problems.at = "Posts are planned at most a year ahead.";
  }
  if (!goesToTikTok(values, accounts) || values.toInbox) return problems;
  if (values.branded && values.discloses && privacy === "SELF_ONLY")
    problems.privacy = "Branded content cannot be private. Choose who else may see it.";
  // A draft may be finished later.
  if (mode === "draft") return problems;
  if (!creators) problems.tiktok = "TikTok's settings of the account are not known yet.";
  else {
    if (mode === "now" && creators.full.length > 0)
      problems.tiktok = `${creators.full.join(", ")} cannot post more today. Schedule it for later.`;
    if (creators.longest && seconds && seconds > creators.longest)
      problems.video = `This creator's videos may last ${creators.longest} seconds; this one lasts ${Math.ceil(seconds)}.`;
    if (privacy && !creators.privacyLevels.includes(privacy))
      problems.privacy = "This account does not offer that any more. Choose another.";
    if (interactions.some((name) => values.allow[name] && !creators.allows[name]))
      problems.tiktok = "Something is allowed that the creator's own settings forbid.";
  }
  if (!privacy) problems.privacy = "Choose who may see it.";
  if (values.discloses && !values.ownBrand && !values.branded)
    problems.disclosure = "You need to indicate if your content promotes yourself, a third party, or both.";
  return problems;
}
