/**
 * One rule for every way to create a post: whether it is complete for its platforms, and within their limits. Errors name
 * the field and the platform.
 */
import { type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type FieldErrors, listFieldErrors } from "vireo/errors";
import type { FieldSchema, PlatformField, PlatformInfo } from "vireo/platforms";
import { OneOf, Text, Url } from "vireo/schema";
import type { TikTokSettings } from "vireo/slots/social";
import { defaultImageTypes, hasOwnSettings } from "../platforms";
import { CONTENT_MAX } from "../schema";
import type { Overrides } from "../tables";
import { tiktokNames } from "./present";
import { findTextFaults } from "./text-limits";

/** A picture or a video of a post, and what is known about it. */
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

/** Parts of a post that platforms have rules for. */
export interface PostParts {
  content?: string;
  title?: string | null;
  toInbox: boolean;
  tiktok: TikTokSettings;
  overrides?: Overrides;
  media?: readonly ShownItem[];
}

export const JPEG = "image/jpeg";

/**
 * Returns why these platforms would refuse a post, by field. A draft may lack what it needs to be published.
 * @param declared all platforms of this server, to check settings of other platforms
 */
export function findIncomplete(
  platforms: readonly PlatformInfo[],
  post: PostParts,
  { isDraft, declared }: { isDraft: boolean; declared: readonly PlatformInfo[] },
): FieldErrors {
  const faults: FieldErrors = {};
  const add = (field: string, message: string) => {
    const messages = faults[field] ?? [];
    if (!messages.includes(message)) faults[field] = [...messages, message];
  };
  for (const [field, message] of findSettingFaults(post.overrides ?? {}, platforms, declared)) add(field, message);
  for (const platform of new Set(platforms)) {
    for (const [field, message] of findCaptionFaults(platform, post)) add(field, message);
    for (const [field, message] of findMediaFaults(platform, post.media ?? [])) add(field, message);
    if (isDraft) continue;
    for (const field of platform.fields ?? [])
      if (isMissing(field, post)) add(field.field, describeMissing(platform, field));
  }
  return faults;
}

type Fault = readonly [field: string, message: string];

function getValue(post: PostParts, field: string): unknown {
  if (field === "publishToInbox") return post.toInbox;
  if (field === "content" || field === "title") return post[field];
  const [first = "", platform = "", name = ""] = field.split(".");
  if (first === "overrides") return (post.overrides?.[platform] as Record<string, unknown> | undefined)?.[name];
  const setting = Object.entries(tiktokNames).find(([, shown]) => shown === field)?.[0];
  return setting && post.tiktok[setting as keyof TikTokSettings];
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) ? value.length === 0 : String(value).trim() === "");

const isMissing = ({ field, isRequired, unless = [] }: PlatformField, post: PostParts): boolean =>
  isRequired === true &&
  isEmpty(getValue(post, field)) &&
  unless.every((other) => {
    const value = getValue(post, other);
    return value === false || isEmpty(value);
  });

function describeMissing({ title }: PlatformInfo, { title: name, description, schema, unless }: PlatformField): string {
  const choices = schema.enum ? `Choose one of ${schema.enum.join(", ")}.` : (description ?? "");
  const others = unless?.length ? `Or send ${unless.join(" or ")}.` : "";
  return [`${title} requires ${JSON.stringify(name)}.`, choices, others].filter(Boolean).join(" ");
}

function findCaptionFaults(platform: PlatformInfo, { content = "", overrides }: PostParts): Fault[] {
  const ownText = overrides?.[platform.name]?.content;
  const field = `overrides.${platform.name}.content`;
  return findTextFaults(platform, ownText ?? content).map((message) => [
    ownText === undefined ? "content" : field,
    `${message} Send another text for this platform in ${field}.`,
  ]);
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function findMediaFaults({ title, media: rules }: PlatformInfo, items: readonly ShownItem[]): Fault[] {
  const images = items.filter(({ kind }) => kind === "image");
  const videos = items.filter(({ kind }) => kind === "video");
  const faults: Fault[] = [];
  const place = (list: readonly ShownItem[]) => (list.length === 1 ? list[0]!.field : "media");
  const limit = (list: readonly ShownItem[], max: number, noun: string) => {
    if (list.length === 0 || list.length <= max) return;
    const most = max === 0 ? `no ${noun}s` : `at most ${count(max, noun)}`;
    faults.push([place(list), `${title} accepts ${most} in a post; this one has ${list.length}.`]);
  };
  limit(images, rules.images, "picture");
  limit(videos, rules.videos, "video");
  const isMixed = images.length > 0 && videos.length > 0;
  if (faults.length === 0 && isMixed && rules.mixed === undefined)
    faults.push(["media", `${title} accepts pictures or a video in a post, not both.`]);
  if (faults.length === 0 && isMixed && rules.mixed !== undefined && items.length > rules.mixed)
    faults.push(["media", `${title} accepts at most ${rules.mixed} items in a post; this one has ${items.length}.`]);
  if (faults.length > 0) return faults;
  return images.flatMap((image) => findImageFaults(title, rules, image));
}

const toMegabytes = (bytes: number) => `${Math.round((bytes / 1024 ** 2) * 10) / 10} MB`;

function findImageFaults(title: string, rules: PlatformInfo["media"], image: ShownItem): Fault[] {
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
  return faults.map((message) => [field, message]);
}

function toSchema({ enum: values, items, type, ...rest }: FieldSchema): TSchema {
  if (values) return OneOf(values);
  if (rest.format === "uri") return Type.Intersect([Url(""), Text({ maxLength: rest.maxLength })]);
  if (type === "string") return Text(rest as Parameters<typeof Text>[0]);
  if (type === "array") return Type.Array(items ? toSchema(items) : Type.String(), { maxItems: rest.maxItems ?? 100 });
  if (type === "boolean") return Type.Boolean();
  return type === "integer" ? Type.Integer(rest) : Type.Number(rest);
}

/** Checks the settings of platforms that the schema of a post does not list. */
function* findSettingFaults(
  overrides: Overrides,
  platforms: readonly PlatformInfo[],
  declared: readonly PlatformInfo[],
): Iterable<Fault> {
  for (const [name, values] of Object.entries(overrides)) {
    if (hasOwnSettings(name)) continue;
    const ofPost = platforms.filter((platform) => platform.name === name);
    const infos = ofPost.length > 0 ? ofPost : declared.filter((platform) => platform.name === name);
    const place = `overrides.${name}`;
    if (infos.length === 0) {
      const names = [...new Set(declared.map((platform) => platform.name))];
      yield [place, `This server publishes to no platform of this name. It has ${names.join(", ")}.`];
      continue;
    }
    for (const [key, value] of Object.entries(values ?? {})) {
      const field = `${place}.${key}`;
      const setting = infos.flatMap(({ fields = [] }) => fields).find((known) => known.field === field);
      const schema = key === "content" ? Text({ maxLength: CONTENT_MAX }) : setting && toSchema(setting.schema);
      if (!schema) {
        const known = infos.flatMap(({ fields = [] }) => fields.map((each) => each.field.slice(place.length + 1)));
        yield [field, `${infos[0]!.title} has no such setting. It has ${["content", ...new Set(known)].join(", ")}.`];
      } else if (!Value.Check(schema, value)) {
        const errors = Object.entries(listFieldErrors(Value.Errors(schema, value), ""));
        for (const [inner, [message]] of errors)
          yield [inner ? `${field}.${inner}` : field, `${infos[0]!.title}: ${message}`];
      }
    }
  }
}
