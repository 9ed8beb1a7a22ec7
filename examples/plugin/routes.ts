import type { Router } from "vireo/router";
import { Closed, t } from "vireo/schema";
import type { Favourites } from "./favourites";

const Color = t.Array(t.Integer(), { minItems: 3, maxItems: 3, description: "Red, green and blue." });
const Favourite = Closed({
  id: t.String({ format: "uuid" }),
  prompt: t.String(),
  colors: t.Union([Closed({ from: Color, to: Color }), t.Null()], { description: "Null until they are mixed." }),
});

/** Below /api/v1/gradients. Responses are checked against their schemas. */
export const createRoutes = (router: Router, favourites: Favourites) =>
  router
    .get("/favourites", async ({ caller }) => ({ favourites: await favourites.list(caller.accountId) }), {
      auth: "gradients:read",
      detail: { summary: "List favourite prompts" },
      response: { 200: Closed({ favourites: t.Array(Favourite) }) },
    })
    .post(
      "/favourites",
      async ({ body, caller, exchange, set }) => {
        const { favourite, credits } = await favourites.add(caller.accountId, body.prompt);
        exchange.credits = credits;
        set.status = 201;
        return favourite;
      },
      {
        auth: "gradients:write",
        limit: "gradients",
        cost: ["gradientFavourite"],
        detail: { summary: "Store a favourite prompt" },
        body: Closed({ prompt: t.String({ minLength: 1, maxLength: 2000 }) }),
        response: { 201: Favourite },
      },
    )
    .delete(
      "/favourites/:id",
      async ({ params, caller, set }) => {
        await favourites.remove(caller.accountId, params.id);
        set.status = 204;
      },
      {
        auth: "gradients:write",
        detail: { summary: "Delete a favourite prompt" },
        params: Closed({ id: t.String({ format: "uuid" }) }),
        response: { 204: t.Void() },
      },
    );
