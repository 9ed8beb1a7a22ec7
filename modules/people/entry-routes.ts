import type { AnyElysia } from "elysia";
import { findOwnerAccount, hashPassword, nameOwnerAccount } from "vireo/access";
import { ApiError } from "vireo/errors";
import { Nothing } from "vireo/schema";
import { countForgotten, countLink, countSignIn, resetAttempts } from "./attempts";
import type { People } from "./context";
import { normalizeEmail } from "./email";
import { readLink, takeLink } from "./links";
import { presentSignIn } from "./me";
import { Accept, CodeRequired, Forgotten, Link, LinkFacts, Me, Reset, SetUp, SignIn } from "./schema";
import { signIn, signInWithCode } from "./sign-in";
import { addPerson, checkPassword, isSetUp, lockAdmins, setPassword } from "./store";
import { Code } from "./two-factor/routes";

/** Adds the routes that open a session: set-up, invitation, sign-in and password reset. */
export const addEntryRoutes = (app: AnyElysia, people: People) => {
  const { db, jobs, services } = people;
  return app
    .post(
      "/setup",
      async ({ body, request, set }) => {
        await countLink(people, request);
        await readLink(db, body.token);
        const hash = await hashPassword(body.password);
        const email = normalizeEmail(body.email);
        const person = await db.transaction().execute(async (trx) => {
          await lockAdmins(trx);
          if (await isSetUp(trx)) throw new ApiError("link_gone", "Vireo is already set up. Sign in instead.");
          await takeLink(trx, "setup", body.token);
          const owner = await findOwnerAccount(trx);
          if (!owner) throw new Error("There is no account to set up.");
          await nameOwnerAccount(trx, owner.id, body.workspace ?? `${body.name}'s workspace`);
          await trx.deleteFrom("people_links").where("purpose", "=", "setup").execute();
          return addPerson(people, trx, { accountId: owner.id, role: "admin", name: body.name, email, hash });
        });
        set.status = 201;
        return presentSignIn(people, await signIn(people, request, person), set);
      },
      { body: SetUp, response: { 201: Me } },
    )
    .post(
      "/accept",
      async ({ body, request, set }) => {
        await countLink(people, request);
        await readLink(db, body.token);
        const hash = await hashPassword(body.password);
        const person = await db.transaction().execute(async (trx) => {
          const invited = await takeLink(trx, "invitation", body.token);
          const { account_id: accountId, email, role } = invited;
          if (!accountId || !email || !role) throw new Error(`The invitation ${invited.id} is incomplete.`);
          return addPerson(people, trx, { accountId, role, name: body.name, email, hash });
        });
        set.status = 201;
        return presentSignIn(people, await signIn(people, request, person), set);
      },
      { body: Accept, response: { 201: Me } },
    )
    .post(
      "/reset",
      async ({ body, request, set }) => {
        await countLink(people, request);
        const person = await db.transaction().execute(async (trx) => {
          const link = await takeLink(trx, "reset", body.token);
          if (!link.person_id) throw new Error(`The link ${link.id} has no person.`);
          return setPassword(people, trx, link.person_id, body.password);
        });
        await resetAttempts(people, request, person.email);
        return presentSignIn(people, await signIn(people, request, person), set);
      },
      { body: Reset, response: { 200: Me, 202: CodeRequired } },
    )
    .post(
      "/forgotten",
      async ({ body, request, set }) => {
        const email = normalizeEmail(body.email);
        await countForgotten(people, request, email);
        // A new link replaces the last one, which an administrator may have given out.
        if (services.mail?.isConfigured)
          await db.transaction().execute((trx) => jobs.send(trx, "forgotten", email, { email }));
        set.status = 202;
      },
      { body: Forgotten, response: { 202: Nothing } },
    )
    .post(
      "/link",
      async ({ body, request }) => {
        await countLink(people, request);
        const { purpose, role, email, account, expires_at, isKnown } = await readLink(db, body.token);
        return {
          purpose,
          expiresAt: expires_at.getTime(),
          email: email || undefined,
          role: role || undefined,
          account: account || undefined,
          known: purpose === "invitation" ? Boolean(isKnown) : undefined,
        };
      },
      { body: Link, response: { 200: LinkFacts } },
    )
    .post(
      "/sign-in",
      async ({ body, request, set }) => {
        const email = normalizeEmail(body.email);
        // Count before checking, so that parallel attempts cannot exceed the limit. Unknown addresses count too.
        const attempt = await countSignIn(people, request, email);
        const person = await checkPassword(people, email, body.password);
        const response = await presentSignIn(people, await signIn(people, request, person), set);
        await attempt.succeeded();
        return response;
      },
      { body: SignIn, response: { 200: Me, 202: CodeRequired } },
    )
    .post(
      "/sign-in/code",
      async ({ body, request, set }) => presentSignIn(people, await signInWithCode(people, request, body.code), set),
      { body: Code, response: { 200: Me } },
    );
};
