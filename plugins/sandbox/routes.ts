import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { isUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import { renderAvatar, renderFeed } from "./page";
import { hashToken, platforms } from "./provider";

const PAGE = 50;
const NOT_FOUND = "Feed not found.";

const getHeaders = (nonce: string) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src 'self'; media-src 'self' http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  // The URL is a secret, because it gives access to the page.
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
});

/** Serves the feed of an account to anyone with its link. */
export function feedRoutes({ db }: Pick<Context, "db">) {
  return new Elysia({ normalize: false })
    .get("/:token", async ({ params, query }) => {
      const feed = await db
        .selectFrom("sandbox_feeds")
        .select("account_id")
        .where((eb) =>
          eb.or([
            eb("token_hash", "=", hashToken(params.token)),
            // A row of an earlier version, in clear text. Sealed text is no token.
            eb.and([eb("token_hash", "is", null), eb("token", "not like", "sealed.%"), eb("token", "=", params.token)]),
          ]),
        )
        .executeTakeFirst();
      if (!feed) throw new ApiError("not_found", NOT_FOUND);
      const platform = platforms.find((known) => known === query.platform);
      const single = query.post !== undefined && isUuid(query.post) ? query.post : undefined;
      let posts = db
        .selectFrom("sandbox_posts")
        .selectAll()
        .where("account_id", "=", feed.account_id)
        .where("published_at", "<=", new Date());
      if (platform) posts = posts.where("platform", "=", platform);
      if (single) posts = posts.where("id", "=", single);
      const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64();
      const page = renderFeed({
        posts: await posts.orderBy("published_at", "desc").limit(PAGE).execute(),
        platform,
        isSingle: single !== undefined,
        path: `/open/sandbox/${params.token}`,
        nonce,
      });
      return new Response(page, { headers: getHeaders(nonce) });
    })
    .get("/avatar/:file", ({ params }) => {
      const name = ([...platforms, "sandbox"] as const).find((known) => params.file === `${known}.svg`);
      if (!name) throw new ApiError("not_found", "Avatar not found.");
      return new Response(renderAvatar(name), {
        headers: {
          "content-type": "image/svg+xml",
          "cache-control": "public, max-age=86400",
          "content-security-policy": "default-src 'none'",
        },
      });
    });
}
