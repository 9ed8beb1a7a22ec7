import type { AnyElysia } from "elysia";
import { ownerAccount } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { Context } from "vireo/module";
import { Nothing } from "vireo/schema";
import type { Attempts } from "./attempts";
import type { Auth } from "./auth";
import type { Devices } from "./devices";
import { readLink, takeLink } from "./links";
import type { Presenter } from "./me";
import { hashPassword } from "./passwords";
import { Accept, Forgotten, Link, LinkFacts, Me, Reset, SetUp, SignIn } from "./schema";
import { addPerson, isSetUp, lockAdmins, type PeopleStore } from "./store";

/** The response that a route prepares. */
interface Headed {
  headers: Record<string, string | number>;
}

interface Parts {
  db: Database;
  audit: Context["audit"];
  auth: Auth;
  store: PeopleStore;
  present: Presenter;
  attempts: Attempts;
  devices: Devices;
  /** Sends a reset link by mail, if somebody has the address. */
  forget(email: string): Promise<void>;
}

/** Adds the routes that open a session: set-up, invitation, sign-in and password reset. */
export const addEntryRoutes = (
  app: AnyElysia,
  { db, audit, auth, store, present, attempts, devices, forget }: Parts,
) => {
  /** Opens a session, and remembers the device. */
  async function open(request: Request, email: string, password: string, set: Headed) {
    const session = await auth.signIn(request, email, password);
    const me = await present(session, set);
    const device = await devices.remember(request, session.current.personId);
    set.headers["set-cookie"] = [session.cookie, device].filter((cookie) => cookie !== undefined) as never;
    return me;
  }
  return app
    .post(
      "/setup",
      async ({ body, request, set }) => {
        await attempts.countLink(request);
        await readLink(db, body.token);
        const hash = await hashPassword(body.password);
        const email = body.email.toLowerCase();
        await db.transaction().execute(async (trx) => {
          await lockAdmins(trx);
          if (await isSetUp(trx)) throw new ApiError("link_gone", "Vireo is already set up. Sign in instead.");
          await takeLink(trx, "setup", body.token);
          const owner = await ownerAccount(trx);
          if (!owner) throw new Error("There is no account to set up.");
          await addPerson(trx, audit, { accountId: owner.id, role: "admin", name: body.name, email, hash });
          await trx.deleteFrom("people_links").where("purpose", "=", "setup").execute();
        });
        set.status = 201;
        return open(request, email, body.password, set);
      },
      { body: SetUp, response: { 201: Me } },
    )
    .post(
      "/accept",
      async ({ body, request, set }) => {
        await attempts.countLink(request);
        await readLink(db, body.token);
        const hash = await hashPassword(body.password);
        const { email } = await db.transaction().execute(async (trx) => {
          const invited = await takeLink(trx, "invitation", body.token);
          const { account_id: accountId, email, role } = invited;
          if (!accountId || !email || !role) throw new Error(`The invitation ${invited.id} is incomplete.`);
          return addPerson(trx, audit, { accountId, role, name: body.name, email, hash });
        });
        set.status = 201;
        return open(request, email, body.password, set);
      },
      { body: Accept, response: { 201: Me } },
    )
    .post(
      "/reset",
      async ({ body, request, set }) => {
        await attempts.countLink(request);
        const { email } = await db.transaction().execute(async (trx) => {
          const link = await takeLink(trx, "reset", body.token);
          if (!link.person_id) throw new Error(`The link ${link.id} has no person.`);
          return store.setPassword(trx, link.person_id, body.password);
        });
        await attempts.reset(request, email);
        return open(request, email, body.password, set);
      },
      { body: Reset, response: { 200: Me } },
    )
    .post(
      "/forgotten",
      async ({ body, request, set }) => {
        const email = body.email.toLowerCase();
        await attempts.countForgotten(request, email);
        await forget(email);
        set.status = 202;
      },
      { body: Forgotten, response: { 202: Nothing } },
    )
    .post(
      "/link",
      async ({ body, request }) => {
        await attempts.countLink(request);
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
        // Count before trying, so parallel attempts cannot exceed the limit. Unknown addresses count too.
        const attempt = await attempts.countSignIn(request, email);
        const me = await open(request, email, body.password, set);
        await attempt.succeeded();
        return me;
      },
      { body: SignIn, response: { 200: Me } },
    );
};
