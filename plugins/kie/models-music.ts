import type { KieModel } from "./model";

/** Suno decides on the length itself; these are its limits. */
const upTo = (minutes: number) => ({ min: 1, max: minutes * 60, default: Math.min(minutes * 60, 180) });
const large = { transport: "suno", duration: upTo(8), maxPrompt: 5_000, maxStyle: 1_000 } as const;
const small = { transport: "suno", duration: upTo(4), maxPrompt: 3_000, maxStyle: 200 } as const;

/** The names of the music API are Suno's own. */
export const musicModels: readonly KieModel[] = [
  { ...large, id: "V5", title: "Suno V5" },
  { ...large, id: "V5_5", title: "Suno V5.5" },
  { ...large, id: "V4_5PLUS", title: "Suno V4.5+" },
  { ...large, id: "V4_5ALL", title: "Suno V4.5 all" },
  { ...large, id: "V4_5", title: "Suno V4.5" },
  { ...small, id: "V4", title: "Suno V4" },
  { ...small, id: "V3_5", title: "Suno V3.5" },
];
