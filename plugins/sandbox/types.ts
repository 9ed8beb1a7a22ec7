import type { Slots } from "vireo/engine";

/** The contract of the slot, read off it: a plug-in knows no module. */
export type SocialProvider = Slots["social"];
export type Publication = Parameters<SocialProvider["publish"]>[0];
export type Outcome = Awaited<ReturnType<SocialProvider["publish"]>>;
export type Platform = Publication["account"]["platform"];
