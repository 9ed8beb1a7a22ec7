import { Captions, Layers, type LucideIcon, Mic, Scissors } from "lucide-react";

export type Tab = "captions" | "overlay" | "voiceover" | "trim";

export const tabs: Readonly<Record<Tab, { title: string; icon: LucideIcon }>> = {
  captions: { title: "Captions", icon: Captions },
  overlay: { title: "Overlay", icon: Layers },
  voiceover: { title: "Voice-over", icon: Mic },
  trim: { title: "Trim", icon: Scissors },
};

export const isTab = (name: string): name is Tab => Object.hasOwn(tabs, name);
