import { ApiError, type FieldErrors } from "vireo/errors";
import type { Platform, TikTokSettings } from "vireo/slots/social";
import { isTimeZone, NO_ZONE } from "vireo/zones";
import type { Overrides } from "../tables";
import { findTextFaults } from "./text-limits";

const inAYear = (now: number) => new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + 1);

const MAX_TAGS = 500;

/** State of a post after a request. */
export interface Plan {
  mode: "schedule" | "draft" | "now" | "queue";
  scheduledFor?: number | undefined;
  timezone: string;
  toInbox: boolean;
  tiktok: TikTokSettings;
  content?: string;
  overrides?: Overrides;
  platforms: readonly Platform[];
}

/** Returns the errors of a plan, by field. */
export function findFaults(plan: Plan, now: number): FieldErrors {
  const faults: FieldErrors = {};
  const { mode, scheduledFor } = plan;
  if (mode === "schedule" && scheduledFor === undefined) faults.scheduledFor = ["Required with mode: schedule."];
  if (mode === "now" && scheduledFor !== undefined)
    faults.scheduledFor = ["Not allowed with mode: now. Use mode: schedule."];
  if (mode === "queue" && scheduledFor !== undefined)
    faults.scheduledFor = ["Not allowed with mode: queue, which takes the time of the next slot. Use mode: schedule."];
  if ((mode === "schedule" || mode === "draft") && scheduledFor !== undefined) {
    if (scheduledFor <= now) faults.scheduledFor = [`Must be in the future. The time is now ${now}.`];
    if (scheduledFor > inAYear(now)) faults.scheduledFor = ["Must be within a year from now."];
  }
  if (!isTimeZone(plan.timezone)) faults.timezone = [NO_ZONE];
  if (plan.toInbox && (mode === "schedule" || mode === "queue"))
    faults.publishToInbox = ["Only with mode: now or draft. Scheduled posts are published directly."];
  else if (plan.toInbox && !plan.platforms.includes("tiktok"))
    faults.publishToInbox = ["Only TikTok has an inbox. Add at least one TikTok account."];
  if (plan.tiktok.commercialContentType === "brand_content" && plan.tiktok.privacyLevel === "SELF_ONLY")
    faults.tiktokPrivacyLevel = ["Content for another brand (brand_content) cannot be SELF_ONLY."];
  const tags = plan.overrides?.youtube?.tags ?? [];
  // Tags with a space count with the quotes that YouTube adds, and each with its comma.
  const length = tags.reduce((sum, tag) => sum + [...tag].length + (tag.includes(" ") ? 3 : 1), -1);
  if (length > MAX_TAGS)
    faults["overrides.youtube.tags"] = [
      `YouTube accepts ${MAX_TAGS} characters of tags in total; these have ${length}.`,
    ];
  for (const platform of new Set(plan.platforms)) {
    const ownText = plan.overrides?.[platform]?.content;
    const field = `overrides.${platform}.content`;
    const found = findTextFaults(platform, ownText ?? plan.content ?? "");
    const messages = found.map((message) => `${message} Send another text for this platform in ${field}.`);
    const place = ownText === undefined ? "content" : field;
    if (messages.length > 0) faults[place] = [...(faults[place] ?? []), ...messages];
  }
  return faults;
}

/** Throws `validation_error` if the plan has errors. */
export function refuse(faults: FieldErrors): void {
  const all = Object.entries(faults);
  if (all.length === 0) return;
  throw new ApiError("validation_error", all.map(([field, [message]]) => `${field}: ${message}`).join(" "), {
    errors: faults,
  });
}
