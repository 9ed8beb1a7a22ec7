/**
 * Limits attempts with passwords and links. Sign-ins count by email address and network, with a higher limit for all
 * networks together. A known device is counted separately, so that its owner can always sign in despite the attempts of
 * others.
 */
import { hashKey } from "vireo/access";
import { invalid } from "vireo/errors";
import { getNetwork } from "vireo/limits";
import type { Context } from "vireo/module";
import { getExchange } from "vireo/request";
import type { People } from "./context";
import { findDevice } from "./devices";
import type { Settings } from "./settings";
import { isPasswordOf } from "./store";

/** Prefix length of the IPv4 networks by which attempts are counted. */
const NETWORK_BITS = 24;

/** A counted attempt. */
interface Attempt {
  /** Undoes the count. */
  succeeded(): Promise<void>;
}

export function defineAttempts({ limits, settings }: Context<Settings>): People["attempts"] {
  const define = (name: string, { requests, seconds }: Settings["perEmail"]) => limits.define(name, requests, seconds);
  return {
    perAddress: define("sign-in", settings.perAddress),
    perEmail: define("sign-in-email", settings.perEmail),
    perEmailTotal: define("sign-in-email-total", settings.perEmailTotal),
    perForgotten: define("forgotten", settings.perForgotten),
    perCode: define("code", settings.perCode),
    perCodeTotal: define("code-total", settings.perCodeTotal),
  };
}

/** Counts an attempt with a one-time link. */
export async function countLink({ attempts }: People, request: Request): Promise<void> {
  const exchange = getExchange(request);
  await attempts.perAddress.take(exchange, getNetwork(exchange.address));
}

/** Counts a password reset request, so that nobody's mailbox is flooded. Unknown addresses count too. */
export async function countForgotten(people: People, request: Request, email: string): Promise<void> {
  await countLink(people, request);
  await people.attempts.perForgotten.take(getExchange(request), hashKey(email));
}

export async function countSignIn(people: People, request: Request, email: string): Promise<Attempt> {
  const { perAddress, perEmail, perEmailTotal } = people.attempts;
  const device = await findDevice(people, request, email);
  if (device) return countOwn(people, request, hashKey(`${email} ${device}`));
  const exchange = getExchange(request);
  const key = getNetworkKey(request, email);
  await perAddress.take(exchange, getNetwork(exchange.address));
  await perEmail.take(exchange, key);
  await perEmailTotal.take(exchange, hashKey(email));
  return {
    succeeded: async () => {
      await perEmail.reset(key);
      await perEmailTotal.refund(hashKey(email));
    },
  };
}

/**
 * Counts an attempt with a code, by someone who knows the password. The total is low, because a code has six digits.
 * Recovery codes cannot be guessed: they are counted separately and without a total, so that a person can always use
 * one despite the attempts of others.
 */
export async function countCode(
  people: People,
  request: Request,
  { id, email }: { id: string; email: string },
  isRecovery: boolean,
): Promise<Attempt> {
  const { perCode, perCodeTotal } = people.attempts;
  const exchange = getExchange(request);
  const device = await findDevice(people, request, email);
  const who = isRecovery ? `${id} recovery` : id;
  const key = device ? hashKey(`${who} ${device}`) : getNetworkKey(request, who);
  const hasTotal = !device && !isRecovery;
  await perCode.take(exchange, key);
  if (hasTotal) await perCodeTotal.take(exchange, id);
  return {
    succeeded: async () => {
      await perCode.reset(key);
      if (hasTotal) await perCodeTotal.refund(id);
    },
  };
}

/** Counts a code entered by a signed-in person. */
export async function countOwnCode({ attempts }: People, request: Request, personId: string): Promise<Attempt> {
  await attempts.perCode.take(getExchange(request), personId);
  return { succeeded: () => attempts.perCode.reset(personId) };
}

/**
 * Checks the password that a signed-in person repeats to change their account. Returns the attempt; call its
 * `succeeded` once the change is made. Throws ApiError at `field`.
 */
export async function checkOwnPassword(
  people: People,
  request: Request,
  { personId, password, field }: { personId: string; password: string | undefined; field: string },
): Promise<Attempt> {
  const attempt = await countOwn(people, request, personId);
  if (!(await isPasswordOf(people, personId, password))) throw invalid(field, "Wrong password.");
  return attempt;
}

/** Restores the quotas of an email address after a password reset. */
export async function resetAttempts({ attempts }: People, request: Request, email: string): Promise<void> {
  await attempts.perEmail.reset(getNetworkKey(request, email));
  await attempts.perEmailTotal.reset(hashKey(email));
}

async function countOwn({ attempts }: People, request: Request, key: string): Promise<Attempt> {
  await attempts.perEmail.take(getExchange(request), key);
  return { succeeded: () => attempts.perEmail.reset(key) };
}

/** Hashed, because an email address may be longer than a database key. */
const getNetworkKey = (request: Request, email: string): string =>
  hashKey(`${email} ${getNetwork(getExchange(request).address, NETWORK_BITS)}`);
