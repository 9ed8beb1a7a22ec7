/**
 * Conformance suite for social providers:
 *
 *     socialConformance("my provider", { provider: () => make(), owner: () => accountId });
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { newUuid, toPublicId } from "vireo/ids";
import {
  type Outcome,
  type Progress,
  type ProviderAccount,
  type Publication,
  RefusedError,
  type Sent,
  type SocialProvider,
} from "vireo/slots/social";
import { expectIdentity } from "vireo/testing/conformance/shared";
import { createTestProgress } from "vireo/testing/progress";

export interface SocialCase {
  provider(): Promise<SocialProvider> | SocialProvider;
  /** A Vireo account with connected social accounts. */
  owner(): string;
  /** A caption the provider always refuses, if there is one. */
  refused?: string;
  /** A caption whose call publishes with an unknown outcome: it throws, returns `unknown`, or times out. */
  lost?: string;
  /** A caption whose call never ends on its own. */
  endless?: string;
  limitMs?: number;
}

/** Longest pause between reads. The suite runs against fakes, which have no rate limit. */
const READ_AFTER_MS = 25;

const VIDEO = new Uint8Array([0, 0, 0, 24, ...Buffer.from("ftypmp42"), 0, 0, 0, 0, ...Buffer.from("mp42isom")]);

type Order = Publication & { progress: Progress };

const sent = (publication: Order): Sent => ({ ...publication, calledAt: Date.now() });

function order(owner: string, { externalId, platform, username }: ProviderAccount, content: string): Order {
  return {
    targetId: newUuid(),
    postId: toPublicId("post", newUuid()),
    owner,
    account: { externalId, platform, username },
    content,
    aiGenerated: false,
    toInbox: false,
    tiktok: platform === "tiktok" ? { privacyLevel: "SELF_ONLY" } : undefined,
    idempotencyKey: crypto.randomUUID(),
    attempt: 1,
    prepared: undefined,
    progress: createTestProgress(),
    media: {
      // A loopback address, as on a server at home: a provider that sends it instead of the bytes fails.
      address: "http://127.0.0.1:1/media/video.mp4",
      fileName: "video.mp4",
      file: async () => ({
        size: VIDEO.length,
        contentType: "video/mp4",
        stream: (range) => new Blob([VIDEO]).slice(range?.start, range && range.end + 1).stream(),
      }),
    },
  };
}

/** Like the social module: prepares, publishes once, and reads until it has ended. */
async function publishAndRead(provider: SocialProvider, publication: Order, signal: AbortSignal): Promise<Outcome> {
  const { media, progress } = publication;
  let prepared: unknown;
  try {
    prepared = await provider.prepare?.(publication, media, signal, progress);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { state: "failed", category: error.category, message: error.message };
  }
  const stored = JSON.parse(JSON.stringify(prepared ?? null));
  let outcome = await provider.publish({ ...publication, prepared: stored }, signal);
  while (outcome.state === "pending") {
    await Bun.sleep(Math.min(outcome.readAfterMs ?? READ_AFTER_MS, READ_AFTER_MS));
    const { task } = outcome;
    expect(task).not.toBe("");
    const read = provider.read?.(task, sent(publication), signal) ?? provider.find(sent(publication), signal);
    outcome = (await read) ?? outcome;
  }
  return outcome;
}

export function socialConformance(name: string, facts: SocialCase): void {
  const { refused, lost, endless, limitMs = 30_000 } = facts;

  describe(`${name} is a social provider:`, () => {
    let provider: SocialProvider;
    let accounts: ProviderAccount[];
    const { signal } = new AbortController();
    beforeAll(async () => {
      provider = await facts.provider();
      accounts = await provider.accounts(facts.owner(), signal);
    });

    const makeOrder = (content: string, account = accounts[0]!) => order(facts.owner(), account, content);
    const finish = (publication: Order, cut = signal) => publishAndRead(provider, publication, cut);

    test("its name is well-formed, and check() reports its health", async () => {
      await expectIdentity(provider);
      for (const { count, ms } of [...(provider.pace ?? []), ...Object.values(provider.paces ?? {}).flat()])
        expect(count > 0 && ms > 0).toBe(true);
    });

    test("it lists accounts with unique, stable ids", async () => {
      expect(accounts.length).toBeGreaterThan(0);
      expect(new Set(accounts.map(({ externalId }) => externalId)).size).toBe(accounts.length);
      for (const { platform, username, status } of accounts) {
        expect(["tiktok", "instagram", "youtube"]).toContain(platform);
        expect(["active", "expired"]).toContain(status);
        expect(username).not.toBe("");
      }
      expect(await provider.accounts(facts.owner(), signal)).toEqual(accounts);
    });

    test("it reports a TikTok creator's settings", async () => {
      const account = accounts.find(({ platform }) => platform === "tiktok");
      if (!account || !provider.creatorInfo) return;
      const { privacyLevels, interactions, canPostMore } = await provider.creatorInfo(account, signal, facts.owner());
      expect(privacyLevels.length).toBeGreaterThan(0);
      expect(Object.keys(interactions).sort()).toEqual(["comment", "duet", "stitch"]);
      expect(canPostMore).toBeBoolean();
    });

    test(
      "it publishes to each platform, and finds what it published",
      async () => {
        for (const account of accounts) {
          const publication = makeOrder(`Conformance on ${account.platform}`, account);
          const outcome = await finish(publication);
          expect([account.platform, outcome.state]).toEqual([account.platform, "published"]);
          const again = await provider.find(sent(publication), signal);
          expect(again?.state).toBe("published");
          if (outcome.state === "published" && outcome.platformPostUrl)
            expect(URL.canParse(outcome.platformPostUrl)).toBe(true);
        }
      },
      limitMs,
    );

    test("it finds no publication if nothing was published", async () => {
      expect((await provider.find(sent(makeOrder("never sent")), signal))?.state ?? "none").toMatch(
        /^(none|unknown|failed)$/,
      );
    });

    if (refused !== undefined)
      test(
        "a refusal is certain and says why",
        async () => {
          const outcome = await finish(makeOrder(refused));
          if (outcome.state !== "failed") throw new Error(`not refused: ${JSON.stringify(outcome)}`);
          expect(outcome.message.length).toBeGreaterThan(10);
        },
        limitMs,
      );

    if (lost !== undefined)
      test(
        "what was published without an answer is never called failed, and is found",
        async () => {
          const publication = makeOrder(lost);
          const result = await finish(publication, AbortSignal.timeout(5_000)).then(
            ({ state }) => state,
            () => "threw",
          );
          expect(result).toMatch(/^(threw|unknown)$/);
          expect((await provider.find(sent(publication), signal))?.state).toBe("published");
        },
        limitMs,
      );

    if (endless !== undefined)
      test(
        "it stops when its signal fires, and does not call that a failure",
        async () => {
          const cut = new AbortController();
          const work = finish(makeOrder(endless), cut.signal).then(
            ({ state }) => state,
            () => "threw",
          );
          setTimeout(() => cut.abort(new Error("cut off")), 200);
          expect(await work).toMatch(/^(threw|unknown)$/);
        },
        limitMs,
      );
  });
}
