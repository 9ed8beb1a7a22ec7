import type { AnyElysia } from "elysia";
import { ownerAccount } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { Limit } from "vireo/limits";
import { type Exchange, getExchange } from "vireo/request";
import type { Auth } from "./auth";
import { readLink, takeLink } from "./links";
import type { Presenter } from "./me";
import { hashPassword } from "./passwords";
import { Accept, Link, LinkFacts, Me, Reset, SetUp, SignIn } from "./schema";
import { addPerson, isSetUp, lockAdmins, type PeopleStore } from "./store";

export interface Quotas {
  perAddress: Limit;
  perEmail: Limit;
}

interface Parts extends Quotas {
  db: Database;
  auth: Auth;
  store: PeopleStore;
  present: Presenter;
}

/** Adds the routes that open a session: set-up, invitation, sign-in and password reset. */
export const addEntryRoutes = (app: AnyElysia, { db, auth, store, present, perAddress, perEmail }: Parts) => {
  const countAttempt = async (request: Request): Promise<Exchange> => {
    const exchange = getExchange(request);
    await perAddress.take(exchange, exchange.address);
    return exchange;
  };
  return app
    .post(
      "/setup",
      async ({ body, request, set }) => {
        await countAttempt(request);
        await readLink(db, body.token);
        const hash = await hashPassword(body.password);
        const email = body.email.toLowerCase();
        await db.transaction().execute(async (trx) => {
          await lockAdmins(trx);
          if (await isSetUp(trx)) throw new ApiError("link_gone", "Vireo is already set up. Sign in instead.");
          await takeLink(trx, "setup", body.token);
          const owner = await ownerAccount(trx);
          if (!owner) throw new Error("There is no account to set up.");
          await addPerson(trx, { accountId: owner.id, role: "admin", name: body.name, email, hash });
          await trx.deleteFrom("people_links").where("purpose", "=", "setup").execute();
        });
        set.status = 201;
        return present(await auth.signIn(request, email, body.password), set);
      },
      { body: SetUp, response: { 201: Me } },
    )
    .post(
      "/accept",
      async ({ body, request, set }) => {
        await countAttempt(request);
        await readLink(db, body.token);
        const hash = await hashPassword(body.password);
        const { email } = await db.transaction().execute(async (trx) => {
          const invited = await takeLink(trx, "invitation", body.token);
          const { account_id: accountId, email, role } = invited;
          if (!accountId || !email || !role) throw new Error(`The invitation ${invited.id} is incomplete.`);
          return addPerson(trx, { accountId, role, name: body.name, email, hash });
        });
        set.status = 201;
        return present(await auth.signIn(request, email, body.password), set);
      },
      { body: Accept, response: { 201: Me } },
    )
    .post(
      "/reset",
      async ({ body, request, set }) => {
        await countAttempt(request);
        const { email } = await db.transaction().execute(async (trx) => {
          const link = await takeLink(trx, "reset", body.token);
          if (!link.person_id) throw new Error(`The link ${link.id} has no person.`);
          return store.setPassword(trx, link.person_id, body.password);
        });
        await perEmail.reset(email);
        return present(await auth.signIn(request, email, body.password), set);
      },
      { body: Reset, response: { 200: Me } },
    )
    .post(
      "/link",
      async ({ body, request }) => {
        await countAttempt(request);
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
        const exchange = await countAttempt(request);
        // Count before trying, so parallel attempts cannot exceed the limit. Unknown addresses count too.
        await perEmail.take(exchange, email);
        const session = await auth.signIn(request, email, body.password);
        await perEmail.reset(email);
        return present(session, set);
      },
      { body: SignIn, response: { 200: Me } },
    );
};
