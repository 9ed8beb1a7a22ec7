/** The platforms that Postiz publishes to, with what its own settings require (August 2026). */
import {
  bluesky,
  discord,
  facebook,
  googleBusiness,
  instagram,
  instagramCarousel,
  linkedin,
  mastodon,
  type PlatformInfo,
  pinterest,
  telegram,
  threads,
  tiktokPhotos,
  tiktokWithChoice,
  x,
  youtubeWithTitle,
} from "vireo/platforms";

/** By the `identifier` of a Postiz integration, its term for a connected account. */
const byIdentifier: Readonly<Record<string, PlatformInfo>> = {
  tiktok: { ...tiktokWithChoice, media: tiktokPhotos },
  instagram: { ...instagram, media: instagramCarousel },
  youtube: youtubeWithTitle,
  linkedin,
  facebook,
  threads,
  x,
  // A video needs a cover picture besides, which a post of Vireo has no place for.
  pinterest: { ...pinterest, media: { ...pinterest.media, videos: 0 } },
  bluesky,
  gmb: googleBusiness,
  mastodon,
  telegram,
  discord,
};
/** Other kinds of accounts on the same platforms. */
const aliases: Readonly<Record<string, string>> = {
  "tiktok-business": "tiktok",
  "instagram-standalone": "instagram",
  "linkedin-page": "linkedin",
};

export const platforms: readonly PlatformInfo[] = Object.values(byIdentifier);

/** Returns the platform of an integration. Undefined for one that Vireo does not publish to through Postiz. */
export function findPlatformName(identifier: string): string | undefined {
  const name = Object.hasOwn(aliases, identifier) ? aliases[identifier]! : identifier;
  return Object.hasOwn(byIdentifier, name) ? byIdentifier[name]!.name : undefined;
}
