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

const text = (value: Values[string] | undefined): string => (typeof value === "string" ? value : "");
const isAtEngine = (value: Values[string] | undefined): value is { engine: string; id: string } =>
  typeof value === "object" && !Array.isArray(value);
const list = (value: Values[string] | undefined): string[] => (Array.isArray(value) ? value : []);

/** The brand's colours and logo, as far as they are set. */
const look = ({ colors, logoUrl }: Values): Pick<NonNullable<Brief["style"]>, "colors" | "logoUrl"> => ({
  ...(list(colors).length > 0 ? { colors: list(colors) } : {}),
  ...(logoUrl ? { logoUrl: text(logoUrl) } : {}),
});

/** Converts each type to the form engines get. Missing texts become empty. */
const parts: Record<string, (values: Values) => Brief> = {
  persona: ({ name, description }) => ({ persona: { name: text(name), description: text(description) } }),
  message: ({ name, body }) => ({ messaging: { name: text(name), body: text(body) } }),
  product: ({ name, description, photos, messaging, ...others }) => ({
    product: {
      ...look(others),
      name: text(name),
      description: text(description),
      photos: list(photos),
      ...(messaging ? { messaging: text(messaging) } : {}),
    },
  }),
  style: ({ name, description, promptTemplate, ...others }) => ({
    style: {
      ...look(others),
      name: text(name),
      description: text(description),
      ...(promptTemplate ? { promptTemplate: text(promptTemplate) } : {}),
    },
  }),
  project: ({ name, description, niche, brand }) => ({
    inspo: { name: text(name), description: text(description), niche: text(niche), brand: text(brand) },
  }),
  character: ({ name, description, imageUrls, voiceId, voice, avatar }) => ({
    character: {
      name: text(name),
      description: text(description),
      imageUrls: list(imageUrls),
      ...(voiceId ? { voiceId: text(voiceId) } : {}),
      ...(isAtEngine(voice) ? { voice } : {}),
      ...(isAtEngine(avatar) ? { avatar } : {}),
    },
  }),
};

interface Sources {
  readKit(accountId: string): Promise<BrandKit>;
  /** A font of the account by its id or name. */
  findFont(accountId: string, name: string): Promise<FontFile | undefined>;
}

export function createBriefSource(store: Store, { readKit, findFont }: Sources): BriefSource {
  async function findFonts(accountId: string, { heading, text }: NonNullable<BrandKit["fonts"]>): Promise<BrandFonts> {
    const find = async (name: string): Promise<BrandFont> => (await findFont(accountId, name)) ?? { family: name };
    return { ...(heading ? { heading: await find(heading) } : {}), ...(text ? { text: await find(text) } : {}) };
  }

  /** Replaces the id of a message with its text, or drops it if the message was deleted. */
  async function told(accountId: string, values: Values, field: string): Promise<Values> {
    const id = values[field];
    if (!isMessageId(id)) return values;
    const { [field]: _id, ...others } = values;
    const body = (await findMessage(store, accountId, id))?.data.body;
    return body ? { ...others, [field]: body } : others;
  }

  return {
    async font(accountId, name, field) {
      const font = await findFont(accountId, name);
      if (!font && isFontId(name)) throw invalid(field, "No such font in this account. List them with GET /fonts.");
      return font;
    },

    async brief(accountId, ids) {
      const asked = groups.flatMap((group) => {
        const id = ids[group.param as keyof BriefIds];
        return id === undefined ? [] : [{ group, id, uuid: toUuid(group.prefix, id) }];
      });
      const uuids = asked.flatMap(({ uuid }) => uuid ?? []);
      const [rows, { name, fonts, ...kit }] = await Promise.all([
        uuids.length > 0 ? store.findAll(accountId, uuids) : [],
        readKit(accountId),
      ]);
      const findValues = ({ group, id, uuid }: (typeof asked)[number]): Values | undefined =>
        uuid
          ? rows.find((row) => row.id === uuid && row.type === group.type)?.data
          : group.builtIn?.find((one) => one.id === id)?.values;

      const brand = {
        ...(name ? { name } : {}),
        ...(fonts ? { fonts: await findFonts(accountId, fonts) } : {}),
        ...look(kit as Values),
      };
      const brief: Brief = Object.keys(brand).length > 0 ? { brand } : {};
      const errors: FieldErrors = {};
      for (const one of asked) {
        const { type, param, messageField } = one.group;
        const values = findValues(one);
        if (!values) {
          errors[param] = [`No such ${type} in this account.`];
          continue;
        }
        const whole = messageField ? await told(accountId, values, messageField) : values;
        Object.assign(brief, parts[type]?.(whole));
      }
      const [first] = Object.entries(errors);
      if (first) throw new ApiError("validation_error", `${first[0]}: ${first[1][0]}`, { errors });
      return brief;
    },
  };
}
