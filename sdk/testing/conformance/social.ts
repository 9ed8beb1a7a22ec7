/** Conformance suite for social providers. */
import { beforeAll, describe, expect, test } from "bun:test";
import { engineShapes } from "vireo/engine-shapes";
import { newUuid, toPublicId } from "vireo/ids";
import { type PlatformInfo, videoPlatforms } from "vireo/platforms";
import {
  type MediaItem,
  noMedia,
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
import { listFaults } from "#core/validation";

/** A provider to test. */
export interface SocialCase {
  provider(): Promise<SocialProvider> | SocialProvider;
  /** A Vireo account with connected social accounts. */
  owner(): string;
  /** Values of the settings that platforms require, by platform. */
  settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** A caption the provider always refuses, if there is one. */
  refused?: string;
  /** A caption whose call publishes with an unknown outcome: it throws, returns `unknown`, or times out. */
  lost?: string;
  /** A caption whose call never ends on its own. */
  endless?: string;
  limitMs?: number;
  /** Where the vendor can fetch pictures, for one that fetches them itself. Default: it gets the bytes. */
  publicUrl?: string;
}

/** Longest pause between reads. The suite runs against fakes, which have no rate limit. */
const READ_AFTER_MS = 25;

const VIDEO = new Uint8Array([0, 0, 0, 24, ...Buffer.from("ftypmp42"), 0, 0, 0, 0, ...Buffer.from("mp42isom")]);

/** A JPEG of one pixel. */
const JPEG = Uint8Array.fromBase64(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APn+v//Z",
);

type Order = Publication & { progress: Progress };

const sent = (publication: Order): Sent => ({ ...publication, calledAt: Date.now() });

function order(
  owner: string,
  { externalId, platform, username }: ProviderAccount,
  content: string,
  { title, ...settings }: Readonly<Record<string, unknown>> = {},
): Order {
  return {
    targetId: newUuid(),
    postId: toPublicId("post", newUuid()),
    owner,
    account: { externalId, platform, username },
    content,
    aiGenerated: false,
    toInbox: false,
    tiktok: platform === "tiktok" ? { privacyLevel: "SELF_ONLY" } : undefined,
    title: typeof title === "string" ? title : undefined,
    settings,
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

const toPicture = (number: number, publicUrl?: string): MediaItem => ({
  kind: "image",
  address: `http://127.0.0.1:1/media/${number}.jpg`,
  publicUrl: publicUrl && `${publicUrl}/${number}.jpg`,
  fileName: `${number}.jpg`,
  file: async () => ({
    size: JPEG.length,
    contentType: "image/jpeg",
    stream: (range) => new Blob([JPEG]).slice(range?.start, range && range.end + 1).stream(),
  }),
});

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

/** Fields of a post itself that a platform can name. */
const POST_FIELDS = new Set([
  ...["title", "content", "publishToInbox", "aiGenerated", "tiktokPrivacyLevel", "tiktokCommercialContentType"],
  ...["tiktokAllowComment", "tiktokAllowDuet", "tiktokAllowStitch"],
]);

/**
 * Lists the mistakes in the platforms that a provider declares.
 * @example
 * const mural = { name: "mural", title: "Mural", media: { images: 0, videos: 0 } };
 * findPlatformFaults({ name: "acme", platforms: [mural] }).length; // 1
 */
export function findPlatformFaults({ name, platforms }: Pick<SocialProvider, "name" | "platforms">): string[] {
  if (platforms === undefined) return [];
  const shape = engineShapes.social.properties.platforms;
  if (!Array.isArray(platforms)) return [`${name}: platforms must be an array.`];
  if (platforms.length === 0) return [`${name}: platforms must not be empty. Leave it out for the default.`];
  const names = platforms.map((platform) => platform?.name);
  return platforms.flatMap((platform, index) => {
    const place = `${name}: platform ${platform?.name ?? index}:`;
    const misshapen = listFaults(shape!.items, platform).map((fault) => `${place} ${fault}.`);
    if (misshapen.length > 0) return misshapen;
    const repeated = names.indexOf(platform.name) < index ? ["name is used twice"] : [];
    return [...repeated, ...findRuleFaults(platform)].map((fault) => `${place} ${fault}.`);
  });
}

/** Lists members that fit their shape, but not each other. */
function findRuleFaults({ name, media, fields = [] }: PlatformInfo): string[] {
  const faults: string[] = [];
  const { images, videos, mixed, imageRatio } = media;
  if (images + videos === 0) faults.push("media allows neither pictures nor videos");
  if (mixed !== undefined && (images === 0 || videos === 0))
    faults.push("media.mixed needs both media.images and media.videos");
  if (imageRatio && imageRatio.min > imageRatio.max) faults.push("media.imageRatio.min is above media.imageRatio.max");
  const isOwn = (field: string) => new RegExp(`^overrides\\.${name}\\.[A-Za-z][A-Za-z0-9_]*$`).test(field);
  const seen = new Set<string>();
  for (const [index, { field, schema, unless = [] }] of fields.entries()) {
    const at = `fields.${index}`;
    if (!isOwn(field) && !POST_FIELDS.has(field))
      faults.push(`${at}.field is ${field}: it must be a field of a post, or overrides.${name}.<name>`);
    if (field === `overrides.${name}.content`) faults.push(`${at}.field is ${field}, which every platform has`);
    if (seen.has(field)) faults.push(`${at}.field is ${field}, which is used twice`);
    seen.add(field);
    const unknown = unless.find((other) => !isOwn(other) && !POST_FIELDS.has(other));
    if (unknown !== undefined) faults.push(`${at}.unless names ${unknown}, which is not a field of a post`);
    if (schema.pattern !== undefined && !isPattern(schema.pattern))
      faults.push(`${at}.schema.pattern is not a regular expression`);
  }
  return faults;
}

function isPattern(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, "u"));
  } catch {
    return false;
  }
}

