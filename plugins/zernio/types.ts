import type { Slots } from "vireo/engine";

/** The contract of the slot, read off it: a plug-in knows no module. */
export type SocialProvider = Slots["social"];
export type Publication = Parameters<SocialProvider["publish"]>[0];
export type Sent = Parameters<SocialProvider["find"]>[0];
export type Outcome = Awaited<ReturnType<SocialProvider["publish"]>>;
export type Failed = Extract<Outcome, { state: "failed" }>;
export type ProviderAccount = Awaited<ReturnType<SocialProvider["accounts"]>>[number];
export type CreatorInfo = Awaited<ReturnType<NonNullable<SocialProvider["creatorInfo"]>>>;
export type PostMedia = Publication["media"];
export type Platform = Publication["account"]["platform"];
