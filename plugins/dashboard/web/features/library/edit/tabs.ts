import { Captions, Crop, FoldHorizontal, Layers, type LucideIcon, Mic, Music, Scissors } from "lucide-react";

export type Tab = "captions" | "overlay" | "voiceover" | "music" | "trim";

export const tabs: Readonly<Record<Tab, { title: string; icon: LucideIcon }>> = {
  captions: { title: "Captions", icon: Captions },
  overlay: { title: "Overlay", icon: Layers },
  voiceover: { title: "Voice-over", icon: Mic },
  music: { title: "Music", icon: Music },
  trim: { title: "Trim", icon: Scissors },
};

/** Layers of versions. Those without a tab can only be removed. */
export const layerTypes = {
  ...tabs,
  reframe: { title: "Reframe", icon: Crop },
  tighten: { title: "Tighten", icon: FoldHorizontal },
};

export const isTab = (name: string): name is Tab => Object.hasOwn(tabs, name);
