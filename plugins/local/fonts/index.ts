import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import antonRegular from "./files/Anton-Regular.ttf" with { type: "file" };
import archivoBlackRegular from "./files/ArchivoBlack-Regular.ttf" with { type: "file" };
import bebasNeueRegular from "./files/BebasNeue-Regular.ttf" with { type: "file" };
import bricolageExtraBold from "./files/BricolageGrotesque-ExtraBold.ttf" with { type: "file" };
import dmSerifDisplayRegular from "./files/DMSerifDisplay-Regular.ttf" with { type: "file" };
import frauncesExtraBold from "./files/Fraunces-ExtraBold.ttf" with { type: "file" };
import fredokaSemiBold from "./files/Fredoka-SemiBold.ttf" with { type: "file" };
import interExtraBold from "./files/Inter-ExtraBold.otf" with { type: "file" };
import interMedium from "./files/Inter-Medium.otf" with { type: "file" };
import montserratBlack from "./files/Montserrat-Black.ttf" with { type: "file" };
import montserratBold from "./files/Montserrat-Bold.ttf" with { type: "file" };
import notoColorEmojiRegular from "./files/NotoColorEmoji-Regular.ttf" with { type: "file" };
import notoEmojiBold from "./files/NotoEmoji-Bold.ttf" with { type: "file" };
import notoSansBold from "./files/NotoSans-Bold.ttf" with { type: "file" };
import notoSansArabicBold from "./files/NotoSansArabic-Bold.ttf" with { type: "file" };
import notoSansArmenianBold from "./files/NotoSansArmenian-Bold.ttf" with { type: "file" };
import notoSansBengaliBold from "./files/NotoSansBengali-Bold.ttf" with { type: "file" };
import notoSansCJKBold from "./files/NotoSansCJK-Bold.otf" with { type: "file" };
import notoSansDevanagariBold from "./files/NotoSansDevanagari-Bold.ttf" with { type: "file" };
import notoSansEthiopicBold from "./files/NotoSansEthiopic-Bold.ttf" with { type: "file" };
import notoSansGeorgianBold from "./files/NotoSansGeorgian-Bold.ttf" with { type: "file" };
import notoSansGujaratiBold from "./files/NotoSansGujarati-Bold.ttf" with { type: "file" };
import notoSansGurmukhiBold from "./files/NotoSansGurmukhi-Bold.ttf" with { type: "file" };
import notoSansHebrewBold from "./files/NotoSansHebrew-Bold.ttf" with { type: "file" };
import notoSansKannadaBold from "./files/NotoSansKannada-Bold.ttf" with { type: "file" };
import notoSansKhmerBold from "./files/NotoSansKhmer-Bold.ttf" with { type: "file" };
import notoSansLaoBold from "./files/NotoSansLao-Bold.ttf" with { type: "file" };
import notoSansMalayalamBold from "./files/NotoSansMalayalam-Bold.ttf" with { type: "file" };
import notoSansMyanmarBold from "./files/NotoSansMyanmar-Bold.ttf" with { type: "file" };
import notoSansOriyaBold from "./files/NotoSansOriya-Bold.ttf" with { type: "file" };
import notoSansSinhalaBold from "./files/NotoSansSinhala-Bold.ttf" with { type: "file" };
import notoSansSymbolsBold from "./files/NotoSansSymbols-Bold.ttf" with { type: "file" };
import notoSansTamilBold from "./files/NotoSansTamil-Bold.ttf" with { type: "file" };
import notoSansTeluguBold from "./files/NotoSansTelugu-Bold.ttf" with { type: "file" };
import notoSansThaiBold from "./files/NotoSansThai-Bold.ttf" with { type: "file" };
import spaceGroteskBold from "./files/SpaceGrotesk-Bold.ttf" with { type: "file" };

export interface Font {
  /** Family in the file's name table, used by libass and canvas. */
  family: string;
  /** Weight class of the file, 100 to 900. */
  weight: number;
  /** Absolute path; inside the executable's file system when compiled. */
  file: string;
  isEmoji?: true;
  /** First fallback for characters that it lacks. */
  standIn?: Face;
}

export interface Face {
  family: string;
  weight: number;
}

