/** Names of well-known platforms for people, by their names in the API. */
export const platformTitles = {
  tiktok: "TikTok",
  instagram: "Instagram",
  youtube: "YouTube",
  linkedin: "LinkedIn",
  facebook: "Facebook",
  threads: "Threads",
  x: "X",
  pinterest: "Pinterest",
  bluesky: "Bluesky",
  "google-business": "Google Business",
  mastodon: "Mastodon",
  telegram: "Telegram",
  discord: "Discord",
  reddit: "Reddit",
  snapchat: "Snapchat",
} as const;

/**
 * Returns the name of a platform for people. Use it where the providers, which may have other titles, are not known.
 *
 * @example getPlatformTitle("linkedin"); // "LinkedIn"
 */
export const getPlatformTitle = (name: string): string => (platformTitles as Record<string, string>)[name] ?? name;
