import type { ReadyFinding, SettingsModule } from "vireo/client";

/** Title of each slot, and what its engines make possible. */
export const slots: Readonly<Record<string, { title: string; text?: string }>> = {
  image: { title: "Images", text: "Generate and edit photos and illustrations." },
  video: { title: "Videos", text: "Generate filmed scenes from a prompt." },
  music: { title: "Music", text: "Generate tracks, also with vocals." },
  edit: { title: "Captions, overlays, voice-overs" },
  analyse: { title: "Video analysis", text: "Understand why a video performed." },
  plan: { title: "Content plans", text: "Write plans in any language." },
  storyboard: { title: "Storyboards", text: "Let a language model write scenes and scripts." },
  moments: { title: "Clips of long videos" },
  judge: { title: "Choice of clips", text: "Let a language model rate and title the clips of long videos." },
  embed: { title: "Semantic search" },
  transcribe: { title: "Transcription", text: "Turn speech in a video into captions." },
  speak: { title: "Text to speech", text: "Add voice-overs, and make narrated videos." },
  talk: { title: "Speaking people", text: "Let a person in an image or video say your script." },
  stock: { title: "Stock clips", text: "Show free clips and photos in narrated videos." },
  social: { title: "Publishing", text: "Publish to TikTok, Instagram and YouTube." },
  scrape: { title: "Video search", text: "Find TikTok videos by keyword or hashtag." },
};

export interface Feature {
  slot: string;
  /** Vendors that offer it. */
  vendors: readonly SettingsModule[];
}

/** Lists slots without an engine that a vendor could fill. */
export const findMissing = (findings: readonly ReadyFinding[], vendors: readonly SettingsModule[]): Feature[] =>
  findings.flatMap(({ name, detail }) => {
    const matching = detail === "no engine" ? vendors.filter(({ fills }) => fills.includes(name)) : [];
    return matching.length > 0 ? [{ slot: name, vendors: matching }] : [];
  });
