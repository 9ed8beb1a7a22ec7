import { type Static, Type } from "@sinclair/typebox";
import { Group } from "vireo/settings";

const count = (value: number, minimum: number, maximum: number, description: string) =>
  Type.Integer({ default: value, minimum, maximum, description });

export const settings = Group({
  maxLateMinutes: count(60, 1, 7 * 1440, "Maximum delay of posts after downtime, in minutes. Later posts fail."),
  concurrency: count(32, 1, 1000, "Maximum concurrent publish calls per process."),
  callSeconds: count(60, 1, 600, "Time limit of a publish call, in seconds."),
  pendingMinutes: count(60, 1, 1440, "Time limit for a provider to process an accepted post, in minutes."),
  shareAccounts: Type.Boolean({
    default: false,
    env: "SOCIAL_SHARE_ACCOUNTS",
    description: "Allow every account to post to the social accounts of the operator's Zernio or Postiz key.",
  }),
  syncMinutes: count(15, 1, 1440, "Interval at which social accounts are synchronized, in minutes."),
});
export type Settings = Static<typeof settings>;