/** Built-in fonts, in the order of fallback. Licences: licences/. */
export const fonts: readonly Font[] = [
  { family: "Anton", weight: 400, file: antonRegular },
  { family: "Bebas Neue", weight: 400, file: bebasNeueRegular },
  { family: "Montserrat", weight: 900, file: montserratBlack },
  { family: "Montserrat", weight: 700, file: montserratBold },
  { family: "Inter", weight: 800, file: interExtraBold },
  { family: "Inter", weight: 500, file: interMedium },
  { family: "Archivo Black", weight: 400, file: archivoBlackRegular },
  { family: "Bricolage Grotesque", weight: 800, file: bricolageExtraBold },
  { family: "DM Serif Display", weight: 400, file: dmSerifDisplayRegular },
  { family: "Fraunces", weight: 800, file: frauncesExtraBold },
  { family: "Fredoka", weight: 600, file: fredokaSemiBold },
  { family: "Space Grotesk", weight: 700, file: spaceGroteskBold },
  { family: "Noto Sans", weight: 700, file: notoSansBold },
  { family: "Noto Sans Arabic", weight: 700, file: notoSansArabicBold },
  { family: "Noto Sans Hebrew", weight: 700, file: notoSansHebrewBold },
  { family: "Noto Sans Devanagari", weight: 700, file: notoSansDevanagariBold },
  { family: "Noto Sans Thai", weight: 700, file: notoSansThaiBold },
  { family: "Noto Sans Bengali", weight: 700, file: notoSansBengaliBold },
  { family: "Noto Sans Tamil", weight: 700, file: notoSansTamilBold },
  { family: "Noto Sans Telugu", weight: 700, file: notoSansTeluguBold },
  { family: "Noto Sans Gujarati", weight: 700, file: notoSansGujaratiBold },
  { family: "Noto Sans Gurmukhi", weight: 700, file: notoSansGurmukhiBold },
  { family: "Noto Sans Kannada", weight: 700, file: notoSansKannadaBold },
  { family: "Noto Sans Malayalam", weight: 700, file: notoSansMalayalamBold },
  { family: "Noto Sans Oriya", weight: 700, file: notoSansOriyaBold },
  { family: "Noto Sans Sinhala", weight: 700, file: notoSansSinhalaBold },
  { family: "Noto Sans Khmer", weight: 700, file: notoSansKhmerBold },
  { family: "Noto Sans Lao", weight: 700, file: notoSansLaoBold },
  { family: "Noto Sans Myanmar", weight: 700, file: notoSansMyanmarBold },
  { family: "Noto Sans Armenian", weight: 700, file: notoSansArmenianBold },
  { family: "Noto Sans Georgian", weight: 700, file: notoSansGeorgianBold },
  { family: "Noto Sans Ethiopic", weight: 700, file: notoSansEthiopicBold },
  { family: "Noto Sans CJK JP", weight: 700, file: notoSansCJKBold },
  { family: "Noto Sans Symbols", weight: 700, file: notoSansSymbolsBold },
  { family: "Noto Emoji", weight: 700, file: notoEmojiBold, isEmoji: true },
  { family: "Noto Color Emoji", weight: 400, file: notoColorEmojiRegular, isEmoji: true },
];

/** Uploaded fonts that this process uses, under unique names. */
export const ownFonts: Font[] = [];

/** Families that users can choose for text: all but the emoji. */
export const textFamilies: readonly string[] = [
  ...new Set(fonts.filter((font) => !font.isEmoji).map((font) => font.family)),
];

/** Finds the face of `family` (ignoring case) whose weight is nearest to `weight`. */
export function findFont(family: string, weight = 700): Font | undefined {
  const name = family.trim().toLowerCase();
  const faces = [...fonts, ...ownFonts].filter((font) => font.family.toLowerCase() === name);
  return faces.sort((a, b) => Math.abs(a.weight - weight) - Math.abs(b.weight - weight))[0];
}

/** Returns the face and its first fallback. */
export function listFaces(font: Font | undefined): Font[] {
  const standIn = font?.standIn && findFont(font.standIn.family, font.standIn.weight);
  return [font, standIn].filter((entry) => entry !== undefined);
}

/**
 * Writes the files of the named families to `folder` as real files, and returns it, because libass reads a folder and
 * cannot access a compiled executable.
 */
export async function createFontFolder(folder: string, families: Iterable<string>): Promise<string> {
  const names = new Set(families);
  await mkdir(folder, { recursive: true });
  for (const { family, file } of [...fonts, ...ownFonts]) {
    const copy = join(folder, basename(file));
    if (names.has(family) && !existsSync(copy)) await writeFile(copy, await readFile(file));
  }
  return folder;
}
