/**
 * The frame of the attacks in this folder: one server with a victim and an attacker, each with an account of their own.
 * A file is one attack, named by what the attacker tries. Each test fails if the attack works.
 *
 *     const target = await startTarget();
 *     const { api } = await target.victim.createKey({ scopes: ["media:read"] });
 *     expectRefusal(await api("POST", "/keys", { name: "x" }), 403);
 */
import { expect } from "bun:test";
import { modules as builtIn } from "#modules/index";
import type { TestClock } from "#sdk/testing/clock";
import { type Answer, type Client, startApp, type TestApp } from "#test/app";
import { endless } from "#test/engines";
import { MINE } from "#test/route-list";

/** Put it into everything private that a test creates for the victim. It must never reach the attacker. */
export const PRIVATE = MINE;

export interface Credential {
  keyId: string;
  key: string;
  api: Client;
}

export interface Side extends Credential {
  accountId: string;
  /** The administrator creates another key of this account. */
  createKey(input?: {
    name?: string;
    scopes?: readonly string[];
    expiresAt?: number;
    apiVersion?: string;
  }): Promise<Credential>;
}

export interface Target extends TestApp {
  victim: Side;
  attacker: Side;
}

type StartApp = Parameters<typeof startApp>;

interface Options {
  config?: StartApp[0];
  /** Default: the built-in modules, with engines that never finish. */
  modules?: StartApp[1];
  /** Rate limits are out of the way, unless RATE_LIMIT_PER_MINUTE is set to "". */
  env?: StartApp[2];
  clock?: TestClock;
}

/** Boots a server to attack. */
export async function startTarget({ config, modules = [...builtIn, endless], env, clock }: Options = {}) {
  const app = await startApp(config, modules, env, clock);
  return { ...app, victim: await openAccount(app), attacker: await openAccount(app) } satisfies Target;
}

async function openAccount(app: TestApp): Promise<Side> {
  const { accountId } = (await app.api("POST", "/accounts", { name: "Somebody", credits: 1000 })).body;
  const createKey: Side["createKey"] = async (input) => {
    const { status, body } = await app.api("POST", "/keys", { name: "key", ...input, accountId });
    if (status !== 201) throw new Error(`No key could be created: ${JSON.stringify(body)}`);
    return { keyId: body.keyId, key: body.key, api: app.as(body.key) };
  };
  return { accountId, createKey, ...(await createKey()) };
}

/** Expects this status, and a response that says nothing private. */
export function expectRefusal(answer: Answer, status: number, secrets: readonly string[] = []): void {
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ status })]);
  expectNoLeak(answer, secrets);
}

/** Expects that a response contains neither the marker nor one of these secrets. */
export function expectNoLeak({ headers, body }: Answer, secrets: readonly string[] = []): void {
  const text = JSON.stringify([[...headers], body]);
  for (const secret of [PRIVATE, ...secrets]) expect(text).not.toContain(secret);
}
