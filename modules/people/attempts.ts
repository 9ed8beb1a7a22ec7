import { hashKey } from "vireo/access";
import { getNetwork, type Limit } from "vireo/limits";
import type { Context } from "vireo/module";
import { getExchange } from "vireo/request";
import type { Devices } from "./devices";
import type { Settings } from "./settings";

/** Prefix length of the IPv4 networks by which attempts are counted. */
const NETWORK_BITS = 24;

/** A counted attempt. */
export interface Attempt {
  /** Undoes the count. */
  succeeded(): Promise<void>;
}

/**
 * Limits attempts with passwords and links. Sign-ins count by email address and network, with a higher limit for all
 * networks together. A known device is counted separately, so that its owner can always sign in despite the attempts of
 * others.
 */
export class Attempts {
  readonly #perAddress: Limit;
  readonly #perEmail: Limit;
  readonly #perEmailTotal: Limit;
  readonly #perForgotten: Limit;
  readonly #perCode: Limit;
  readonly #perCodeTotal: Limit;
  readonly #devices: Devices;

  constructor(
    limits: Context["limits"],
    { perAddress, perEmail, perEmailTotal, perForgotten, perCode, perCodeTotal }: Settings,
    devices: Devices,
  ) {
    this.#perAddress = limits.define("sign-in", perAddress.requests, perAddress.seconds);
    this.#perEmail = limits.define("sign-in-email", perEmail.requests, perEmail.seconds);
    this.#perEmailTotal = limits.define("sign-in-email-total", perEmailTotal.requests, perEmailTotal.seconds);
    this.#perForgotten = limits.define("forgotten", perForgotten.requests, perForgotten.seconds);
    this.#perCode = limits.define("code", perCode.requests, perCode.seconds);
    this.#perCodeTotal = limits.define("code-total", perCodeTotal.requests, perCodeTotal.seconds);
    this.#devices = devices;
  }

  /** Counts an attempt with a one-time link. */
  async countLink(request: Request): Promise<void> {
    const exchange = getExchange(request);
    await this.#perAddress.take(exchange, getNetwork(exchange.address));
  }

  /** Counts a password reset request, so that nobody's mailbox is flooded. Unknown addresses count too. */
  async countForgotten(request: Request, email: string): Promise<void> {
    await this.countLink(request);
    await this.#perForgotten.take(getExchange(request), hashKey(email));
  }

  async countSignIn(request: Request, email: string): Promise<Attempt> {
    const device = await this.#devices.find(request, email);
    if (device) return this.#countOwn(request, hashKey(`${email} ${device}`));
    const exchange = getExchange(request);
    const key = this.#getKey(request, email);
    await this.#perAddress.take(exchange, getNetwork(exchange.address));
    await this.#perEmail.take(exchange, key);
    await this.#perEmailTotal.take(exchange, hashKey(email));
    return {
      succeeded: async () => {
        await this.#perEmail.reset(key);
        await this.#perEmailTotal.refund(hashKey(email));
      },
    };
  }

  /**
   * Counts an attempt with a code, by someone who knows the password. The total is low, because a code has six digits.
   * Recovery codes cannot be guessed: they are counted separately and without a total, so that a person can always use
   * one despite the attempts of others.
   */
  async countCode(
    request: Request,
    { id, email }: { id: string; email: string },
    isRecovery: boolean,
  ): Promise<Attempt> {
    const exchange = getExchange(request);
    const device = await this.#devices.find(request, email);
    const who = isRecovery ? `${id} recovery` : id;
    const key = device ? hashKey(`${who} ${device}`) : this.#getKey(request, who);
    const hasTotal = !device && !isRecovery;
    await this.#perCode.take(exchange, key);
    if (hasTotal) await this.#perCodeTotal.take(exchange, id);
    return {
      succeeded: async () => {
        await this.#perCode.reset(key);
        if (hasTotal) await this.#perCodeTotal.refund(id);
      },
    };
  }

  /** Counts an attempt by a signed-in person. */
  countPassword = (request: Request, personId: string): Promise<Attempt> => this.#countOwn(request, personId);

  /** Counts a code entered by a signed-in person. */
  async countOwnCode(request: Request, personId: string): Promise<Attempt> {
    await this.#perCode.take(getExchange(request), personId);
    return { succeeded: () => this.#perCode.reset(personId) };
  }

  /** Restores the quotas of an email address after a password reset. */
  async reset(request: Request, email: string): Promise<void> {
    await this.#perEmail.reset(this.#getKey(request, email));
    await this.#perEmailTotal.reset(hashKey(email));
  }

  async #countOwn(request: Request, key: string): Promise<Attempt> {
    await this.#perEmail.take(getExchange(request), key);
    return { succeeded: () => this.#perEmail.reset(key) };
  }

  #getKey(request: Request, email: string): string {
    // Hashed, because an email address may be longer than a database key.
    return hashKey(`${email} ${getNetwork(getExchange(request).address, NETWORK_BITS)}`);
  }
}
