import { type Static, Type } from "@sinclair/typebox";
import { Group } from "vireo/settings";

const hours = (value: number, description: string) => Type.Number({ exclusiveMinimum: 0, default: value, description });
const quota = (requests: number, seconds: number, description: string) =>
  Group({
    requests: Type.Integer({ minimum: 1, default: requests, description }),
    seconds: Type.Integer({ minimum: 1, default: seconds, description: "Length of the window." }),
  });

export const settings = Group({
  sessionDays: Type.Number({
    exclusiveMinimum: 0,
    // Browsers keep no cookie for longer.
    maximum: 400,
    default: 7,
    description: "A session ends so long after its last day of use.",
  }),
  setupHours: hours(24, "How long the set-up link works."),
  invitationHours: hours(168, "How long an invitation works."),
  resetHours: hours(24, "How long a link for a new password works."),
  perAddress: quota(20, 60, "Passwords and links tried from one network address."),
  perEmail: quota(10, 900, "Passwords tried for one e-mail address since the last right one."),
});
export type Settings = Static<typeof settings>;
