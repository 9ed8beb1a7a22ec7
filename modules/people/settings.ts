import { type Static, Type } from "@sinclair/typebox";
import { Group } from "vireo/settings";
import { oidcSettings } from "./oidc/settings";

const hours = (value: number, description: string) => Type.Number({ exclusiveMinimum: 0, default: value, description });
const quota = (requests: number, seconds: number, description: string) =>
  Group({
    requests: Type.Integer({ minimum: 1, default: requests, description }),
    seconds: Type.Integer({ minimum: 1, default: seconds, description: "Length of the time window in seconds." }),
  });

export const settings = Group({
  sessionDays: Type.Number({
    exclusiveMinimum: 0,
    // Browsers limit cookies to 400 days.
    maximum: 400,
    default: 7,
    description:
      "Days until an unused session expires. A session that is used ends 90 days after the sign-in, or after this if it is longer.",
  }),
  setupHours: hours(24, "Lifetime of the set-up link in hours."),
  invitationHours: hours(168, "Lifetime of an invitation in hours."),
  resetHours: hours(24, "Lifetime of a password reset link in hours."),
  perAddress: quota(20, 60, "Maximum attempts with passwords and links per network address."),
  perEmail: quota(
    10,
    900,
    "Maximum failed sign-ins per email address and network, or known device, since the last successful one.",
  ),
  perEmailTotal: quota(
    100,
    900,
    "Maximum failed sign-ins per email address from all networks. Known devices are not affected.",
  ),
  oidc: oidcSettings,
  perCode: quota(10, 900, "Maximum wrong codes of an authenticator app per person and network, or known device."),
  perCodeTotal: quota(
    20,
    3600,
    "Maximum wrong codes of an authenticator app per person from all networks. Known devices and recovery codes are not affected.",
  ),
  perForgotten: quota(3, 3600, "Maximum password reset mails per email address."),
});
export type Settings = Static<typeof settings>;
