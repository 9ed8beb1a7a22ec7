import type { KeyRow } from "vireo/access";
import { ApiError, invalid } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { listPage } from "vireo/list";
import type { Router } from "vireo/router";
import { Nothing, PageQuery } from "vireo/schema";
import { getMaxMs } from "./auth";
import type { People } from "./context";
import { normalizeEmail } from "./email";
import { invite, revokeInvitation } from "./invitations";
import type { LinkRow, PersonRow } from "./migrations";
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
  ShownInvitation,
  toRole,
  UpdatedPerson,
} from "./schema";
import { presentSession } from "./session-routes";
import { getPerson, listSignInMethods, removePerson, signOutPerson, unlinkPerson, updatePerson } from "./store";
import { removeTwoFactor } from "./two-factor/two-factor";

type SignInMethods = Awaited<ReturnType<typeof listSignInMethods>>;

const presentPerson = (row: PersonRow, methods: SignInMethods) => ({
  personId: row.id,
  accountId: row.account_id,
  name: row.name,
  email: row.email,
  role: row.role,
  signIn: pickSignIn(methods.find(({ id }) => id === row.id)),
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

const pickSignIn = ({ password = false, oidc = false, twoFactor = false }: Partial<SignInMethods[number]> = {}) => ({
  password,
  oidc,
  twoFactor,
});

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

/** Adds the routes for administrators, who can access every account. */
export const addPeopleRoutes = (router: Router, people: People) => {
  const { db } = people;
  const present = async (row: PersonRow) => presentPerson(row, await listSignInMethods(people, [row.id]));
  return router
    .get(
      "",
      async ({ query }) => {
        if (query.accountId !== undefined && !isUuid(query.accountId)) {
          throw invalid("accountId", "Account not found.");
        }
        const all = db.selectFrom("people");
        const filtered = query.accountId ? all.where("account_id", "=", query.accountId) : all;
        const { rows, pagination } = await listPage(filtered, query);
        const methods = await listSignInMethods(
          people,
          rows.map(({ id }) => id),
        );
        return { people: rows.map((row) => presentPerson(row, methods)), pagination };
      },
      {
        auth: "admin",
        detail: { summary: "List people" },
        query: PeopleQuery,
        response: { 200: PeopleList },
      },
    )
    .post(
      "/invitations",
      async ({ body, caller, set }) => {
        const { row, link, isMailed } = await invite(people, {
          email: normalizeEmail(body.email),
          accountId: body.accountId ?? caller.accountId,
          role: toRole(body.role ?? "publisher"),
        });
        set.status = 201;
        set.headers.location = `/api/v1/people/invitations/${row.id}`;
        return { ...presentInvitation(row), link, mailed: isMailed };
      },
      {
        auth: "admin",
        secret: ["link"],
        detail: {
          summary: "Invite a person",
          description:
            "Sends the link by mail if mail is configured (`mailed`). Also returns it, only once, so that you can send it another way. Inviting the same address again replaces the link.",
        },
        body: CreateInvitation,
        response: { 201: ShownInvitation },
      },
    )
    .get(
      "/invitations",
      async ({ query }) => {
        const open = db.selectFrom("people_links").where("purpose", "=", "invitation");
        const { rows, pagination } = await listPage(open, query);
        return { invitations: rows.map(presentInvitation), pagination };
      },
      {
        auth: "admin",
        detail: { summary: "List pending invitations" },
        query: PageQuery,
        response: { 200: Invitations },
      },
    )
    .delete(
      "/invitations/:invitationId",
      async ({ params, set }) => {
        await revokeInvitation(people, params.invitationId);
        set.status = 204;
      },
      { auth: "admin", detail: { summary: "Revoke an invitation" }, response: { 204: Nothing } },
    )
    .get("/:personId", async ({ params }) => present(await getPerson(people, params.personId)), {
      auth: "admin",
      detail: { summary: "Get a person" },
      response: { 200: Person },
    })
    .patch(
      "/:personId",
      async ({ params, body }) => {
        if (Object.keys(body).length === 0) throw invalid("body", "Provide at least one field to change.");
        const { role, ...change } = body;
        const update = role ? { ...change, role: toRole(role) } : change;
        const { row, revoked } = await updatePerson(people, params.personId, update);
        return { ...(await present(row)), revokedKeys: revoked.map(presentKey) };
      },
      {
        auth: "admin",
        detail: {
          summary: "Update a person",
          description:
            "Lowering a role also revokes the keys that the person created, which the response lists, and disables their webhooks.",
        },
        body: PatchPerson,
        response: { 200: UpdatedPerson },
      },
    )
    .delete(
      "/:personId",
      async ({ params, set }) => {
        await removePerson(people, params.personId);
        set.status = 204;
      },
      {
        auth: "admin",
        detail: {
          summary: "Remove a person",
          description:
            "Ends the person's sessions, revokes the keys they created and the keys created with these, and disables their webhooks. List these keys beforehand with GET /people/{personId}/created/keys.",
          "x-errors": [409],
        } as object,
        response: { 204: Nothing },
      },
    )
    .get(
      "/:personId/created/keys",
      async ({ params, query }) => {
        const { id } = await getPerson(people, params.personId);
        const live = db.selectFrom("api_keys").where("created_by_person", "=", id).where("revoked_at", "is", null);
        const { rows, pagination } = await listPage(live, query);
        return { keys: rows.map(presentKey), pagination };
      },
      {
        auth: "admin",
        detail: {
          operationId: "listPersonKeys",
          summary: "List the keys that a person created",
          description:
            "Keys in every account that would be revoked if the person were removed, including those created with these keys.",
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
            "Takes effect at once, on every server. Their API keys keep working, and they can sign in again.",
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
