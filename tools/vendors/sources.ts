/**
 * What the adapters of vendors were checked against. Check a vendor's newer version or pages, correct the adapter, its
 * tests and docs/vendors.md, and set the version and the date here.
 */
export interface Source {
  /** Date (YYYY-MM-DD) of the last check. No default or live check may name a model that ends within 30 days of it. */
  checkedOn: string;
  /** Package on npm that holds the vendor's types, if there is one. */
  types?: { package: string; version: string; files: readonly string[] };
}

const types = (name: string, version: string, ...files: string[]) => ({ types: { package: name, version, files } });

/** By plug-in. */
export const sources: Readonly<Record<string, Source>> = {
  apify: { checkedOn: "2026-11-26" },
  comfyui: { checkedOn: "2026-11-22" },
  elevenlabs: {
    checkedOn: "2026-11-26",
    ...types(
      "@elevenlabs/elevenlabs-js",
      "2.73.0",
      "api/resources/textToSpeech/**/*.d.ts",
      "api/resources/voices/**/*.d.ts",
    ),
  },
  fal: { checkedOn: "2026-11-26", ...types("@fal-ai/client", "1.10.1", "src/types/endpoints.d.ts") },
  gemini: { checkedOn: "2026-11-26", ...types("@google/genai", "3.3.0", "dist/genai.d.ts") },
  heygen: { checkedOn: "2026-11-26" },
  instagram: { checkedOn: "2026-11-26" },
  kie: { checkedOn: "2026-11-22" },
  openai: {
    checkedOn: "2026-11-26",
    ...types("openai", "7.57.0", "resources/images.d.ts", "resources/audio/*.d.ts", "resources/models.d.ts"),
  },
  pexels: { checkedOn: "2026-11-26" },
  pixabay: { checkedOn: "2026-11-22" },
  postiz: { checkedOn: "2026-11-26" },
  replicate: { checkedOn: "2026-11-26", ...types("replicate", "1.4.0", "index.d.ts") },
  scrapecreators: { checkedOn: "2026-11-22" },
  tiktok: { checkedOn: "2026-11-26" },
  tikwm: { checkedOn: "2026-11-22" },
  youtube: { checkedOn: "2026-11-26", ...types("@googleapis/youtube", "39.0.0", "build/v3.d.ts") },
  zernio: { checkedOn: "2026-11-26", ...types("@zernio/node", "0.2.881", "dist/index.d.ts") },
};
