import { type KeyRow, type RoleName, requireScope } from "vireo/access";
import { ApiError, invalid, notFound } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { listPage } from "vireo/list";
import type { Caller } from "vireo/request";
import type { Router } from "vireo/router";
import { Nothing, PageQuery } from "vireo/schema";
import { getMaxMs } from "./auth";
import type { People } from "./context";
import { normalizeEmail } from "./email";
import { invite, revokeInvitation } from "./invitations";
import { findMember, findUsualAccount, listWorkspaces, selectMembers } from "./memberships";
import type { LinkRow, MemberRow } from "./migrations";
import { createResetLink } from "./reset";
import {
  CreateInvitation,
  Invitations,
  PatchPerson,
  People as PeopleList,
  PeopleQuery,
  Person,
  PersonKeys,
  PersonSessions,
  ResetLink,
  SetRole,
  ShownInvitation,
  toRole,
  UpdatedPerson,
} from "./schema";
import { presentSession } from "./session-routes";
import {
  changeMember,
  getPerson,
  listSignInMethods,
  removeMember,
  removePerson,
  signOutPerson,
  unlinkPerson,
} from "./store";
import { removeTwoFactor } from "./two-factor/two-factor";

type SignInMethods = Awaited<ReturnType<typeof listSignInMethods>>;
type Workspaces = Awaited<ReturnType<typeof listWorkspaces>>;

