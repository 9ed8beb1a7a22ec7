/** Texts and images that a generation request refers to by id (personas, products …), resolved to their content. */
import { Type } from "@sinclair/typebox";
import { Text } from "#core/http/schema";
import { invalid } from "#core/request/errors";
import type { CaptionPreset } from "#sdk/captions/look";

/** Colors, fonts and logo of a brand. */
export interface BrandLook {
  /** Hex colors: the background, then the accent. */
  colors?: string[];
  logoUrl?: string;
}

/** A font that an account has uploaded. */
export interface FontFile {
  /** Unique family name, as stored in the file's name table. */
  family: string;
  /** Weight from 100 to 900. */
  weight: number;
  url: string;
}

/** A built-in family, or an uploaded font. */
export type BrandFont = { family: string } | FontFile;

/** Fonts of headings and of everything else. */
export interface BrandFonts {
  heading?: BrandFont;
  text?: BrandFont;
}

/** Resolved content of the ids in a request. */
export interface Brief {
  persona?: { name: string; description: string };
  product?: { name: string; description: string; photos: string[]; messaging?: string } & BrandLook;
  messaging?: { name: string; body: string };
  style?: { name: string; description: string; promptTemplate?: string } & BrandLook;
  character?: {
    name: string;
    description: string;
    imageUrls: string[];
    /** Id of a voice of the default speech engine. */
    voiceId?: string;
    voice?: { engine: string; id: string };
    /** Id of an engine's avatar. */
    avatar?: { engine: string; id: string };
  };
  inspo?: Inspo;
  /** The account's brand kit. The brand of the product or the style takes precedence. */
  brand?: { name?: string; fonts?: BrandFonts } & BrandLook;
}

/** An inspiration project: the subject of research and plans. */
export interface Inspo {
  name: string;
  description: string;
  niche: string;
  brand: string;
}

/** Service that resolves content ids. The module `content` offers it. */
export interface BriefSource {
  /** Resolves the account's ids and its brand kit. Throws `validation_error` that names the field of an unknown id. */
  brief(accountId: string, ids: BriefIds): Promise<Brief>;
  /** Finds the account's font by id or name. Undefined for unknown names. Throws `validation_error` for unknown ids. */
  font(accountId: string, name: string, field: string): Promise<FontFile | undefined>;
  /** Returns the caption style of the account's brand kit, if it has one. */
  captionPreset(accountId: string): Promise<CaptionPreset | undefined>;
}

/** Fields of a request schema that refer to content by ID. `resolveBrief` reads them. */
export const briefFields = {
  personaId: Type.Optional(Text({ minLength: 1, maxLength: 100, description: "ID of a persona to speak as." })),
  productId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "ID of a product to show. Its photos and texts are used." }),
  ),
  styleId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "ID of a style. Its promptTemplate is applied." }),
  ),
  characterId: Type.Optional(Text({ minLength: 1, maxLength: 100, description: "ID of a character that appears." })),
};
/** Field of a request schema for a message. Not part of `briefFields`, because only texts convey one. */
export const messagingField = {
  messagingId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "ID of a brand or positioning message to convey." }),
  ),
};

/** IDs of content, as a request names them. */
export interface BriefIds {
  personaId?: string;
  productId?: string;
  styleId?: string;
  characterId?: string;
  messagingId?: string;
  inspoId?: string;
}
const fields = ["personaId", "productId", "styleId", "characterId", "messagingId", "inspoId"] as const;

/**
 * Resolves the content that a request refers to by ID. Without `source`, the module `content` is not loaded: the brief is
 * empty, and every ID is unknown.
 * @throws ApiError `validation_error`, which names the field of the first unknown ID
 * @example
 * const brief = await resolveBrief(context.services.content, accountId, { productId: "prod_01h455vb4pex5vsknk084sn02q" });
 * const photos = brief.product?.photos ?? [];
 */
export async function resolveBrief(source: BriefSource | undefined, accountId: string, body: BriefIds): Promise<Brief> {
  const present = fields.filter((field) => body[field] !== undefined);
  const [first] = present;
  if (!source) {
    if (first) throw invalid(first, "Not found in this account.");
    return {};
  }
  return source.brief(accountId, Object.fromEntries(present.map((field) => [field, body[field]])));
}