/**
 * Declares the tests of a social provider. Call it at the top of a test file.
 * @param name begins the titles of the tests
 * @example
 * socialConformance("mural", {
 *   provider: () => provider,
 *   owner: () => "acct_1",
 *   settings: { mural: { wall: "north" } },
 * });
 */
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

    const makeOrder = (content: string, account = accounts[0]!) =>
      order(facts.owner(), account, content, facts.settings?.[account.platform]);
    const finish = (publication: Order, cut = signal) => publishAndRead(provider, publication, cut);

    test("its name is well-formed, and check() reports its health", async () => {
      await expectIdentity(provider);
      for (const { count, ms } of [
        ...(provider.pace ?? []),
        ...Object.values(provider.paces ?? {}).flatMap((paces = []) => paces),
      ])
        expect(count > 0 && ms > 0).toBe(true);
    });

    test("it declares its platforms completely, or none", () => {
      expect(findPlatformFaults(provider)).toEqual([]);
    });

    test("it lists accounts with unique, stable ids", async () => {
      expect(accounts.length).toBeGreaterThan(0);
      expect(new Set(accounts.map(({ externalId }) => externalId)).size).toBe(accounts.length);
      for (const { platform, username, status } of accounts) {
        expect((provider.platforms ?? videoPlatforms).map(({ name }) => name)).toContain(platform);
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

    test(
      "it publishes two pictures in order, if the platform accepts pictures",
      async () => {
        for (const account of accounts) {
          const rules = provider.platforms?.find(({ name }) => name === account.platform)?.media;
          if (!rules || rules.images < 2) continue;
          const publication = makeOrder(`Pictures on ${account.platform}`, account);
          const items = [1, 2].map((number) => toPicture(number, facts.publicUrl));
          const { kind: _kind, ...first } = items[0]!;
          const outcome = await finish({ ...publication, media: { ...first, items } });
          expect([account.platform, outcome.state]).toEqual([account.platform, "published"]);
        }
      },
      limitMs,
    );

    test(
      "it publishes a post that is text only, if the platform accepts one",
      async () => {
        for (const account of accounts) {
          const rules = provider.platforms?.find(({ name }) => name === account.platform)?.media;
          if (!rules?.isOptional) continue;
          const publication = makeOrder(`Text on ${account.platform}`, account);
          const outcome = await finish({ ...publication, media: noMedia });
          expect([account.platform, outcome.state]).toEqual([account.platform, "published"]);
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
        "a refusal is final and says why",
        async () => {
          const outcome = await finish(makeOrder(refused));
          if (outcome.state !== "failed") throw new Error(`not refused: ${JSON.stringify(outcome)}`);
          expect(outcome.message.length).toBeGreaterThan(10);
        },
        limitMs,
      );

    if (lost !== undefined)
      test(
        "a publication without a response never counts as failed, and is found",
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
        "it stops when its signal aborts, and does not report a failure",
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
