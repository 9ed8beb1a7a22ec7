import { Type } from "@sinclair/typebox";
import { ApiError, notFound } from "vireo/errors";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Router } from "vireo/router";
import { Closed, Nothing, OneOf, Text, Timestamp } from "vireo/schema";
import { type FontUse, fontUses, listFontUses } from "../brand-kit";
import type { FontRow } from "./migration";
import { findFont, isFontId, listFonts, MOST_FONTS, PREFIX } from "./store";
import { uploadFont } from "./upload";

const Font = Closed({
  fontId: Type.String({ description: "ID of the font (fnt_…), accepted by `fontFamily` and the brand kit." }),
  name: Type.String({ description: "Name, unique in the account. `fontFamily` accepts it, too." }),
  family: Type.String({ description: "Family name in the file." }),
  style: Type.String({ description: "Style, such as Regular or Bold Italic." }),
  weight: Type.Integer({ description: "100 to 900." }),
  ascent: Type.Number({ description: "Height above the baseline, in ems." }),
  descent: Type.Number({ description: "Depth below the baseline, in ems." }),
  url: Type.String({ description: "URL of the file that videos and images are rendered with." }),
  size: Type.Integer({ description: "Size in bytes. Counts toward the account's storage." }),
  usedFor: Type.Array(OneOf(fontUses), { description: "Places in the brand kit that use it." }),
  createdAt: Timestamp("Time of the upload."),
});
const Fonts = Closed({ fonts: Type.Array(Font, { description: `By name. At most ${MOST_FONTS}.` }) });

const FontForm = Closed({
  file: Type.Unsafe<Blob>({ type: "string", format: "binary", description: "A TTF, OTF or WOFF2 font." }),
  name: Type.Optional(Text({ maxLength: 100, description: "Default: family and style of the file." })),
});

const LABELS: Readonly<Record<FontUse, string>> = { heading: "headings", text: "text", captions: "captions" };

function present({ media }: Context, { id, name, facts, key, size, created_at }: FontRow, usedFor: FontUse[] = []) {
  return {
    fontId: toPublicId(PREFIX, id),
    name,
    ...facts,
    url: media.url(key),
    size,
    usedFor,
    createdAt: created_at.getTime(),
  };
}

/** Throws `not_found`, and `conflict` while the brand kit uses the font. */
async function deleteFont({ db, media }: Context, accountId: string, fontId: string): Promise<void> {
  const font = isFontId(fontId) ? await findFont(db, accountId, fontId) : undefined;
  if (!font) throw notFound("font");
  const uses = (await listFontUses(db, accountId, [font])).get(font.id) ?? [];
  if (uses.length > 0) {
    const places = uses.map((use) => LABELS[use]).join(" and ");
    throw new ApiError("conflict", `The brand kit uses this font for ${places}. Choose another font there first.`);
  }
  await db.deleteFrom("fonts").where("id", "=", font.id).where("account_id", "=", accountId).execute();
  await media.remove([font.key]);
}

export function addFontRoutes(router: Router, context: Context): void {
  router
    .get(
      "/fonts",
      async ({ caller }) => {
        const fonts = await listFonts(context.db, caller.accountId);
        const uses = await listFontUses(context.db, caller.accountId, fonts);
        return { fonts: fonts.map((font) => present(context, font, uses.get(font.id))) };
      },
      { auth: "content:read", detail: { summary: "List fonts" }, response: { 200: Fonts } },
    )
    .post(
      "/fonts",
      async ({ request, caller, set }) => {
        const font = await uploadFont(context, caller.accountId, request);
        set.status = 201;
        set.headers.location = context.media.url(font.key);
        return present(context, font);
      },
      {
        auth: "content:write",
        limit: "fonts",
        parse: "none",
        detail: {
          summary: "Upload a font",
          description:
            "For captions, text overlays, headings and text. The font is checked, renamed and stored as TTF or OTF. Fonts whose license forbids embedding (`fsType`) are refused. Missing characters are drawn with built-in fonts. For a variable font, the default instance is used.",
          "x-errors": [507],
          "x-consumes": { "multipart/form-data": FontForm },
        } as object,
        response: { 201: Font },
      },
    )
    .delete(
      "/fonts/:fontId",
      async ({ params, caller, set }) => {
        await deleteFont(context, caller.accountId, params.fontId);
        set.status = 204;
      },
      {
        auth: "content:write",
        detail: {
          summary: "Delete a font",
          description: "Returns 409 while the brand kit uses the font.",
          "x-errors": [409],
        } as object,
        response: { 204: Nothing },
      },
    );
}
