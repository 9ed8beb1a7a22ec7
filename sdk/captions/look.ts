import { type Static, Type } from "@sinclair/typebox";
import { Closed, OneOf, Text } from "#sdk/schema";
import { fontFamilies } from "./fonts";
import { captionStyles, type StyleName } from "./styles";

/** Names of the built-in caption styles. */
export const styleNames = Object.keys(captionStyles) as StyleName[];

/**
 * Schema of a color in requests.
 * @example
 * import { t } from "vireo/schema";
 * const Badge = t.Object({ color: t.Optional(HexColor("Color of the badge.")) });
 */
export const HexColor = (description: string) =>
  Text({
    pattern: "^#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})$",
    description: `${description} Hex color, such as #ffe600.`,
  });

const FONTS = `a font of GET /fonts, by id or name, or a built-in family (${fontFamilies.join(", ")})`;

/**
 * Schema of a font in requests.
 * @example FontName("Font of the headline").maxLength; // 100
 */
export const FontName = (description: string) =>
  Text({ minLength: 1, maxLength: 100, description: `${description}: ${FONTS}.` });

/** Fields that captions and text overlays share. */
export const fontFields = {
  fontFamily: Type.Optional(FontName("Font")),
  fontSize: Type.Optional(
    Type.Integer({ minimum: 8, maximum: 400, description: "In pixels, for a video whose shorter side has 1080." }),
  ),
  color: Type.Optional(HexColor("Color of the text.")),
  outlineColor: Type.Optional(HexColor("Color of the outline.")),
};

/** Fields of the appearance of captions, in requests and in brand kits. `style` is not included. */
export const lookFields = {
  position: Type.Optional(OneOf(["top", "center", "bottom"], { description: "Default bottom." })),
  ...fontFields,
  highlightColor: Type.Optional(HexColor("Color of the spoken word.")),
  maxWordsPerLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  uppercase: Type.Optional(Type.Boolean()),
};

const look = { style: Type.Optional(OneOf(styleNames, { description: "Default bold." })), ...lookFields };
/**
 * Returns the schema of the whole appearance of captions. All fields are optional.
 * @example
 * import { t } from "vireo/schema";
 * const ClipBody = t.Object({ captions: t.Optional(captionPreset("Look of the captions.")) });
 */
export const captionPreset = (description: string) => Closed(look, { description });
/** Appearance of captions, as a request or a brand kit has it. */
export type CaptionPreset = Static<ReturnType<typeof captionPreset>>;
