/**
 * One rule for every way to create a post: whether it is complete for its platforms, and within their limits. Errors name
 * the field and the platform.
 */
import { type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type FieldErrors, listFieldErrors } from "vireo/errors";
import type { FieldSchema, PlatformInfo } from "vireo/platforms";
import { findPostFaults, type PostBody, type PostChannel, type ShownItem } from "vireo/post-rules";
import { OneOf, Text, Url } from "vireo/schema";
import type { TikTokSettings } from "vireo/slots/social";
import { hasOwnSettings } from "../platforms";
import { CONTENT_MAX, Overrides as OverridesSchema } from "../schema";
import type { Overrides } from "../tables";
import { isAccountId, tiktokNames } from "./present";

/** Parts of a post that platforms have rules for. */
export interface PostParts {
  content?: string;
  title?: string | null;
  toInbox: boolean;
  tiktok: TikTokSettings;
  overrides?: Overrides;
  media?: readonly ShownItem[];
}

/**
 * Returns why these platforms would refuse a post, by field. A draft may lack what it needs to be published.
 * @param declared all platforms of this server, to check settings of other platforms
 */
export function findIncomplete(
  channels: readonly PostChannel[],
  { content, title, toInbox, tiktok, overrides = {}, media }: PostParts,
  { isDraft, declared }: { isDraft: boolean; declared: readonly PlatformInfo[] },
): FieldErrors {
  const faults: FieldErrors = {};
  const add = (field: string, message: string) => {
    const messages = faults[field] ?? [];
    if (!messages.includes(message)) faults[field] = [...messages, message];
  };
  for (const [field, message] of findSettingFaults(overrides, channels, declared)) add(field, message);
  const settings = Object.entries(tiktokNames).map(([name, field]) => [field, tiktok[name as keyof TikTokSettings]]);
  const body: PostBody = { content, title, publishToInbox: toInbox, overrides, ...Object.fromEntries(settings) };
  for (const channel of channels)
    for (const { field, message, remedy } of findPostFaults(channel, body, media, { isDraft }))
      add(field, [message, remedy].filter(Boolean).join(" "));
  return faults;
}

type Fault = readonly [field: string, message: string];

function toSchema({ enum: values, items, type, ...rest }: FieldSchema): TSchema {
  if (values) return OneOf(values);
  if (rest.format === "uri") return Type.Intersect([Url(""), Text({ maxLength: rest.maxLength })]);
  if (type === "string") return Text(rest as Parameters<typeof Text>[0]);
  if (type === "array") return Type.Array(items ? toSchema(items) : Type.String(), { maxItems: rest.maxItems ?? 100 });
  if (type === "boolean") return Type.Boolean();
  return type === "integer" ? Type.Integer(rest) : Type.Number(rest);
}

/** Lists what is wrong with a value, with the path below it. */
const findValueFaults = (schema: TSchema, value: unknown): Fault[] =>
  Object.entries(listFieldErrors(Value.Errors(schema, value), "")).map(([path, [message = ""]]) => [path, message]);

/** Checks the settings that the schema of a post does not list: those of other platforms, and of accounts. */
function* findSettingFaults(
  overrides: Overrides,
  channels: readonly PostChannel[],
  declared: readonly PlatformInfo[],
): Iterable<Fault> {
  for (const [name, values = {}] of Object.entries(overrides)) {
    const place = `overrides.${name}`;
    const account = channels.find(({ accountId }) => accountId === name)?.info;
    if (hasOwnSettings(name)) continue;
    if (isAccountId(name) && !account) {
      yield [place, "This account is not in accountIds."];
      continue;
    }
    if (account && hasOwnSettings(account.name)) {
      const schema = OverridesSchema.properties[account.name as keyof typeof OverridesSchema.properties];
      for (const [path, message] of findValueFaults(schema, values)) yield [path ? `${place}.${path}` : place, message];
      continue;
    }
    const ofPost = channels.filter(({ info }) => info.name === name).map(({ info }) => info);
    const infos = account ? [account] : ofPost.length > 0 ? ofPost : declared.filter((info) => info.name === name);
    if (infos.length === 0) {
      const names = [...new Set(declared.map((platform) => platform.name))];
      yield [place, `This server publishes to no platform of this name. It has ${names.join(", ")}.`];
      continue;
    }
    yield* findDeclaredFaults(place, values, infos);
  }
}

/** Checks settings against what a provider declares. */
function* findDeclaredFaults(place: string, values: object, infos: readonly PlatformInfo[]): Iterable<Fault> {
  const [{ title, name }] = infos as [PlatformInfo];
  const fields = infos.flatMap((info) => info.fields ?? []);
  for (const [key, value] of Object.entries(values)) {
    const field = `${place}.${key}`;
    const setting = fields.find((known) => known.field === `overrides.${name}.${key}`);
    const schema = key === "content" ? Text({ maxLength: CONTENT_MAX }) : setting && toSchema(setting.schema);
    if (!schema) {
      const known = fields.map((each) => each.field.split(".").at(-1));
      yield [field, `${title} has no such setting. It has ${["content", ...new Set(known)].join(", ")}.`];
    } else if (!Value.Check(schema, value))
      for (const [path, message] of findValueFaults(schema, value))
        yield [path ? `${field}.${path}` : field, `${title}: ${message}`];
  }
}
