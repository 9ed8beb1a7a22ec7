import { ApiError, type FieldErrors } from "vireo/errors";
import type { PlatformInfo } from "vireo/platforms";
import type { PostChannel } from "vireo/post-rules";
import { isTimeZone, NO_ZONE } from "vireo/zones";
import type { Social } from "../context";
import { findInfo, listOffers } from "../platforms";
import type { SocialAccount, TargetRow } from "../tables";
import { findIncomplete, type PostParts } from "./complete";
import { toAccountId } from "./present";

const inAYear = (now: number) => new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + 1);

const MAX_TAGS = 500;

/** What the checks of a post need: its state after a request, and the rules of its platforms. */
export interface PostCheck extends PostParts {
  mode: "schedule" | "draft" | "now" | "queue";
  scheduledFor?: number | undefined;
  timezone: string;
  /** Where it goes. */
  channels: readonly PostChannel[];
  /** All platforms of this server. */
  declared: readonly PlatformInfo[];
}

/** What decides which rules a post to a social account has: the social account, or a target. */
export type PostAccount =
  | Pick<SocialAccount, "id" | "provider" | "platform">
  | Pick<TargetRow, "social_account_id" | "provider" | "platform">;

/** Returns the platforms' rules for a post to these social accounts. */
export function findRules(
  social: Social,
  socialAccounts: readonly PostAccount[],
): Pick<PostCheck, "channels" | "declared"> {
  const offers = listOffers(social);
  return {
    channels: socialAccounts.map(({ provider, platform, ...row }) => ({
      info: findInfo(offers, provider, platform),
      accountId: toAccountId("social_account_id" in row ? row.social_account_id : row.id),
    })),
    declared: offers.map(({ info }) => info),
  };
}

/** Returns the errors of a post, by field. */
export function findFaults(check: PostCheck, now: number): FieldErrors {
  const faults: FieldErrors = {};
  const { mode, scheduledFor } = check;
  if (mode === "schedule" && scheduledFor === undefined) faults.scheduledFor = ["Required with mode: schedule."];
  if (mode === "now" && scheduledFor !== undefined)
    faults.scheduledFor = ["Not allowed with mode: now. Use mode: schedule."];
  if (mode === "queue" && scheduledFor !== undefined)
    faults.scheduledFor = ["Not allowed with mode: queue, which takes the time of the next slot. Use mode: schedule."];
  if ((mode === "schedule" || mode === "draft") && scheduledFor !== undefined) {
    if (scheduledFor <= now)
      faults.scheduledFor = [`Must be in the future. The time is now ${new Date(now).toISOString()}.`];
    if (scheduledFor > inAYear(now)) faults.scheduledFor = ["Must be within a year from now."];
  }
  if (!isTimeZone(check.timezone)) faults.timezone = [NO_ZONE];
  if (check.toInbox && (mode === "schedule" || mode === "queue"))
    faults.publishToInbox = ["Only with mode: now or draft. Scheduled posts are published directly."];
  else if (check.toInbox && !check.channels.some(({ info }) => info.name === "tiktok"))
    faults.publishToInbox = ["Only TikTok has an inbox. Add at least one TikTok account."];
  if (check.tiktok.commercialContentType === "brand_content" && check.tiktok.privacyLevel === "SELF_ONLY")
    faults.tiktokPrivacyLevel = ["Content for another brand (brand_content) cannot be SELF_ONLY."];
  const tags = check.overrides?.youtube?.tags ?? [];
  // Tags with a space count with the quotes that YouTube adds, and each with its comma.
  const length = tags.reduce((sum, tag) => sum + [...tag].length + (tag.includes(" ") ? 3 : 1), -1);
  if (length > MAX_TAGS)
    faults["overrides.youtube.tags"] = [
      `YouTube accepts ${MAX_TAGS} characters of tags in total; these have ${length}.`,
    ];
  const incomplete = findIncomplete(check.channels, check, { isDraft: mode === "draft", declared: check.declared });
  for (const [field, messages] of Object.entries(incomplete)) faults[field] = [...(faults[field] ?? []), ...messages];
  return faults;
}

/** Throws `validation_error` if there are errors. */
export function refuse(faults: FieldErrors): void {
  const all = Object.entries(faults);
  if (all.length === 0) return;
  const first = all.slice(0, 10).map(([field, [message]]) => `${field}: ${message}`);
  const others = all.length > first.length ? ` (and ${all.length - first.length} more)` : "";
  throw new ApiError("validation_error", `${first.join(" ")}${others}`, { errors: faults });
}
