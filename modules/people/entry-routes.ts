import type { AnyElysia } from "elysia";
import { ownerAccount } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { Limit } from "vireo/limits";
import { type Exchange, getExchange } from "vireo/request";
import type { Auth } from "./auth";
import { readLink, takeLink } from "./links";
import type { Answer } from "./me";
import { hashPassword } from "./passwords";
import { Accept, Link, LinkFacts, Me, Reset, SetUp, SignIn } from "./schema";
import { addPerson, isSetUp, lockAdmins, type Store } from "./store";

export interface Quotas {
  perAddress: Limit;
  perEmail: Limit;
}

interface Parts extends Quotas {
  db: Database;
  auth: Auth;
  store: Store;
  answer: Answer;
}

/** The ways in: the set-up link, an invitation, a password, a link for a new password. */
export const addEntryRoutes = (app: AnyElysia, { db, auth, store, answer, perAddress, perEmail }: Parts) => {
  const counted = async (request: Request): Promise<Exchange> => {
    const exchange = getExchange(request);
    await perAddress.take(exchange, exchange.address);
    return exchange;
  };
  return app
    .post(
      "/setup",
      async ({ body, request, set }) => {
        await counted(request);
        await readLink(db, body.token);
        const hash = await hashPassword(body.password);
        const email = body.email.toLowerCase();
        await db.transaction().execute(async (trx) => {
          await lockAdmins(trx);
          if (await isSetUp(trx)) throw new ApiError("link_gone", "Vireo is set up already. Sign in instead.");
          await takeLink(trx, "setup", body.token);
          const owner = await ownerAccount(trx);
          if (!owner) throw new Error("There is no account to set up.");
          await addPerson(trx, { accountId: owner.id, role: "admin", name: body.name, email, hash });
          await trx.deleteFrom("people_links").where("purpose", "=", "setup").execute();
        });
        set.status = 201;
        return answer(await auth.signIn(request, email, body.password), set);
      },
      { body: SetUp, response: { 201: Me } },
    )
    .post(
      "/accept",
      async ({ body, request, set }) => {
        await counted(request);
        await readLink(db, body.token);
        const hash = await hashPassword(body.password);
        const { email } = await db.transaction().execute(async (trx) => {
          const invited = await takeLink(trx, "invitation", body.token);
          const { account_id: accountId, email, role } = invited;
          if (!accountId || !email || !role) throw new Error(`The invitation ${invited.id} is not whole.`);
          return addPerson(trx, { accountId, role, name: body.name, email, hash });
        });
        set.status = 201;
        return answer(await auth.signIn(request, email, body.password), set);
      },
      { body: Accept, response: { 201: Me } },
    )
    .post(
      "/reset",
      async ({ body, request, set }) => {
        await counted(request);
        const { email } = await db.transaction().execute(async (trx) => {
          const link = await takeLink(trx, "reset", body.token);
          if (!link.person_id) throw new Error(`The link ${link.id} is nobody's.`);
          return store.setPassword(trx, link.person_id, body.password);
        });
        await perEmail.reset(email);
        return answer(await auth.signIn(request, email, body.password), set);
      },
      { body: Reset, response: { 200: Me } },
    )
    .post(
      "/link",
      async ({ body, request }) => {
        await counted(request);
        const { purpose, role, email, account, expires_at } = await readLink(db, body.token);
        return {
          purpose,
          expiresAt: expires_at.getTime(),
          ...(email ? { email } : {}),
          ...(role ? { role } : {}),
          ...(account ? { account } : {}),
        };
      },
      { body: Link, response: { 200: LinkFacts } },
    )
    .post(
      "/sign-in",
      async ({ body, request, set }) => {
        const email = body.email.toLowerCase();
        const exchange = await counted(request);
        // Counted before it is tried, so that many at once are no way around; known addresses and unknown ones alike.
        await perEmail.take(exchange, email);
        const opened = await auth.signIn(request, email, body.password);
        await perEmail.reset(email);
        return answer(opened, set);
      },
      { body: SignIn, response: { 200: Me } },
    );
};
