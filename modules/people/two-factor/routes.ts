import { Type } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import { Closed, Nothing, Text } from "vireo/schema";
import type { Attempts } from "../attempts";
import { checkOwnPassword } from "../own-password";
import type { SignedIn } from "../signed-in";
import type { PeopleStore } from "../store";
import type { TwoFactor } from "./two-factor";

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

interface Parts {
  attempts: Attempts;
  store: PeopleStore;
  signedIn: SignedIn;
  twoFactor: TwoFactor;
}

/** Adds the routes for turning two-factor authentication on and off. */
export const addTwoFactorRoutes = (app: AnyElysia, { attempts, store, signedIn, twoFactor }: Parts) => {
  /** Counts an attempt with a code, before `use` checks it. */
  async function withCode<T>(request: Request, use: (person: Awaited<ReturnType<typeof store.find>>) => Promise<T>) {
    const { personId, keyId } = await signedIn.require(request);
    const attempt = await attempts.countOwnCode(request, personId);
    const result = await use(await store.find(personId));
    await attempt.succeeded();
    return { result, personId, sessionId: keyId };
  }
  return app
    .get(
      "/methods",
      async ({ request }) => {
        const { personId } = await signedIn.require(request);
        const [methods] = await store.listSignInMethods([personId]);
        const { password = false, oidc = false, twoFactor: isOn = false } = methods ?? {};
        return { password, oidc, twoFactor: isOn, recoveryCodes: await twoFactor.countRecoveryCodes(personId) };
      },
      { response: { 200: SignInMethods } },
    )
    .post(
      "/two-factor",
      async ({ body, request, set }) => {
        const { personId } = await signedIn.require(request);
        const own = { personId, password: body.password, field: "password" };
        const attempt = await checkOwnPassword({ attempts, store }, request, own);
        await attempt.succeeded();
        set.status = 201;
        return twoFactor.begin(await store.find(personId));
      },
      { body: Begin, response: { 201: Secret } },
    )
    .post(
      "/two-factor/confirm",
      async ({ body, request }) => {
        const { result, personId, sessionId } = await withCode(request, (person) =>
          twoFactor.confirm(person, body.code),
        );
        // Earlier sessions were opened without the second factor.
        await store.endSessions(personId, { not: sessionId });
        return { recoveryCodes: result };
      },
      { body: Code, response: { 200: RecoveryCodes } },
    )
    .post(
      "/two-factor/recovery-codes",
      async ({ body, request }) => {
        const { result } = await withCode(request, (person) => twoFactor.renewRecoveryCodes(person, body.code));
        return { recoveryCodes: result };
      },
      { body: Code, response: { 200: RecoveryCodes } },
    )
    .post(
      "/two-factor/off",
      async ({ body, request, set }) => {
        await withCode(request, (person) => twoFactor.turnOff(person, body.code));
        set.status = 204;
      },
      { body: Code, response: { 204: Nothing } },
    );
};
