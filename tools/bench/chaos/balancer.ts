import type { Counts } from "./cast";
import type { Replica } from "./replica";

const CHECK_MS = 500;
/** How long the system may take to clear a killed process away, with its connections. */
const DYING_MS = 1_000;
const CALL_MS = 60_000;
/** How long a call that a kill cut off is tried again under its key. */
const PATIENCE_MS = 180_000;

export interface Call {
  /** What kind of call: for the table. */
  name: string;
  method: "GET" | "POST";
  path: string;
  body?: unknown;
}
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  body: any;
}

export interface Trouble {
  name: string;
  what: string;
}

/** A post whose time has come while its call was tried again: a client would choose another time. */
const isTooLate = (text: string, cutAt: number | undefined) =>
  cutAt !== undefined && text.includes("Must lie in the future");

const describeBreak = ({ name, kills }: Replica, sent: number, error: unknown): string => {
  const killed = kills.length > 0 ? `last killed ${sent - kills.at(-1)!} ms before the call` : "never killed";
  return `${name} (${killed}) broke off after ${Date.now() - sent} ms: ${error}`;
};

/** What clients saw. */
export interface Tally {
  answered: Counts;
  /** Requests in flight at a kill, by name. */
  cut: Counts;
  /** Cut off, sent again under their keys, and answered in the end: how long that took, ms. */
  healed: number[];
  /** Broken off or answered 5xx, though nobody was killed: there should be none. */
  faults: Trouble[];
  /** Answers that should not come: 4xx. */
  refused: Trouble[];
  /** Never answered. */
  lost: Trouble[];
}

const add = (counts: Counts, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/**
 * A client behind a load balancer: requests go round among the replicas that are up. Where nobody listens the next
 * one is asked; a request that breaks off in the middle is sent again with its Idempotency-Key.
 */
export function createBalancer(replicas: readonly Replica[], key: string) {
  const tally: Tally = { answered: {}, cut: {}, healed: [], faults: [], refused: [], lost: [] };
  const down = new Set<string>();
  let turn = 0;

  const isUp = ({ origin }: Replica) => origin !== undefined && !down.has(origin);
  /** Comes back to those that were not there. */
  setInterval(async () => {
    for (const { origin } of replicas) {
      if (!origin || !down.has(origin)) continue;
      const found = await fetch(`${origin}/health`).catch(() => undefined);
      if (found?.ok) down.delete(origin);
    }
  }, CHECK_MS).unref();

  async function pick(): Promise<{ replica: Replica; origin: string }> {
    for (;;) {
      for (let tries = 0; tries < replicas.length; tries++) {
        const replica = replicas[turn++ % replicas.length]!;
        if (isUp(replica)) return { replica, origin: replica.origin! };
      }
      await Bun.sleep(50);
    }
  }

  /** Whether it was killed since. */
  const wasKilled = ({ kills }: Replica, since: number) => (kills.at(-1) ?? 0) >= since - DYING_MS;

  async function send(call: Call): Promise<Answer | undefined> {
    const { name, method, path, body } = call;
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (method === "POST") headers["idempotency-key"] = crypto.randomUUID();
    if (body !== undefined) headers["content-type"] = "application/json";
    const began = Date.now();
    let cutAt: number | undefined;
    const note = (list: Trouble[], what: string) => void list.push({ name: `${name} ${method} ${path}`, what });
    for (;;) {
      const { replica, origin } = await pick();
      const sent = Date.now();
      try {
        const response = await fetch(origin + path, {
          method,
          headers,
          signal: AbortSignal.timeout(CALL_MS),
          body: body === undefined ? undefined : JSON.stringify(body),
        });
        const text = await response.text();
        const isJson = response.headers.get("content-type")?.includes("json");
        const answer: Answer = { status: response.status, body: isJson && text ? JSON.parse(text) : text };
        const isBusy = answer.status === 409 && /idempotency_in_progress/.test(text);
        if (isBusy && cutAt !== undefined && Date.now() - cutAt < PATIENCE_MS) {
          await Bun.sleep(1_000);
          continue;
        }
        add(tally.answered, `${name} ${answer.status}`);
        if (cutAt !== undefined) tally.healed.push(Date.now() - cutAt);
        if (answer.status >= 500) note(tally.faults, `${replica.name} ${answer.status} ${text.slice(0, 300)}`);
        else if (answer.status >= 400 && !isTooLate(text, cutAt))
          note(tally.refused, `${answer.status} ${text.slice(0, 300)}`);
        return answer;
      } catch (error) {
        const { code = "" } = error as { code?: string };
        down.add(origin);
        if (code === "ConnectionRefused" || code === "ECONNREFUSED") {
          if (Date.now() - began < PATIENCE_MS) continue;
          note(tally.lost, "nobody listens");
          return undefined;
        }
        // The end of the connection may be seen before the kill is written down.
        await Bun.sleep(20);
        if (!wasKilled(replica, sent)) note(tally.faults, describeBreak(replica, sent, error));
        cutAt ??= Date.now();
        add(tally.cut, name);
        // By time: how often it was tried says little, because a busy system answers late, and some tries only wait.
        if (Date.now() - cutAt > PATIENCE_MS) {
          note(tally.lost, `${code} ${error}`);
          return undefined;
        }
      }
    }
  }

  return { send, pick, tally };
}
export type Balancer = ReturnType<typeof createBalancer>;
