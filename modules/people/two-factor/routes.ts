import { Type } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import { Closed, Nothing, Text } from "vireo/schema";
import { checkOwnPassword, countOwnCode } from "../attempts";
import type { People } from "../context";
import { requirePerson } from "../identify";
import type { PersonRow } from "../migrations";
import { endSessions, getPerson, listSignInMethods } from "../store";
import {
  beginTwoFactor,
  confirmTwoFactor,
  countRecoveryCodes,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from "./two-factor";

/** Leaves room for spaces and hyphens. */
const code = Text({ minLength: 1, maxLength: 40, description: "Code of the authenticator app, or a recovery code." });
export const Code = Closed({ code });
const Begin = Closed({ password: Type.Optional(Text({ minLength: 1, maxLength: 128 })) });
const Secret = Closed({ secret: Type.String(), uri: Type.String() });
const RecoveryCodes = Closed({ recoveryCodes: Type.Array(Type.String()) });
const SignInMethods = Closed({
  password: Type.Boolean(),
  oidc: Type.Boolean(),
  twoFactor: Type.Boolean(),
  recoveryCodes: Type.Integer(),
});

/** Counts an attempt with a code of the signed-in person, before `use` checks it. */
async function useCode<T>(people: People, request: Request, use: (person: PersonRow) => Promise<T>) {
  const { personId, sessionId } = await requirePerson(people, request);
  const attempt = await countOwnCode(people, request, personId);
  const result = await use(await getPerson(people, personId));
  await attempt.succeeded();
  return { result, personId, sessionId };
}

/** Adds the routes for turning two-factor authentication on and off. */
export const addTwoFactorRoutes = (app: AnyElysia, people: People) =>
  app
    .get(
      "/methods",
      async ({ request }) => {
        const { personId } = await requirePerson(people, request);
        const [methods] = await listSignInMethods(people, [personId]);
        const { password = false, oidc = false, twoFactor: isOn = false } = methods ?? {};
        return { password, oidc, twoFactor: isOn, recoveryCodes: await countRecoveryCodes(people, personId) };
      },
      { response: { 200: SignInMethods } },
    )
    .post(
      "/two-factor",
      async ({ body, request, set }) => {
        const { personId } = await requirePerson(people, request);
        const own = { personId, password: body.password, field: "password" };
        const attempt = await checkOwnPassword(people, request, own);
        await attempt.succeeded();
        set.status = 201;
        return beginTwoFactor(people, await getPerson(people, personId));
      },
      { body: Begin, response: { 201: Secret } },
    )
    .post(
      "/two-factor/confirm",
      async ({ body, request }) => {
        const { result, personId, sessionId } = await useCode(people, request, (person) =>
          confirmTwoFactor(people, person, body.code),
        );
        // Earlier sessions were opened without the second factor.
        await endSessions(people, personId, { not: sessionId });
        return { recoveryCodes: result };
      },
      { body: Code, response: { 200: RecoveryCodes } },
    )
    .post(
      "/two-factor/recovery-codes",
      async ({ body, request }) => {
        const { result } = await useCode(people, request, (person) => renewRecoveryCodes(people, person, body.code));
        return { recoveryCodes: result };
      },
      { body: Code, response: { 200: RecoveryCodes } },
    )
    .post(
      "/two-factor/off",
      async ({ body, request, set }) => {
        await useCode(people, request, (person) => turnOffTwoFactor(people, person, body.code));
        set.status = 204;
      },
      { body: Code, response: { 204: Nothing } },
    );