const presentPerson = (row: MemberRow, methods: SignInMethods, workspaces: Workspaces) => ({
  personId: row.id,
  accountId: row.account_id,
  name: row.name,
  email: row.email,
  role: row.role,
  workspaces: workspaces
    .filter(({ personId }) => personId === row.id)
    .map(({ accountId, name, role }) => ({ accountId, name, role })),
  signIn: pickSignIn(methods.find(({ id }) => id === row.id)),
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

const pickSignIn = ({ password = false, oidc = false, twoFactor = false }: Partial<SignInMethods[number]> = {}) => ({
  password,
  oidc,
  twoFactor,
});

/** Presents people with the workspaces that the caller may see: administrators all, managers their own. */
async function presentPeople(people: People, rows: readonly MemberRow[], caller: Caller) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [methods, all] = await Promise.all([listSignInMethods(people, ids), listWorkspaces(people.db, ids)]);
  const workspaces = isAdmin(caller) ? all : all.filter(({ accountId }) => accountId === caller.accountId);
  return rows.map((row) => presentPerson(row, methods, workspaces));
}

const isAdmin = ({ scopes }: Caller): boolean => scopes.has("admin");

/** Returns the only account whose people the caller may see and change. Undefined for administrators. */
const getOwnAccount = (caller: Caller): string | undefined => (isAdmin(caller) ? undefined : caller.accountId);

/** Throws `insufficient_scope` for another account than the caller's own, unless they are an administrator. */
function checkAccount(caller: Caller, accountId: string): string {
  if (accountId !== caller.accountId) requireScope(caller, "admin");
  return accountId;
}

/** Throws `insufficient_scope` for a role that has scopes which the caller lacks. */
function requireRole({ access }: People, caller: Caller, role: RoleName): void {
  for (const scope of access.scopes.ofRole(role)) requireScope(caller, scope);
}

/**
 * Finds a person in the account that a request is about: the caller's own, or for administrators, who see everybody, the
 * one that the person opened last.
 * @throws not_found
 */
async function getPersonFor(people: People, personId: string, caller: Caller): Promise<MemberRow> {
  const own = await findMember(people.db, personId, caller.accountId);
  if (own) return own;
  if (!isAdmin(caller)) throw notFound("person");
  const { account_id } = await getPerson(people, personId);
  return (await findMember(people.db, personId, account_id))!;
}

const presentKey = (row: KeyRow) => ({
  keyId: row.id,
  accountId: row.account_id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes,
  lastUsedAt: row.last_used_at ? row.last_used_at.getTime() : undefined,
  createdAt: row.created_at.getTime(),
});

const presentInvitation = (row: LinkRow) => ({
  invitationId: row.id,
  accountId: row.account_id ?? "",
  email: row.email ?? "",
  role: row.role ?? "",
  expiresAt: row.expires_at.getTime(),
  createdAt: row.created_at.getTime(),
});

/** Adds the routes for managers, who see the people of their account, and administrators, who see those of all. */
export const addPeopleRoutes = (router: Router, people: People) => {
  const { db } = people;
  const present = async (row: MemberRow, caller: Caller) => (await presentPeople(people, [row], caller))[0]!;
  return router
    .get(
      "",
      async ({ query, caller }) => {
        const { accountId = getOwnAccount(caller) } = query;
        if (accountId !== undefined && !isUuid(accountId)) throw invalid("accountId", "Account not found.");
        if (accountId !== undefined) checkAccount(caller, accountId);
        const all = selectMembers(db);
        // Of all accounts, everybody is listed once, in the workspace that they opened last.
        const listed = accountId
          ? all.where("account_id", "=", accountId)
          : all.where((eb) =>
              eb.exists(
                eb
                  .selectFrom("people")
                  .select("id")
                  .whereRef("people.id", "=", "member.id")
                  .whereRef("people.account_id", "=", "member.account_id"),
              ),
            );
        const { rows, pagination } = await listPage(listed, query);
        return { people: await presentPeople(people, rows, caller), pagination };
      },
      {
        auth: "workspace:manage",
        detail: { summary: "List people" },
        query: PeopleQuery,
        response: { 200: PeopleList },
      },
    )
    .post(
      "/invitations",
      async ({ body, caller, set }) => {
        const accountId = checkAccount(caller, body.accountId ?? caller.accountId);
        const role = toRole(body.role ?? "publisher");
        requireRole(people, caller, role);
        const { row, link, isMailed } = await invite(people, { email: normalizeEmail(body.email), accountId, role });
        set.status = 201;
        set.headers.location = `/api/v1/people/invitations/${row.id}`;
        return { ...presentInvitation(row), link, mailed: isMailed };
      },
      {
        auth: "workspace:manage",
        secret: ["link"],
        detail: {
          summary: "Invite a person",
          description:
            "Sends the link by mail if mail is configured (`mailed`). Also returns it, only once, so that you can send it another way. Inviting the same address again replaces the link. People who belong to another account accept after signing in, and switch between their accounts.",
        },
        body: CreateInvitation,
        response: { 201: ShownInvitation },
      },
    )
    .get(
      "/invitations",
      async ({ query, caller }) => {
        const all = db.selectFrom("people_links").where("purpose", "=", "invitation");
        const own = getOwnAccount(caller);
        const open = own === undefined ? all : all.where("account_id", "=", own);
        const { rows, pagination } = await listPage(open, query);
        return { invitations: rows.map(presentInvitation), pagination };
      },
      {
        auth: "workspace:manage",
        detail: { summary: "List pending invitations" },
        query: PageQuery,
        response: { 200: Invitations },
      },
    )
    .delete(
      "/invitations/:invitationId",
      async ({ params, caller, set }) => {
        await revokeInvitation(people, params.invitationId, getOwnAccount(caller));
        set.status = 204;
      },
      { auth: "workspace:manage", detail: { summary: "Revoke an invitation" }, response: { 204: Nothing } },
    )
    .get(
      "/:personId",
      async ({ params, caller }) => present(await getPersonFor(people, params.personId, caller), caller),
      {
        auth: "workspace:manage",
        detail: { summary: "Get a person" },
        response: { 200: Person },
      },
    )
    .patch(
      "/:personId",
      async ({ params: { personId }, body, caller }) => {
        if (Object.keys(body).length === 0) throw invalid("body", "Provide at least one field to change.");
        // The name is the same in all their workspaces.
        if (body.name !== undefined) requireScope(caller, "admin");
        const before = await getPersonFor(people, personId, caller);
        const role = body.role && toRole(body.role);
        for (const each of [before.role, ...(role ? [role] : [])]) requireRole(people, caller, each);
        const isOwn = before.account_id === caller.accountId;
        const accountId = role && !isOwn ? await findUsualAccount(people, personId, role) : before.account_id;
        const { row, revoked } = await changeMember(people, { personId, accountId }, { name: body.name, role });
        return { ...(await present(row, caller)), revokedKeys: revoked.map(presentKey) };
      },
      {
        auth: "workspace:manage",
        detail: {
          summary: "Update a person",
          description:
            "The role is the one in your account, or, for administrators, in the person's only account. Nobody can give a role with scopes that they lack. Lowering a role also revokes the keys that the person created there, which the response lists, and disables their webhooks. Changing the name needs the scope `admin`.",
        },
        body: PatchPerson,
        response: { 200: UpdatedPerson },
      },
    )
    .delete(
      "/:personId",
      async ({ params: { personId }, caller, set }) => {
        const { role, account_id: accountId } = await getPersonFor(people, personId, caller);
        requireRole(people, caller, role);
        const isElsewhere = !isAdmin(caller) && (await listWorkspaces(db, [personId])).length > 1;
        await (isElsewhere ? removeMember(people, { personId, accountId }) : removePerson(people, personId));
        set.status = 204;
      },
      {
        auth: "workspace:manage",
        detail: {
          summary: "Remove a person",
          description:
            "Ends the person's sessions, revokes the keys they created and the keys created with these, and disables their webhooks. List these keys beforehand with GET /people/{personId}/created/keys. Without the scope `admin`, people who belong to other accounts too are removed from yours only.",
          "x-errors": [409],
        } as object,
        response: { 204: Nothing },
      },
    )
    .put(
      "/:personId/workspaces/:accountId",
      async ({ params: { personId, accountId }, body, caller }) => {
        if (!isUuid(accountId)) throw notFound("account");
        await getPerson(people, personId);
        const account = db.selectFrom("accounts").select("id").where("id", "=", accountId);
        if (!(await account.executeTakeFirst())) throw notFound("account");
        const { row, revoked } = await changeMember(people, { personId, accountId }, { role: toRole(body.role) });
        return { ...(await present(row, caller)), revokedKeys: revoked.map(presentKey) };
      },
      {
        auth: "admin",
        detail: {
          operationId: "setPersonWorkspace",
          summary: "Add a person to an account",
          description:
            "If they already belong to the account, changes their role there. People with several accounts switch between them in the dashboard.",
        } as object,
        body: SetRole,
        response: { 200: UpdatedPerson },
      },
    )
    .delete(
      "/:personId/workspaces/:accountId",
      async ({ params: { personId, accountId }, set }) => {
        await removeMember(people, { personId, accountId });
        set.status = 204;
      },
      {
        auth: "admin",
        detail: {
          operationId: "deletePersonWorkspace",
          summary: "Remove a person from an account",
          description:
            "Revokes the keys that they created there and disables their webhooks. The only account of a person cannot be removed.",
          "x-errors": [409],
        } as object,
        response: { 204: Nothing },
      },
    )
    .get(
      "/:personId/created/keys",
      async ({ params, query, caller }) => {
        const { id } = await getPersonFor(people, params.personId, caller);
        const all = db.selectFrom("api_keys").where("created_by_person", "=", id).where("revoked_at", "is", null);
        const own = getOwnAccount(caller);
        const live = own === undefined ? all : all.where("account_id", "=", own);
        const { rows, pagination } = await listPage(live, query);
        return { keys: rows.map(presentKey), pagination };
      },
      {
        auth: "workspace:manage",
        detail: {
          operationId: "listPersonKeys",
          summary: "List the keys that a person created",
          description:
            "Keys that would be revoked if the person were removed, including those created with these keys.",
        } as object,
        query: PageQuery,
        response: { 200: PersonKeys },
      },
    )
    .post(
      "/:personId/password/reset",
      async ({ params, set }) => {
        const { email } = await getPerson(people, params.personId);
        const { row, link } = await createResetLink(people, email);
        set.status = 201;
        return { link, expiresAt: row.expires_at.getTime() };
      },
      {
        auth: "admin",
        secret: ["link"],
        detail: {
          operationId: "resetPassword",
          summary: "Create a password reset link",
          description:
            "Returns a link that is shown only once. The current password stays valid until the link is used. Earlier links stop working.",
        } as object,
        response: { 201: ResetLink },
      },
    );
};

/** Adds the routes for administrators to view and end sign-in methods and sessions. */
export const addPersonSignInRoutes = (router: Router, people: People) =>
  router
    .get(
      "/:personId/sign-in/sessions",
      async ({ params, query }) => {
        const { id } = await getPerson(people, params.personId);
        const open = people.db
          .selectFrom("people_sessions")
          .where("person_id", "=", id)
          .where("expires_at", ">", fromNow())
          .where("created_at", ">", fromNow(-getMaxMs(people.settings)));
        const { rows, pagination } = await listPage(open, query);
        return { sessions: rows.map((row) => presentSession(row, people.settings)), pagination };
      },
      {
        auth: "admin",
        detail: { operationId: "listPersonSessions", summary: "List the sessions of a person" } as object,
        query: PageQuery,
        response: { 200: PersonSessions },
      },
    )
    .delete(
      "/:personId/sign-in/sessions",
      async ({ params, set }) => {
        await signOutPerson(people, await getPerson(people, params.personId));
        set.status = 204;
      },
      {
        auth: "admin",
        detail: {
          operationId: "clearPersonSessions",
          summary: "End all sessions of a person",
          description:
            "Takes effect immediately, on every server. Their API keys keep working, and they can sign in again.",
        } as object,
        response: { 204: Nothing },
      },
    )
    .delete(
      "/:personId/sign-in/sessions/:sessionId",
      async ({ params, set }) => {
        const person = await getPerson(people, params.personId);
        if ((await signOutPerson(people, person, params.sessionId)) === 0) {
          throw new ApiError("not_found", "Session not found.");
        }
        set.status = 204;
      },
      {
        auth: "admin",
        detail: { operationId: "deletePersonSession", summary: "End a session of a person" } as object,
        response: { 204: Nothing },
      },
    )
    .delete(
      "/:personId/sign-in/two-factor",
      async ({ params, set }) => {
        await removeTwoFactor(people, await getPerson(people, params.personId));
        set.status = 204;
      },
      {
        auth: "admin",
        detail: {
          operationId: "removeTwoFactor",
          summary: "Turn off the two-factor authentication of a person",
          description: "For people who have lost their authenticator app and their recovery codes.",
        } as object,
        response: { 204: Nothing },
      },
    )
    .delete(
      "/:personId/sign-in/provider",
      async ({ params, set }) => {
        await unlinkPerson(people, await getPerson(people, params.personId));
        set.status = 204;
      },
      {
        auth: "admin",
        detail: {
          operationId: "unlinkPerson",
          summary: "Unlink a person from the OpenID Connect provider",
          description:
            "Ends the person's sessions. The next sign-in at the provider with their verified email address is linked to them. Use this if the provider has given them a new identity.",
        } as object,
        response: { 204: Nothing },
      },
    );
