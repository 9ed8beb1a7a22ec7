import { Captions, Layers, type LucideIcon, Mic } from "lucide-react";

export type Tab = "captions" | "overlay" | "voiceover";

export const tabs: Readonly<Record<Tab, { title: string; icon: LucideIcon }>> = {
  captions: { title: "Captions", icon: Captions },
  overlay: { title: "Overlay", icon: Layers },
  voiceover: { title: "Voice-over", icon: Mic },
};

export const isTab = (name: string): name is Tab => Object.hasOwn(tabs, name);
