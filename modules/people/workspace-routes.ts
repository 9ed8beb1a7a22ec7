import type { AnyElysia } from "elysia";
import type { Membership } from "vireo/access";
import { ApiError, notFound } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { Nothing } from "vireo/schema";
import { countLink } from "./attempts";
import type { People } from "./context";
import { requirePerson } from "./identify";
import { readLink, takeLink } from "./links";
import { presentMe } from "./me";
import { findMember, listWorkspaces, selectWorkspace } from "./memberships";
import { Link, Me, Workspaces } from "./schema";
import { changeMemberIn, removeMember } from "./store";

/** Adds the routes with which signed-in people list, open, join and leave workspaces. */
export const addWorkspaceRoutes = (app: AnyElysia, people: People) => {
  const { db, auth } = people;
  /** Returns `Me` in a workspace, which is opened first the next time. */
  const open = async (request: Request, { personId, accountId }: Membership, set: Parameters<typeof presentMe>[3]) => {
    const session = await auth.getCurrent(request, false);
    if (!session) throw new ApiError("signed_out");
    const me = await presentMe(people, session, [], set, accountId);
    await selectWorkspace(db, personId, accountId);
    return me;
  };
  return app
    .get(
      "/workspaces",
      async ({ request }) => {
        const { personId } = await requirePerson(people, request);
        const rows = await listWorkspaces(db, [personId]);
        return {
          workspaces: rows.map(({ accountId, name, color, picture, role, isSuspended }) => ({
            accountId,
            name,
            color: color ?? undefined,
            picture: picture ?? undefined,
            role,
            status: isSuspended ? "suspended" : "active",
          })),
        };
      },
      { response: { 200: Workspaces } },
    )
    .post(
      "/workspaces/:accountId/select",
      async ({ params: { accountId }, request, set }) => {
        const { personId } = await requirePerson(people, request);
        if (!(await findMember(db, personId, accountId))) throw notFound("workspace");
        return open(request, { personId, accountId }, set);
      },
      { response: { 200: Me } },
    )
    .post(
      "/join",
      async ({ body, request, set }) => {
        await countLink(people, request);
        const { personId } = await requirePerson(people, request);
        const { email: invited } = await readLink(db, body.token);
        const { email: own } = await db
          .selectFrom("people")
          .select("email")
          .where("id", "=", personId)
          .executeTakeFirstOrThrow(() => new ApiError("signed_out"));
        if (invited !== own) throw new ApiError("conflict", `This invitation is for ${invited}. You are ${own}.`);
        const accountId = await join(people, personId, body.token);
        set.status = 201;
        return open(request, { personId, accountId }, set);
      },
      { body: Link, response: { 201: Me } },
    )
    .delete(
      "/workspaces/:accountId",
      async ({ params: { accountId }, request, set }) => {
        const { personId } = await requirePerson(people, request);
        if (!isUuid(accountId)) throw notFound("workspace");
        await removeMember(people, { personId, accountId });
        set.status = 204;
      },
      { response: { 204: Nothing } },
    );
};

/** Accepts an invitation. Returns the account. */
const join = (people: People, personId: string, token: string): Promise<string> =>
  people.db.transaction().execute(async (trx) => {
    const { id, account_id: accountId, role } = await takeLink(trx, "invitation", token);
    if (!accountId || !role) throw new Error(`The invitation ${id} is incomplete.`);
    await changeMemberIn(people, trx, { personId, accountId }, { role });
    return accountId;
  });
