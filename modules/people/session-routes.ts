import type { AnyElysia } from "elysia";
import { readNamedAccount } from "vireo/access";
import { ApiError } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { Nothing } from "vireo/schema";
import { checkOwnPassword } from "./attempts";
import { getEnd, getMaxMs } from "./auth";
import type { People } from "./context";
import { parseSessionCookie } from "./cookie";
import { requirePerson } from "./identify";
import { presentMe } from "./me";
import type { SessionRow } from "./migrations";
import { ChangePassword, Me, Sessions } from "./schema";
import type { Settings } from "./settings";
import { openSession } from "./sign-in";
import { endSessions, setPassword } from "./store";

const MAX_LISTED = 100;

export const presentSession = (row: SessionRow, settings: Settings) => ({
  sessionId: row.id,
  address: row.ip_address ?? undefined,
  userAgent: row.user_agent ?? undefined,
  createdAt: row.created_at.getTime(),
  expiresAt: getEnd({ expiresAt: row.expires_at, createdAt: row.created_at }, settings).getTime(),
});

/** Adds the routes for signed-in people: profile, sign-out, password and sessions. */
export const addSessionRoutes = (app: AnyElysia, people: People) => {
  const { db, access, settings, auth } = people;
  return app
    .get(
      "/me",
      async ({ request, set }) => {
        await requirePerson(people, request);
        const session = await auth.getCurrent(request, true);
        if (!session) throw new ApiError("signed_out");
        return presentMe(people, session, session.cookie ? [session.cookie] : [], set, readNamedAccount(request));
      },
      { response: { 200: Me } },
    )
    .post(
      "/sign-out",
      async ({ request, set }) => {
        const cookie = await auth.signOut(request);
        if (cookie) set.headers["set-cookie"] = cookie;
        const session = parseSessionCookie(request);
        if (session) await access.forget(db, [session.hash]);
        set.status = 204;
      },
      { response: { 204: Nothing } },
    )
    .post(
      "/password",
      async ({ body, request, set }) => {
        const { personId } = await requirePerson(people, request);
        const { currentPassword: password, newPassword } = body;
        const own = { personId, password, field: "currentPassword" };
        const attempt = await checkOwnPassword(people, request, own);
        const person = await db.transaction().execute((trx) => setPassword(people, trx, personId, newPassword));
        const { session, cookies } = await openSession(people, request, person);
        const me = await presentMe(people, session, cookies, set);
        await attempt.succeeded();
        return me;
      },
      { body: ChangePassword, response: { 200: Me } },
    )
    .get(
      "/sessions",
      async ({ request }) => {
        const { personId, sessionId } = await requirePerson(people, request);
        const rows = await db
          .selectFrom("people_sessions")
          .selectAll()
          .where("person_id", "=", personId)
          .where("expires_at", ">", fromNow())
          .where("created_at", ">", fromNow(-getMaxMs(settings)))
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(MAX_LISTED)
          .execute();
        return { sessions: rows.map((row) => ({ ...presentSession(row, settings), current: row.id === sessionId })) };
      },
      { response: { 200: Sessions } },
    )
    .delete(
      "/sessions",
      async ({ request, set }) => {
        const { personId, sessionId } = await requirePerson(people, request);
        await endSessions(people, personId, { not: sessionId });
        set.status = 204;
      },
      { response: { 204: Nothing } },
    )
    .delete(
      "/sessions/:sessionId",
      async ({ params, request, set }) => {
        const { personId } = await requirePerson(people, request);
        const { sessionId } = params;
        const ended = isUuid(sessionId) ? await endSessions(people, personId, { id: sessionId }) : 0;
        if (ended === 0) throw new ApiError("not_found", "Session not found.");
        set.status = 204;
      },
      { response: { 204: Nothing } },
    );
};
