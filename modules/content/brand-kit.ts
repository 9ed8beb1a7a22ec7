import { type Static, Type } from "@sinclair/typebox";
import { fontFamilies } from "vireo/captions/fonts";
import { type CaptionPreset, captionPreset, FontName } from "vireo/captions/look";
import type { Database } from "vireo/database";
import { invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Router } from "vireo/router";
import { Closed, Text } from "vireo/schema";
import { atEngine, colors, logoUrl } from "./content-types";
import type { FontRow } from "./fonts/migration";
import { findFont, isFontId, PREFIX } from "./fonts/store";

const BrandKit = Closed({
  name: Type.Optional(Text({ minLength: 1, maxLength: 200, description: "Name of the brand." })),
  colors: Type.Optional(colors),
  logoUrl: Type.Optional(logoUrl),
  fonts: Type.Optional(
    Closed(
      { heading: Type.Optional(FontName("Font of headings")), text: Type.Optional(FontName("Font of all other text")) },
      { description: "Fonts of new videos and images. The design chooses fonts that are not set." },
    ),
  ),
  captions: Type.Optional(captionPreset("Caption style, the default of clips and of the dashboard's editor.")),
  voice: Type.Optional(atEngine("Voice from GET /voices, the default for voice-overs in the dashboard.")),
});
export type BrandKit = Static<typeof BrandKit>;

/** Reads the brand kit of an account. Empty if there is none. */
export async function readBrandKit(db: Database, accountId: string): Promise<BrandKit> {
  const row = await db.selectFrom("brand_kits").select("data").where("account_id", "=", accountId).executeTakeFirst();
  return (row?.data ?? {}) as BrandKit;
}

/** Returns the caption style of the brand kit, if it has one. */
export async function readCaptionPreset(db: Database, accountId: string): Promise<CaptionPreset | undefined> {
  return (await readBrandKit(db, accountId)).captions;
}

/** Places in the brand kit that use a font. */
export const fontUses = ["heading", "text", "captions"] as const;
export type FontUse = (typeof fontUses)[number];

/** Fonts in a kit, by where the kit uses them. */
const listFontNames = ({ fonts = {}, captions = {} }: BrandKit) =>
  ({ heading: fonts.heading, text: fonts.text, captions: captions.fontFamily }) satisfies Record<
    FontUse,
    string | undefined
  >;

/** Lists where the account's kit uses each of these fonts. */
export async function listFontUses(db: Database, accountId: string, fonts: readonly FontRow[]) {
  const names = Object.entries(listFontNames(await readBrandKit(db, accountId))) as [FontUse, string | undefined][];
  const matches = (name: string | undefined, font: FontRow) =>
    name !== undefined &&
    (name === toPublicId(PREFIX, font.id) || name.trim().toLowerCase() === font.name.toLowerCase());
  const uses = (font: FontRow) => names.flatMap(([use, name]) => (matches(name, font) ? [use] : []));
  return new Map(fonts.map((font) => [font.id, uses(font)]));
}

const families: ReadonlySet<string> = new Set(fontFamilies.map((family) => family.toLowerCase()));

/** Refuses unknown fonts. Captions may name any font family of the engine that draws them. */
async function checkFonts(db: Database, accountId: string, kit: BrandKit): Promise<void> {
  for (const [use, name] of Object.entries(listFontNames(kit))) {
    if (name === undefined || (await findFont(db, accountId, name))) continue;
    if (use === "captions" ? !isFontId(name) : families.has(name.trim().toLowerCase())) continue;
    const field = use === "captions" ? "captions.fontFamily" : `fonts.${use}`;
    throw invalid(field, `Font not found. Upload it with POST /fonts, or use one of ${fontFamilies.join(", ")}.`);
  }
}

export function addBrandKitRoutes(router: Router, { db, audit, fetch }: Context): void {
  router
    .get("/brand-kit", ({ caller }) => readBrandKit(db, caller.accountId), {
      auth: "content:read",
      detail: { summary: "Get the brand kit" },
      response: { 200: BrandKit },
    })
    .put(
      "/brand-kit",
      async ({ body, caller }) => {
        await checkUrls(fetch, { logoUrl: body.logoUrl || undefined });
        const { accountId } = caller;
        await checkFonts(db, accountId, body);
        await db.transaction().execute(async (trx) => {
          await trx
            .insertInto("brand_kits")
            .values({ account_id: accountId, data: body })
            .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ data: body, updated_at: new Date() }))
            .execute();
          const subject = { type: "brand_kit", id: accountId };
          await audit.record(trx, { action: "brand_kit.updated", accountId, subject });
        });
        return body;
      },
      {
        auth: "content:write",
        detail: {
          summary: "Set the brand kit",
          description:
            "Replaces the whole brand kit. New videos and images use its colors, logo and fonts, unless the product or the style of the request sets its own.",
        },
        body: BrandKit,
        response: { 200: BrandKit },
      },
    );
}
