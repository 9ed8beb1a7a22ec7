/** The platforms that Zernio publishes to. Source: the types of its client, 0.2.881. */
import {
  bluesky,
  discord,
  facebook,
  googleBusiness,
  instagram,
  instagramCarousel,
  linkedin,
  type PlatformInfo,
  pinterest,
  reddit,
  snapchat,
  telegram,
  threads,
  tiktokPhotos,
  tiktokWithChoice,
  withField,
  x,
  youtubeWithTitle,
} from "vireo/platforms";

/** By Zernio's name. */
const byZernioName: Readonly<Record<string, PlatformInfo>> = {
  tiktok: { ...tiktokWithChoice, media: tiktokPhotos },
  instagram: { ...instagram, media: instagramCarousel },
  youtube: youtubeWithTitle,
  linkedin,
  facebook,
  threads,
  twitter: x,
  // Without a board, Zernio takes the first one of the account.
  pinterest: withField({ ...pinterest, media: { images: 1, videos: 1 } }, "overrides.pinterest.board", {
    isRequired: false,
  }),
  bluesky,
  googlebusiness: googleBusiness,
  telegram,
  discord,
  reddit,
  snapchat,
};

export const platforms: readonly PlatformInfo[] = Object.values(byZernioName);
const zernioNames = new Map(Object.entries(byZernioName).map(([zernio, { name }]) => [name, zernio]));

/** Returns the platform of an account at Zernio. Undefined for one that Vireo does not publish to through it. */
export const findPlatformName = (zernio: string): string | undefined =>
  Object.hasOwn(byZernioName, zernio) ? byZernioName[zernio]!.name : undefined;

export const getZernioName = (platform: string): string => zernioNames.get(platform) ?? platform;
