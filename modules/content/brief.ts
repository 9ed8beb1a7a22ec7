import type { BrandFont, BrandFonts, Brief, BriefIds, BriefSource, FontFile } from "vireo/brief";
import { ApiError, type FieldErrors, invalid } from "vireo/errors";
import { toUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import { type BrandKit, readBrandKit } from "./brand-kit";
import { contentTypes } from "./content-types";
import { findFont, isFontId } from "./fonts/store";
import { getFamily } from "./fonts/upload";
import { findMessage, isMessageId } from "./message-id";
import type { Values } from "./migrations";
import { findRows } from "./store";

declare module "vireo/module" {
  interface Services {
    content: BriefSource;
  }
}

const toText = (value: Values[string] | undefined): string => (typeof value === "string" ? value : "");
const isAtEngine = (value: Values[string] | undefined): value is { engine: string; id: string } =>
  typeof value === "object" && !Array.isArray(value);
const toList = (value: Values[string] | undefined): string[] => (Array.isArray(value) ? value : []);

/** The brand's colours and logo, if set. */
const pickLook = ({ colors, logoUrl }: Values): Pick<NonNullable<Brief["style"]>, "colors" | "logoUrl"> => ({
  ...(toList(colors).length > 0 ? { colors: toList(colors) } : {}),
  ...(logoUrl ? { logoUrl: toText(logoUrl) } : {}),
});

/** Converts each type to the format that engines receive. Missing texts become empty. */
const parts: Record<string, (values: Values) => Brief> = {
  persona: ({ name, description }) => ({ persona: { name: toText(name), description: toText(description) } }),
  message: ({ name, body }) => ({ messaging: { name: toText(name), body: toText(body) } }),
  product: ({ name, description, photos, messaging, ...others }) => ({
    product: {
      ...pickLook(others),
      name: toText(name),
      description: toText(description),
      photos: toList(photos),
      messaging: messaging ? toText(messaging) : undefined,
    },
  }),
  style: ({ name, description, promptTemplate, ...others }) => ({
    style: {
      ...pickLook(others),
      name: toText(name),
      description: toText(description),
      promptTemplate: promptTemplate ? toText(promptTemplate) : undefined,
    },
  }),
  project: ({ name, description, niche, brand }) => ({
    inspo: { name: toText(name), description: toText(description), niche: toText(niche), brand: toText(brand) },
  }),
  character: ({ name, description, imageUrls, voiceId, voice, avatar }) => ({
    character: {
      name: toText(name),
      description: toText(description),
      imageUrls: toList(imageUrls),
      voiceId: voiceId ? toText(voiceId) : undefined,
      voice: isAtEngine(voice) ? voice : undefined,
      avatar: isAtEngine(avatar) ? avatar : undefined,
    },
  }),
};

/** Finds a font of the account by its id or name. Throws `validation_error` for an unknown id. */
export async function findBrandFont(
  context: Context,
  accountId: string,
  name: string,
  field: string,
): Promise<FontFile | undefined> {
  const font = await findFontFile(context, accountId, name);
  if (!font && isFontId(name)) throw invalid(field, "Font not found in this account. List fonts with GET /fonts.");
  return font;
}

/** Resolves the ids of a request, and adds the brand kit. Throws `validation_error` for unknown ids. */
export async function readBrief(context: Context, accountId: string, ids: BriefIds): Promise<Brief> {
  const requested = contentTypes.flatMap((content) => {
    const id = ids[content.param as keyof BriefIds];
    return id === undefined ? [] : [{ content, id, uuid: toUuid(content.prefix, id) }];
  });
  const [rows, { name, fonts, ...kit }] = await Promise.all([
    findRows(
      context.db,
      accountId,
      requested.flatMap(({ uuid }) => uuid ?? []),
    ),
    readBrandKit(context.db, accountId),
  ]);
  const findValues = ({ content, id, uuid }: (typeof requested)[number]): Values | undefined =>
    uuid
      ? rows.find((row) => row.id === uuid && row.type === content.type)?.data
      : content.builtIn?.find((item) => item.id === id)?.values;

  const brand = {
    ...(name ? { name } : {}),
    ...(fonts ? { fonts: await findKitFonts(context, accountId, fonts) } : {}),
    ...pickLook(kit as Values),
  };
  const brief: Brief = Object.keys(brand).length > 0 ? { brand } : {};
  const errors: FieldErrors = {};
  for (const one of requested) {
    const { type, param, messageField } = one.content;
    const values = findValues(one);
    if (!values) {
      errors[param] = [`No ${type} with this id in this account.`];
      continue;
    }
    const resolved = messageField ? await resolveMessage(context, accountId, values, messageField) : values;
    Object.assign(brief, parts[type]?.(resolved));
  }
  const [first] = Object.entries(errors);
  if (first) throw new ApiError("validation_error", `${first[0]}: ${first[1][0]}`, { errors });
  return brief;
}

async function findFontFile({ db, media }: Context, accountId: string, name: string): Promise<FontFile | undefined> {
  const font = await findFont(db, accountId, name);
  return font && { family: getFamily(font.id), weight: font.facts.weight, url: media.url(font.key) };
}

async function findKitFonts(
  context: Context,
  accountId: string,
  { heading, text }: NonNullable<BrandKit["fonts"]>,
): Promise<BrandFonts> {
  const find = async (name: string): Promise<BrandFont> =>
    (await findFontFile(context, accountId, name)) ?? { family: name };
  return { heading: heading ? await find(heading) : undefined, text: text ? await find(text) : undefined };
}

/** Replaces the id of a message with its text, or drops it if the message was deleted. */
async function resolveMessage({ db }: Context, accountId: string, values: Values, field: string): Promise<Values> {
  const id = values[field];
  if (!isMessageId(id)) return values;
  const { [field]: _id, ...others } = values;
  const body = (await findMessage(db, accountId, id))?.data.body;
  return body ? { ...others, [field]: body } : others;
}
