/**
 * What a platform requires of a post, and what it refuses. The server and the dashboard share these rules. They read the
 * fields of a post by their names in POST /social/posts.
 */
import type { MediaRules, PlatformField, PlatformInfo, TextLimit } from "#sdk/platforms";

/** Where a post goes. `accountId` is that of a social account, for which a post may have its own text and settings. */
export interface PostChannel {
  info: PlatformInfo;
  accountId?: string | undefined;
}

/** A post as the body of a request. Other fields are settings, such as `tiktokPrivacyLevel`. */
export interface PostBody {
  content?: string | undefined;
  overrides?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined;
  [field: string]: unknown;
}

/** A picture or a video of a post. Rules about unknown properties are not checked. */
export interface ShownItem {
  kind: "image" | "video";
  /** Field of the request that names it, such as `media.0`. */
  field: string;
  contentType?: string | undefined;
  bytes?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** True if a picture becomes a JPEG of the size that a platform accepts. */
  isConverted?: boolean;
}

/** Why a platform would refuse a post. */
export interface PostFault {
  field: string;
  message: string;
  /** What to send instead, in terms of the API. */
  remedy?: string;
}

const HASHTAG = /(?<![\p{L}\p{M}\p{N}_&/#])#[\p{L}\p{M}\p{N}_]+/gu;
const MENTION = /(?<![\p{L}\p{M}\p{N}_.@/])@[A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu;
const countMatches = (pattern: RegExp) => (text: string) => text.match(pattern)?.length ?? 0;
const segmenter = new Intl.Segmenter();

/** Units of limits, with names that complete "accepts at most 30 …". */
const units: Record<TextLimit["unit"], { name: string; count(text: string): number }> = {
  characters: { name: "characters", count: (text) => [...segmenter.segment(text.trim())].length },
  utf16: { name: "UTF-16 units (most emoji count as two)", count: (text) => text.length },
  bytes: {
    name: "bytes (letters outside of English take two to four)",
    count: (text) => new TextEncoder().encode(text.trim()).length,
  },
  hashtags: { name: "hashtags", count: countMatches(HASHTAG) },
  mentions: { name: "mentions", count: countMatches(MENTION) },
};

const remove = (text: string, characters: string) =>
  [...characters].reduce((rest, character) => rest.replaceAll(character, ""), text);

/**
 * Counts a caption in the unit of a limit, without the characters that do not count.
 * @example countText({ max: 300, unit: "characters" }, "Family 👨‍👩‍👧"); // 8
 */
export const countText = ({ unit, without = "" }: TextLimit, text: string): number =>
  units[unit].count(remove(text, without));

/**
 * Lists why a platform would refuse a caption. Empty if it accepts the caption.
 * @example
 * import { bluesky } from "vireo/platforms";
 * findTextFaults(bluesky, "x".repeat(301)); // ["Bluesky accepts at most 300 characters in a caption; this one has 301."]
 */
export const findTextFaults = ({ title, text: limits = [] }: PlatformInfo, text: string): string[] =>
  limits.flatMap((limit) => {
    const counted = countText(limit, text);
    return counted <= limit.max
      ? []
      : `${title} accepts at most ${limit.max} ${units[limit.unit].name} in a caption; this one has ${counted}.`;
  });

/**
 * Lists why a platform would refuse a post. Empty if it accepts the post. A draft may lack what it needs to be published.
 * @param items what the post shows. Undefined if that is checked elsewhere
 * @example
 * import { pinterest } from "vireo/platforms";
 * const post = { content: "New in: cold brew", videoUrl: "https://example.com/brew.mp4" };
 * const faults = findPostFaults({ info: pinterest }, post, undefined, { isDraft: false });
 * faults.map(({ field }) => field); // ["overrides.pinterest.board"]
 */
export function findPostFaults(
  channel: PostChannel,
  post: PostBody,
  items: readonly ShownItem[] | undefined,
  { isDraft }: { isDraft: boolean },
): PostFault[] {
  const missing = (channel.info.fields ?? []).filter((field) => !isDraft && isMissing(channel, field, post));
  return [
    ...findCaptionFaults(channel, post),
    ...(items?.length === 0 && !isDraft ? findEmptyFaults(channel, post) : findMediaFaults(channel.info, items ?? [])),
    ...missing.map((field) => describeMissing(channel.info, field)),
  ];
}

/** Returns the text or a setting that a post has for a channel only: of the account, else of its platform. */
function findOwn({ info, accountId }: PostChannel, { overrides = {} }: PostBody, name: string) {
  const places = [accountId, info.name].filter((place) => place !== undefined);
  const place = places.find((place) => overrides[place]?.[name] !== undefined);
  return place === undefined ? undefined : { place, value: overrides[place]?.[name] };
}

function getValue(channel: PostChannel, post: PostBody, field: string): unknown {
  const [first = "", platform, name = ""] = field.split(".");
  if (first !== "overrides") return post[field];
  return platform === channel.info.name ? findOwn(channel, post, name)?.value : undefined;
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) ? value.length === 0 : String(value).trim() === "");

const isMissing = (channel: PostChannel, { field, isRequired, unless = [] }: PlatformField, post: PostBody): boolean =>
  isRequired === true &&
  isEmpty(getValue(channel, post, field)) &&
  unless.every((other) => {
    const value = getValue(channel, post, other);
    return value === false || isEmpty(value);
  });

function describeMissing(
  { title }: PlatformInfo,
  { field, title: name, description, ...rule }: PlatformField,
): PostFault {
  const choices = rule.schema.enum ? `Choose one of ${rule.schema.enum.join(", ")}.` : (description ?? "");
  const message = [`${title} requires ${JSON.stringify(name)}.`, choices].filter(Boolean).join(" ");
  return { field, message, remedy: rule.unless?.length ? `Or send ${rule.unless.join(" or ")}.` : undefined };
}

const getCaption = (channel: PostChannel, post: PostBody): string => {
  const own = findOwn(channel, post, "content")?.value;
  return typeof own === "string" ? own : (post.content ?? "");
};

/** Lists what a post without pictures and videos lacks. */
function findEmptyFaults(channel: PostChannel, post: PostBody): PostFault[] {
  const { title, media } = channel.info;
  if (!media.isOptional) {
    const nouns = [...(media.images > 0 ? ["a picture"] : []), ...(media.videos > 0 ? ["a video"] : [])];
    const message = `${title} requires ${nouns.join(" or ")}.`;
    return [{ field: "videoUrl", message, remedy: "Send videoUrl, videoId or media." }];
  }
  const isEmptyPost = getCaption(channel, post).trim() === "";
  return isEmptyPost ? [{ field: "content", message: `${title} requires a text, an image or a video.` }] : [];
}

function findCaptionFaults(channel: PostChannel, post: PostBody): PostFault[] {
  const own = findOwn(channel, post, "content");
  const place = (name: string) => `overrides.${name}.content`;
  return findTextFaults(channel.info, getCaption(channel, post)).map((message) => ({
    field: own ? place(own.place) : "content",
    message,
    remedy: `Send another text for this platform in ${place(own?.place ?? channel.info.name)}.`,
  }));
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function findMediaFaults({ title, media: rules }: PlatformInfo, items: readonly ShownItem[]): PostFault[] {
  const images = items.filter(({ kind }) => kind === "image");
  const videos = items.filter(({ kind }) => kind === "video");
  const faults: PostFault[] = [];
  const limit = (list: readonly ShownItem[], max: number, noun: string) => {
    if (list.length === 0 || list.length <= max) return;
    const field = list.length === 1 ? list[0]!.field : "media";
    const most = max === 0 ? `no ${noun}s` : `at most ${count(max, noun)}`;
    faults.push({ field, message: `${title} accepts ${most} in a post; this one has ${list.length}.` });
  };
  limit(images, rules.images, "picture");
  limit(videos, rules.videos, "video");
  const isMixed = images.length > 0 && videos.length > 0;
  const refuse = (message: string) => faults.push({ field: "media", message });
  if (faults.length === 0 && isMixed) {
    if (rules.mixed === undefined) refuse(`${title} accepts pictures or a video in a post, not both.`);
    else if (items.length > rules.mixed)
      refuse(`${title} accepts at most ${rules.mixed} items in a post; this one has ${items.length}.`);
  }
  if (faults.length > 0) return faults;
  return images.flatMap((image) => findImageFaults(title, rules, image));
}

/** Content types of pictures that a platform accepts if it declares no others. */
export const defaultImageTypes: readonly string[] = ["image/jpeg", "image/png"];
const JPEG = "image/jpeg";
const toMegabytes = (bytes: number) => `${Math.round((bytes / 1024 ** 2) * 10) / 10} MB`;

function findImageFaults(title: string, rules: MediaRules, image: ShownItem): PostFault[] {
  const { imageTypes = defaultImageTypes, maxImageBytes, maxImagePixels, imageRatio } = rules;
  const { field, contentType, bytes, width, height, isConverted } = image;
  const faults: string[] = [];
  const isAsGiven = !isConverted || !imageTypes.includes(JPEG);
  if (isAsGiven && contentType !== undefined && !imageTypes.includes(contentType)) {
    const names = imageTypes.map((type) => type.replace("image/", "").toUpperCase());
    faults.push(`${title} accepts pictures as ${names.join(", ")}; this is ${contentType}.`);
  }
  if (isAsGiven && maxImageBytes !== undefined && bytes !== undefined && bytes > maxImageBytes)
    faults.push(`${title} accepts pictures of at most ${toMegabytes(maxImageBytes)}; this has ${toMegabytes(bytes)}.`);
  if (width !== undefined && height !== undefined) {
    if (isAsGiven && maxImagePixels !== undefined && Math.max(width, height) > maxImagePixels)
      faults.push(`${title} accepts pictures of at most ${maxImagePixels} pixels a side; this is ${width}x${height}.`);
    const ratio = width / height;
    // Rounding to whole pixels may miss a ratio slightly.
    if (imageRatio && (ratio < imageRatio.min - 0.01 || ratio > imageRatio.max + 0.01))
      faults.push(
        `${title} accepts pictures whose width divided by height is ${imageRatio.min} to ${imageRatio.max}; this is ${width}x${height}.`,
      );
  }
  return faults.map((message) => ({ field, message }));
}
