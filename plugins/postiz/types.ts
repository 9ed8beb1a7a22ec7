import type { Slots } from "vireo/engine";

/** The contract of the slot, read off it: a plug-in knows no module. */
export type SocialProvider = Slots["social"];
export type ProviderAccount = Awaited<ReturnType<SocialProvider["accounts"]>>[number];
export type Sent = Parameters<SocialProvider["find"]>[0];
export type Outcome = Awaited<ReturnType<SocialProvider["publish"]>>;
export type Failure = Extract<Outcome, { state: "failed" }>;
export type Target = Parameters<NonNullable<SocialProvider["prepare"]>>[0];
export type PostMedia = Parameters<NonNullable<SocialProvider["prepare"]>>[1];
export type Platform = Target["account"]["platform"];
