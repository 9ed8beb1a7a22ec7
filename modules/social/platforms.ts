/** The platforms that the providers of this server publish to. */
import { type Static, Type } from "@sinclair/typebox";
import {
  instagram,
  type MediaRules,
  type PlatformInfo,
  textUnits,
  tiktok,
  videoPlatforms,
  youtube,
} from "vireo/platforms";
import { defaultImageTypes } from "vireo/post-rules";
import { Closed, OneOf } from "vireo/schema";
import type { SocialProvider } from "vireo/slots/social";
import type { Social } from "./context";

/** A platform as one provider publishes to it. */
export interface Offer {
  provider: string;
  info: PlatformInfo;
}

const own = new Map([tiktok, instagram, youtube].map((info) => [info.name, info]));

/** True for the platforms whose settings are part of the API. Those of others are declared by their providers. */
export const hasOwnSettings = (platform: string): boolean => own.has(platform);

export const getPlatforms = ({ platforms = videoPlatforms }: Pick<SocialProvider, "platforms">) => platforms;

/** Lists the platforms of all providers, in the order of the providers. */
export const listOffers = ({ engines }: Pick<Social, "engines">): Offer[] =>
  engines.of("social").flatMap((provider) => getPlatforms(provider).map((info) => ({ provider: provider.name, info })));

/**
 * Returns the rules for posts to an account. An account of a provider or platform that is no longer there can only have a
 * video.
 */
export const findInfo = (offers: readonly Offer[], provider: string, platform: string): PlatformInfo =>
  offers.find((offer) => offer.provider === provider && offer.info.name === platform)?.info ??
  own.get(platform) ?? { name: platform, title: platform, media: { images: 0, videos: 1 } };

/** Returns the rules of a platform by any provider. */
export const findPlatform = (offers: readonly Offer[], platform: string): PlatformInfo =>
  offers.find(({ info }) => info.name === platform)?.info ?? findInfo([], "", platform);

const Whole = Type.Integer({ minimum: 0 });
const some = (description: string) => Type.Optional(Type.Integer({ description }));

const PlatformView = Closed({
  platform: Type.String({ description: "Name in accounts, posts and overrides." }),
  provider: Type.String({ description: "Provider of the accounts that these rules are for." }),
  title: Type.String({ description: "Display name." }),
  icon: Type.Optional(Type.String({ description: "data:image/svg+xml URL." })),
  media: Closed(
    {
      optional: Type.Boolean({ description: "True if a post may be text only." }),
      images: Whole,
      videos: Whole,
      mixed: some("Maximum number of images and videos together. If absent, a post has either images or videos."),
      imageTypes: Type.Array(Type.String(), {
        description: "Content types of images. Empty if images are not supported.",
      }),
      maxImageBytes: some("Maximum size of an image, in bytes."),
      maxImagePixels: some("Maximum length of the longer side of an image, in pixels."),
      imageRatio: Type.Optional(
        Closed(
          { min: Type.Number(), max: Type.Number() },
          { description: "Aspect ratio of an image: width divided by height." },
        ),
      ),
    },
    { description: "Maximum number of images and videos in a post." },
  ),
  text: Type.Array(Closed({ max: Whole, unit: OneOf(textUnits) }), { description: "Limits of the caption." }),
  fields: Type.Array(
    Closed({
      field: Type.String({ description: "Place in the body of POST /social/posts." }),
      title: Type.String(),
      description: Type.Optional(Type.String()),
      schema: Type.Unsafe<object>({ ...Type.Unknown(), type: "object", description: "JSON schema of the value." }),
      required: Type.Boolean({ description: "True if a post without it can't be scheduled." }),
      unless: Type.Array(Type.String(), { description: "If one of these fields is set, this one is not required." }),
    }),
    { description: "Settings of a post." },
  ),
});
export const Platforms = Closed({ platforms: Type.Array(PlatformView) });

const present = ({ provider, info: { media, ...info } }: Offer): Static<typeof PlatformView> => ({
  platform: info.name,
  provider,
  title: info.title,
  icon: info.icon,
  media: presentMedia(media),
  text: (info.text ?? []).map(({ max, unit }) => ({ max, unit })),
  fields: (info.fields ?? []).map(({ isRequired = false, unless = [], ...field }) => ({
    ...field,
    required: isRequired,
    unless: [...unless],
  })),
});

const presentMedia = ({ isOptional = false, imageTypes = defaultImageTypes, ...media }: MediaRules) => ({
  ...media,
  optional: isOptional,
  imageTypes: media.images > 0 ? [...imageTypes] : [],
});

/** Tells clients what platforms there are, and what a post to each one needs. */
export const presentPlatforms = (social: Social): Static<typeof Platforms> => ({
  platforms: listOffers(social).map(present),
});
