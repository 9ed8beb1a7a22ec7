import type { BrandFont, BrandFonts } from "vireo/brief";

/** An uploaded font, in the run's folder. */
export interface OwnFont {
  family: string;
  weight: number;
  path: string;
}

/** Fonts of headings and of all other text: a built-in family, or a file. */
export type PlacedFonts = { [use in keyof BrandFonts]: { family: string } | OwnFont };

/** Downloads the files of a brand's fonts. */
export async function placeFonts(fonts: BrandFonts, download: (url: string) => Promise<string>): Promise<PlacedFonts> {
  const place = async (font: BrandFont) => ("url" in font ? { ...font, path: await download(font.url) } : font);
  const placed = Object.entries(fonts).map(async ([use, font]) => [use, await place(font)] as const);
  return Object.fromEntries(await Promise.all(placed));
}
