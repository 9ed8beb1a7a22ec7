import type { BrandFont, BrandFonts, Brief, BriefIds, BriefSource, FontFile } from "vireo/brief";
import { ApiError, type FieldErrors, invalid } from "vireo/errors";
import { toUuid } from "vireo/ids";
import type { BrandKit } from "./brand-kit";
import { isFontId } from "./fonts/store";
import { groups } from "./groups";
import { findMessage, isMessageId } from "./message-id";
import type { Values } from "./migrations";
import type { Store } from "./store";

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
      ...(messaging ? { messaging: toText(messaging) } : {}),
    },
  }),
  style: ({ name, description, promptTemplate, ...others }) => ({
    style: {
      ...pickLook(others),
      name: toText(name),
      description: toText(description),
      ...(promptTemplate ? { promptTemplate: toText(promptTemplate) } : {}),
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
      ...(voiceId ? { voiceId: toText(voiceId) } : {}),
      ...(isAtEngine(voice) ? { voice } : {}),
      ...(isAtEngine(avatar) ? { avatar } : {}),
    },
  }),
};

interface Sources {
  readKit(accountId: string): Promise<BrandKit>;
  /** Finds a font of the account by its id or name. */
  findFont(accountId: string, name: string): Promise<FontFile | undefined>;
}

export function createBriefSource(store: Store, { readKit, findFont }: Sources): BriefSource {
  async function findFonts(accountId: string, { heading, text }: NonNullable<BrandKit["fonts"]>): Promise<BrandFonts> {
    const find = async (name: string): Promise<BrandFont> => (await findFont(accountId, name)) ?? { family: name };
    return { ...(heading ? { heading: await find(heading) } : {}), ...(text ? { text: await find(text) } : {}) };
  }

  /** Replaces the id of a message with its text, or drops it if the message was deleted. */
  async function resolveMessage(accountId: string, values: Values, field: string): Promise<Values> {
    const id = values[field];
    if (!isMessageId(id)) return values;
    const { [field]: _id, ...others } = values;
    const body = (await findMessage(store, accountId, id))?.data.body;
    return body ? { ...others, [field]: body } : others;
  }

  return {
    async font(accountId, name, field) {
      const font = await findFont(accountId, name);
      if (!font && isFontId(name)) throw invalid(field, "Font not found in this account. List fonts with GET /fonts.");
      return font;
    },

    async brief(accountId, ids) {
      const requested = groups.flatMap((group) => {
        const id = ids[group.param as keyof BriefIds];
        return id === undefined ? [] : [{ group, id, uuid: toUuid(group.prefix, id) }];
      });
      const uuids = requested.flatMap(({ uuid }) => uuid ?? []);
      const [rows, { name, fonts, ...kit }] = await Promise.all([
        uuids.length > 0 ? store.findAll(accountId, uuids) : [],
        readKit(accountId),
      ]);
      const findValues = ({ group, id, uuid }: (typeof requested)[number]): Values | undefined =>
        uuid
          ? rows.find((row) => row.id === uuid && row.type === group.type)?.data
          : group.builtIn?.find((item) => item.id === id)?.values;

      const brand = {
        ...(name ? { name } : {}),
        ...(fonts ? { fonts: await findFonts(accountId, fonts) } : {}),
        ...pickLook(kit as Values),
      };
      const brief: Brief = Object.keys(brand).length > 0 ? { brand } : {};
      const errors: FieldErrors = {};
      for (const one of requested) {
        const { type, param, messageField } = one.group;
        const values = findValues(one);
        if (!values) {
          errors[param] = [`No ${type} with this id in this account.`];
          continue;
        }
        const resolved = messageField ? await resolveMessage(accountId, values, messageField) : values;
        Object.assign(brief, parts[type]?.(resolved));
      }
      const [first] = Object.entries(errors);
      if (first) throw new ApiError("validation_error", `${first[0]}: ${first[1][0]}`, { errors });
      return brief;
    },
  };
}
