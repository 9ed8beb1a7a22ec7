import { type Static, Type } from "@sinclair/typebox";
import { lookFields, styleNames } from "vireo/captions/look";
import type { Database } from "vireo/database";
import { checkUrls } from "vireo/generations";
import type { Context } from "vireo/module";
import type { Router } from "vireo/router";
import { Closed, OneOf, Text } from "vireo/schema";
import { atEngine, colors, logoUrl } from "./groups";

const captionPreset = {
  style: Type.Optional(OneOf(styleNames, { description: "Default bold." })),
  ...lookFields,
};

const BrandKit = Closed({
  name: Type.Optional(Text({ minLength: 1, maxLength: 200, description: "Name of the brand." })),
  colors: Type.Optional(colors),
  logoUrl: Type.Optional(logoUrl),
  captions: Type.Optional(
    Closed(captionPreset, { description: "What captions look like. The dashboard's editor starts with it." }),
  ),
  voice: Type.Optional(atEngine("One of GET /voices. The dashboard's voice-overs start with it.")),
});
export type BrandKit = Static<typeof BrandKit>;

/** The brand kit of an account; empty if there is none. */
export async function readBrandKit(db: Database, accountId: string): Promise<BrandKit> {
  const row = await db.selectFrom("brand_kits").select("data").where("account_id", "=", accountId).executeTakeFirst();
  return (row?.data ?? {}) as BrandKit;
}

export function addBrandKitRoutes(router: Router, { db, audit, fetch }: Pick<Context, "db" | "audit" | "fetch">): void {
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
            "Replaces all of it. New videos and images show its colors and logo, unless the product or the style of the request has its own.",
        },
        body: BrandKit,
        response: { 200: BrandKit },
      },
    );
}
